// SPDX-License-Identifier: MIT
// Cross-validation: every sentence of a treebank parsed by a parser that was trained on others.
//
// To tell how good a parser is, the folds are stretches of consecutive sentences. These often come from one
// document; dealt out in turn, each would be parsed by a model that has seen its neighbours, and would look
// easier than new text is. To make the trees that a stacked parser learns from, folds are dealt out in turn,
// a few sentences at a time: the guides of all folds should then be as good as each other and as the one
// trained on everything, also where a treebank consists of unlike parts.
#ifndef COPSE_ENSEMBLE_CROSSVAL_H
#define COPSE_ENSEMBLE_CROSSVAL_H

#include "common/base/arena.h"
#include "ensemble/recipe.h"
#include "common/base/table.h"

// Labels that outlive the model they come from, each kept once.
typedef struct label_pool {
    arena own;
    table known;
    const char **at; // [known] where each lies in own
    size_t cap;
} label_pool; // all zero is empty

// Makes the labels of a tree slices of the pool.
void pool_keep(label_pool *pool, copse_tree *tree);
void pool_done(label_pool *pool);

// A treebank with t's sentences, copies of its trees, and the trees of the recipe's guides:
// tree[g][i] of guide g for sentence i. t and the trees outlive it.
void cv_add_guides(treebank *guided, const treebank *t, const recipe *r, copse_tree **const *tree);

// The fold of each of n sentences, for the caller to free.
int *cv_folds(size_t n, long folds, bool dealt);

// Parses every sentence of t (with its guides' trees) with a model of the recipe trained on the other folds,
// which are stretches or dealt out. tree[i] are new trees with scores, the caller's then; their labels lie in
// the pool. On failure tree is all NULL.
int cv_predict(copse_tree **tree, const treebank *t, const recipe *r, const copse_ensemble_options *o,
               bool dealt, label_pool *pool, copse_crossval_result *result, copse_report_fn report,
               void *context, copse_error *err);

#endif
