// SPDX-License-Identifier: MIT
// All trees of a size, and random scores, to test decoders.
#ifndef COPSE_TESTS_FOREST_H
#define COPSE_TESTS_FOREST_H

#include "tests/trees.h"

#include "graph/decode.h"
#include "common/base/mem.h"

#include <math.h>

#ifdef COPSE_ARENA_MALLOC
enum { SLOWER = 10 }; // with sanitizers; divides the number of repetitions
#else
enum { SLOWER = 1 };
#endif

enum { FOREST_MOST = 7 };

typedef struct forest_tree {
    signed char head[FOREST_MOST + 1];
    bool projective, single_root;
} forest_tree;

typedef struct forest {
    int n;
    size_t count; // (n + 1)^(n - 1)
    forest_tree *tree;
} forest;

static inline void forest_init(forest *f, int n)
{
    int head[FOREST_MOST + 1] = {0};
    size_t cap = 0;
    *f = (forest){.n = n};
    do {
        if (!slow_is_tree(head, n))
            continue;
        f->tree = mem_grow(f->tree, &cap, f->count + 1, sizeof *f->tree);
        forest_tree *t = &f->tree[f->count++];
        int roots = 0;
        t->projective = true;
        t->head[0] = -1;
        for (int d = 1; d <= n; d++) {
            t->head[d] = (signed char)head[d];
            roots += head[d] == 0;
            head[0] = -1;
            t->projective = t->projective && slow_arc_is_projective(head, d);
            head[0] = 0;
        }
        t->single_root = roots == 1;
    } while (next_heads(head, n));
}

static inline void forest_done(forest *f)
{
    mem_free(f->tree);
}

// How scores are drawn. All but FLOATS are small multiples of 1/8, so that sums are exact and ties occur.
typedef enum draw {
    FLOATS,  // any between -10 and 10
    EIGHTHS, // few ties
    TIES,    // 0, 1 or 2
    FLAT,    // all the same
    HOLES,   // a third forbidden
    SPARSE,  // most forbidden: often there is no tree
    DRAWS
} draw;

static inline float draw_score(rng *r, draw kind)
{
    const uint64_t x = rng_next(r);
    switch (kind) {
    case FLOATS:
        return (float)(rng_unit(r) * 20 - 10);
    case TIES:
        return (float)(x % 3);
    case FLAT:
        return -1;
    case HOLES:
        return x % 3 == 0 ? -INFINITY : (float)(x / 3 % 9) - 4;
    case SPARSE:
        return x % 4 != 0 ? -INFINITY : (float)(x / 4 % 9) - 4;
    default:
        return (float)((double)(x % 1000) / 8 - 60);
    }
}

// Draws arc scores for n words. Entries that decoders must not read are NaN.
static inline void draw_arcs(rng *r, draw kind, int n, float *arc)
{
    const int N = n + 1;
    for (int d = 0; d <= n; d++)
        for (int h = 0; h <= n; h++)
            arc[d * N + h] = d == 0 || d == h ? NAN : draw_score(r, kind);
}

static inline void draw_siblings(rng *r, draw kind, int n, float *sib)
{
    const int N = n + 1;
    for (int d = 0; d <= n; d++)
        for (int h = 0; h <= n; h++)
            for (int s = 0; s <= n; s++) {
                bool read = d > 0 && d != h && (s == h || (h < s && s < d) || (d < s && s < h));
                sib[(d * N + h) * N + s] = read ? draw_score(r, kind) : NAN;
            }
}

static inline void draw_grand(rng *r, draw kind, dec_grand *x)
{
    for (size_t i = 0; i < x->at[x->arcs]; i++)
        x->score[i] = draw_score(r, kind);
}

static inline double tree_score(const float *arc, int n, const int *head)
{
    double score = 0;
    for (int d = 1; d <= n; d++)
        score += (double)arc[d * (n + 1) + head[d]];
    return score;
}

static inline double forest_score(const forest_tree *t, const float *arc, int n)
{
    double score = 0;
    for (int d = 1; d <= n; d++)
        score += (double)arc[d * (n + 1) + t->head[d]];
    return score;
}

static inline int count_roots(const int *head, int n)
{
    int roots = 0;
    for (int d = 1; d <= n; d++)
        roots += head[d] == 0;
    return roots;
}

static inline bool all_projective(const int *head, int n)
{
    bool yes = true;
    for (int d = 1; d <= n; d++)
        yes = yes && slow_arc_is_projective(head, d);
    return yes;
}

#endif
