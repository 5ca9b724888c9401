// SPDX-License-Identifier: MIT
// Evidence for the calibration of an ensemble or a stacked parser, from sentences that it was not trained on.
#ifndef COPSE_ENSEMBLE_OBSERVE_H
#define COPSE_ENSEMBLE_OBSERVE_H

#include "common/model/calibration.h"
#include "common/treebank/label_pool.h"
#include "ensemble/ensemble.h"
#include "ensemble/recipe.h"

typedef struct en_observation {
    const plan *plan;
    const ensemble *e;        // how it votes, with weights
    const treebank *t;        // with gold trees
    copse_tree **const *tree; // [plan][sentences] of cross-validation, NULL where there was none
    label_pool *pool;         // keeps labels
    copse_environment env;
} en_observation;

// A stacked parser: the base is trained on four fifths, and parses the rest with the guides' trees of
// cross-validation. Votes: the parsers that have trees of cross-validation vote with these, each of the
// others is trained on four fifths, and all vote on the rest.
int en_observe(cal_sample *s, const en_observation *o, copse_error *err);
// What that costs, relative to training all parsers once: see family.effort.
double en_observe_effort(const plan *p, bool (*has_trees)(const void *context, size_t k),
                         const void *context);

#endif
