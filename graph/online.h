// SPDX-License-Identifier: MIT
// One step of online learning of trees: what the weights learn from one sentence.
#ifndef COPSE_GRAPH_ONLINE_H
#define COPSE_GRAPH_ONLINE_H

#include "graph/scores.h"

typedef enum gt_trainer {
    GT_MIRA,       // the k trees that violate the margin most
    GT_FACTORED,   // for each word, the tree with its gold head against those with each other head
    GT_PERCEPTRON, // the best tree, a fixed step
    GT_CRF         // the gradient of the log-likelihood (gcrf.h)
} gt_trainer;

// A difference of the features of two trees: of arcs and siblings, and of joint labels.
typedef struct online_change {
    gw_vector arcs, labels;
    double need; // loss minus the margin that there is
} online_change;

typedef struct online_learner {
    // set by the user
    gs_method method;
    gt_trainer trainer;
    int k;                           // of k-best MIRA
    double C;                        // bounds a multiplier
    bool punctuation;                // does it count in the loss?
    float label_loss;                // of a wrong label, with joint labels
    const gweights *pruner, *filter; // or NULL
    gweights *arcs;
    gweights *labels; // of joint labels, or NULL
    int labels_n;
    const uint8_t *allowed; // of joint labels, see gs_labels
    // its own
    gscores s;
    online_change *change; // [change_cap]
    size_t change_cap;
    double *gram, *need, *alpha;
    size_t gram_cap, need_cap, alpha_cap;
} online_learner;

void online_done(online_learner *l);

// Learns from the sentence in l->s.words, of GS_MOST words at most, and its tree. gold_label is NULL without
// joint labels. Returns how many heads were wrong (under scores with loss, for MIRA).
int online_learn(online_learner *l, const int *gold, const int *gold_label);

// The i-th of the learner's changes, empty.
online_change *online_change_at(online_learner *l, int i);

#endif
