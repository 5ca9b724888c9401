// SPDX-License-Identifier: MIT
// Where sentences end: after each token, a log-linear classifier sees the tokens of the sentence so far and
// the characters that follow. Blank lines are not its business: they end sentences anyway.
#ifndef COPSE_TEXT_ENDS_H
#define COPSE_TEXT_ENDS_H

#include "common/base/meter.h"
#include "text/linear.h"
#include "text/raw.h"

enum {
    SE_PAST = 4,                             // tokens that are looked back at
    SE_GAP = 16,                             // characters of white space that are looked at
    SE_WORD = 24,                            // characters of a word that follows
    SE_BARS = 17,                            // that are tried
    SE_WORDS = 3,                            // words that are looked at after the token
    SE_AHEAD = SE_WORDS * (SE_GAP + SE_WORD) // characters that are looked at after the token, at most
};

// A token, or a word that follows.
typedef struct se_view {
    uint64_t form;       // key, without case
    uint64_t shape;      // classes of its characters, repeated ones once
    uint64_t head, tail; // its first and last characters
    uint32_t first, last;
    uint8_t first_cls, last_cls;
    unsigned length;
} se_view;

// The sentence so far.
typedef struct se_state {
    se_view past[SE_PAST]; // the last token is 0
    se_view first;
    long tokens;
    int brackets; // open
    bool quotes;  // an odd number of them
    bool apart;   // white space stood before the last token
} se_state;       // all zero: a sentence begins

typedef struct se_model {
    linear w;
    float bar; // what a score must be above, in the units of w
} se_model;

// The token c[0..n-1] comes next; space: after white space.
void se_push(se_state *s, const ch_char *c, size_t n, bool space);
// Does the sentence end after the last token? after[0..SE_AHEAD-1] are the characters that follow.
bool se_ends(const se_model *m, const se_state *s, const ch_char *after);

// Learns from n texts. (ends_train.c)
typedef struct se_lesson {
    const raw_text *const *texts; // [n]
    size_t n;
    int bits, rounds;
    uint64_t seed;
    meter *meter; // each round is a step
} se_lesson;
void se_train(se_model *m, const se_lesson *lesson);
// Sentences that are found with several bars, in texts that the models were not trained on. (ends_tune.c)
typedef struct se_trial {
    long right[SE_BARS], all[SE_BARS], gold;
} se_trial;                                                         // all zero at first
void se_try(const se_model *m, const raw_text *r, se_trial *trial); // adds those of a text
// The bar with the best F1, before it is divided by the scale of the weights.
float se_best(const se_trial *trial);

void se_keys(const se_model *m, const se_state *s, const ch_char *after, li_keys *k);
void se_done(se_model *m);
void se_save(const se_model *m, box_writer *w);
int se_load(se_model *m, const box *b, copse_error *err);

#endif
