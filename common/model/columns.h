// SPDX-License-Identifier: MIT
// How often the columns that a tagger or a person fills have a value: in what a model was trained on, which
// is kept in its section COLS, and in what it is given to parse.
#ifndef COPSE_MODEL_COLUMNS_H
#define COPSE_MODEL_COLUMNS_H

#include "common/model/container.h"
#include "common/treebank/treebank.h"

struct text; // common/base/text.h

typedef struct columns {
    uint64_t words;               // 0: nothing is known
    uint64_t with[COPSE_COLUMNS]; // words that have a value: not "_", not empty; 0 for columns not counted
} columns;                        // all zero is nothing yet

// LEMMA, UPOS, XPOS and FEATS are counted.
#define COLUMNS_FIRST COPSE_LEMMA
#define COLUMNS_LAST COPSE_FEATS

void columns_count(columns *c, const copse_sentence *s); // adds a sentence
void columns_add(columns *c, const columns *more);
double columns_share(const columns *c, copse_column column); // of the words, 0..1

// The section COLS of a model trained on t.
void columns_save(box_writer *w, const treebank *t);
// From a model, which need not have the section: c is all zero then.
int columns_load(columns *c, const box *b, copse_error *err);

// Adds a sentence about the columns among reads (bits 1 << column) that the input lacks, if there are any: at
// least 1 word in 20 had a value in training, and less than half that share has one here. whole: the input
// has no other words than these.
void columns_tell_lack(struct text *t, const columns *trained, const columns *input, unsigned reads,
                       bool whole, copse_format format);

#endif
