// SPDX-License-Identifier: MIT
// The pruner keeps the best heads of each word; only they go on to the filter (filter.c). Most arcs are out
// of the question, and a few features in a table that fits a cache can tell. The pruner is a first-order
// model of its own, trained before the parser: for each word the gold head against a rival, with margin 1.
#include "graph/scores.h"

#include <math.h>
#include <string.h>

void gs_keep_best(float *arc, int n, int d, int most, int gold)
{
    float best[GS_CANDIDATES + GS_HEADS] = {0};
    int count = 0;
    for (int h = 0; h <= n; h++) {
        float score = arc[h];
        if (count == most && score <= best[count - 1])
            continue;
        int i = count < most ? count++ : count - 1;
        for (; i > 0 && best[i - 1] < score; i--)
            best[i] = best[i - 1];
        best[i] = score;
    }
    for (int h = 0; h <= n; h++)
        if (arc[h] < best[count - 1] && h != d - 1 && h != gold)
            arc[h] = -INFINITY;
}

static void score_cheaply(gscores *s, const gweights *pruner)
{
    const int n = s->n;
    const size_t N = (size_t)n + 1;
    uint32_t key[GF_MOST];
    for (int d = 1; d <= n; d++)
        for (int h = 0; h <= n; h++)
            s->arc[(size_t)d * N + (size_t)h] =
                h == d ? -INFINITY : gw_sum(pruner, key, gf_cheap(&s->words, h, d, key));
}

// Heads that guides propose are always candidates.
static void prefer_guide(gscores *s)
{
    const gf_words *w = &s->words;
    const size_t N = (size_t)s->n + 1, guides = (size_t)w->guides;
    for (size_t i = guides; i < N * guides; i++)
        if (w->guide[i].head >= 0)
            s->arc[i / guides * N + (size_t)w->guide[i].head] += 1e6F;
}

static void begin(gscores *s)
{
    s->n = s->words.n;
    const size_t N = (size_t)s->n + 1;
    arena_reset(&s->memory);
    s->sib = NULL;
    s->words.label = s->label = s->sib_label = NULL;
    s->arc = arena_alloc(&s->memory, N * N, sizeof *s->arc);
    for (size_t h = 0; h < N; h++)
        s->arc[h] = -INFINITY;
}

void gs_candidates(gscores *s, const gweights *pruner, const int *gold)
{
    begin(s);
    const size_t N = (size_t)s->n + 1;
    if (pruner && s->n > GS_CANDIDATES) {
        score_cheaply(s, pruner);
        prefer_guide(s);
        for (int d = 1; d <= s->n; d++)
            gs_keep_best(s->arc + (size_t)d * N, s->n, d, GS_CANDIDATES, gold ? gold[d] : -1);
        return;
    }
    for (size_t d = 1; d < N; d++)
        for (size_t h = 0; h < N; h++)
            s->arc[d * N + h] = h == d ? -INFINITY : 0;
}

// The wrong head of d at rank RANK, or the last one there is; -1 if there is none. It is not the best one,
// because the gold head should be among the candidates, not lead them.
static int rival_of(const float *arc, int n, int d, int gold)
{
    enum { RANK = 6 };
    int top[RANK], count = 0;
    for (int h = 0; h <= n; h++) {
        if (h == gold || h == d || (count == RANK && arc[h] <= arc[top[count - 1]]))
            continue;
        int i = count < RANK ? count++ : count - 1;
        for (; i > 0 && arc[top[i - 1]] < arc[h]; i--)
            top[i] = top[i - 1];
        top[i] = h;
    }
    return count ? top[count - 1] : -1;
}

void gs_learn_candidates(gscores *s, gweights *pruner, gw_vector *change, const int *gold)
{
    begin(s);
    const size_t N = (size_t)s->n + 1;
    uint32_t key[GF_MOST];
    score_cheaply(s, pruner);
    for (int d = 1; d <= s->n; d++) {
        const float *arc = s->arc + (size_t)d * N;
        const int rival = rival_of(arc, s->n, d, gold[d]);
        if (rival < 0 || arc[gold[d]] - arc[rival] >= 1)
            continue;
        change->n = 0;
        gw_gather(pruner, change, key, gf_cheap(&s->words, gold[d], d, key), 0, 1);
        gw_gather(pruner, change, key, gf_cheap(&s->words, rival, d, key), 0, -1);
        double norm = gw_settle(pruner, change);
        if (norm > 0)
            gw_change(pruner, change, (1 - (double)(arc[gold[d]] - arc[rival])) / norm);
    }
}
