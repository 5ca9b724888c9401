// SPDX-License-Identifier: MIT
// Tokens that are several words.
//
// A rule says how the words are made from the characters of a token: it takes some off the end (or off the
// front), puts others there, and the other words are given: "-li -> , li" makes "önem li" of "önemli". Rules are
// read off the multiword tokens of a treebank. For each token, a log-linear classifier chooses among the rules
// that fit and no rule. It sees the token, what is left of it, whether these were seen as words, and the
// neighbours.
#ifndef COPSE_TEXT_MULTIWORD_H
#define COPSE_TEXT_MULTIWORD_H

#include "common/base/meter.h"
#include "common/base/table.h"
#include "text/lexicon.h"
#include "text/linear.h"
#include "text/raw.h"

struct text; // common/base/text.h

enum {
    MW_MOST_RULES = 1 << 16,
    MW_FORM = 64,     // characters of tokens that are looked at
    MW_CUT = 16,      // characters that a rule takes off
    MW_CANDIDATES = 32 // rules that are tried for a token
};

// The model's tokens are tried against rules by the key of what a rule takes off.
typedef struct mw_rule {
    bool front;      // takes characters off the front
    copse_str cut;   // lower-cased
    copse_str words; // the words, with spaces between them; the part of the token that is kept is U+0001
    uint32_t cut_chars;
    uint32_t seen;
} mw_rule;

typedef struct mw_model {
    mw_rule *rule; // [rules] sorted by side and cut
    size_t rules;
    char *texts; // what the rules point to, if they are not a model's
    lexicon seen; // forms and what is left of them
    linear w;
} mw_model; // all zero: no rules

// A token and its neighbours; what is not there has length 0.
typedef struct mw_place {
    const ch_char *token, *before, *after;
    size_t length, before_length, after_length;
    bool first; // of its sentence
} mw_place;

// Splits a token into words, each ended by a newline, which are added to words. Returns their number, or 0 if
// the token is one word.
int mw_split(const mw_model *m, const mw_place *place, struct text *words);

// Learns from the first of n texts. (multiword_train.c)
void mw_train(mw_model *m, const raw_text *r, uint64_t seed, meter *meter);

void mw_done(mw_model *m);
void mw_save(const mw_model *m, box_writer *w);
int mw_load(mw_model *m, const box *b, copse_error *err);

#endif
