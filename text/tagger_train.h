// SPDX-License-Identifier: MIT
// How a tagger learns.
#ifndef COPSE_TEXT_TAGGER_TRAIN_H
#define COPSE_TEXT_TAGGER_TRAIN_H

#include "text/tagger.h"
#include "text/tagger_model.h"
#include "text/tagger_rows.h"

// Entries of words without the room that is free in them.
typedef struct tg_pool {
    size_t *first; // [entries+1] the tags of entry i are from first[i] to first[i+1] - 1
    uint16_t *tag, *count, *upos;
    uint32_t *near;
    bool *leads;
    size_t entries, n, first_cap, tag_cap, count_cap, upos_cap, near_cap, leads_cap;
} tg_pool; // all zero is empty

void tgp_put(tg_pool *p, const tg_entry *e); // after those that are there
void tgp_get(const tg_pool *p, size_t entry, tg_entry *e);
void tgp_done(tg_pool *p);

// Sightings of beginnings and ends, to make a book of them: of each form once with each tag, however often it
// occurs, since a new word is more like those that are seldom than like those that are everywhere.
typedef struct tg_affix_list {
    tg_ids seen; // forms with tags
    tg_sighting *of;
    size_t n, cap;
} tg_affix_list; // all zero is empty

void tga_see(tg_affix_list *l, const tg_word *w, uint16_t tag);
void tga_make(tg_affix_list *l, tg_book *b); // empties the list

enum { TGD_ENTRIES = 1 + TGW_ALIKE }; // that are kept of a word: of its stem, and of forms that are alike

// A treebank as numbers: for each word its tag, its features, and what finds it in the books.
typedef struct tg_data {
    size_t sentences, words;
    size_t *begin;          // [sentences+1] the first word of each
    uint16_t *gold;         // [words] TG_EDGE: none
    uint64_t *form, *lower; // [words] hashes
    bool *capital;          // [words] does it begin with a capital?
    tg_pool pool;           // TGD_ENTRIES of each word
    size_t *first;          // [words+1] the features of word i are id[first[i]] to id[first[i+1]-1]
    uint32_t *id;           //
    size_t id_cap;
    tg_ids ids;
} tg_data; // all zero is empty

// Trains a model, which is all zero.
int tgm_train(tgmodel *m, const tag_plan *plan, copse_error *err);

// Makes the tags, the books and the clusters of a model.
int tgd_survey(tgmodel *m, const treebank *t, const tag_options *options, copse_error *err);
int tgd_lexicon(tgmodel *m, const char *path, copse_error *err);
bool tgd_storable(copse_str value); // can a model hold it?
// Extracts the features of a treebank.
void tgd_read(tg_data *d, const tgmodel *m, const treebank *t, meter *gauge);
void tgd_done(tg_data *d);

// Learns the weights, in TGL_ALONE rounds of words alone and TGL_ROUNDS of sequences.
enum { TGL_ALONE = 2, TGL_ROUNDS = 8 };
void tgl_learn(tgmodel *m, const tg_data *d, uint64_t seed, meter *gauge);

// Weights that are found by number and change together at the end of a sentence.
typedef struct tg_dense {
    float *now, *square, *change; // [size] weights, sums of squared gradients, the gradient at hand
    uint32_t *touched;            // [n] where the gradient may not be 0
    size_t size, n, cap;
} tg_dense; // all zero is empty

void tg_dense_start(tg_dense *v, size_t n); // n weights of 0
void tg_dense_done(tg_dense *v);
void tg_dense_gather(tg_dense *v, uint32_t at, float by); // adds to the gradient
void tg_dense_settle(tg_dense *v, float rate);            // one step along the gradient

// Packs the weights into the model.
void tgl_pack(tgmodel *m, const tg_data *d, const tg_cells *cells, const tg_dense *links,
              const tg_dense *relation);

#endif
