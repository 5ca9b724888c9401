// SPDX-License-Identifier: MIT
// Sentences as they look in a round of training. Some lack columns: a parser that learns from these relies
// less on each column, and so copes with input that lacks it. And where predicted values lie over the
// columns, they do so in half of the rounds: a parser learns what the columns mean from right ones, and how
// far to trust them from those that it will see.
//
// How a sentence looks depends on the seed, the round of training and the number of the sentence, and on
// nothing else: not on the order in which sentences are taken, nor on threads.
#ifndef COPSE_TREEBANK_DROP_H
#define COPSE_TREEBANK_DROP_H

#include "common/treebank/sentence.h"

typedef struct dropper {
    long percent; // of the sentences of a round lack columns
    bool mixed;   // half of them lack what lies over them
    uint64_t seed;
    copse_sentence *twin; // the latest sentence without some columns
    copse_sentence *own;  // and without what lies over it: borrows everything from the sentence
} dropper;

// How a sentence looks.
typedef struct drop_look {
    unsigned lacks; // these columns are "_", a bit 1 << column each
    bool own;       // it has the columns of its treebank, whatever lies over them
} drop_look;

void drop_init(dropper *d, long percent, bool mixed, uint64_t seed);
void drop_done(dropper *d);

// How a sentence looks in a round. It may lack some of LEMMA, XPOS and FEATS, once in a while UPOS too.
drop_look drop_draw(const dropper *d, uint64_t round, size_t sentence);
// The sentence as it looks, which lives until the next call; s itself if nothing is dropped. s may be a view,
// and must outlive the result.
const copse_sentence *drop_from(dropper *d, const copse_sentence *s, drop_look look);

// The column of parts of speech of a parser that learns so: one that reads XPOS takes UPOS where that is
// missing.
copse_column drop_pos(long percent, copse_column pos);

#endif
