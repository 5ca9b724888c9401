// SPDX-License-Identifier: MIT
// A tagger's model.
//
// A linear-chain log-linear model over whole tags in the manner of Müller, Schmid & Schütze, "Efficient
// Higher-Order CRFs for Morphological Tagging" (2013).
#ifndef COPSE_TEXT_TAGGER_MODEL_H
#define COPSE_TEXT_TAGGER_MODEL_H

#include "text/tagger_score.h"
#include "text/tagger_table.h"

typedef struct tgmodel {
    tg_tags tags;
    tg_book book, stems, affixes, lexicon;
    bool second; // with the second set of features, and a book of affixes
    bool listed; // with a lexicon
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

// What is known of a form whatever stands around it. The words of a text come again and again.
typedef struct tg_known {
    uint64_t form; // 0: nothing is kept here
    tg_face face;
    int n; // candidates, if only those it was seen with are; otherwise 0
    uint16_t tag[TGL_MOST];
    int32_t sum[TGL_MOST]; // of the weights of static features
    float relation[TGL_MOST];
} tg_known;

enum {
    TG_KNOWN = 2048, // forms that a worker keeps
    TG_PIECE = 1000, // words that are tagged at once
};

// What one thread needs to tag.
typedef struct tg_worker {
    const tgmodel *model;
    tg_sources sources;
    bool retag;
    tg_known *known; // [TG_KNOWN] by hash
    tg_face *face;   // [TG_PIECE + 2 * TGW_AROUND] of a piece and the words around it
    int *at;         // [TG_PIECE + 2 * TGW_AROUND] where they are among the known; -1: nowhere
    tg_word word;
    int16_t *packed;                // [parts] sums of weights
    float *sum;                     // [parts]
    const copse_sentence *sentence; // the one at hand, whose values limit the tags; NULL: nothing does
    bool has_feats;                 // it has FEATS of its own
    int n;                          // words
    copse_str *form;                // [n+1] of each word, from 1
    uint16_t *tag;                  // [n+1]
    tg_scorer scorer;
    tg_lattice lattice;
    size_t form_cap, tag_cap;
} tg_worker;

tg_worker *tgw_new(const tgmodel *m, bool retag);
void tgw_free(tg_worker *w);
// Finds the tags of all words: w->tag[d] of word d.
void tgw_tag(tg_worker *w, const copse_sentence *s);

// What a reading of some forms as a sentence is worth.
typedef struct tg_reading {
    double best;    // the score of the best tags: w->tag[d] of form[d-1]
    double log_sum; // the log of the sum of the exponentials of the scores of all tags
} tg_reading;
tg_reading tgw_read(tg_worker *w, const copse_str *form, int n);

#endif
