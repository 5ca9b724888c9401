// SPDX-License-Identifier: MIT
// The arcs from each node to one side, for the decoders with grandparents. A word with its head is a state of
// theirs: the number of the arc, or the number of arcs for the root.
#ifndef COPSE_GRAPH_FAN_H
#define COPSE_GRAPH_FAN_H

#include "graph/decode.h"

typedef struct fan { // from the inside out
    int *start;      // [n+2] those of h are start[h] .. start[h+1]-1
    int *arc;        // [arcs]
} fan;

static inline int word_of(const dec_grand *x, int state)
{
    return state < x->arcs ? x->dep[state] : 0;
}

static inline int fan_count(const fan *f, int h)
{
    return f->start[h + 1] - f->start[h];
}

// How many arcs from h stay within the span from h to e.
static inline int fan_within(const fan *f, const dec_grand *x, int h, int e)
{
    const int *arc = f->arc + f->start[h], all = fan_count(f, h);
    int p = 0;
    while (p < all && (h < e ? x->dep[arc[p]] <= e : x->dep[arc[p]] >= e))
        p++;
    return p;
}

static inline void fan_init(fan *f, const dec_grand *x, bool right, arena *a)
{
    const size_t N = (size_t)x->n + 1;
    f->start = arena_zero(a, 2 * N + 1, sizeof *f->start);
    f->arc = arena_alloc(a, (size_t)x->arcs + 1, sizeof *f->arc);
    int *next = f->start + N + 1;
    for (int i = 0; i < x->arcs; i++)
        f->start[x->head[i] + 1] += (x->head[i] < x->dep[i]) == right;
    for (size_t h = 0; h < N; h++) {
        f->start[h + 1] += f->start[h];
        next[h] = f->start[h];
    }
    for (int j = 0; j < x->arcs; j++) {
        const int i = right ? j : x->arcs - 1 - j;
        if ((x->head[i] < x->dep[i]) == right)
            f->arc[next[x->head[i]]++] = i;
    }
}

#endif
