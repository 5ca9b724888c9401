// SPDX-License-Identifier: MIT
// The trainers by name. A new one is one new file that defines its row and one line in the list of
// trainers.c; nothing else names it.
#ifndef COPSE_GRAPH_TRAINERS_H
#define COPSE_GRAPH_TRAINERS_H

#include "common/base/option.h"
#include "graph/online.h"

struct graph_trainer {
    const char *name; // in options
    const char *help; // one sentence, no full stop
    int most_order;   // the highest order of the trees that it learns: 1 or 2
    bool log_linear;  // scores are logs of weights of arcs, and trees have probabilities (crf.h)
    // The settings of a learner that apply to it:
    bool takes_k;          // how many trees are learnt from
    bool takes_cost;       // the bound C of a step
    bool takes_loss;       // the loss of punctuation and of labels
    bool searches_loss;    // the search may add the loss, or not
    bool takes_sib_labels; // labels that depend on siblings
    // One step, as online_learn.
    int (*learn)(online_learner *l, const int *gold, const int *gold_label);
    void (*end_round)(online_learner *l); // called after each round over the treebank; NULL: nothing to do
};

extern const graph_trainer *const trainer_all[]; // NULL-terminated, the default first

const graph_trainer *trainer_find(const char *name); // or NULL
// Name and help of the i-th trainer, for the option that chooses one.
opt_choice trainer_choice(size_t i);

#endif
