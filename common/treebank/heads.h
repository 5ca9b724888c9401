// SPDX-License-Identifier: MIT
// Head rules: which child of a phrase has its head, and what label a dependency gets from the phrases around
// it. models/heads/english.heads is the table that is compiled in, and describes the language of such files.
#ifndef COPSE_TREEBANK_HEADS_H
#define COPSE_TREEBANK_HEADS_H

#include "copse.h"

typedef struct heads heads;

// Reads rules from a file, or those compiled in if path is NULL. On failure *made is NULL.
int hd_read(heads **made, const char *path, copse_error *err);
int hd_parse(heads **made, const char *name, copse_str bytes, copse_error *err);
void hd_free(heads *h); // NULL is fine

// The rule for the phrases of a category; that of "*" where there is none. A number for hd_rank.
size_t hd_rule(const heads *h, copse_str category);

// How well a child of such a phrase serves as its head: the lowest rank does. *right: among equal ranks the
// rightmost child is the head, else the leftmost. Equal ranks have equal *right.
int hd_rank(const heads *h, size_t rule, copse_str category, bool *right);

// What a label depends on. Categories come without function tags; functions is the rest of the modifier's, as
// in "-SBJ-1".
typedef struct hd_arc {
    copse_str modifier, functions, head, parent;
} hd_arc;

bool hd_has_labels(const heads *h);
copse_str hd_label(const heads *h, const hd_arc *arc); // "DEP" if no line holds

#endif
