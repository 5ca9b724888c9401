// SPDX-License-Identifier: MIT
// Training an enhancer.
#ifndef COPSE_GRAPH_ENHANCER_TRAIN_H
#define COPSE_GRAPH_ENHANCER_TRAIN_H

#include "common/model/family.h"
#include "graph/enhancer.h"

// What the graphs of a treebank hold.
typedef struct ge_survey {
    long sentences; // with a graph
    long skipped;   // with a malformed graph, left out
    long arcs, secondary, empty;
    bool cycles;
    bool *learnt; // [sentences of the treebank] the ones to learn from; the caller frees it
} ge_survey;

// Reads all graphs. Fails at the first malformed one, unless skip_bad, and if there is no secondary arc.
int ge_look(ge_survey *s, const treebank *t, bool skip_bad, copse_error *err);

typedef struct ge_plan {
    const treebank *t;
    copse_tree *const *tree; // [t->n] the trees that are enhanced; those of t, or a parser's
    const ge_survey *survey;
    copse_column pos;
    int bits; // of the weights
    long iterations;
    double C;
    uint64_t seed;
    const copse_environment *env;
} ge_plan;

// The classes of labels and the paths of candidates, from the trees and the graphs.
void ge_settle(gemodel *m, const ge_plan *p);
// Trains. Stopped, it ends after the current round. Returns the number of rounds, at least 1.
int ge_train(gemodel *m, const ge_plan *p);

#endif
