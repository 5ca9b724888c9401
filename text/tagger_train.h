// SPDX-License-Identifier: MIT
// How a tagger learns.
#ifndef COPSE_TEXT_TAGGER_TRAIN_H
#define COPSE_TEXT_TAGGER_TRAIN_H

#include "text/tagger.h"
#include "text/tagger_model.h"
#include "text/tagger_rows.h"

// A treebank as numbers: for each word its tag, its features, and its hashes in the book.
typedef struct tg_data {
    size_t sentences, words;
    size_t *begin;          // [sentences+1] the first word of each
    uint16_t *gold;         // [words] TG_EDGE: none, not learnt
    uint64_t *form, *lower; // [words]
    tg_entry *stem;
    size_t *first;          // [words+1] the features of word i are id[first[i]] to id[first[i+1]-1]
    uint32_t *id;
    tg_ids ids;
} tg_data; // all zero is empty

// Makes tags and book from a treebank.
int tgd_survey(tgmodel *m, const treebank *t, copse_error *err);
// Extracts the features of a treebank.
void tgd_read(tg_data *d, const tgmodel *m, const treebank *t);
void tgd_done(tg_data *d);

// Learns the weights.
void tgl_learn(tgmodel *m, const tg_data *d, uint64_t seed, const copse_environment *env);

#endif
