// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "graph/decoders.h"
#include "tests/forest.h"

enum { MOST = 6, SIDE = MOST + 1, LIST = 20000 };

static int heads[LIST * SIDE];
static double scores[LIST], all[LIST];

static int descending(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a < b) - (a > b);
}

static int by_heads(const void *x, const void *y)
{
    return memcmp(x, y, SIDE * sizeof(int));
}

// The list is the true one: ordered, of trees that have the scores, all different, and the scores are those
// of the best of all. Changes the order of heads.
static void check_list(int count, const float *arc, int n, bool single_root, bool projective)
{
    for (int i = 0; i < count; i++) {
        const int *head = heads + i * (n + 1);
        REQUIRE(head[0] == -1);
        REQUIRE(slow_is_tree(head, n));
        REQUIRE(!projective || all_projective(head, n));
        REQUIRE(!single_root || count_roots(head, n) == 1);
        REQUIRE(fabs(scores[i] - tree_score(arc, n, head)) < 1e-10);
        REQUIRE(fabs(scores[i] - all[i]) < 1e-10);
        REQUIRE(i == 0 || scores[i] <= scores[i - 1]);
    }
    for (int i = count - 1; i >= 0; i--) {
        int wide[SIDE] = {0};
        memcpy(wide, heads + i * (n + 1), ((size_t)n + 1) * sizeof(int));
        memcpy(heads + i * SIDE, wide, sizeof wide);
    }
    qsort(heads, (size_t)count, SIDE * sizeof(int), by_heads);
    for (int i = 1; i < count; i++)
        REQUIRE(by_heads(heads + i * SIDE, heads + (i - 1) * SIDE) != 0);
}

static void equals_brute_force(const graph_decoder *d)
{
    const bool projective = d->projective;
    rng r;
    arena a = {0};
    int without = 0;
    rng_seed(&r, 1);
    for (int n = 1; n <= MOST; n++) {
        forest f;
        forest_init(&f, n);
        for (int i = 0; i < 60 * DRAWS / SLOWER; i++) {
            const bool single_root = i / DRAWS % 2;
            const int some[] = {1, 2, 5, 10, 100, 400}, k = some[rng_below(&r, 6)];
            float arc[SIDE * SIDE];
            int there = 0;
            draw_arcs(&r, (draw)(i % DRAWS), n, arc);
            for (size_t t = 0; t < f.count; t++) {
                double score = forest_score(&f.tree[t], arc, n);
                if (score > -INFINITY && (f.tree[t].projective || !projective) &&
                    (f.tree[t].single_root || !single_root))
                    all[there++] = score;
            }
            qsort(all, (size_t)there, sizeof *all, descending);
            arena_reset(&a);
            int count = d->kbest(arc, n, single_root, k, heads, scores, &a);
            CHECK_INT(count, there < k ? there : k);
            check_list(count, arc, n, single_root, projective);
            without += there == 0;
        }
        forest_done(&f);
    }
    CHECK(without > 5);
    arena_done(&a);
}

static void brute_force(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if ((*d)->kbest)
            equals_brute_force(*d);
}

// The whole list, down to the worst tree.
static void ends_with_the_worst(const graph_decoder *d)
{
    const bool projective = d->projective;
    rng r;
    arena a = {0};
    forest f;
    rng_seed(&r, 2);
    const int n = SLOWER > 1 ? 4 : 5;
    forest_init(&f, n);
    for (int i = 0; i < 2 * DRAWS; i++) {
        const bool single_root = i / DRAWS;
        float arc[SIDE * SIDE];
        int there = 0;
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        for (size_t t = 0; t < f.count; t++) {
            double score = forest_score(&f.tree[t], arc, n);
            if (score > -INFINITY && (f.tree[t].projective || !projective) &&
                (f.tree[t].single_root || !single_root))
                all[there++] = score;
        }
        qsort(all, (size_t)there, sizeof *all, descending);
        arena_reset(&a);
        int count = d->kbest(arc, n, single_root, LIST, heads, scores, &a);
        CHECK_INT(count, there);
        check_list(count, arc, n, single_root, projective);
    }
    forest_done(&f);
    arena_done(&a);
}

static void to_the_end(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if ((*d)->kbest)
            ends_with_the_worst(*d);
}

// In longer sentences: the first is what the decoders of one tree give; lists of two lengths begin alike;
// scores of very different sizes keep the order and make no tree twice.
static void holds_in_longer(const graph_decoder *d)
{
    enum { n = 30, N = n + 1, K = 60 };
    static float arc[N * N];
    static int more[K * N], fewer[K * N];
    double more_score[K], fewer_score[K];
    rng r;
    arena a = {0};
    rng_seed(&r, 3);
    for (int i = 0; i < 5 * DRAWS / (SLOWER > 1 ? 5 : 1); i++) {
        const bool single_root = rng_below(&r, 2);
        int head[N];
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        if (i % DRAWS == FLOATS)
            for (int j = N; j < N * N; j++)
                arc[j] *= powf(10, (float)rng_below(&r, 30) - 20);
        arena_reset(&a);
        double first = d->arcs(arc, n, single_root, head, &a);
        int count = d->kbest(arc, n, single_root, K, more, more_score, &a);
        int half = d->kbest(arc, n, single_root, K / 2, fewer, fewer_score, &a);
        CHECK((count == 0) == (first == -INFINITY));
        CHECK_INT(half, count < K / 2 ? count : K / 2);
        CHECK(memcmp(more, fewer, (size_t)half * N * sizeof(int)) == 0);
        if (count)
            CHECK(fabs(first - more_score[0]) <= 1e-5 * fabs(first));
        for (int k = 0; k < count; k++) {
            const int *tree = more + k * N;
            CHECK(slow_is_tree(tree, n) && (!d->projective || all_projective(tree, n)));
            CHECK(!single_root || count_roots(tree, n) == 1);
            CHECK(k == 0 || more_score[k] <= more_score[k - 1]);
            for (int j = 0; j < k; j++)
                CHECK(memcmp(tree, more + j * N, N * sizeof(int)) != 0);
        }
    }
    arena_done(&a);
}

static void longer(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if ((*d)->kbest)
            holds_in_longer(*d);
}

static void edges(void)
{
    float arc[4] = {NAN, NAN, 3, NAN};
    arena a = {0};
    for (const graph_decoder *const *d = dec_all; *d; d++) {
        if (!(*d)->kbest)
            continue;
        arc[2] = 3;
        CHECK_INT((*d)->kbest(arc, 1, true, 0, heads, scores, &a), 0);
        CHECK_INT((*d)->kbest(arc, 0, true, 3, heads, scores, &a), 1);
        CHECK_NEAR(scores[0], 0, 0);
        CHECK_INT(heads[0], -1);
        CHECK_INT((*d)->kbest(arc, 1, false, 3, heads, scores, &a), 1);
        CHECK_NEAR(scores[0], 3, 0);
        CHECK_INT(heads[1], 0);
        arc[2] = -INFINITY;
        CHECK_INT((*d)->kbest(arc, 1, false, 3, heads, scores, &a), 0);
    }
    arena_done(&a);
}

TESTS(TEST(brute_force), TEST(to_the_end), TEST(longer), TEST(edges))
