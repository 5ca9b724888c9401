// SPDX-License-Identifier: MIT
// What a recheck is made of, for its own files alone.
#ifndef COPSE_TEXT_RECHECK_MODEL_H
#define COPSE_TEXT_RECHECK_MODEL_H

#include "common/base/text.h"
#include "text/recheck.h"
#include "text/tagger_model.h"

enum {
    RC_AROUND = 3, // tokens on each side that the tagger reads
    RC_BITS = 16   // of the number of weights
};
#define RC_DOUBT 4.0F // the rules are in doubt if their score is less than this away from 0

struct rc_model {
    box *inside; // the tagger's part of a loaded model
    tgmodel tagger;
    linear w;
};

// The words of a stretch of tokens, read by the tagger.
typedef struct rc_stretch {
    text words;       // each ended by a newline
    copse_str *form;  // [n]
    uint16_t *tag;    // [n]
    int n, at, parts; // the token in doubt is the words from `at` on, `parts` of them
    tg_reading reading;
    size_t form_cap, tag_cap;
} rc_stretch;

struct rc_worker {
    const rc_model *model;
    tg_worker *tagger;
    rc_stretch whole, split;
};

// The features of a decision, and their values.
typedef struct rc_features {
    li_keys keys;
    float value[LI_MOST_KEYS];
} rc_features;

static inline bool rc_in_doubt(const mw_token *t)
{
    return t->choice.rule && t->choice.score > -RC_DOUBT && t->choice.score < RC_DOUBT;
}

// Reads token i of a sentence both ways.
void rc_read(rc_worker *w, const mw_token *token, size_t n, size_t i);
// What is seen of it then. (recheck_features.c)
void rc_see(const rc_worker *w, const mw_token *t, rc_features *f);

#endif
