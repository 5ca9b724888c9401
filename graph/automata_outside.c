// SPDX-License-Identifier: MIT
// Expected counts: from long spans to short ones, the probability of a span is divided among its parts by
// their share of its sum, as in inside_outside.c.
#include "graph/automata.h"

#include "common/base/watch.h"
#include "graph/marginals.h"

#include <string.h>

typedef struct outside {
    ha_chart chart;
    const ha_counts *counts;
    double *r, *l, *s, *i; // [N][N] probabilities; that of R, L, S is the sum of two mirrored places
    double *used;          // [K] of one arc
} outside;

enum { TINY = 70 }; // spans less probable than 2^-TINY are skipped

static void count_stop(const outside *o, int h, int side, int context, double p)
{
    const size_t K = (size_t)o->chart.s->contexts;
    if (o->counts->stop)
        o->counts->stop[(2 * (size_t)h + (size_t)side) * K + (size_t)context] += p;
}

// p is the probability of R or L; rest is r or l.
static void deal_complete(outside *o, int h, int end, double p, double whole, double *rest)
{
    const ha_chart *c = &o->chart;
    const int n = ha_terms_complete(c, h, end), from = h < end ? h + 1 : end;
    for (int k = 0; k < n; k++) {
        if (!(c->term[k] - whole > MAR_LEAST))
            continue;
        const double share = p * exp(c->term[k] - whole);
        o->i[(size_t)h * c->N + (size_t)(from + k)] += share;
        rest[(size_t)end * c->N + (size_t)(from + k)] += share;
        count_stop(o, h, h < end, c->s->context[from + k], share);
    }
}

static void deal_between(outside *o, int s, int t, double p, double whole)
{
    const ha_chart *c = &o->chart;
    const int n = ha_terms_between(c, s, t);
    for (int k = 0; k < n; k++) {
        if (!(c->term[k] - whole > MAR_LEAST))
            continue;
        const double share = p * exp(c->term[k] - whole);
        o->r[(size_t)s * c->N + (size_t)(s + k)] += share;
        o->l[(size_t)t * c->N + (size_t)(s + k + 1)] += share;
    }
}

static void deal_arc(outside *o, int h, int d, double p)
{
    ha_chart *c = &o->chart;
    const size_t h_ = (size_t)h * c->N, d_ = (size_t)d * c->N;
    const double whole = c->I[h_ + (size_t)d];
    const int low = h < d ? h : d;
    c->s->arcs(c->s->of, h, d, c->row);
    const int n = ha_terms_arc(c, h, d, c->row);
    memset(o->used, 0, (size_t)c->s->contexts * sizeof *o->used);
    for (int k = 0; k < n; k++) {
        const int m = low + k; // the sibling; none for 0
        if (!(c->term[k] - whole > MAR_LEAST))
            continue;
        const double share = p * exp(c->term[k] - whole);
        o->used[k ? c->s->context[m] : 0] += share;
        if (k) {
            o->i[h_ + (size_t)m] += share;
            o->s[d_ + (size_t)m] += share;
        } else if (h < d)
            o->l[d_ + (size_t)h + 1] += share;
        else
            o->r[d_ + (size_t)h - 1] += share;
    }
    if (o->counts->arcs)
        o->counts->arcs(o->counts->to, h, d, o->used);
}

static void deal(outside *o, int s, int t)
{
    const double least = ldexp(1, -TINY);
    const ha_chart *c = &o->chart;
    const size_t st = (size_t)s * c->N + (size_t)t, ts = (size_t)t * c->N + (size_t)s;
    const double right = o->r[st] + o->r[ts], left = o->l[st] + o->l[ts], between = o->s[st] + o->s[ts];
    if (right > least)
        deal_complete(o, s, t, right, c->R[st], o->r);
    if (left > least)
        deal_complete(o, t, s, left, c->L[st], o->l);
    if (o->i[st] > least)
        deal_arc(o, s, t, o->i[st]);
    if (o->i[ts] > least)
        deal_arc(o, t, s, o->i[ts]);
    if (between > least)
        deal_between(o, s, t, between, c->S[st]);
}

// Empty sides: no dependent was made.
static void count_empty(const outside *o)
{
    const size_t N = o->chart.N;
    for (int h = 0; h < (int)N; h++) {
        count_stop(o, h, HA_RIGHT, 0, o->r[(size_t)h * N + (size_t)h]);
        count_stop(o, h, HA_LEFT, 0, o->l[(size_t)h * N + (size_t)h]);
    }
}

double ha_expect(const ha_scores *s, const ha_counts *counts, arena *a)
{
    outside o = {.counts = counts};
    const double sum = ha_inside(&o.chart, s, false, a);
    const size_t N = o.chart.N, all = N * N;
    if (counts->marginal)
        memset(counts->marginal, 0, all * sizeof *counts->marginal);
    if (sum == -INFINITY)
        return sum;
    o.r = arena_zero(a, 4 * all + (size_t)s->contexts, sizeof *o.r);
    o.l = o.r + all;
    o.s = o.l + all;
    o.i = o.s + all;
    o.used = o.i + all;
    o.r[s->n] = 1;
    for (int from = 0; from <= s->n; from++) {
        watch_look();
        for (int to = s->n; to > from; to--)
            deal(&o, from, to);
    }
    count_empty(&o);
    for (size_t d = 1; counts->marginal && d < N; d++)
        for (size_t h = 0; h < N; h++)
            counts->marginal[d * N + h] = h == d ? 0 : mar_share(o.i[h * N + d]);
    return sum;
}
