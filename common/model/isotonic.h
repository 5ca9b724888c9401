// SPDX-License-Identifier: MIT
// Monotone maps from evidence to probabilities.
#ifndef COPSE_MODEL_ISOTONIC_H
#define COPSE_MODEL_ISOTONIC_H

#include <stdbool.h>
#include <stddef.h>

enum { ISO_KNOTS = 128 };

// Straight lines between knots, level outside of them.
typedef struct iso_map {
    int n;               // knots, at least 1
    double x[ISO_KNOTS]; // ascending
    double y[ISO_KNOTS]; // never falling, from 0 to 1
} iso_map;

double iso_at(const iso_map *map, double x);

typedef struct iso_point {
    double x; // a number
    bool right;
} iso_point;

// Points of neighbouring x.
typedef struct iso_block {
    double x; // the sum of their x
    double right, n;
} iso_block;

// Isotonic regression by pooling adjacent violators (Ayer et al. 1955; Zadrozny & Elkan 2002): of all
// functions that never fall, the shares of right points of the blocks have the least squared error. point[n]
// becomes sorted. Fills block[n], ascending, and returns how many there are.
size_t iso_pool(iso_point *point, size_t n, iso_block *block);

// The map of isotonic regression. Blocks of fewer than `least` points join their neighbours; a knot is the
// mean of a block. n is at least 1; point becomes sorted.
void iso_fit(iso_map *map, iso_point *point, size_t n);

// The map of logistic regression on the log odds of x (Platt 1999), for few points. x is from 0 to 1.
void iso_fit_logistic(iso_map *map, const iso_point *point, size_t n);

#endif
