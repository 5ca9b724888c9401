// SPDX-License-Identifier: MIT
// Weights that need no gold trees. A system's vote counts more the less the system agrees with all systems.
// If agree(i, j) is the share of words to which i and j give the same head,
//
//     weight(i) = 1 / sum over all j of agree(i, j),    scaled so that the mean weight is 1.
//
// agree(i, i) = 1 is part of the sum. So k copies of one system count together as much as that system alone
// would if it agreed with no other, and a sum is never 0. Agreement is no sign of quality: two parsers of one
// family agree in their errors too, and with equal weights they outvote a better one.
//
// Only heads are compared, because arcs are what is voted on; comparing labels too is no better
// (docs/EXPERIMENTS.md).
#ifndef COPSE_ENSEMBLE_INDEPENDENT_H
#define COPSE_ENSEMBLE_INDEPENDENT_H

#include "ensemble/weights.h"

typedef struct agreement {
    size_t n;   // systems
    long words; // seen
    long *same; // [n][n] words with the same head
} agreement;

void agree_init(agreement *a, size_t systems);
void agree_done(agreement *a);
// Counts a sentence: tree[0..n-1] are the systems' trees over its words.
void agree_count(agreement *a, const copse_tree *const *tree);
// Writes the weight of each system to weight[n]. The order of the systems changes no bit of it. All weights
// are 1 if no words were counted, and for one system or two.
void agree_weigh(const agreement *a, double *weight);

#endif
