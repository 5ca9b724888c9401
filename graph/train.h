// SPDX-License-Identifier: MIT
// Training a graph-based parser.
#ifndef COPSE_GRAPH_TRAIN_H
#define COPSE_GRAPH_TRAIN_H

#include "graph/trainers.h"
#include "graph/model.h"
#include "common/treebank/treebank.h"

enum { GT_MOST_RUNS = 16 };

typedef struct gtrain_options {
    int order;
    bool grandparents;            // with order 2
    const graph_decoder *decoder; // NULL: as the treebank asks for
    const graph_trainer *trainer;
    int k, iterations;
    int runs;    // from 1 to GT_MOST_RUNS; the model is their mean
    int threads; // for the runs
    gm_labels labelling;
    int hash_bits, label_bits;
    double C;         // bounds a step
    bool punctuation; // counts in the loss
    double label_loss;
    int single_root; // 0, 1, -1: as the treebank
    int pos;         // a copse_column, -1: decide
    uint64_t seed;
    const volatile int *stop; // training ends when it is not 0; may be NULL
    copse_report_fn report;   // a line for each iteration, or NULL
    void *report_context;
    const treebank *dev; // whose accuracy is reported after each iteration, or NULL
} gtrain_options;

// Leaves the weights of the last finished iteration in m; *finished says how many there are. Fails if it was
// stopped before the first one was.
int gtrain(gmodel *m, const treebank *t, const gtrain_options *o, int *finished, copse_error *err);

// Trains as the options say (dev and skip_bad aside) and writes the sections of a model file. dev may be
// NULL.
int gt_make(box_writer *w, const treebank *train, const treebank *dev, const copse_graph_options *options,
            copse_report_fn report, void *context, copse_error *err);

#endif
