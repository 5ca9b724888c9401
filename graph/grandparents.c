// SPDX-License-Identifier: MIT
// Lists the arcs that are not forbidden, with a score for each two consecutive ones.
#include "graph/decode.h"

void dec_grand_init(dec_grand *x, const float *arc, int n, arena *a)
{
    const size_t N = (size_t)n + 1;
    int arcs = 0;
    *x = (dec_grand){.n = n};
    x->start = arena_alloc(a, N + 1, sizeof *x->start);
    x->id = arena_alloc(a, N * N, sizeof *x->id);
    for (int d = 0; d <= n; d++) {
        x->start[d] = arcs;
        for (int h = 0; h <= n; h++) {
            const size_t i = (size_t)d * N + (size_t)h;
            x->id[i] = d > 0 && h != d && arc[i] > -INFINITY ? arcs++ : -1;
        }
    }
    x->start[N] = x->arcs = arcs;
    x->head = arena_alloc(a, 2 * (size_t)arcs + 1, sizeof *x->head);
    x->dep = x->head + arcs;
    for (size_t i = N; i < N * N; i++)
        if (x->id[i] >= 0) {
            x->head[x->id[i]] = (int)(i % N);
            x->dep[x->id[i]] = (int)(i / N);
        }
    x->at = arena_alloc(a, (size_t)arcs + 1, sizeof *x->at);
    x->at[0] = 0;
    for (int i = 0; i < arcs; i++)
        x->at[i + 1] = x->at[i] + (size_t)(x->start[x->head[i] + 1] - x->start[x->head[i]]);
    x->score = arena_zero(a, x->at[arcs] + 1, sizeof *x->score);
}

double dec_score_grand(const float *arc, const float *sib, const dec_grand *x, const int *head)
{
    double score = dec_score2(arc, sib, x->n, head);
    for (int d = 1; d <= x->n && score != -INFINITY; d++)
        if (head[d])
            score += (double)dec_grand_of(x, head[head[d]], head[d], d);
    return score;
}
