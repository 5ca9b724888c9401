// SPDX-License-Identifier: MIT
// The options of transition-based parsers.
#ifndef COPSE_TRANSITION_OPTIONS_H
#define COPSE_TRANSITION_OPTIONS_H

#include "common/model/family.h"
#include "learn/learner.h"
#include "transition/system.h"

typedef enum topt_pproj { // --pseudo-projective
    TOPT_LIFT,
    TOPT_HEAD,
    TOPT_PATH,
    TOPT_HEAD_PATH,
    TOPT_SKIP // trees stay as they are; arcs that cannot be derived are not learnt
} topt_pproj;

typedef struct transition_options {
    int algorithm, learner; // indices in the registries
    const char *features, *clusters, *split_by;
    int pproj; // a topt_pproj, or OPT_AUTO_CHOICE
    long split_threshold;
    double cost, eps;
    learn_own own[LEARN_MOST]; // options of each learner
    long exploration;
    double heat;
    int root;             // a cfg_root
    int single_root, pos; // 0 yes, 1 no; 0 XPOS, 1 UPOS
    long joint_labels, cutoff;
    long drop_columns; // per cent of the sentences
} transition_options;

static inline const transition_options *topt_of(const copse_options *options)
{
    return options->values;
}

const tsystem *topt_system(const transition_options *o);
const learner *topt_learner(const transition_options *o);
long topt_exploration(const transition_options *o); // rounds

#endif
