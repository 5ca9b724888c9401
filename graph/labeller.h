// SPDX-License-Identifier: MIT
// The second stage: labels for the arcs of a tree. The dependents of a head, in order, are a sequence. The
// score of a label depends on its arc, its place in the tree and the label before it, and Viterbi's
// algorithm finds the best sequence.
#ifndef COPSE_GRAPH_LABELLER_H
#define COPSE_GRAPH_LABELLER_H

#include "graph/scores.h"

// Labels of a word that the search considers: those that score best alone. Unpruned: nearly always all.
enum { GL_KEPT = 6, GL_KEPT_UNPRUNED = 64 };

typedef struct labeller {
    gf_context context;
    int kept;               // labels considered, GL_KEPT unless changed
    int labels;             // how many there are
    const uint8_t *allowed; // [labels] see gs_labels, or NULL
    const int *only;        // [n+1] see gscores, or NULL
    bool late_loss;         // learning finds labels without the loss; see online_learner
    float *score;           // [n+1][labels]
    size_t score_cap;
    struct gl_node *node; // of the search
    size_t node_cap;
    gw_vector change;
} labeller; // zero but for kept and labels

void gl_done(labeller *g);

// The best labels of head's arcs: label[1..n]. If gold is not NULL, its labels are always considered and
// wrong labels get 1 more: the result is the worst violator.
void gl_label(labeller *g, const gf_words *w, const gweights *weights, const int *head, const int *gold,
              int *label);

// One step of passive-aggressive learning for each head of a tree; C bounds a step. Returns how many
// labels were wrong under the scores with loss, or without it if it is late.
int gl_learn(labeller *g, const gf_words *w, gweights *weights, const int *head, const int *gold, double C);

#endif
