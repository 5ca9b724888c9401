// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "tests/forest.h"

enum { MOST = 6, SIDE = MOST + 1 };

static bool same(double a, double b)
{
    return a == b || fabs(a - b) < 1e-3;
}

// By the definition, with no regard to how scores are kept.
static double slow_score(const float *arc, const float *sib, const dec_grand *x, int n, const int *head)
{
    const int N = n + 1;
    double score = 0;
    for (int d = 1; d <= n; d++) {
        const int h = head[d], step = h < d ? -1 : 1;
        int s = d + step, before = 0;
        if (arc[d * N + h] == -INFINITY)
            return -INFINITY;
        while (s != h && head[s] != h)
            s += step;
        score += (double)arc[d * N + h] + (double)sib[(d * N + h) * N + s];
        if (h == 0)
            continue;
        for (int g = 0; g < head[h]; g++)
            before += g != h && arc[h * N + g] != -INFINITY;
        if (arc[h * N + head[h]] == -INFINITY)
            return -INFINITY;
        for (int i = 0; i < x->arcs; i++)
            if (x->head[i] == h && x->dep[i] == d)
                score += (double)x->score[x->at[i] + (size_t)before];
    }
    return score;
}

static void against_all_trees(void)
{
    rng r;
    arena a = {0}, listed = {0};
    int without = 0;
    rng_seed(&r, 5);
    for (int n = 1; n <= MOST; n++) {
        forest f;
        forest_init(&f, n);
        for (int i = 0; i < 40 * DRAWS / SLOWER; i++) {
            float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
            double best[2] = {-INFINITY, -INFINITY};
            int head[SIDE];
            dec_grand x;
            draw_arcs(&r, i % DRAWS, n, arc);
            draw_siblings(&r, i / DRAWS % DRAWS, n, sib);
            arena_reset(&listed);
            dec_grand_init(&x, arc, n, &listed);
            draw_grand(&r, i % 5, &x);
            for (size_t k = 0; k < f.count; k++) {
                for (int d = 0; d <= n; d++)
                    head[d] = f.tree[k].head[d];
                double score = slow_score(arc, sib, &x, n, head);
                if (k % 7 == 0)
                    CHECK(same(dec_score_grand(arc, sib, &x, head), score));
                if (f.tree[k].projective)
                    best[0] = fmax(best[0], score);
                if (f.tree[k].projective && f.tree[k].single_root)
                    best[1] = fmax(best[1], score);
            }
            for (int single = 0; single < 2; single++) {
                arena_reset(&a);
                double score = dec_eisner_grand(arc, sib, &x, single, head, &a);
                CHECK(same(score, best[single]));
                if (score == -INFINITY)
                    continue;
                CHECK_INT(head[0], -1);
                CHECK(slow_is_tree(head, n) && all_projective(head, n));
                CHECK(!single || count_roots(head, n) == 1);
                CHECK(same(slow_score(arc, sib, &x, n, head), score));
            }
            without += best[1] == -INFINITY;
        }
        forest_done(&f);
    }
    CHECK(without > 10);
    arena_done(&a);
    arena_done(&listed);
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
        free(arc);
        free(sib);
        free(head);
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

TESTS(TEST(against_all_trees), TEST(long_sentences), TEST(edges))
