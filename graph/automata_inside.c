// SPDX-License-Identifier: MIT
// The chart of head automata, filled from short spans to long ones.
#include "graph/automata.h"

#include "common/base/watch.h"
#include "graph/marginals.h"

static double sum_of(const double *term, int n)
{
    double best = -INFINITY, sum = 0;
    for (int k = 0; k < n; k++)
        best = term[k] > best ? term[k] : best;
    if (best == -INFINITY)
        return best;
    for (int k = 0; k < n; k++)
        if (term[k] - best > MAR_LEAST)
            sum += exp(term[k] - best);
    return best + log(sum);
}

static double best_of(const double *term, int n)
{
    double best = -INFINITY;
    for (int k = 0; k < n; k++)
        best = term[k] > best ? term[k] : best;
    return best;
}

int ha_terms_complete(const ha_chart *c, int h, int end)
{
    const int from = h < end ? h + 1 : end, n = h < end ? end - h : h - end;
    const double *J = c->J + (size_t)h * c->N + from;
    const double *rest = (h < end ? c->R : c->L) + (size_t)end * c->N + from;
    for (int k = 0; k < n; k++)
        c->term[k] = J[k] + rest[k];
    return n;
}

int ha_terms_between(const ha_chart *c, int s, int t)
{
    const double *right = c->R + (size_t)s * c->N + s, *left = c->L + (size_t)t * c->N + s + 1;
    for (int k = 0; k < t - s; k++)
        c->term[k] = right[k] + left[k];
    return t - s;
}

int ha_terms_arc(const ha_chart *c, int h, int d, const double *row)
{
    const int from = (h < d ? h : d) + 1, n = h < d ? d - h : h - d;
    const double *I = c->I + (size_t)h * c->N, *S = c->S + (size_t)d * c->N;
    c->term[0] =
        row[0] + (h < d ? c->L[(size_t)d * c->N + (size_t)h + 1] : c->R[(size_t)d * c->N + (size_t)h - 1]);
    for (int m = from; m < from + n - 1; m++)
        c->term[m - from + 1] = row[c->s->context[m]] + I[m] + S[m];
    return n;
}

static void init(ha_chart *c, const ha_scores *s, arena *a)
{
    const size_t N = (size_t)s->n + 1, all = N * N, K = (size_t)s->contexts;
    *c = (ha_chart){.s = s, .N = N};
    c->R =
        arena_alloc(a, 5 * all + K + N, sizeof *c->R); // one object: an arena that is reset keeps one block
    c->L = c->R + all;
    c->S = c->L + all;
    c->I = c->S + all;
    c->J = c->I + all;
    c->row = c->J + all;
    c->term = c->row + K;
    for (size_t k = 0; k < 5 * all; k++)
        c->R[k] = -INFINITY;
    for (size_t h = 0; h < N; h++) {
        c->R[h * N + h] = s->stop[(2 * h + HA_RIGHT) * K];
        c->L[h * N + h] = s->stop[(2 * h + HA_LEFT) * K];
    }
}

static void fill_arc(ha_chart *c, double (*fold)(const double *, int), int h, int d)
{
    const size_t hd = (size_t)h * c->N + (size_t)d, K = (size_t)c->s->contexts;
    c->s->arcs(c->s->of, h, d, c->row);
    c->I[hd] = fold(c->term, ha_terms_arc(c, h, d, c->row));
    c->J[hd] = c->I[hd] + c->s->stop[(2 * (size_t)h + (h < d)) * K + (size_t)c->s->context[d]];
}

static void fill(ha_chart *c, double (*fold)(const double *, int), int s, int t)
{
    const size_t st = (size_t)s * c->N + (size_t)t, ts = (size_t)t * c->N + (size_t)s;
    fill_arc(c, fold, s, t);
    c->R[st] = c->R[ts] = fold(c->term, ha_terms_complete(c, s, t));
    if (s == 0)
        return;
    c->S[st] = c->S[ts] = fold(c->term, ha_terms_between(c, s, t));
    fill_arc(c, fold, t, s);
    c->L[st] = c->L[ts] = fold(c->term, ha_terms_complete(c, t, s));
}

double ha_inside(ha_chart *c, const ha_scores *s, bool best, arena *a)
{
    init(c, s, a);
    for (int from = s->n; from >= 0; from--) {
        watch_look();
        for (int to = from + 1; to <= s->n; to++)
            fill(c, best ? best_of : sum_of, from, to);
    }
    return c->R[s->n];
}

double ha_sum(const ha_scores *s, arena *a)
{
    ha_chart c;
    return ha_inside(&c, s, false, a);
}
