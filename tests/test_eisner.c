// SPDX-License-Identifier: MIT
// Long sentences, and none. All trees of short ones: test_decoders.c.
#include "tests/harness.h"

#include "graph/decode.h"
#include "tests/forest.h"
#include "common/base/mem.h"

// By the definition: the dependents of each head from the inside out, on each side.
static double slow_score2(const float *arc, const float *sib, int n, const int *head)
{
    const int N = n + 1;
    double score = 0;
    for (int h = 0; h <= n; h++)
        for (int step = -1; step <= 1; step += 2)
            for (int d = h + step, last = h; d >= 1 && d <= n; d += step)
                if (head[d] == h) {
                    score += (double)arc[d * N + h] + (double)sib[(d * N + h) * N + last];
                    last = d;
                }
    return score;
}

// A tree that is worth much more than anything else is found in long sentences, in which the loops run over
// full vectors.
static void long_sentences(void)
{
    rng r;
    arena a = {0};
    rng_seed(&r, 3);
    for (int n = 8; n <= (SLOWER > 1 ? 30 : 60); n++) {
        const size_t N = (size_t)n + 1;
        float *arc = mem_alloc(N * N, sizeof *arc), *sib = mem_alloc(N * N * N, sizeof *sib);
        int *gold = mem_alloc(N, sizeof *gold), *head = mem_alloc(N, sizeof *head);
        draw_arcs(&r, EIGHTHS, n, arc);
        draw_siblings(&r, TIES, n, sib);
        dec_eisner(arc, n, true, gold, &a);
        draw_arcs(&r, EIGHTHS, n, arc);
        for (size_t d = 1; d < N; d++)
            arc[d * N + (size_t)gold[d]] += 200;
        for (int single = 0; single < 2; single++) {
            arena_reset(&a);
            CHECK_NEAR(dec_eisner(arc, n, single, head, &a), tree_score(arc, n, gold), 0);
            CHECK(memcmp(head, gold, N * sizeof *head) == 0);
            CHECK_NEAR(dec_eisner2(arc, sib, n, single, head, &a), slow_score2(arc, sib, n, gold), 0);
            CHECK(memcmp(head, gold, N * sizeof *head) == 0);
        }
        // Without siblings the orders agree.
        memset(sib, 0, N * N * N * sizeof *sib);
        draw_arcs(&r, EIGHTHS, n, arc);
        CHECK_NEAR(dec_eisner2(arc, sib, n, true, head, &a), dec_eisner(arc, n, true, gold, &a), 0);
        mem_free(arc);
        mem_free(sib);
        mem_free(gold);
        mem_free(head);
    }
    arena_done(&a);
}

static void edges(void)
{
    int head[2] = {7, 7};
    float arc[4] = {NAN, NAN, 3, NAN};
    arena a = {0};
    CHECK_NEAR(dec_eisner(arc, 0, true, head, &a), 0, 0);
    CHECK_INT(head[0], -1);
    CHECK_NEAR(dec_eisner(arc, 1, true, head, &a), 3, 0);
    CHECK_INT(head[1], 0);
    arc[2] = -INFINITY;
    CHECK(dec_eisner(arc, 1, true, head, &a) == -INFINITY);
    CHECK(dec_eisner(arc, 1, false, head, &a) == -INFINITY);
    float sib[8] = {NAN, NAN, NAN, NAN, 2, NAN, NAN, NAN};
    CHECK(dec_eisner2(arc, sib, 1, false, head, &a) == -INFINITY);
    arc[2] = 3;
    CHECK_NEAR(dec_eisner2(arc, sib, 1, true, head, &a), 5, 0);
    CHECK_INT(head[1], 0);
    CHECK_NEAR(dec_eisner2(arc, sib, 0, true, head, &a), 0, 0);
    arena_done(&a);
}

TESTS(TEST(long_sentences), TEST(edges))
