// SPDX-License-Identifier: MIT
// Predicted columns: values that lie over those of a sentence, while its text stays as it was read.
//
// A sentence asks for a value in one branch on a mask of columns (sen_column), so that sentences without an
// overlay cost nothing. Reading another sentence into the object takes everything off.
#ifndef COPSE_TREEBANK_OVERLAY_H
#define COPSE_TREEBANK_OVERLAY_H

#include "common/base/arena.h"
#include "copse.h"

struct text; // common/base/text.h

typedef struct overlay {
    copse_str *column[COPSE_COLUMNS]; // [n+1] by the words' own indices, s is NULL for none; or NULL
    arena own;                        // the arrays and the texts
} overlay;

// Puts a value, which is copied, over a column of a word of s; one without s takes it off again. The value is
// fit for a line: no tabs, no line ends, not empty; HEAD is a number from 0 to n. Values put before stay
// valid. s is no view.
void ov_put(copse_sentence *s, int word, copse_column column, copse_str value);
// The tree's heads and labels over HEAD and DEPREL.
void ov_put_tree(copse_sentence *s, const copse_tree *tree);
// Takes everything off.
void ov_clear(copse_sentence *s);

// What lies over the columns of s (a mask) apart from it; NULL if nothing does. The texts are copied.
overlay *ov_copy(const copse_sentence *s, unsigned columns);
// Puts all of an overlay of as many words over s, besides what lies there. The texts are copied.
void ov_put_all(copse_sentence *s, const overlay *o);
void ov_free(overlay *o);
// An overlay of n words, or NULL, as bytes for the way from one process to another, and back; *at is moved
// past them.
void ov_pack(struct text *out, const overlay *o, int n);
overlay *ov_unpack(const char **at, int n);

// Adds the value of MISC to t with an item: what has the same key is left out, the new item is the last.
void misc_add(struct text *t, copse_str misc, const char *key, copse_str value);

#endif
