// SPDX-License-Identifier: MIT
// Sums over projective trees (Baker 1979; Paskin 2001): the spans and rows of eisner.c, with sums in place
// of maxima. Every tree is built from spans in one way, so nothing is counted twice.
//
// Inside: the log of the sum over all derivations of a span. Outside: from large spans to small, the
// probability of a span is divided among its pairs of parts by their share of its sum. The probability of an
// arc is that of its incomplete span.
#include "graph/marginals.h"

#include <string.h>

typedef struct spans {
    int n;
    size_t N;
    bool single_root;
    double *R, *L, *I; // [N][N] as in eisner.c: R and L mirrored, I[h][d]
    double *r, *l, *i; // [N][N] probabilities; a span's r or l is the sum of its two mirrored places
} spans;

static void init(spans *s, int n, bool single_root, arena *a)
{
    const size_t N = (size_t)n + 1, all = N * N;
    *s = (spans){.n = n, .N = N, .single_root = single_root};
    s->R = arena_alloc(a, 6 * all, sizeof *s->R); // one object: an arena that is reset keeps one block
    s->L = s->R + all;
    s->I = s->L + all;
    s->r = s->I + all;
    s->l = s->r + all;
    s->i = s->l + all;
    for (size_t k = 0; k < 3 * all; k++)
        s->R[k] = -INFINITY;
    memset(s->r, 0, 3 * all * sizeof *s->r);
    for (size_t k = 0; k < N; k++)
        s->R[k * N + k] = s->L[k * N + k] = 0;
}

// log Σ e^(a[k] + b[k]).
static double sum_of(const double *a, const double *b, int len)
{
    double best = -INFINITY, sum = 0;
    for (int k = 0; k < len; k++)
        best = a[k] + b[k] > best ? a[k] + b[k] : best;
    if (best == -INFINITY)
        return best;
    for (int k = 0; k < len; k++)
        if (a[k] + b[k] - best > MAR_LEAST)
            sum += exp(a[k] + b[k] - best);
    return best + log(sum);
}

// Divides the probability p of a span, whose sum is whole, among its pairs of parts.
static void deal(double p, double whole, const double *a, const double *b, int len, double *pa, double *pb)
{
    for (int k = 0; k < len; k++)
        if (a[k] + b[k] - whole > MAR_LEAST) {
            const double share = p * exp(a[k] + b[k] - whole);
            pa[k] += share;
            pb[k] += share;
        }
}

// How many splits s..t has. In a single-rooted tree the span from the root to its first word is empty.
static int meetings(const spans *x, int s, int t)
{
    return s == 0 && x->single_root ? 1 : t - s;
}

static void inside(spans *x, const float *arc, int s, int t)
{
    const size_t N = x->N, s_ = (size_t)s * N, t_ = (size_t)t * N;
    const double meet = sum_of(x->R + s_ + s, x->L + t_ + s + 1, meetings(x, s, t));
    x->I[s_ + (size_t)t] = meet + dec_sane(arc[t_ + (size_t)s]);
    x->R[s_ + (size_t)t] = x->R[t_ + (size_t)s] = sum_of(x->I + s_ + s + 1, x->R + t_ + s + 1, t - s);
    if (s == 0)
        return;
    x->I[t_ + (size_t)s] = meet + dec_sane(arc[s_ + (size_t)t]);
    x->L[s_ + (size_t)t] = x->L[t_ + (size_t)s] = sum_of(x->L + s_ + s, x->I + t_ + s, t - s);
}

static void outside(spans *x, const float *arc, int s, int t)
{
    enum { TINY = 60 }; // spans less probable than 2^-TINY are skipped
    const double least = ldexp(1, -TINY);
    const size_t N = x->N, s_ = (size_t)s * N, t_ = (size_t)t * N, st = s_ + (size_t)t, ts = t_ + (size_t)s;
    const double right = x->r[st] + x->r[ts], left = x->l[st] + x->l[ts];
    if (right > least)
        deal(right, x->R[st], x->I + s_ + s + 1, x->R + t_ + s + 1, t - s, x->i + s_ + s + 1,
             x->r + t_ + s + 1);
    if (left > least)
        deal(left, x->L[st], x->L + s_ + s, x->I + t_ + s, t - s, x->l + s_ + s, x->i + t_ + s);
    const double arcs = x->i[st] + x->i[ts];
    if (arcs > least) {
        const double meet = x->i[st] > x->i[ts] ? x->I[st] - dec_sane(arc[ts]) : x->I[ts] - dec_sane(arc[st]);
        deal(arcs, meet, x->R + s_ + s, x->L + t_ + s + 1, meetings(x, s, t), x->r + s_ + s,
             x->l + t_ + s + 1);
    }
}

double mar_inside_outside(const float *arc, int n, bool single_root, double *marginal, arena *a)
{
    spans x;
    init(&x, n, single_root, a);
    memset(marginal, 0, x.N * x.N * sizeof *marginal);
    for (int s = n; s >= 0; s--)
        for (int t = s + 1; t <= n; t++)
            inside(&x, arc, s, t);
    if (x.R[n] == -INFINITY)
        return -INFINITY;
    x.r[n] = 1;
    for (int s = 0; s <= n; s++)
        for (int t = n; t > s; t--)
            outside(&x, arc, s, t);
    for (size_t d = 1; d < x.N; d++)
        for (size_t h = 0; h < x.N; h++)
            marginal[d * x.N + h] = mar_share(x.i[h * x.N + d]);
    return x.R[n];
}
