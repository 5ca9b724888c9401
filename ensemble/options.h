// SPDX-License-Identifier: MIT
// The options of ensembles and of stacked parsers.
#ifndef COPSE_ENSEMBLE_OPTIONS_H
#define COPSE_ENSEMBLE_OPTIONS_H

#include "common/model/family.h"

typedef struct ensemble_options {
    const char *members, *by;       // of ensembles; members NULL: the default ones
    const char *base, *stack_guide; // of stacked parsers
    bool confidence;
    int decoder; // of the votes: index in the registry
    long folds;
    opt_object transition, graph; // copse_options of the members of each family
} ensemble_options;

static inline const ensemble_options *eopt_of(const copse_options *options)
{
    return options->values;
}

// The members as recipes, separated by commas; the caller frees it.
char *eopt_members(const ensemble_options *o);
// What the weights of votes depend on; "uniform" for nothing.
const char *eopt_by(const ensemble_options *o);
// The options of members of a family, or NULL if ensembles have none of it.
const copse_options *eopt_of_members(const ensemble_options *o, const family *f);

#endif
