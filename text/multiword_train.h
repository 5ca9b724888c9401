// SPDX-License-Identifier: MIT
// Training the splitter of multiword tokens, for its files alone.
#ifndef COPSE_TEXT_MULTIWORD_TRAIN_H
#define COPSE_TEXT_MULTIWORD_TRAIN_H

#include "text/multiword.h"

typedef struct mw_chars {
    ch_char *c; // [n]
    size_t n, cap;
} mw_chars; // all zero is empty

void mw_decode(mw_chars *to, const ch_table *known, copse_str s);

// Fills in the rules of a model. Returns the name of the rule for each multiword token of r, and 0 for other
// tokens; the caller frees it.
uint64_t *mw_find_rules(mw_model *m, const raw_text *r, const ch_table *known);
// Adds rules that the treebank has by analogy alone. cap: of the array of rules. (multiword_analogy.c)
void mw_add_analogies(mw_model *m, const ch_table *known, size_t *cap);

#endif
