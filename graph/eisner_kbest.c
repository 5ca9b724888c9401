// SPDX-License-Identifier: MIT
// The k best projective trees, exactly and in order: the best score of every span of Eisner's algorithm
// (eisner.c has the notation), O(n³), then their derivations on demand (lazy.h). A projective tree has one
// derivation, so no tree comes twice.
//
// Scores are on a grid (grid.h): sums are exact. Ties: the smaller split, then the better part before it.
#include "graph/decode.h"

#include "graph/grid.h"
#include "graph/lazy.h"
#include "graph/max_plus.h"

enum { R = LAZY_NOTHING + 1, L, I, KINDS }; // I(h, d) has its head first; R and L have s <= t

typedef struct kbest {
    int n;
    bool single_root;
    size_t N;
    const float *arc;
    double grid;
    double *best[KINDS]; // [N][N] of kind; R and L mirrored
} kbest;

static double arc_score(const kbest *b, int h, int d)
{
    return grid_round(b->grid, b->arc[(size_t)d * b->N + (size_t)h]);
}

// The best scores of all spans.
static void kbest_inside(kbest *b)
{
    const size_t N = b->N;
    for (int t = 1; t <= b->n; t++) {
        double *Rt = b->best[R] + (size_t)t * N, *Lt = b->best[L] + (size_t)t * N,
               *It = b->best[I] + (size_t)t * N;
        for (int s = t - 1; s >= 0; s--) {
            double *Rs = b->best[R] + (size_t)s * N, *Ls = b->best[L] + (size_t)s * N,
                   *Is = b->best[I] + (size_t)s * N;
            const double meet = max_plus_double(Rs + s, Lt + s + 1, s == 0 && b->single_root ? 1 : t - s);
            Is[t] = meet + arc_score(b, s, t);
            Rs[t] = Rt[s] = max_plus_double(Is + s + 1, Rt + s + 1, t - s);
            if (s == 0)
                continue;
            It[s] = meet + arc_score(b, t, s);
            Ls[t] = Lt[s] = max_plus_double(Ls + s, It + s, t - s);
        }
    }
}

static lazy_span complete(int kind, int s, int t)
{
    return s == t ? (lazy_span){LAZY_NOTHING, 0, 0} : (lazy_span){kind, s, t};
}

static int kbest_ways(const void *chart, lazy_span v)
{
    const kbest *b = chart;
    if (v.kind == I && v.s == 0 && b->single_root)
        return 1;
    return v.s < v.t ? v.t - v.s : v.s - v.t;
}

static double kbest_parts(const void *chart, lazy_span v, int w, lazy_span part[2])
{
    const int s = v.s, t = v.t, low = s < t ? s : t, high = s < t ? t : s;
    const int r = v.kind == R ? low + 1 + w : low + w;
    switch (v.kind) {
    case I:
        part[0] = complete(R, low, r);
        part[1] = complete(L, r + 1, high);
        return arc_score(chart, s, t);
    case R:
        part[0] = (lazy_span){I, s, r};
        part[1] = complete(R, r, t);
        return 0;
    default:
        part[0] = complete(L, s, r);
        part[1] = (lazy_span){I, t, r};
        return 0;
    }
}

static double kbest_best(const void *chart, lazy_span v)
{
    const kbest *b = chart;
    return b->best[v.kind][(size_t)v.s * b->N + (size_t)v.t];
}

static void kbest_take(const void *chart, lazy_span v, int *head)
{
    (void)chart;
    if (v.kind == I)
        head[v.t] = v.s;
}

int dec_eisner_kbest(const float *arc, int n, bool single_root, int k, int *head, double *score, arena *a)
{
    const size_t N = (size_t)n + 1;
    kbest b = {.n = n, .single_root = single_root, .N = N, .arc = arc, .grid = grid_of(arc, n)};
    const lazy_chart c = {&b, kbest_ways, kbest_parts, kbest_best, kbest_take};
    double *best = arena_alloc(a, 3 * N * N, sizeof *best);
    for (size_t i = 0; i < 3 * N * N; i++)
        best[i] = -INFINITY;
    for (int kind = R; kind < KINDS; kind++)
        b.best[kind] = best + (size_t)(kind - R) * N * N;
    for (size_t i = 0; i < N; i++)
        b.best[R][i * N + i] = b.best[L][i * N + i] = 0;
    kbest_inside(&b);
    return lazy_kbest(&c, complete(R, 0, n), n, k, head, score, a);
}
