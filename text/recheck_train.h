// SPDX-License-Identifier: MIT
// Training the recheck, for the files of the tokeniser alone.
#ifndef COPSE_TEXT_RECHECK_TRAIN_H
#define COPSE_TEXT_RECHECK_TRAIN_H

#include "text/recheck.h"
#include "text/tokeniser.h"

typedef struct rc_plan {
    const treebank *t;
    const ch_table *known;
    const int *fold; // [t->n] of each sentence
    int folds;       // those that are held out, from 0
    uint64_t seed;
    const copse_environment *env;
} rc_plan;

// Should a recheck be trained? Only if the treebank has tags, and the rules, learnt without the first fold,
// are wrong there often enough.
bool rc_is_worth(const rc_plan *p);

// Learns from the decisions of rules over folds that they were learnt without. *m is NULL if the recheck
// does not make clearly fewer wrong decisions over each fold by what the others teach.
int rc_train(rc_model **m, const rc_plan *p, copse_error *err);

#endif
