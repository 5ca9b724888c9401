// SPDX-License-Identifier: MIT
// The inner loop of the projective decoders: the best sum of two rows, or of three.
//
// Eight accumulators side by side, which compilers turn into vectors without reordering anything: a maximum
// is the same in every order, so every machine gets the result of the plain loop. Sums that are NaN are left
// out, in the maximum and in its place alike: a result above -INFINITY has two parts above -INFINITY.
#ifndef COPSE_GRAPH_MAX_PLUS_H
#define COPSE_GRAPH_MAX_PLUS_H

#include <math.h>
#include <stddef.h>

enum {
    MAX_PLUS_WIDTH = 8,
    MAX_PLUS_BLOCK = 16, // words whose rows are kept near
};

static inline float max_plus_of(const float *m)
{
    const float a = m[0] > m[4] ? m[0] : m[4], b = m[1] > m[5] ? m[1] : m[5];
    const float c = m[2] > m[6] ? m[2] : m[6], d = m[3] > m[7] ? m[3] : m[7];
    const float e = a > c ? a : c, f = b > d ? b : d;
    return e > f ? e : f;
}

// max a[i] + b[i], i in 0..len-1. Reads on to the next multiple of MAX_PLUS_WIDTH: there one of the two must
// be -INFINITY and the other any number.
static inline float max_plus2(const float *a, const float *b, int len)
{
    float m[MAX_PLUS_WIDTH] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY,
                               -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < len; i += MAX_PLUS_WIDTH)
        for (int j = 0; j < MAX_PLUS_WIDTH; j++) {
            float x = a[i + j] + b[i + j];
            m[j] = x > m[j] ? x : m[j];
        }
    return max_plus_of(m);
}

// max (a[i] + b[i]) + c[i]. Reads nothing past len: c is the caller's.
static inline float max_plus3(const float *a, const float *b, const float *c, int len)
{
    float m[MAX_PLUS_WIDTH] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY,
                               -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    int i = 0;
    for (; i + MAX_PLUS_WIDTH <= len; i += MAX_PLUS_WIDTH)
        for (int j = 0; j < MAX_PLUS_WIDTH; j++) {
            float x = a[i + j] + b[i + j] + c[i + j];
            m[j] = x > m[j] ? x : m[j];
        }
    float best = max_plus_of(m);
    for (; i < len; i++) {
        float x = a[i] + b[i] + c[i];
        best = x > best ? x : best;
    }
    return best;
}

// The plain loop in double, for the decoders that list trees. No score is INFINITY or NaN.
static inline double max_plus_double(const double *a, const double *b, int len)
{
    double best = -INFINITY;
    for (int i = 0; i < len; i++)
        best = a[i] + b[i] > best ? a[i] + b[i] : best;
    return best;
}

// The first i that reaches the maximum, -1 if there is none above -INFINITY. For backtracking: no table of
// choices is kept.
static inline int max_plus_where(const float *a, const float *b, int len)
{
    float best = -INFINITY;
    int where = -1;
    for (int i = 0; i < len; i++)
        if (a[i] + b[i] > best) {
            best = a[i] + b[i];
            where = i;
        }
    return where;
}

#endif
