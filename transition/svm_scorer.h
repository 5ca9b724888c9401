// SPDX-License-Identifier: MIT
// What a kernel SVM is made of, as the learner hands it to the scorer. Binary features, one-vs-one.
#ifndef COPSE_SVM_SCORER_H
#define COPSE_SVM_SCORER_H

#include "learner.h"

typedef struct svm_parts {
    uint32_t classes;        // of the parser
    uint32_t k;              // those seen in training
    const uint32_t *label;   // [k] which they are
    learn_kernel kernel;     //
    uint32_t degree;         // of KERNEL_POLY
    double gamma, coef0;     //
    uint32_t l;              // support vectors, those of class 0 first, then those of class 1, ...
    const uint32_t *first;   // [k+1] where the classes begin among them
    const size_t *start;     // [l+1] where the features of each begin
    const uint32_t *feature; // [start[l]] ids; each at most once in a vector
    uint32_t features;       // ids are smaller
    const uint64_t *key;     // [features]
    double *const *coef; // [k-1][l] LIBSVM's layout: of class i against j in row j-1 if i < j, else in row j
    const double *rho;   // [k(k-1)/2] of (0,1), (0,2), ..., (1,2), ...
} svm_parts;

// A scorer of kind scorer_svm; everything is copied.
scorer *svm_make(const svm_parts *parts);

#endif
