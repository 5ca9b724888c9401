// SPDX-License-Identifier: MIT
// Cross-validation of recipes: the trees that stacked parsers and weights learn from.
#ifndef COPSE_ENSEMBLE_JACKKNIFE_H
#define COPSE_ENSEMBLE_JACKKNIFE_H

#include "common/model/crossval.h"
#include "ensemble/recipe.h"

// A treebank with t's sentences, copies of its trees, and the trees of the recipe's guides:
// tree[g][i] of guide g for sentence i. t and the trees outlive it.
void cv_add_guides(treebank *guided, const treebank *t, const recipe *r, copse_tree **const *tree);

// cv_predict with models of a recipe, in o->folds folds and on o->threads threads.
int rc_predict(copse_tree **tree, const treebank *t, const recipe *r, const copse_ensemble_options *o,
               bool dealt, label_pool *pool, copse_crossval_result *result, copse_report_fn report,
               void *context, copse_error *err);

#endif
