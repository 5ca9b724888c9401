// SPDX-License-Identifier: MIT
// The options of graph-based parsers.
#ifndef COPSE_GRAPH_OPTIONS_H
#define COPSE_GRAPH_OPTIONS_H

#include "common/model/family.h"

typedef struct graph_options {
    int preset;       // index in the registry
    int order;        // the order minus 1
    int grandparents; // 0 yes, 1 no
    int features;     // index in the registry
    const char *clusters;
    int unpruned;   // 0 yes, 1 no
    int decoder;    // index in the registry
    int climb_from; // a dec_start
    long climb_most;
    int trainer; // index in the registry
    long k, iterations, runs;
    int keep;                          // 0 the best iteration on the development data, 1 the last one
    int labels;                        // a gm_labels
    int search_labels, joint_siblings; // 0 yes, 1 no
    long hash_bits, label_bits;
    double cost;
    int loss_in_search; // 0 yes, 1 no
    int loss_punct;     // 0 all, 1 none
    double label_loss;
    int single_root, pos; // 0 yes, 1 no; 0 XPOS, 1 UPOS
    long drop_columns;    // per cent of the sentences
    int heads;            // 0 one, 1 several
} graph_options;

static inline const graph_options *gopt_of(const copse_options *options)
{
    return options->values;
}

// The order that the options ask for: 1 or 2. Presets must have been applied.
int gopt_order(const graph_options *o);
// Does the search score labels? Presets must have been applied.
bool gopt_searches_labels(const graph_options *o);
// Is a sentence scored with grandparents? Presets must have been applied.
bool gopt_grand(const graph_options *o);

#endif
