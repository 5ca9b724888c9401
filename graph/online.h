// SPDX-License-Identifier: MIT
// One step of online learning: what the weights learn from one sentence. Trainers are built from the
// functions below.
#ifndef COPSE_GRAPH_ONLINE_H
#define COPSE_GRAPH_ONLINE_H

#include "graph/scores.h"

typedef struct graph_trainer graph_trainer; // trainers.h

// A difference of the features of two trees: of arcs and siblings, and of joint labels.
typedef struct online_change {
    gw_vector arcs, labels;
    double need; // loss minus the current margin
} online_change;

typedef struct online_learner {
    // set by the user
    gs_method method;
    const graph_trainer *trainer;
    int k;                           // of k-best MIRA
    double C;                        // bounds a multiplier
    bool punctuation;                // does it count in the loss?
    bool late_loss;                  // the search finds trees without the loss; constraints add it
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
    double *gram, *norm, *need, *alpha;
    size_t gram_cap, norm_cap, need_cap, alpha_cap;
} online_learner;

void online_done(online_learner *l);

// Learns from the sentence in l->s.words, of GS_MOST words at most, and its tree. gold_label is NULL without
// joint labels. Returns how many heads were wrong (under scores with loss, for MIRA).
int online_learn(online_learner *l, const int *gold, const int *gold_label);

// ---------------------------------------------------------------------------------------------------
// For trainers

// One sentence, and the tree that the weights have for it.
typedef struct online_lesson {
    const int *gold, *label; // label: of joint labels, or NULL
    gs_method method;
    int n;
    size_t N;
    float *gold_arc; // [n+1] with joint labels the score of the gold arc and label; without loss
    int *head;       // [n+1] the best tree; trainers may change it
    int wrong;       // heads of it that are not gold
} online_lesson;

// Scores all parts of the sentence in l->s.words and searches. augmented: with the loss added, so that the
// tree found violates the margin most. Must be followed by online_end, which returns t->wrong.
void online_begin(online_learner *l, online_lesson *t, const int *gold, const int *gold_label,
                  bool augmented);
int online_end(online_lesson *t);

// The i-th of the learner's changes, empty.
online_change *online_change_at(online_learner *l, int i);

// The score of the gold tree, its gold labels with it, without loss.
double online_gold_score(online_learner *l, const online_lesson *t);

// The loss of a wrong head of word d.
float online_word_loss(const online_learner *l, int d);

// Adds to c, which is empty, the features of the gold tree minus those of another, and returns the squared
// length. If only is 0, the labels of the other tree are the best ones of its arcs; otherwise only this word
// has its best label, and the others have gold labels.
double online_difference(online_learner *l, const online_lesson *t, online_change *c, const int *head,
                         int only);

// Makes constraint i: the gold tree against another, whose score includes its loss. False if the trees have
// the same features, or the constraint holds already.
bool online_constrain(online_learner *l, const online_lesson *t, int i, const int *head, double gold,
                      double score);
// Changes the weights by tau times c.
void online_apply(online_learner *l, const online_change *c, double tau);
// The smallest change that satisfies constraints 0..k-1, k at least 1.
void online_solve(online_learner *l, int k);

#endif
