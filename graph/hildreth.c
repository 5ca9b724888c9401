// SPDX-License-Identifier: MIT
// Coordinate ascent on the dual: each multiplier in turn takes the value that makes its own constraint tight,
// or the bound it would cross. The dual is concave, so that the rounds converge; near collinear constraints
// they are many, and the number is bounded.
#include "graph/hildreth.h"

#include <math.h>

int hil_solve(int k, const double *gram, const double *need, double C, double *alpha)
{
    enum { MOST_ROUNDS = 10000 };
    const double enough = 1e-9;
    double scale = 0;
    for (int i = 0; i < k; i++) {
        alpha[i] = 0;
        scale = fmax(scale, fabs(need[i]));
    }
    for (int round = 1; round <= MOST_ROUNDS; round++) {
        double moved = 0; // the largest change of a margin
        for (int i = 0; i < k; i++) {
            const double *row = gram + (long)i * k;
            if (!(row[i] > 0))
                continue;
            double margin = 0;
            for (int j = 0; j < k; j++)
                margin += row[j] * alpha[j];
            double next = fmin(C, fmax(0, alpha[i] + (need[i] - margin) / row[i]));
            moved = fmax(moved, fabs(next - alpha[i]) * row[i]);
            alpha[i] = next;
        }
        if (moved <= enough * scale)
            return round;
    }
    return MOST_ROUNDS;
}
