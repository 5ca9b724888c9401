// SPDX-License-Identifier: MIT
// Sentences that lack columns, for training. A parser that learns from some of these relies less on each
// column, and so copes with input that lacks it.
//
// Which columns a sentence lacks depends on the seed, the round of training and the number of the sentence,
// and on nothing else: not on the order in which sentences are taken, nor on threads.
#ifndef COPSE_TREEBANK_DROP_H
#define COPSE_TREEBANK_DROP_H

#include "common/treebank/sentence.h"

typedef struct dropper {
    long percent; // of the sentences of a round lack columns
    uint64_t seed;
    copse_sentence *twin; // the latest sentence without its columns
} dropper;

void drop_init(dropper *d, long percent, uint64_t seed);
void drop_done(dropper *d);

// The columns that a sentence lacks in a round, a bit 1 << column each: some of LEMMA, XPOS and FEATS, once
// in a while UPOS too. 0 if it lacks none.
unsigned drop_draw(const dropper *d, uint64_t round, size_t sentence);
// The sentence with "_" in these columns, which lives until the next call; s itself if there are none. s may
// be a view, and must outlive the result.
const copse_sentence *drop_from(dropper *d, const copse_sentence *s, unsigned columns);

// The column of parts of speech of a parser that learns so: one that reads XPOS takes UPOS where that is
// missing.
copse_column drop_pos(long percent, copse_column pos);

#endif
