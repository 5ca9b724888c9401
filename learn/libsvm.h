// SPDX-License-Identifier: MIT
// LIBSVM's own options.
#ifndef COPSE_LEARN_LIBSVM_H
#define COPSE_LEARN_LIBSVM_H

#include "learn/svm_scorer.h"

typedef struct libsvm_options {
    int kernel; // a learn_kernel
    long degree;
    double gamma, coef0;
    double cache_mb; // size of the kernel cache; 0: the default. Not a user option
} libsvm_options;

#endif
