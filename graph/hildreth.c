// SPDX-License-Identifier: MIT
// Coordinate ascent on the dual: each multiplier in turn takes the value that makes its own constraint
// tight, or the bound it would cross. The dual is concave, so the rounds converge. Nearly collinear
// constraints need many rounds, so their number is bounded.
#include "graph/hildreth.h"

#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>

int hil_ascend(const hil_problem *p, double *alpha)
{
    for (int i = 0; i < p->k; i++)
        alpha[i] = 0;
    for (int round = 1; round <= p->most; round++) {
        double moved = 0; // the largest change of a margin
        for (int i = 0; i < p->k; i++) {
            if (!(p->norm[i] > 0))
                continue;
            const double margin = p->margin(p->context, i);
            const double next = fmin(p->C, fmax(0, alpha[i] + (p->need[i] - margin) / p->norm[i]));
            const double by = next - alpha[i];
            alpha[i] = next;
            moved = fmax(moved, fabs(by) * p->norm[i]);
            if (by != 0)
                p->move(p->context, i, by);
        }
        if (moved <= p->enough)
            return round;
    }
    return p->most;
}

typedef struct table {
    int k;
    const double *gram, *alpha;
} table;

static double margin_in(void *context, int i)
{
    const table *t = context;
    const double *row = t->gram + (long)i * t->k;
    double margin = 0;
    for (int j = 0; j < t->k; j++)
        margin += row[j] * t->alpha[j];
    return margin;
}

static void stay(void *context, int i, double by) // nothing to do: x follows from the multipliers
{
    (void)context, (void)i, (void)by;
}

int hil_solve(int k, const double *gram, const double *need, double C, double *alpha)
{
    enum { MOST_ROUNDS = 10000 };
    double *norm = mem_alloc((size_t)k, sizeof *norm), scale = 0;
    table t = {k, gram, alpha};
    for (int i = 0; i < k; i++) {
        norm[i] = gram[(long)i * k + i];
        scale = fmax(scale, fabs(need[i]));
    }
    const hil_problem p = {k, norm, need, C, 1e-9 * scale, MOST_ROUNDS, &t, margin_in, stay};
    const int rounds = hil_ascend(&p, alpha);
    mem_free(norm);
    return rounds;
}
