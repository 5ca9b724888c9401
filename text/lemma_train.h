// SPDX-License-Identifier: MIT
// Training a lemmatiser.
#ifndef COPSE_TEXT_LEMMA_TRAIN_H
#define COPSE_TEXT_LEMMA_TRAIN_H

#include "text/lemma.h"

// Words with the same form, tags, lemma and place in the sentence.
typedef struct lem_type {
    lem_token token;
    copse_str lemma;
    uint64_t lemma_hash; // of its points; 0 if it has too many
    uint32_t count;
    lem_recipe recipe; // its script is LEM_NONE: no script makes the lemma
} lem_type;

typedef struct lem_survey {
    lem_type *type; // [n]
    size_t n, cap;
    long words;       // with a lemma
    lem_counts known; // how many other forms, and readings of this form, have a lemma (lemma.h)
} lem_survey;         // all zero is empty

// The types of a treebank in order of first appearance, and the kind of case.
void lem_look(lem_survey *s, lem_model *m, const treebank *t);
void lem_survey_done(lem_survey *s);

// Chooses a script and a case for each type, and makes the model's scripts and lexicon.
void lem_choose(lem_survey *s, lem_model *m);

// Learns the weights.
void lem_fit(const lem_survey *s, lem_model *m, uint64_t seed, const copse_environment *env);

// All of it. When stopped it fails, and the model is empty.
int lem_learn(lem_model *m, const lem_plan *plan, copse_error *err);

#endif
