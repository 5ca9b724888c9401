// SPDX-License-Identifier: MIT
// Cross-validation of any stage: its output for every sentence of a treebank, from a model trained on other
// sentences.
//
// To measure a stage, the folds are stretches of consecutive sentences unless another split is wanted.
// Consecutive sentences often come from one document. If they were dealt to the folds in turn, each would be
// parsed by a model that has seen its neighbours, and would look easier than new text. To make training data
// for a later stage (the trees of a guide, the tags of a tagger), sentences are dealt to the folds in turn, a
// few at a time. Then the models of all folds are about as good as each other and as the model trained on
// everything, also if the treebank has unlike parts.
#ifndef COPSE_MODEL_CROSSVAL_H
#define COPSE_MODEL_CROSSVAL_H

#include "common/model/stage.h"
#include "common/treebank/label_pool.h"
#include "common/treebank/overlay.h"
#include "common/treebank/treebank.h"

typedef enum cv_split {
    CV_CONSECUTIVE = COPSE_SPLIT_CONSECUTIVE,
    CV_MODULO = COPSE_SPLIT_MODULO,
    CV_RANDOM = COPSE_SPLIT_RANDOM,
    CV_DEALT // in turn, a few neighbours at a time
} cv_split;

typedef struct cv_job {
    const char *name; // of the stage, for messages
    // Trains on t, which it may change, and writes the sections of a model. The model does not depend on the
    // environment's threads. Report lines are dropped.
    int (*train)(void *context, box_writer *w, treebank *t, const copse_environment *environment,
                 copse_error *err);
    void *context;
    bool reverse; // the model is a parser that reads from right to left
    cv_split split;
    uint64_t seed;                  // of CV_RANDOM
    long folds;                     // 2..COPSE_MOST_FOLDS
    long only;                      // only this many folds are parsed, the first ones; 0: all
    const stage_kind *const *kinds; // the known kinds; NULL: stage_kinds
    // threads at least 1; results do not depend on them. If stopped, no fold is used that was not trained to
    // the end: COPSE_ESTOPPED.
    copse_environment env;
} cv_job;

// The fold of each of n sentences, of which there are at least as many as folds. No fold is empty, and but
// for CV_DEALT the sizes differ by at most one. The caller frees the array.
int *cv_folds(size_t n, long folds, cv_split split, uint64_t seed);

// 0, or COPSE_EINPUT for a number of folds that is not possible.
int cv_check_folds(long folds, copse_error *err);

// Runs the stage on every sentence of t (with its guides' trees), each with a model trained on the other
// folds. A parser's trees go to tree[t->n], with scores; their labels are kept in the pool. The overlay of
// another stage goes to over[t->n] (NULL where it wrote nothing), or is dropped if over is NULL; the
// sentences are unchanged. The caller owns all trees and overlays; unused entries and those of
// folds that are not parsed are NULL, and on failure all are. result counts heads and labels for parsers
// only.
int cv_predict(const cv_job *job, const treebank *t, copse_tree **tree, overlay **over, label_pool *pool,
               copse_crossval_result *result, copse_error *err);

// Cross-validation of the parser of any family over a file. The seed of its options is that of the split.
typedef struct cv_file {
    const copse_options *options; // of the family; NULL is COPSE_EINPUT
    long folds;
    cv_split split;
    const char *train;
    copse_writer *predictions; // or NULL
    // Gets all sentences with their folds and predicted trees, at the end.
    void (*use)(void *context, const treebank *t, const int *fold, copse_tree *const *tree);
    void *context;
} cv_file;

// environment may be NULL. (crossval_file.c)
int cv_over_file(const cv_file *f, const copse_environment *environment, copse_error *err);

#endif
