// SPDX-License-Identifier: MIT
// The probability of each arc, where the probability of a tree is proportional to e^score. Pure functions on
// numbers, like the decoders, and on the same matrices (decode.h).
#ifndef COPSE_GRAPH_MARGINALS_H
#define COPSE_GRAPH_MARGINALS_H

#include "graph/decode.h"

// Both: arc[d*N + h] is the score of h→d, -INFINITY and NaN forbid; single_root: exactly one word hangs on 0.
// They return the log of the sum of e^score over all trees. marginal[d*N + h] gets the share of the trees
// with h→d. The marginals of each word d sum to 1; arcs that no tree can have get 0 (so do the places of d =
// 0 and h = d). Without any tree the result is -INFINITY and all marginals are 0. Scores may be of any size;
// marginals are right to about 1e-12 while scores are within some thousands, and always numbers from 0 to 1.
// INFINITY counts as FLT_MAX. Memory comes from the arena, which the caller resets.

// All trees, O(n³), 3 N² doubles.
double mar_matrix_tree(const float *arc, int n, bool single_root, double *marginal, arena *a);
// The same in double precision, for scores that are logs of probabilities: finite or -INFINITY. 2 N² doubles.
double mar_matrix_tree_logs(const double *arc, int n, bool single_root, double *marginal, arena *a);

// Projective trees, O(n³), 6 N² doubles.
double mar_inside_outside(const float *arc, int n, bool single_root, double *marginal, arena *a);

// Terms smaller than e^MAR_LEAST times the whole sum do not change it in double precision.
#define MAR_LEAST (-46.0)

// A computed probability, which rounding may have moved out of 0..1, or NaN.
static inline double mar_share(double p)
{
    return p > 0 ? p < 1 ? p : 1 : 0;
}

// log(e^x + e^y).
static inline double mar_add(double x, double y)
{
    const double high = x > y ? x : y, low = x > y ? y : x;
    return low > high + MAR_LEAST ? high + log1p(exp(low - high)) : high;
}

#endif
