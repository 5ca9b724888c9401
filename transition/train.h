// SPDX-License-Identifier: MIT
// Training a transition-based parser.
#ifndef COPSE_TRANSITION_TRAIN_H
#define COPSE_TRANSITION_TRAIN_H

#include "transition/model.h"
#include "common/treebank/treebank.h"

typedef struct ttrain_options {
    const tsystem *system;
    const learner *learner;
    learn_options learn;
    const char *features; // a name or a file; NULL: the system's own
    int pproj;            // a copse_pproj, -1: none, -2: decide
    int root;             // a cfg_root, -1: the system's default
    int single_root;      // 0, 1, -1: as the treebank
    int pos;              // a copse_column, -1: decide
    int joint;            // the most frequent labels of each direction that are decided with the transition
    int cutoff;           // features seen less often are left out
    int rounds;           // of exploration
    double explore;       // how readily a wrong transition is followed while exploring
    const char *split_by; // a term of the feature language, or NULL
    long split_threshold;
    uint64_t seed;
    void (*report)(void *context, const char *line); // a line for each stage, or NULL
    void *report_context;
    const treebank *dev; // whose accuracy is reported in the end, or NULL
} ttrain_options;

// Changes the trees of the treebank (pseudo-projective transformation).
int tt_train(tmodel *m, treebank *t, const ttrain_options *o, copse_error *err);

// Makes the trees projective if the system needs that: wanted is a copse_pproj, -1 for no marks on labels, -2
// to decide. Sets m->pproj.
int tt_project(tmodel *m, treebank *t, int wanted, copse_error *err);

// Trains as the options say (dev and skip_bad aside) and writes the sections of a model file. Changes the
// trees of train. dev may be NULL.
int tt_make(box_writer *w, treebank *train, const treebank *dev, const copse_transition_options *options,
            copse_report_fn report, void *context, copse_error *err);

#endif
