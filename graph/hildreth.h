// SPDX-License-Identifier: MIT
// Hildreth's algorithm: the nearest point that satisfies linear constraints.
#ifndef COPSE_GRAPH_HILDRETH_H
#define COPSE_GRAPH_HILDRETH_H

// The smallest change x with a[i]·x >= need[i] for i < k, as multipliers: x = Σ alpha[i] a[i], 0 <= alpha[i]
// <= C. gram[i*k + j] = a[i]·a[j]. If C is infinite and the constraints can all hold, they do, up to a
// rounding error; a finite C may leave some of them missed. Constraints with a zero vector are left out.
// Returns the number of rounds.
int hil_solve(int k, const double *gram, const double *need, double C, double *alpha);

// The same without a table of products, for many constraints: the caller keeps x, zero at first, and
// computes the products. Ends once no constraint of a round is missed by more than enough, or after most
// rounds.
typedef struct hil_problem {
    int k;
    const double *norm, *need; // [k] a[i]·a[i], and the least value of a[i]·x
    double C, enough;
    int most; // rounds
    void *context;
    double (*margin)(void *context, int i);        // a[i]·x
    void (*move)(void *context, int i, double by); // x += by * a[i]
} hil_problem;

int hil_ascend(const hil_problem *p, double *alpha);

#endif
