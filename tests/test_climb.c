// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "graph/decoders.h"
#include "tests/forest.h"
#include "common/base/mem.h"

enum { MOST = 10, SIDE = MOST + 1 };

static double slow_score(const float *arc, const float *sib, const dec_grand *x, int n, const int *head)
{
    return x ? dec_score_grand(arc, sib, x, head) : dec_score2(arc, sib, n, head);
}

// The best change of one head by scoring every tree anew. False if none is better.
static bool slow_step(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                      int *head)
{
    double best = slow_score(arc, sib, x, n, head);
    int word = 0, to = 0;
    for (int d = 1; d <= n; d++) {
        const int h = head[d];
        for (int g = 0; g <= n; g++) {
            head[d] = g;
            if (g == d || g == h || !slow_is_tree(head, n) || (single_root && count_roots(head, n) != 1))
                continue;
            double score = slow_score(arc, sib, x, n, head);
            if (score > best + 1e-12) {
                best = score;
                word = d;
                to = g;
            }
        }
        head[d] = h;
    }
    if (word)
        head[word] = to;
    return word != 0;
}

// With scores whose sums are exact every step is the same, ties included; otherwise as long as steps differ
// by more than rounding, which they do here.
static void step_by_step(void)
{
    rng r;
    arena a = {0}, listed = {0};
    dec_grand grand;
    int steps = 0, longest = 0;
    rng_seed(&r, 1);
    for (int i = 0; i < 6000 / SLOWER; i++) {
        const int n = 1 + (int)rng_below(&r, MOST), bytes = (n + 1) * (int)sizeof(int);
        const bool single_root = i % 2;
        float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
        int start[SIDE], slow[SIDE], head[SIDE];
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        draw_siblings(&r, i % 3 ? TIES : (draw)(i % DRAWS), n, sib);
        if (i % 5 == 0) {
            arena_reset(&a);
            if (dec_eisner2(arc, sib, n, single_root, start, &a) == -INFINITY)
                continue;
        } else {
            make_tree(&r, (shape)rng_below(&r, SHAPES), start, n);
            if (single_root && count_roots(start, n) != 1)
                continue;
        }
        arena_reset(&listed);
        dec_grand_init(&grand, arc, n, &listed);
        draw_grand(&r, i % 3 ? TIES : EIGHTHS, &grand);
        const dec_grand *x = i % 7 < 3 ? &grand : NULL;
        double first = slow_score(arc, sib, x, n, start);
        memcpy(slow, start, (size_t)bytes);
        for (int most = 0; most < 50; most++) {
            memcpy(head, start, (size_t)bytes);
            arena_reset(&a);
            double score = dec_climb2(arc, sib, x, n, single_root, head, most, &a);
            REQUIRE(slow_is_tree(head, n));
            REQUIRE(!single_root || count_roots(head, n) == 1);
            REQUIRE(score >= first);
            REQUIRE(score == slow_score(arc, sib, x, n, head));
            if (first == -INFINITY)
                CHECK(memcmp(head, start, (size_t)bytes) == 0);
            else
                REQUIRE(memcmp(head, slow, (size_t)bytes) == 0);
            if (first == -INFINITY || !slow_step(arc, sib, x, n, single_root, slow))
                break;
            steps++;
            longest = most > longest ? most : longest;
        }
    }
    CHECK(steps > 1000 / SLOWER);
    CHECK(longest >= 5);
    arena_done(&a);
    arena_done(&listed);
}

// The gain of every change of one head is the difference between the scores of the trees.
static void gains_are_differences(void)
{
    rng r;
    arena a = {0}, listed = {0};
    dec_grand grand;
    long compared = 0;
    rng_seed(&r, 3);
    for (int i = 0; i < 2000 / SLOWER; i++) {
        const int n = 1 + (int)rng_below(&r, MOST), N = n + 1;
        float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
        double gain[SIDE * SIDE];
        int head[SIDE];
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        draw_siblings(&r, i % 3 ? TIES : (draw)(i % DRAWS), n, sib);
        make_tree(&r, (shape)rng_below(&r, SHAPES), head, n);
        arena_reset(&listed);
        arena_reset(&a);
        dec_grand_init(&grand, arc, n, &listed);
        draw_grand(&r, EIGHTHS, &grand);
        const dec_grand *x = i % 2 ? &grand : NULL;
        const double first = slow_score(arc, sib, x, n, head);
        CHECK(dec_gains(arc, sib, x, n, head, gain, &a) == (first > -INFINITY));
        for (int d = 1; d <= n && first > -INFINITY; d++) {
            const int h = head[d];
            for (int g = 0; g <= n; g++) {
                head[d] = g;
                if (g != d && slow_is_tree(head, n)) {
                    const double more = slow_score(arc, sib, x, n, head) - first;
                    CHECK(gain[d * N + g] == more || fabs(gain[d * N + g] - more) < 1e-4);
                    compared++;
                }
                head[d] = h;
            }
            CHECK(gain[d * N + d] == -INFINITY && gain[d * N + h] == 0);
        }
    }
    CHECK(compared > 10000 / SLOWER);
    arena_done(&a);
    arena_done(&listed);
}

// Larger, to the end: nothing is left to change.
static void summit(void)
{
    enum { n = 40, N = n + 1 };
    float *arc = mem_alloc(N * N, sizeof *arc), *sib = mem_alloc(N * N * N, sizeof *sib);
    rng r;
    arena a = {0};
    rng_seed(&r, 2);
    for (int i = 0; i < 4; i++) {
        int head[N], start[N];
        draw_arcs(&r, EIGHTHS, n, arc);
        draw_siblings(&r, EIGHTHS, n, sib);
        arena_reset(&a);
        double projective = dec_eisner2(arc, sib, n, i % 2, head, &a);
        memcpy(start, head, sizeof head);
        double score = dec_climb2(arc, sib, NULL, n, i % 2, head, 10000, &a);
        CHECK(score > projective);
        CHECK(slow_is_tree(head, n));
        CHECK(!slow_step(arc, sib, NULL, n, i % 2, head));
    }
    mem_free(arc);
    mem_free(sib);
    arena_done(&a);
}

// One case of starts_and_bounds: the results from all starts are trees, summits if the climb is not bounded,
// and the last one is the better of the others. Returns whether the starts led to different scores.
static bool compare_starts(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                           const dec_climbing *bound, arena *a)
{
    double score[DEC_STARTS];
    for (int from = 0; from < DEC_STARTS; from++) {
        dec_climbing how = *bound;
        int head[SIDE];
        how.from = (dec_start)from;
        arena_reset(a);
        score[from] = dec_for(false)->climb(arc, sib, x, n, single_root, &how, head, a);
        CHECK(slow_is_tree(head, n) && (!single_root || count_roots(head, n) == 1));
        CHECK(score[from] == -INFINITY || score[from] == slow_score(arc, sib, x, n, head));
        if (score[from] > -INFINITY && !how.bounded)
            CHECK(!slow_step(arc, sib, x, n, single_root, head));
    }
    CHECK(score[DEC_FROM_BOTH] == fmax(score[DEC_FROM_PROJECTIVE], score[DEC_FROM_FIRST]));
    return score[DEC_FROM_PROJECTIVE] != score[DEC_FROM_FIRST];
}

static void starts_and_bounds(void)
{
    rng r;
    arena a = {0}, listed = {0};
    dec_grand grand;
    int differ = 0;
    rng_seed(&r, 3);
    for (int i = 0; i < 1500 / SLOWER; i++) {
        const int n = 1 + (int)rng_below(&r, MOST);
        float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
        const dec_climbing bound = {.bounded = i % 3 == 0, .most = i % 3 ? 0 : i % 4};
        draw_arcs(&r, i % 4 ? EIGHTHS : HOLES, n, arc);
        draw_siblings(&r, EIGHTHS, n, sib);
        arena_reset(&listed);
        dec_grand_init(&grand, arc, n, &listed);
        draw_grand(&r, EIGHTHS, &grand);
        differ += compare_starts(arc, sib, i % 2 ? &grand : NULL, n, i % 5 < 2, &bound, &a);
    }
    CHECK(differ > 100 / SLOWER);
    arena_done(&a);
    arena_done(&listed);
}

// At most so many heads differ from the start, which is the best projective tree or that of first order.
static void bounds_hold(void)
{
    rng r;
    arena a = {0};
    int bounded = 0;
    rng_seed(&r, 4);
    for (int i = 0; i < 300 / SLOWER; i++) {
        const int n = 4 + (int)rng_below(&r, MOST - 3), most = i % 4;
        const dec_climbing how = {i % 2 ? DEC_FROM_FIRST : DEC_FROM_PROJECTIVE, true, most},
                           free = {how.from, false, 0};
        float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
        int start[SIDE], head[SIDE], changed = 0;
        draw_arcs(&r, EIGHTHS, n, arc);
        draw_siblings(&r, EIGHTHS, n, sib);
        arena_reset(&a);
        i % 2 ? dec_cle(arc, n, false, start, &a) : dec_eisner2(arc, sib, n, false, start, &a);
        arena_reset(&a);
        const double score = dec_for(false)->climb(arc, sib, NULL, n, false, &how, head, &a);
        for (int d = 1; d <= n; d++)
            changed += head[d] != start[d];
        CHECK(changed <= most && score >= dec_score2(arc, sib, n, start));
        arena_reset(&a);
        const double best = dec_for(false)->climb(arc, sib, NULL, n, false, &free, head, &a);
        CHECK(best >= score);
        bounded += best > score;
    }
    CHECK(bounded > 50 / SLOWER);
    arena_done(&a);
}

static void edges(void)
{
    int head[2] = {7, 0};
    float arc[4] = {NAN, NAN, 3, NAN}, sib[8] = {NAN, NAN, NAN, NAN, 2, NAN, NAN, NAN};
    arena a = {0};
    CHECK_NEAR(dec_climb2(arc, sib, NULL, 1, true, head, 5, &a), 5, 0);
    CHECK_NEAR(dec_climb2(arc, sib, NULL, 1, false, head, 5, &a), 5, 0);
    CHECK_INT(head[1], 0);
    CHECK_NEAR(dec_climb2(arc, sib, NULL, 0, true, head, 5, &a), 0, 0);
    arena_done(&a);
}

TESTS(TEST(step_by_step), TEST(gains_are_differences), TEST(summit), TEST(starts_and_bounds),
      TEST(bounds_hold), TEST(edges))
