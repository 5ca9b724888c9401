// SPDX-License-Identifier: MIT
// How well probabilities agree with what happens: words in ten bins of equal width by their probability.
#ifndef COPSE_MODEL_RELIABILITY_H
#define COPSE_MODEL_RELIABILITY_H

#include "copse.h"

// Adds a word whose arc was given the probability p.
void rel_add(copse_reliability *r, double p, bool right);

// The expected calibration error (Guo et al. 2017): the mean over words of the distance between the mean
// probability of its bin and the share of right words there. 0 without words.
double rel_ece(const copse_reliability *r);
// The Brier score (Brier 1950): the mean of (p - 1)² for right words and p² for others. 0 without words.
double rel_brier(const copse_reliability *r);

#endif
