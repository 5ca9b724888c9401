// SPDX-License-Identifier: MIT
// The filter keeps those candidate heads of a word that are likely enough to be scored in full, with labels,
// siblings and grandparents. It is a log-linear model of each word's head by itself, with the most decisive
// features, in a table that fits a cache. AdaGrad trains it before the parser.
//
// The filter does not use the parser's own scores. Where pairs of arcs are scored too, arcs and pairs share
// what is learnt, and the score of an arc alone says little. In parsing the filter leaves 3.4 heads to a
// word of English, and the right one is missing in one word of a hundred; with the parser's arc scores this
// took twelve heads.
#include "graph/scores.h"

#include <math.h>

// As in crf.c: the parameters of AdaGrad, and the smallest part of a gradient that is not skipped.
#define RATE 0.5
#define DELTA 100.0
#define LEAST 0.001

static float best_of(const float *arc, int n)
{
    float best = -INFINITY;
    for (int h = 0; h <= n; h++)
        best = fmaxf(best, arc[h]);
    return best;
}

void gs_filter(gscores *s, const gweights *filter, float bound, const int *gold)
{
    if (!filter)
        return;
    gs_sum_arcs(s, filter, gfc_end, gfc_pair_plain);
    for (int d = 1; d <= s->n; d++) {
        float *arc = s->arc + (size_t)d * ((size_t)s->n + 1);
        const float least = best_of(arc, s->n) - bound;
        const int own = gold ? gold[d] : -1;
        gs_keep_best(arc, s->n, d, GS_HEADS, own);
        for (int h = 0; h <= s->n; h++)
            if (arc[h] < least && h != d - 1 && h != own)
                arc[h] = -INFINITY;
    }
}

// Gathers the gradient of the heads of d: the gold head minus each head times its probability.
static void gather(const gscores *s, gweights *filter, gw_vector *change, int d, int gold)
{
    const float *arc = s->arc + (size_t)d * ((size_t)s->n + 1), best = best_of(arc, s->n);
    uint32_t key[2 * GF_MOST];
    double sum = 0;
    for (int h = 0; h <= s->n; h++)
        sum += exp((double)(arc[h] - best));
    for (int h = 0; h <= s->n; h++) {
        const double by = (h == gold) - exp((double)(arc[h] - best)) / sum;
        const bool right = h < d;
        const int bin = gf_bin(right ? d - h : h - d);
        if (fabs(by) < LEAST)
            continue;
        size_t n = gfc_pair_plain(&s->words, h, d, key);
        n += gfc_end(&s->words, h, true, right, bin, key + n);
        n += gfc_end(&s->words, d, false, right, bin, key + n);
        gw_gather(filter, change, key, n, 0, (float)by);
    }
}

void gs_learn_filter(gscores *s, gweights *filter, gw_vector *change, const int *gold)
{
    gs_sum_arcs(s, filter, gfc_end, gfc_pair_plain);
    change->n = 0;
    for (int d = 1; d <= s->n; d++)
        gather(s, filter, change, d, gold[d]);
    gw_settle(filter, change);
    gw_adapt(filter, change, RATE, DELTA);
}
