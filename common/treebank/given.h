// SPDX-License-Identifier: MIT
// Heads and labels that are given before parsing: the parser keeps them and fills in the rest.
#ifndef COPSE_TREEBANK_GIVEN_H
#define COPSE_TREEBANK_GIVEN_H

#include "copse.h"

enum { GIVEN_NONE = -1 };

typedef struct given {
    int n;
    int *head;        // [n+1] the head of each word, or GIVEN_NONE
    copse_str *label; // [n+1] the label of a word with a given head; s is NULL: not given
    size_t cap;
} given; // all zero is empty

#endif
