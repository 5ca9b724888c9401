// SPDX-License-Identifier: MIT
// Probabilities over trees against the sum over all trees, and against the differences of the log partition.
#include "tests/harness.h"

#include "graph/decoders.h"
#include "tests/forest.h"
#include "common/base/mem.h"

enum { MOST = FOREST_MOST, SIDE = MOST + 1 };

typedef double marginals_fn(const float *arc, int n, bool single_root, double *marginal, arena *a);

static bool counts(const forest_tree *t, bool projective, bool single)
{
    return (t->projective || !projective) && (t->single_root || !single);
}

// By the definition. Scores are relative to the best tree, so that nothing overflows.
static double slow_marginals(const forest *f, const float *arc, bool projective, bool single,
                             double *marginal)
{
    const int n = f->n, N = n + 1;
    double best = -INFINITY, sum = 0;
    for (size_t k = 0; k < f->count; k++)
        if (counts(&f->tree[k], projective, single))
            best = fmax(best, forest_score(&f->tree[k], arc, n));
    for (int i = 0; i < N * N; i++)
        marginal[i] = 0;
    if (best == -INFINITY)
        return -INFINITY;
    for (size_t k = 0; k < f->count; k++) {
        if (!counts(&f->tree[k], projective, single))
            continue;
        double share = exp(forest_score(&f->tree[k], arc, n) - best);
        sum += share;
        for (int d = 1; d <= n; d++)
            marginal[d * N + f->tree[k].head[d]] += share;
    }
    for (int i = 0; i < N * N; i++)
        marginal[i] /= sum;
    return best + log(sum);
}

// Scores as they are drawn, times a factor: with a large one the best heads are often a cycle, and what
// breaks it is smaller than any rounding error.
static void equals_brute_force(marginals_fn *marginals, bool projective)
{
    static const float factors[] = {1, 0.05F, 30, 1000};
    rng r;
    arena a = {0};
    int without = 0;
    rng_seed(&r, 41);
    for (int n = 1; n <= MOST; n++) {
        forest f;
        forest_init(&f, n);
        for (int i = 0; i < (n < 6 ? 60 : n < 7 ? 20 : 2) * DRAWS / (SLOWER > 1 ? 2 : 1); i++) {
            float arc[SIDE * SIDE];
            double found[SIDE * SIDE], wanted[SIDE * SIDE];
            draw_arcs(&r, (draw)(i % DRAWS), n, arc);
            for (int j = 0; j < SIDE * SIDE && j < (n + 1) * (n + 1); j++)
                arc[j] *= factors[i / DRAWS % 4];
            for (int single = 0; single < 2; single++) {
                double log_sum = slow_marginals(&f, arc, projective, single, wanted);
                arena_reset(&a);
                double got = marginals(arc, n, single, found, &a);
                CHECK(got == log_sum || fabs(got - log_sum) <= 1e-11 * (1 + fabs(log_sum)));
                for (int j = 0; j < (n + 1) * (n + 1); j++)
                    CHECK_NEAR(found[j], wanted[j], 1e-10);
                without += log_sum == -INFINITY;
            }
        }
        forest_done(&f);
    }
    CHECK(without > 10);
    arena_done(&a);
}

static void sums_equal_brute_force(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if ((*d)->marginals)
            equals_brute_force((*d)->marginals, (*d)->projective);
}

// Long sentences: the heads of a word sum up to 1, so do the words of a single root, and the log partition
// changes as the marginals say.
static void long_sentences(marginals_fn *marginals, float factor)
{
    rng r;
    arena a = {0};
    rng_seed(&r, 42);
    for (int n = 10; n <= 60; n += 25) {
        const int N = n + 1;
        const size_t all = (size_t)N * (size_t)N;
        float *arc = mem_alloc(all, sizeof *arc);
        double *p = mem_alloc(all, sizeof *p), *q = mem_alloc(all, sizeof *q);
        draw_arcs(&r, FLOATS, n, arc);
        for (size_t i = 0; i < all; i++)
            arc[i] *= factor;
        for (int single = 0; single < 2; single++) {
            double roots = 0;
            arena_reset(&a);
            CHECK(isfinite(marginals(arc, n, single, p, &a)));
            for (int d = 1; d <= n; d++) {
                double sum = 0;
                for (int h = 0; h <= n; h++) {
                    CHECK(p[d * N + h] >= 0 && p[d * N + h] <= 1 + 1e-10);
                    sum += p[d * N + h];
                }
                CHECK_NEAR(sum, 1, 1e-10);
                roots += p[d * N];
            }
            CHECK(single ? fabs(roots - 1) < 1e-10 : roots > 1 - 1e-10);
            for (int i = 0; i < 10; i++) {
                const int d = 1 + (int)rng_below(&r, (uint64_t)n),
                          h = (d + 1 + (int)rng_below(&r, (uint64_t)n)) % N;
                const float by = 0.125F, before = arc[d * N + h]; // no rounding: by and before are floats
                arc[d * N + h] = before + by;
                const double step = (double)arc[d * N + h] - (double)before;
                double more = marginals(arc, n, single, q, &a);
                // The derivative of log(1 - p + p e^x) is known exactly.
                arc[d * N + h] = before;
                double less = marginals(arc, n, single, q, &a);
                CHECK_NEAR(more - less, log1p(p[d * N + h] * expm1(step)), 1e-9 * (1 + fabs(less) * 1e-3));
            }
        }
        mem_free(arc);
        mem_free(p);
        mem_free(q);
    }
    arena_done(&a);
}

static void long_sentences_are_consistent(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        for (float factor = 0.1F; (*d)->marginals && factor < 200; factor *= 10)
            long_sentences((*d)->marginals, factor);
}

static void edges_of(marginals_fn *marginals)
{
    double p[9];
    float none[1] = {NAN}, one[4] = {NAN, NAN, 3, NAN}, two[9] = {NAN, NAN, NAN, 5, NAN, 0, 5, 0, NAN};
    arena a = {0};
    CHECK_NEAR(marginals(none, 0, true, p, &a), 0, 0);
    for (int single = 0; single < 2; single++) {
        CHECK_NEAR(marginals(one, 1, single, p, &a), 3, 1e-12);
        CHECK_NEAR(p[2], 1, 1e-12);
    }
    // Both words want to be the root.
    CHECK_NEAR(marginals(two, 2, true, p, &a), 5 + log(2), 1e-12);
    CHECK_NEAR(p[3], 0.5, 1e-12);
    CHECK_NEAR(p[5], 0.5, 1e-12);
    marginals(two, 2, false, p, &a);
    CHECK_NEAR(p[3], exp(5) * (exp(5) + 1) / (exp(10) + 2 * exp(5)), 1e-12);
    // They can be nothing else: no tree with one root.
    two[5] = two[7] = -INFINITY;
    CHECK_NEAR(marginals(two, 2, false, p, &a), 10, 1e-12);
    CHECK(marginals(two, 2, true, p, &a) == -INFINITY);
    for (int i = 0; i < 9; i++)
        CHECK_NEAR(p[i], 0, 0);
    one[2] = -INFINITY;
    CHECK(marginals(one, 1, false, p, &a) == -INFINITY);
    arena_done(&a);
}

static void edges(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if ((*d)->marginals)
            edges_of((*d)->marginals);
}

TESTS(TEST(sums_equal_brute_force), TEST(long_sentences_are_consistent), TEST(edges))
