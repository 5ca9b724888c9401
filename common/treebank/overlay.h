// SPDX-License-Identifier: MIT
// Overlays: predicted values that lie over the columns of a sentence, while its text stays as it was read.
//
// sen_column tests a mask of columns, so that sentences without an overlay cost one branch. Reading another
// sentence into the object removes the overlay.
#ifndef COPSE_TREEBANK_OVERLAY_H
#define COPSE_TREEBANK_OVERLAY_H

#include "common/base/arena.h"
#include "copse.h"

struct text; // common/base/text.h

typedef struct overlay {
    copse_str *column[COPSE_COLUMNS]; // [n+1] by word.self, s is NULL: no value; or NULL: none at all
    arena own;                        // the arrays and the texts
} overlay;

// Puts a value, which is copied, over a column of a word of s; a value whose s is NULL removes it. The value
// must be valid in a line: no tabs, no line ends, not empty; HEAD is a number from 0 to n. Earlier values
// stay valid. s must not be a view.
void ov_put(copse_sentence *s, int word, copse_column column, copse_str value);
// Puts the tree's heads and labels over HEAD and DEPREL.
void ov_put_tree(copse_sentence *s, const copse_tree *tree);
// Removes all values.
void ov_clear(copse_sentence *s);

// A copy of the overlay of s for some columns (a mask), texts included; NULL if they have no values.
overlay *ov_copy(const copse_sentence *s, unsigned columns);
// Adds all values of an overlay for as many words to those of s. The texts are copied.
void ov_put_all(copse_sentence *s, const overlay *o);
void ov_free(overlay *o);
// Packs an overlay of n words, or NULL, into bytes, to pass it between processes, and unpacks it; *at is
// moved past the bytes.
void ov_pack(struct text *out, const overlay *o, int n);
overlay *ov_unpack(const char **at, int n);

// Adds the value of MISC and an item to t: items with the same key are left out, the new item comes last.
void misc_add(struct text *t, copse_str misc, const char *key, copse_str value);

#endif
