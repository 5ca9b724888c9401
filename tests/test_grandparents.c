// SPDX-License-Identifier: MIT
// Long sentences, and none. All trees of short ones: test_decoders.c.
#include "tests/harness.h"

#include "tests/forest.h"
#include "common/base/mem.h"

static bool same(double a, double b)
{
    return a == b || fabs(a - b) < 1e-3;
}

// Without grandparents the tree is that of siblings alone, also where rows are longer than a vector; and no
// other tree that the climb finds from there is projective and better.
static void long_sentences(void)
{
    rng r;
    arena a = {0}, listed = {0};
    rng_seed(&r, 6);
    for (int n = 8; n <= (SLOWER > 1 ? 30 : 60); n++) {
        const size_t N = (size_t)n + 1;
        float *arc = mem_alloc(N * N, sizeof *arc), *sib = mem_alloc(N * N * N, sizeof *sib);
        int *head = mem_alloc(N, sizeof *head);
        dec_grand x;
        draw_arcs(&r, n % 2 ? EIGHTHS : HOLES, n, arc);
        draw_siblings(&r, EIGHTHS, n, sib);
        arena_reset(&listed);
        dec_grand_init(&x, arc, n, &listed);
        for (int single = 0; single < 2; single++) {
            arena_reset(&a);
            double wanted = dec_eisner2(arc, sib, n, single, head, &a);
            CHECK(same(dec_eisner_grand(arc, sib, &x, single, head, &a), wanted));
            CHECK(wanted == -INFINITY || all_projective(head, n));
        }
        draw_grand(&r, EIGHTHS, &x);
        double score = dec_eisner_grand(arc, sib, &x, true, head, &a);
        CHECK(score == -INFINITY || (all_projective(head, n) && count_roots(head, n) == 1));
        if (score != -INFINITY && dec_climb2(arc, sib, &x, n, true, head, 1, &a) > score)
            CHECK(!all_projective(head, n));
        mem_free(arc);
        mem_free(sib);
        mem_free(head);
    }
    arena_done(&a);
    arena_done(&listed);
}

static void edges(void)
{
    int head[2] = {7, 7};
    float arc[4] = {NAN, NAN, 3, NAN}, sib[8] = {NAN, NAN, NAN, NAN, 2, NAN, NAN, NAN};
    arena a = {0};
    dec_grand x;
    dec_grand_init(&x, arc, 0, &a);
    CHECK_NEAR(dec_eisner_grand(arc, sib, &x, true, head, &a), 0, 0);
    CHECK_INT(head[0], -1);
    for (int single = 0; single < 2; single++) {
        arc[2] = 3;
        dec_grand_init(&x, arc, 1, &a);
        CHECK_NEAR(dec_eisner_grand(arc, sib, &x, single, head, &a), 5, 0);
        CHECK_INT(head[1], 0);
        arc[2] = -INFINITY;
        dec_grand_init(&x, arc, 1, &a);
        CHECK(dec_eisner_grand(arc, sib, &x, single, head, &a) == -INFINITY);
    }
    arena_done(&a);
}

TESTS(TEST(long_sentences), TEST(edges))
