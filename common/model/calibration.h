// SPDX-License-Identifier: MIT
// Calibration: from the evidence of a parser (tree_evidence) to the probability that an arc is right, and
// that arc and label are both right.
//
// Evidence orders arcs, but its numbers mean nothing by themselves. From parses of sentences that the parser
// has not been trained on, and their gold trees, three things are learnt. Scores of arcs and labels are
// divided by temperatures (Guo et al. 2017), chosen for the likelihood of what is right. Then a map that
// never falls turns evidence into the share of right words (isotonic.h), one for heads, one for heads with
// labels.
#ifndef COPSE_MODEL_CALIBRATION_H
#define COPSE_MODEL_CALIBRATION_H

#include "common/model/isotonic.h"
#include "common/model/stage.h"
#include "common/treebank/treebank.h"

enum {
    CAL_LEAST_SENTENCES = 200, // of a treebank that a part is held out of
    CAL_LEAST_WORDS = 100,     // to fit anything to
    CAL_LEAST_ISOTONIC = 1000, // words; with fewer the maps are logistic
};

typedef enum cal_source { CAL_TRAINING, CAL_VERB } cal_source; // numbers in models: never change

typedef struct calibration {
    bool fitted;
    cal_source source;
    bool isotonic;             // or logistic
    uint64_t sentences, words; // fitted to
    double temperature, label_temperature;
    iso_map head, both;
    // Expected calibration errors on these words, without and with a map that was fitted to other sentences
    // of them: heads, heads with labels.
    double before[2], after[2];
} calibration; // all zero: none

typedef struct cal_word {
    float sure, lead; // tree_evidence
    bool head, both;  // are right
    uint32_t sentence;
} cal_word;

typedef struct cal_sample {
    cal_word *word; // [n]
    size_t n, cap;
    uint32_t sentences;
    double temperature; // that the evidence was made with; 0: the parser has none
} cal_sample;           // all zero is empty

void cal_sample_done(cal_sample *s);
// Adds the words of a sentence: the parser's tree, which has evidence or at least scores, against the gold
// tree.
void cal_add(cal_sample *s, const copse_tree *gold, const copse_tree *tree);

// Fits a calibration. Returns false, and c is none, if there are too few words.
bool cal_fit(calibration *c, const cal_sample *s, cal_source source);

// The temperature that a stage should make evidence with.
static inline double cal_temperature(const calibration *c)
{
    return c->fitted ? c->temperature : 1;
}
// Turns the evidence of a tree into probabilities: sure of the head, lead of head and label. c is fitted.
void cal_certify(const calibration *c, copse_tree *tree);
// Sets the scores of a tree from its evidence. Without a calibration, its own scores stay; those of labels
// are made from them, if it has none.
void cal_apply(const calibration *c, copse_tree *tree);

// Parses t, whose trees are gold, and adds all words. First finds the temperature, if the stage has one and
// the sample has none yet. The result does not depend on threads. stop may be NULL; if it is set, the sample
// is incomplete.
void cal_observe(cal_sample *s, const stage_kind *kind, const void *model, const treebank *t, int threads,
                 const copse_stop *stop);

// The section CALI, which models may lack.
void cal_save(const calibration *c, box_writer *w);
int cal_load(calibration *c, const box *b, copse_error *err);

#endif
