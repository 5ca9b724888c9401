// SPDX-License-Identifier: MIT
// Made-up words in the place of those before stops, for training: a treebank shows few abbreviations, which
// would be learnt by heart, and others are met later. What is left to learn from is their length, their case
// and what stands around them.
#ifndef COPSE_TEXT_SEGMENT_DISGUISE_H
#define COPSE_TEXT_SEGMENT_DISGUISE_H

#include "common/base/random.h"
#include "text/segment.h"

enum { SG_LETTERS = CH_LETTER - CH_UPPER + 1 }; // classes of letters that are replaced

// Letters of a text by their classes, as often as they are there.
typedef struct sg_letters {
    ch_char *of[SG_LETTERS]; // [n]
    size_t n[SG_LETTERS];
} sg_letters; // all zero is empty

void sg_letters_take(sg_letters *l, const raw_text *r);
void sg_letters_done(sg_letters *l);

// Replaces each letter of the words before stops in the run c[0..n-1] by one of the same class. A word in
// which a token ends stays. Returns whether there was a word.
bool sg_disguise(const sg_letters *l, ch_char *c, size_t n, const bool *gold, rng *random);

#endif
