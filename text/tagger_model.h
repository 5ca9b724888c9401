// SPDX-License-Identifier: MIT
// A tagger's model.
//
// A linear-chain log-linear model over whole tags in the manner of Müller, Schmid & Schütze, "Efficient
// Higher-Order CRFs for Morphological Tagging" (2013).
#ifndef COPSE_TEXT_TAGGER_MODEL_H
#define COPSE_TEXT_TAGGER_MODEL_H

#include "text/clusters.h"
#include "text/tagger_score.h"
#include "text/tagger_table.h"

typedef struct tgmodel {
    tg_tags tags;
    tg_book book, lexicon, stems;
    bool listed, clustered; // with a lexicon, with clusters
    clusters clusters;
    tg_table table;
    tg_links links;
    float relation[TGR_ROWS];
} tgmodel; // all zero is empty

enum { TG_CANDIDATES = 8 }; // of a word in the lattice, at most
#define TG_MARGIN 6.0F      // and how much less than the best they may score

void tgm_done(tgmodel *m);
tg_sources tgm_sources(const tgmodel *m);
void tgm_save(const tgmodel *m, box_writer *w); // its sections
int tgm_load(tgmodel *m, const box *b, copse_error *err);

// What one thread needs to tag.
typedef struct tg_worker {
    const tgmodel *model;
    bool retag;
    tg_word *word;   // [TG_PIECE + 4] the words of a piece, with those around it
    int16_t *packed; // [parts]
    float *sum;      // [parts]
    uint16_t *tag;   // [n]
    tg_scorer scorer;
    tg_lattice lattice;
    size_t tag_cap;
} tg_worker;

enum { TG_PIECE = 1000 }; // words that are tagged at once

tg_worker *tgw_new(const tgmodel *m, bool retag);
void tgw_free(tg_worker *w);
// Finds the tags of all words: w->tag[d] of word d.
void tgw_tag(tg_worker *w, const copse_sentence *s);

#endif
