// SPDX-License-Identifier: MIT
// Hildreth's algorithm: the nearest point that satisfies linear constraints.
#ifndef COPSE_GRAPH_HILDRETH_H
#define COPSE_GRAPH_HILDRETH_H

// The smallest change x with a[i]·x >= need[i] for i < k, as multipliers: x = Σ alpha[i] a[i], 0 <= alpha[i]
// <= C. gram[i*k + j] = a[i]·a[j]. With C infinite and constraints that can all hold, they do up to a
// rounding error; with a bound each multiplier pays what it may. Constraints whose vector is zero are left
// out. Returns the number of rounds.
int hil_solve(int k, const double *gram, const double *need, double C, double *alpha);

#endif
