// SPDX-License-Identifier: MIT
// Training a graph-based parser.
#ifndef COPSE_GRAPH_TRAIN_H
#define COPSE_GRAPH_TRAIN_H

#include "graph/trainers.h"
#include "graph/model.h"
#include "graph/options.h"

enum { GT_MOST_RUNS = 16 };

// Decides what was left open and does not depend on the treebank: then cost and label_loss are numbers (the
// cost may be infinite), and label_bits is one that was meant.
void gopt_settle(graph_options *o);

// Trains with options that are settled. Leaves the weights of the last finished iteration in m; *finished
// says how many there are. Fails if it was stopped before the first one was. dev, whose accuracy is reported
// after each iteration, and environment may be NULL.
int gtrain(gmodel *m, const treebank *t, const treebank *dev, const copse_options *settled,
           const copse_environment *environment, int *finished, copse_error *err);

// The train of the family: the sections of a model file.
int gt_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
            const copse_environment *environment, copse_error *err);

#endif
