// SPDX-License-Identifier: MIT
// Confidences in MISC, as `copse parse --scores` writes them.
#ifndef COPSE_TREEBANK_MISC_SHARE_H
#define COPSE_TREEBANK_MISC_SHARE_H

#include "copse.h"

// The value of the item key=X of a word's MISC, a number from 0 to 1. Returns 1; 0 if there is no such item
// (in CoNLL-X there is none); or COPSE_EINPUT.
int misc_share(const copse_sentence *s, int word, const char *key, double *x, copse_error *err);

#endif
