// SPDX-License-Identifier: MIT
// Conditional random fields of first order: the probability of a tree is e^score, divided by the sum of
// e^score over all trees that the method searches.
#ifndef COPSE_GRAPH_CRF_H
#define COPSE_GRAPH_CRF_H

#include "graph/online.h"

// The most words for which probabilities are those of trees: the sum takes n³ steps with logs, 0.3 s at the
// limit. In longer sentences the heads of each word are normalised by themselves.
enum { GC_MOST = 300 };

// Adds to each remaining arc the log of the sum of e^score over its labels, and puts the most probable label
// into s->label. Labels as for gs_labels.
void gc_labels(gscores *s, const gweights *w, int labels, const uint8_t *allowed);

// The share of the most probable label among the labels of h→d.
double gc_label_share(const gscores *s, const gweights *w, int h, int d, int labels, const uint8_t *allowed);

// The probability of each arc under s->arc, [d*N + h]; lives until the next sentence. log_sum gets the log of
// the sum over all trees, or is NULL.
const double *gc_marginals(gscores *s, const gs_method *method, double *log_sum);

// The same for any scores of first order, [d*N + h]. Beyond GC_MOST words, or without a tree, the heads of
// each word are normalised by themselves. Returns the log of the sum over all trees, NAN if it is not known.
double gc_weigh(gscores *s, const gs_method *method, const float *arc, double *marginal);

// Gathers the gradient of the log-likelihood of the gold tree, with its labels if gold_label is not NULL,
// for the sentence in l->s.words. Arcs and labels whose part of it is smaller than least are left out.
// Returns how many gold heads are less probable than all others together.
int gc_gradient(online_learner *l, const int *gold, const int *gold_label, double least, online_change *c);

#endif
