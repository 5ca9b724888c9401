// SPDX-License-Identifier: MIT
// Scores rounded to a grid, so fine that nothing is lost in practice and so coarse that sums and differences
// of all scores of a sentence are exact in double. The k-best decoders need this: equal sums compare equal
// in whatever order they were added, so lists are ordered and no tree comes twice.
//
// With the largest score below 2^e, grid points are 2^(e - bits) apart, where 2^bits times 4N is at most
// 2^52: for a sentence of 100 words bits is 43. A float within a factor 2^(bits - 24) of the largest is not
// changed. Scores that are no numbers are those of dec_sane.
#ifndef COPSE_GRAPH_GRID_H
#define COPSE_GRAPH_GRID_H

#include "graph/decode.h"

// The grid of n words: adding this number to a score and subtracting it again rounds the score.
static inline double grid_of(const float *arc, int n)
{
    const size_t N = (size_t)n + 1;
    double most = 0;
    int e, bits = 50;
    for (size_t d = 1; d < N; d++)
        for (size_t h = 0; h < N; h++) {
            const double x = fabs(dec_sane(arc[d * N + h]));
            if (x > most && x < INFINITY && h != d)
                most = x;
        }
    for (size_t i = 1; i < N; i *= 2)
        bits--;
    frexp(most, &e);
    return ldexp(1.5, 52 + e - bits);
}

static inline double grid_round(double grid, float score)
{
    return (dec_sane(score) + grid) - grid;
}

#endif
