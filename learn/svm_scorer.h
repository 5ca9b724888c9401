// SPDX-License-Identifier: MIT
// A kernel SVM over binary features, one-vs-one: what the learner provides (svm_parts), and what the scorer
// stores (svm; for svm_make.c, svm_scorer.c and svm_file.c only).
#ifndef COPSE_LEARN_SVM_SCORER_H
#define COPSE_LEARN_SVM_SCORER_H

#include "common/base/arena.h"
#include "learn/learner.h"

enum {
    SVM_MAX_CLASSES = 46340, // k(k-1) fits an int
    SVM_MAX_LENGTH = 255,    // features of an example, so that counts of common ones fit a byte
    SVM_MAX_DEGREE = 100,
    SVM_MAX_MAPS = 31, // bitmaps added up at a time
};

// Bounds of the numbers in a model, so that no decision overflows: coefficients, weights and values of the
// kernel; biases.
static const float SVM_MOST = 1e12F, SVM_MOST_BIAS = 1e30F;
static const double SVM_MOST_OPTION = 1e9; // gamma and coef0, as for training

typedef enum learn_kernel { KERNEL_LINEAR, KERNEL_POLY, KERNEL_RBF } learn_kernel; // as --kernel lists them

typedef struct svm_parts {
    uint32_t classes;        // of the parser
    uint32_t k;              // classes seen in training
    const uint32_t *label;   // [k] their numbers in the parser
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

extern const scorer_kind scorer_svm;

// A scorer of kind scorer_svm; everything is copied.
scorer *svm_make(const svm_parts *parts);

static const uint32_t SVM_EMPTY = UINT32_MAX; // a slot without a feature

typedef struct svm {
    scorer base;
    uint32_t kernel, degree;
    double gamma, coef0;
    uint32_t k, l, features;
    uint32_t slots;             // a power of two
    const uint32_t *label;      // [k] the class of the parser
    const float *bias;          // [k(k-1)/2] of (0,1), (0,2), ..., (1,2), ...
    const uint64_t *slot_key;   // [slots]
    const uint32_t *slot;       // [slots] a feature or SVM_EMPTY
    const uint32_t *list_start; // [features+1]
    const uint32_t *list;       // [list_start[features]] the support vectors with a feature, ascending
    bool collapsed;             // linear kernel without support vectors: l is 0, list holds pairs of classes
    const float *weight;        // [list_start[features]] if collapsed: added to their decisions
    const uint32_t *pair_start; // [k(k-1)/2+1] where the coefficients of each pair begin
    const uint32_t *pair_sv;    // [pair_start[k(k-1)/2]] their support vectors
    const float *pair_coef;     // and the coefficients
    // derived
    uint32_t bits;           // log2 slots
    uint32_t longest;        // features in the longest support vector
    uint32_t *length;        // [l] their features
    float *value;            // [values] K by count, minus K of 0; RBF: K by |x-s|²
    uint32_t values;         //
    uint32_t words;          // of a bitmap of support vectors
    const uint64_t **bitmap; // [features] of the frequent features; else NULL
    uint64_t *spread;        // [256] the bits of a byte as eight bytes
    size_t at_id, at_map, at_count, at_value, at_decision, at_votes; // offsets in scratch memory
    size_t scratch;                                                  // and its size
    arena own; // the derived arrays; all arrays if not loaded from a file
} svm;

static inline size_t svm_pairs(uint32_t k)
{
    return (size_t)k * (k - (k > 0)) / 2;
}

static inline uint32_t svm_slot(const svm *m, uint64_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32 >> (32 - m->bits));
}

// Computes everything derived from the arrays, which are sound. False if a support vector is too long.
bool svm_derive(svm *m);

// The functions of scorer_svm in svm_file.c.
void svm_save(const scorer *s, box_writer *w);
scorer *svm_load(cursor *c, copse_error *err);
void svm_free(scorer *s);

#endif
