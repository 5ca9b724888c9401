// SPDX-License-Identifier: MIT
// The inside of weights, for the files that make, read and apply them.
#ifndef COPSE_ENSEMBLE_WEIGHTS_INTERNAL_H
#define COPSE_ENSEMBLE_WEIGHTS_INTERNAL_H

#include "ensemble/factor.h"
#include "common/base/table.h"
#include "ensemble/weights.h"

#define WT_FIRST_LINE "copse-weights 1"
enum { WT_FACTORS = 10 }; // all that exist: none can be named twice

typedef struct wt_cell {
    double weight;    // what a vote counts, or the coefficient of a feature
    long right, seen; // arcs it was estimated on; seen is -1 if they are not known
} wt_cell;

struct weights {
    size_t n;                         // systems
    char **name;                      // [n] all different
    size_t *voter;                    // [n] which of the voters system i is
    const factor *factor[WT_FACTORS]; // [factors]
    size_t factors;                   // 0: one weight for each system
    bool learned;                     // a classifier instead: value has features and coefficients
    wt_cell *system;                  // [n] for values that were never seen
    table value;                      // key of wt_key, or a feature's name
    wt_cell *cell;                    // [value.n]
    size_t cell_cap;
};

// Makes weights for systems of these names, all 1. Equal names get #2, #3, ...
weights *wt_new(const char *const *systems, size_t n);
// Reads "pos,length" into factors; 0 or COPSE_EINPUT.
int wt_set_by(weights *w, const char *by, size_t len, copse_error *err);
void wt_add_by(const weights *w, text *out); // and back
wt_cell *wt_cell_of(weights *w, copse_str key, bool *is_new);

// The key of an arc: the system's number and the values of the factors, separated by tabs.
void wt_key(const weights *w, text *out, const proposals *p, size_t system, int d);
void wt_add_index(text *out, size_t i); // decimal
// Measures the trees if a factor needs it and sets p->shape to shape, [n]; otherwise to NULL.
void wt_measure(const weights *w, arcshape *shape, proposals *p);

// Writes six decimals and a point, in any locale.
void wt_add_number(text *out, double x);
double wt_rounded(double x); // to what is written
// Reads up to 15 digits, with at most a point and a minus sign. False for everything else.
bool wt_read_number(copse_str s, double *x);

// --- learned weights (weights_learned.c)
int wt_learn(weights *w, const treebank *gold, copse_tree *const *system, copse_error *err);
// The probability that h, which some system proposes, is the head of d.
double wt_head_value(const weights *w, text *scratch, const proposals *p, int d, int h);

#endif
