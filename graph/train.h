// SPDX-License-Identifier: MIT
// Training a graph-based parser.
#ifndef COPSE_GRAPH_TRAIN_H
#define COPSE_GRAPH_TRAIN_H

#include "graph/trainers.h"
#include "graph/model.h"
#include "graph/options.h"

enum { GT_MOST_RUNS = 16 };

// Decides what was left open and does not depend on the treebank, first by the preset. Afterwards cost and
// label_loss are numbers (the cost may be infinite), and label_bits and runs have values.
void gopt_settle(copse_options *options);

typedef struct gt_iterations {
    int finished; // number of finished iterations
    int kept;     // the one that was best on the development data; 0: the last one
} gt_iterations;

// Trains with settled options. m gets the weights of the last finished iteration or, with dev and without
// --keep last, of the first one with the highest LAS on dev. Until the end the best weights so far need
// memory of their own: a byte for each weight of the model. Fails if it was stopped before the first
// iteration was finished. dev, whose accuracy is reported after each iteration, and environment may be NULL.
int gtrain(gmodel *m, const treebank *t, const treebank *dev, const copse_options *settled,
           const copse_environment *environment, gt_iterations *iterations, copse_error *err);

// Trains a parser and writes the sections of its model. (train_file.c)
int gt_make_parser(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                   const copse_environment *environment, copse_error *err);
// Trains a parser and an enhancer and writes the sections of a sequence. (train_heads.c)
int gt_make_several(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                    const copse_environment *environment, copse_error *err);

// The family's train function: the one or the other.
int gt_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
            const copse_environment *environment, copse_error *err);

#endif
