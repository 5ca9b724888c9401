// SPDX-License-Identifier: MIT
// Conditional random fields: trees of first order whose probability is e to their score, divided by the sum
// over all trees that the method searches.
#ifndef COPSE_GRAPH_CRF_H
#define COPSE_GRAPH_CRF_H

#include "graph/online.h"

// Words up to which probabilities are those of trees: summing takes n³ steps with logs, 0.3 s at the limit.
// In longer sentences each word's heads are weighed by themselves.
enum { GC_MOST = 300 };

// Adds to each arc that is left what its labels weigh together, the log of the sum over them of e^score, and
// puts the most probable one into s->label. Labels as for gs_labels.
void gc_labels(gscores *s, const gweights *w, int labels, const uint8_t *allowed);

// The probability of each arc under s->arc, [d*N + h]; lives until the next sentence. log_sum gets the log of
// the sum over all trees, or is NULL.
const double *gc_marginals(gscores *s, const gs_method *method, double *log_sum);

// The gradient of the log-likelihood of the gold tree, with its labels if gold_label is not NULL, of the
// sentence in l->s.words; arcs and labels that make less than least of it are left out. Returns how many gold
// heads are less probable than all others together.
int gc_gradient(online_learner *l, const int *gold, const int *gold_label, double least, online_change *c);

#endif
