// SPDX-License-Identifier: MIT
// The k best projective trees with adjacent siblings, exactly and in order: the best score of every span of
// eisner2.c, in double, O(n³) time and 4 N² numbers, then their derivations on demand (lazy.h). A tree has
// one derivation: the dependents of a head are taken from the inside out, and the words between two
// adjacent ones are divided in one place.
//
// Sums in double depend on their order. So the scores of the trees found are those of dec_score2, and trees
// that differ by no more than rounding are sorted by these.
#include "graph/decode.h"

#include "graph/lazy.h"
#include "graph/max_plus.h"

// I(h, d) has its head first, the others have s <= t.
enum { R = LAZY_NOTHING + 1, L, I, S, KINDS };

typedef struct kbest2 {
    int n;
    bool single_root;
    size_t N;
    const float *arc, *sib;
    double *best[KINDS]; // [N][N] of kind; all but I mirrored
} kbest2;

static const float *siblings(const kbest2 *b, int h, int d)
{
    return b->sib + ((size_t)d * b->N + (size_t)h) * b->N;
}

static double arc_score(const kbest2 *b, int h, int d)
{
    return dec_sane(b->arc[(size_t)d * b->N + (size_t)h]);
}

// max x[i] + y[i] + sib[i]
static double best_sibling(const double *x, const double *y, const float *sib, int len)
{
    double best = -INFINITY;
    for (int i = 0; i < len; i++) {
        const double sum = x[i] + y[i] + dec_sane(sib[i]);
        best = sum > best ? sum : best;
    }
    return best;
}

// The best scores of the spans between s and t; s may be the root.
static void kbest2_words(kbest2 *b, int s, int t)
{
    const size_t s_ = (size_t)s * b->N, t_ = (size_t)t * b->N;
    double *Rs = b->best[R] + s_, *Ls = b->best[L] + s_, *Is = b->best[I] + s_, *Ss = b->best[S] + s_;
    double *Rt = b->best[R] + t_, *Lt = b->best[L] + t_, *It = b->best[I] + t_, *St = b->best[S] + t_;
    const float *right = siblings(b, s, t), *left = siblings(b, t, s);
    const int between = t - s - 1;
    const double first = Lt[s + 1] + dec_sane(right[s]);
    const double later =
        s == 0 && b->single_root ? -INFINITY : best_sibling(Is + s + 1, St + s + 1, right + s + 1, between);
    Is[t] = (first > later ? first : later) + arc_score(b, s, t);
    Rs[t] = Rt[s] = max_plus_double(Is + s + 1, Rt + s + 1, t - s);
    if (s == 0)
        return;
    Ss[t] = St[s] = max_plus_double(Rs + s, Lt + s + 1, t - s);
    const double last = Rs[t - 1] + dec_sane(left[t]);
    const double sooner = best_sibling(It + s + 1, Ss + s + 1, left + s + 1, between);
    It[s] = (last > sooner ? last : sooner) + arc_score(b, t, s);
    Ls[t] = Lt[s] = max_plus_double(Ls + s, It + s, t - s);
}

static lazy_span between(int kind, int s, int t)
{
    return s == t ? (lazy_span){LAZY_NOTHING, 0, 0} : (lazy_span){kind, s < t ? s : t, s < t ? t : s};
}

// Of I, way 0 has no sibling.
static int kbest2_ways(const void *chart, lazy_span v)
{
    const kbest2 *b = chart;
    if (v.kind == I && v.s == 0 && b->single_root)
        return 1;
    return v.s < v.t ? v.t - v.s : v.s - v.t;
}

static double kbest2_parts(const void *chart, lazy_span v, int w, lazy_span part[2])
{
    const kbest2 *b = chart;
    const int s = v.s, t = v.t, low = s < t ? s : t;
    switch (v.kind) {
    case R:
        part[0] = (lazy_span){I, s, s + 1 + w};
        part[1] = between(R, s + 1 + w, t);
        return 0;
    case L:
        part[0] = between(L, s, s + w);
        part[1] = (lazy_span){I, t, s + w};
        return 0;
    case S:
        part[0] = between(R, s, s + w);
        part[1] = between(L, s + w + 1, t);
        return 0;
    default:
        part[0] = w ? (lazy_span){I, s, low + w} : between(LAZY_NOTHING, 0, 0);
        part[1] = w ? between(S, low + w, t) : s < t ? between(L, s + 1, t) : between(R, t, s - 1);
        return arc_score(b, s, t) + dec_sane(siblings(b, s, t)[w ? low + w : s]);
    }
}

static double kbest2_best(const void *chart, lazy_span v)
{
    const kbest2 *b = chart;
    return b->best[v.kind][(size_t)v.s * b->N + (size_t)v.t];
}

static void kbest2_take(const void *chart, lazy_span v, int *head)
{
    (void)chart;
    if (v.kind == I)
        head[v.t] = v.s;
}

int dec_eisner2_kbest(const float *arc, const float *sib, int n, bool single_root, int k, int *head,
                      double *score, arena *a)
{
    const size_t N = (size_t)n + 1;
    kbest2 b = {.n = n, .single_root = single_root, .N = N, .arc = arc, .sib = sib};
    const lazy_chart c = {&b, kbest2_ways, kbest2_parts, kbest2_best, kbest2_take};
    double *best = arena_alloc(a, 4 * N * N, sizeof *best);
    for (size_t i = 0; i < 4 * N * N; i++)
        best[i] = -INFINITY;
    for (int kind = R; kind < KINDS; kind++)
        b.best[kind] = best + (size_t)(kind - R) * N * N;
    for (size_t i = 0; i < N; i++)
        b.best[R][i * N + i] = b.best[L][i * N + i] = 0;
    for (int t = 1; t <= n; t++)
        for (int s = t - 1; s >= 0; s--)
            kbest2_words(&b, s, t);
    const int found = lazy_kbest(&c, between(R, 0, n), n, k, head, score, a);
    for (int i = 0; i < found; i++)
        score[i] = dec_list_score(dec_score2(arc, sib, n, head + (size_t)i * N), score[i]);
    dec_list_sort(n, found, head, score);
    return found;
}
