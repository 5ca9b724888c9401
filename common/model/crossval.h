// SPDX-License-Identifier: MIT
// Cross-validation of any stage: what it writes for every sentence of a treebank when it was trained on
// others.
//
// To tell how good a stage is, the folds are stretches of consecutive sentences. These often come from one
// document; dealt out in turn, each would be parsed by a model that has seen its neighbours, and would look
// easier than new text is. To make what a later stage learns from, the trees of a guide or the tags of a
// tagger, folds are dealt out in turn, a few sentences at a time: the models of all folds should then be as
// good as each other and as the one trained on everything, also where a treebank consists of unlike parts.
#ifndef COPSE_MODEL_CROSSVAL_H
#define COPSE_MODEL_CROSSVAL_H

#include "common/model/stage.h"
#include "common/treebank/label_pool.h"
#include "common/treebank/overlay.h"
#include "common/treebank/treebank.h"

typedef struct cv_job {
    const char *name; // of the stage, for messages
    // Trains on t, which may be changed, and writes the sections of a model, which does not depend on
    // the environment's threads. Its lines go nowhere.
    int (*train)(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                 copse_error *err);
    void *context;
    bool reverse;                   // the model is a parser that reads from right to left
    bool dealt;                     // folds are dealt out; else they are stretches
    long folds;                     // 2..COPSE_MOST_FOLDS
    const stage_kind *const *kinds; // those that there are; NULL: stage_kinds
    copse_environment env;          // threads at least 1; results do not depend on them
} cv_job;

// The fold of each of n sentences, for the caller to free.
int *cv_folds(size_t n, long folds, bool dealt);

// Runs the stage on every sentence of t (with its guides' trees) with a model trained on the other folds.
// A parser's trees go to tree[t->n], with scores, their labels in the pool. What another stage writes goes to
// over[t->n] (NULL where it wrote nothing), or nowhere if over is NULL; the sentences stay as they are. All
// are the caller's then; those that do not apply are NULL, and all are on failure. result: heads and labels
// are counted for parsers only.
int cv_predict(const cv_job *job, const treebank *t, copse_tree **tree, overlay **over, label_pool *pool,
               copse_crossval_result *result, copse_error *err);

#endif
