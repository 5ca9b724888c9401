// SPDX-License-Identifier: MIT
// Where tokens end within a run of characters without white space.
//
// The score of a way to cut a run into pieces is the sum over its borders, which see the characters on both
// sides, and over its pieces, which see their form (a semi-Markov model: Sarawagi & Cohen 2004). The best way
// is found exactly, by dynamic programming. It is learnt online, with a margin: borders that are wrong cost
// one each.
#ifndef COPSE_TEXT_SEGMENT_H
#define COPSE_TEXT_SEGMENT_H

#include "common/base/meter.h"
#include "text/lexicon.h"
#include "text/linear.h"
#include "text/raw.h"

enum {
    SG_BLOCK = 1024,         // characters that are cut at once
    SG_SURE = SG_BLOCK - 64, // in a block that has no end, borders up to here are kept
    SG_PIECE = 8,            // characters of pieces that are looked at as a whole
    SG_WHOLE = 32,           // characters of runs that may be known as one token
    SG_AROUND = 8            // characters that are seen on both sides of a border
};

// What borders see. A model keeps the set that its weights were learnt with, since the weight of a feature
// that it never had is that of another one.
typedef enum sg_set {
    SG_SET_FIRST,         // of models that do not say
    SG_SET_ABBREVIATIONS, // words before marks too: segment_words.c
    SG_SETS
} sg_set;

typedef struct sg_model {
    linear w;
    sg_set set;
    lexicon words; // lower-cased pieces: how often each was one
    lexicon pairs; // letters of scripts with spaces between which a token has ended
    lexicon whole; // runs that are one token whenever they are seen, and are seen more than once
} sg_model;

typedef struct sg_work {
    uint32_t k[SG_BLOCK + 2 * SG_AROUND]; // characters as features see them
    uint8_t cls[SG_BLOCK + 2 * SG_AROUND];
    uint64_t left[SG_BLOCK + 1], right[SG_BLOCK + 1]; // keys of the letters, or other characters, next to i
    uint16_t left_from[SG_BLOCK + 1], right_to[SG_BLOCK + 1]; // where they begin and end
    int about;                                                // what kind of run it is
    uint64_t shape;                                           // classes of the whole run, repeated ones once
    unsigned before, next; // classes of what stands before and after the run, white space left out
    double best[SG_BLOCK + 1];
    uint16_t from[SG_BLOCK + 1];
    float border[SG_BLOCK + 1];
    bool ends[SG_BLOCK + 1]; // the answer: a piece ends before character i
} sg_work;

// Cuts the run c[0..n-1], of at most SG_BLOCK characters: fills in work->ends[1..n]; ends[n] is true. There
// are SG_AROUND characters before c, and after it unless open is set: then the run goes on.
void sg_cut(const sg_model *m, sg_work *work, const ch_char *c, size_t n);

// The key of a form for lexicons: without case, and all digits are alike.
uint64_t sg_form_key(const ch_char *c, size_t n);

// The key of a pair of letters; 0 if one of them is none, or of a script without spaces.
static inline uint64_t sg_pair(uint32_t a, uint8_t a_cls, uint32_t b, uint8_t b_cls)
{
    const bool letters = (a_cls == CH_UPPER || a_cls == CH_LOWER || a_cls == CH_LETTER) &&
                         (b_cls == CH_UPPER || b_cls == CH_LOWER || b_cls == CH_LETTER);
    return letters ? li_mix(1, a, b) : 0;
}

// Learns from the tokens of n texts, at least one; forms are counted in the first. (segment_train.c)
typedef struct sg_lesson {
    const raw_text *const *texts; // [n]
    size_t n;
    int bits; // of the number of weights
    int rounds;
    int runs; // of so many rounds each; the weights are their means
    uint64_t seed;
    meter *meter; // each round is a step
} sg_lesson;
void sg_train(sg_model *m, const sg_lesson *lesson);

void sg_done(sg_model *m);
void sg_save(const sg_model *m, box_writer *w);
int sg_load(sg_model *m, const box *b, copse_error *err);

#endif
