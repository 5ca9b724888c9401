// SPDX-License-Identifier: MIT
// How often the columns filled by a tagger or annotator have a value: in the training data (stored in a
// model's section COLS) and in the input to parse.
#ifndef COPSE_MODEL_COLUMNS_H
#define COPSE_MODEL_COLUMNS_H

#include "common/model/container.h"
#include "common/treebank/treebank.h"

struct text; // common/base/text.h

typedef struct columns {
    uint64_t words;               // 0: unknown
    uint64_t with[COPSE_COLUMNS]; // words that have a value: not "_", not empty; 0 for columns not counted
} columns;                        // all zero: nothing counted yet

// LEMMA, UPOS, XPOS and FEATS are counted.
#define COLUMNS_FIRST COPSE_LEMMA
#define COLUMNS_LAST COPSE_FEATS

void columns_count(columns *c, const copse_sentence *s); // adds a sentence
void columns_add(columns *c, const columns *more);
double columns_share(const columns *c, copse_column column); // of the words, 0..1

// The section COLS of a model trained on t.
void columns_save(box_writer *w, const treebank *t);
// Loads the section COLS, which a model may lack: c is then all zero.
int columns_load(columns *c, const box *b, copse_error *err);

// Adds a sentence about the columns that the input lacks, if any. Only columns in reads (bits 1 << column)
// are considered. A column is lacking if at least 1 word in 20 had a value in training and less than half
// that share has one here. whole: these are all words of the input.
void columns_tell_lack(struct text *t, const columns *trained, const columns *input, unsigned reads,
                       bool whole, copse_format format);

#endif
