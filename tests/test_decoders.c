// SPDX-License-Identifier: MIT
// Whatever decoder is registered: each of its searches against all trees of short sentences. Lists of trees
// and sums over them have tests of their own (test_kbest.c, test_marginals.c).
#include "tests/harness.h"

#include "graph/decoders.h"
#include "tests/forest.h"

enum { MOST = FOREST_MOST, SIDE = MOST + 1 };

static bool same(double x, double y)
{
    return x == y || fabs(x - y) < 1e-3;
}

static void decoders_are_found(void)
{
    size_t n = 0;
    for (const graph_decoder *const *d = dec_all; *d; d++, n++) {
        CHECK(dec_find((*d)->name) == *d && dec_by_id((*d)->id) == *d);
        CHECK(strcmp(dec_choice(n).name, (*d)->name) == 0 && dec_choice(n).help == (*d)->help);
        CHECK((*d)->help && (*d)->help[0] && (*d)->arcs);
        CHECK(!(*d)->grandparents || (*d)->siblings);
    }
    CHECK(dec_choice(n).name == NULL && dec_choice(n + 1).name == NULL);
    CHECK(dec_find("") == NULL && dec_by_id(UINT32_MAX) == NULL);
    CHECK_STRING(dec_for(true)->name, "projective");
    CHECK_STRING(dec_for(false)->name, "nonprojective");
    CHECK_INT(dec_for(true)->id, 1); // they are in model files
    CHECK_INT(dec_for(false)->id, 0);
}

static void every_length_has_a_decoder(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++) {
        const graph_decoder *last = *d;
        for (int links = 0; last && last->most_words; links++) {
            REQUIRE(links < 100 && last->further);
            CHECK(dec_for_length(*d, last->most_words) == last);
            last = dec_find(last->further);
        }
        REQUIRE(last != NULL);
        CHECK(dec_for_length(*d, 1000000) == last);
    }
    CHECK(dec_for_length(dec_for(true), 1000)->projective);
    CHECK(!dec_for_length(dec_for(true), 1001)->projective);
}

static void orders_are_known(void)
{
    graph_decoder d = *dec_for(true);
    CHECK(dec_has(&d, 1, false) && dec_has(&d, 2, false) && dec_has(&d, 2, true));
    d.grandparents = NULL;
    CHECK(dec_has(&d, 2, false) && !dec_has(&d, 2, true));
    d.siblings = NULL;
    CHECK(dec_has(&d, 1, false) && !dec_has(&d, 2, false));
}

// What a search found is a tree of the kind that it was to be.
static void check_kind(const graph_decoder *d, int n, bool single, const int *head)
{
    CHECK_INT(head[0], -1);
    CHECK(slow_is_tree(head, n) && (!d->projective || all_projective(head, n)));
    CHECK(!single || count_roots(head, n) == 1);
}

static bool fits(const graph_decoder *d, const forest_tree *t, bool single)
{
    return (!d->projective || t->projective) && (!single || t->single_root);
}

static void arcs_equal_brute_force(const graph_decoder *d, int n)
{
    rng r;
    arena a = {0};
    forest f;
    rng_seed(&r, (uint64_t)n);
    forest_init(&f, n);
    for (int i = 0; i < (n < 7 ? 100 : 20) * DRAWS / SLOWER; i++) {
        float arc[SIDE * SIDE];
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        for (int single = 0; single < 2; single++) {
            double best = -INFINITY;
            int head[SIDE];
            for (size_t k = 0; k < f.count; k++)
                if (fits(d, &f.tree[k], single))
                    best = fmax(best, forest_score(&f.tree[k], arc, n));
            arena_reset(&a);
            const double score = d->arcs(arc, n, single, head, &a);
            CHECK(score == best || fabs(score - best) < 2e-5);
            if (score == -INFINITY)
                continue;
            check_kind(d, n, single, head);
            CHECK_NEAR(tree_score(arc, n, head), score, 0);
        }
    }
    forest_done(&f);
    arena_done(&a);
}

// By the definition, with no regard to how scores are kept. x may be NULL: no grandparents.
static double slow_score(const float *arc, const float *sib, const dec_grand *x, int n, const int *head)
{
    const int N = n + 1;
    double score = 0;
    for (int d = 1; d <= n; d++) {
        const int h = head[d], step = h < d ? -1 : 1;
        int s = d + step, before = 0;
        if (arc[d * N + h] == -INFINITY || (h > 0 && arc[h * N + head[h]] == -INFINITY))
            return -INFINITY;
        while (s != h && head[s] != h)
            s += step;
        score += (double)arc[d * N + h] + (double)sib[(d * N + h) * N + s];
        if (h == 0 || !x)
            continue;
        for (int g = 0; g < head[h]; g++)
            before += g != h && arc[h * N + g] != -INFINITY;
        for (int i = 0; i < x->arcs; i++)
            if (x->head[i] == h && x->dep[i] == d)
                score += (double)x->score[x->at[i] + (size_t)before];
    }
    return score;
}

// The best tree of all that the decoder could find, and the best projective one.
typedef struct bounds {
    double best, projective;
} bounds;

static bounds bounds_of(const graph_decoder *d, const forest *f, const float *arc, const float *sib,
                        const dec_grand *x, bool single)
{
    bounds b = {-INFINITY, -INFINITY};
    for (size_t k = 0; k < f->count; k++) {
        int head[SIDE];
        if (!fits(d, &f->tree[k], single))
            continue;
        for (int w = 0; w <= f->n; w++)
            head[w] = f->tree[k].head[w];
        const double score = slow_score(arc, sib, x, f->n, head);
        if (k % 7 == 0)
            CHECK(same(x ? dec_score_grand(arc, sib, x, head) : dec_score2(arc, sib, f->n, head), score));
        b.best = fmax(b.best, score);
        if (f->tree[k].projective)
            b.projective = fmax(b.projective, score);
    }
    return b;
}

// One search of second order. A decoder that is not exact finds a tree wherever there is one if siblings
// forbid nothing.
static void check_second(const graph_decoder *d, const forest *f, const float *arc, const float *sib,
                         const dec_grand *x, bool single, bool holes)
{
    static arena a;
    int head[SIDE];
    const bounds b = bounds_of(d, f, arc, sib, x, single);
    arena_reset(&a);
    const double score =
        x ? d->grandparents(arc, sib, x, single, head, &a) : d->siblings(arc, sib, f->n, single, head, &a);
    if (d->exact)
        CHECK(same(score, b.best));
    else
        CHECK((same(score, b.best) || score < b.best) && (same(score, b.projective) || score > b.projective));
    if (!holes)
        CHECK((score == -INFINITY) == (b.best == -INFINITY));
    if (score > -INFINITY) {
        check_kind(d, f->n, single, head);
        CHECK(same(slow_score(arc, sib, x, f->n, head), score));
    }
    arena_done(&a);
}

static void second_order_equals_brute_force(const graph_decoder *d, int n)
{
    rng r;
    arena listed = {0};
    forest f;
    rng_seed(&r, 10 + (uint64_t)n);
    forest_init(&f, n);
    for (int i = 0; i < (n < 6 ? 40 : 12) * DRAWS / SLOWER; i++) {
        const draw kind = (draw)(i / 2 % DRAWS);
        float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
        dec_grand x;
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        draw_siblings(&r, kind, n, sib);
        arena_reset(&listed);
        dec_grand_init(&x, arc, n, &listed);
        draw_grand(&r, (draw)(i % HOLES), &x);
        for (int single = 0; single < 2; single++) {
            if (d->siblings)
                check_second(d, &f, arc, sib, NULL, single, kind >= HOLES);
            if (d->grandparents)
                check_second(d, &f, arc, sib, &x, single, kind >= HOLES);
        }
    }
    forest_done(&f);
    arena_done(&listed);
}

static void first_order(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        for (int n = 1; n <= MOST; n++)
            arcs_equal_brute_force(*d, n);
}

static void second_order(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        for (int n = 1; n <= 6; n++)
            second_order_equals_brute_force(*d, n);
}

// A sentence of no words has a tree; of one word it is that on the root, if it may be.
static void edges(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++) {
        int head[2] = {7, 7};
        float arc[4] = {NAN, NAN, 3, NAN}, sib[8] = {NAN, NAN, NAN, NAN, 2, NAN, NAN, NAN};
        arena a = {0};
        CHECK_NEAR((*d)->arcs(arc, 0, true, head, &a), 0, 0);
        CHECK_NEAR((*d)->arcs(arc, 1, true, head, &a), 3, 0);
        CHECK_INT(head[1], 0);
        if ((*d)->siblings) {
            CHECK_NEAR((*d)->siblings(arc, sib, 0, true, head, &a), 0, 0);
            CHECK_NEAR((*d)->siblings(arc, sib, 1, false, head, &a), 5, 0);
        }
        arc[2] = -INFINITY;
        CHECK((*d)->arcs(arc, 1, false, head, &a) == -INFINITY);
        if ((*d)->siblings)
            CHECK((*d)->siblings(arc, sib, 1, false, head, &a) == -INFINITY);
        arena_done(&a);
    }
}

TESTS(TEST(decoders_are_found), TEST(every_length_has_a_decoder), TEST(orders_are_known), TEST(first_order),
      TEST(second_order), TEST(edges))
