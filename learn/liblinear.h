// SPDX-License-Identifier: MIT
// LIBLINEAR's own options, and training without a scorer.
#ifndef COPSE_LEARN_LIBLINEAR_H
#define COPSE_LEARN_LIBLINEAR_H

#include "learn/learner.h"

typedef struct liblinear_options {
    long solver; // the library's number
    // Leaves out features whose weights are all below this share of the largest weight of their class.
    double prune;
} liblinear_options;

// Trains and writes LIBLINEAR's weights for one class to w[features], without making a scorer. value: that of
// each of ex->feature, if they are not binary, or NULL. 0 or a negative code.
int learn_linear_weights(const examples *ex, const float *value, const learn_options *options, uint32_t class,
                         float *w, copse_error *err);

#endif
