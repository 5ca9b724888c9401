// SPDX-License-Identifier: MIT
// LIBLINEAR's own options, and its weights as they are.
#ifndef COPSE_LEARN_LIBLINEAR_H
#define COPSE_LEARN_LIBLINEAR_H

#include "learn/learner.h"

typedef struct liblinear_options {
    long solver; // the library's number
    double
        prune; // features whose weights are all below this share of the largest of their class are left out
} liblinear_options;

// LIBLINEAR's weights for one class as they are, w[features], in place of a scorer. 0 or a negative code.
int learn_linear_weights(const examples *ex, const learn_options *options, uint32_t class, float *w,
                         copse_error *err);

#endif
