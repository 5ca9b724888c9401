// SPDX-License-Identifier: MIT
// Cross-validation of recipes: the trees that stacked parsers and weights learn from.
#ifndef COPSE_ENSEMBLE_JACKKNIFE_H
#define COPSE_ENSEMBLE_JACKKNIFE_H

#include "common/model/crossval.h"
#include "ensemble/recipe.h"

// A treebank with t's sentences, copies of its trees, and the trees of the recipe's guides:
// tree[g][i] of guide g for sentence i. t and the trees outlive it.
void add_guides(treebank *guided, const treebank *t, const recipe *r, copse_tree **const *tree);

// Fills tree with the recipe's tree for every sentence of t, by models trained on the other folds. Folds are
// dealt out (cv_predict).
int jackknife(copse_tree **tree, const treebank *t, const recipe *r, long folds, label_pool *pool,
              const copse_environment *environment, copse_error *err);
// The same for the first fold alone; the other trees are NULL.
int jackknife_once(copse_tree **tree, const treebank *t, const recipe *r, long folds, label_pool *pool,
                   const copse_environment *environment, copse_error *err);

#endif
