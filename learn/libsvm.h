// SPDX-License-Identifier: MIT
// LIBSVM's own options.
#ifndef COPSE_LEARN_LIBSVM_H
#define COPSE_LEARN_LIBSVM_H

#include "learn/svm_scorer.h"

typedef struct libsvm_options {
    int kernel; // a learn_kernel
    long degree;
    double gamma, coef0;
    double cache_mb; // of kernel values; 0: as many as are good. No option
} libsvm_options;

#endif
