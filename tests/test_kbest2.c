// SPDX-License-Identifier: MIT
// Lists of second order, of whatever decoder has them: against all trees of short sentences, and in longer
// ones.
#include "tests/harness.h"

#include "graph/decoders.h"
#include "tests/forest.h"

enum { MOST = 6, SIDE = MOST + 1, LIST = 20000 };

static int heads[LIST * SIDE];
static double scores[LIST], all[LIST];

// A sentence's scores; x is NULL without grandparents.
typedef struct input {
    int n;
    const float *arc, *sib;
    const dec_grand *x;
    bool single_root;
} input;

static double score_of(const input *in, const int *head)
{
    return in->x ? dec_score_grand(in->arc, in->sib, in->x, head) : dec_score2(in->arc, in->sib, in->n, head);
}

static int list(const graph_decoder *d, const input *in, int k, int *head, double *score, arena *a)
{
    arena_reset(a);
    return in->x ? d->kbest_grandparents(in->arc, in->sib, in->x, in->single_root, k, head, score, a)
                 : d->kbest_siblings(in->arc, in->sib, in->n, in->single_root, k, head, score, a);
}

static double search(const graph_decoder *d, const input *in, int *head, arena *a)
{
    arena_reset(a);
    return in->x ? d->grandparents(in->arc, in->sib, in->x, in->single_root, head, a)
                 : d->siblings(in->arc, in->sib, in->n, in->single_root, head, a);
}

static int descending(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a < b) - (a > b);
}

static bool near(double x, double y)
{
    return x == y || fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static size_t width; // of trees that are compared

static int by_heads(const void *x, const void *y)
{
    return memcmp(x, y, width * sizeof(int));
}

// Trees of the kind asked for, in order, with their scores, all different. Changes the order of head.
static void check_trees(const graph_decoder *d, const input *in, int count, int *head, const double *score)
{
    const int n = in->n, N = n + 1;
    for (int i = 0; i < count; i++) {
        const int *tree = head + i * N;
        REQUIRE(tree[0] == -1 && slow_is_tree(tree, n));
        REQUIRE(!d->projective || all_projective(tree, n));
        REQUIRE(!in->single_root || count_roots(tree, n) == 1);
        REQUIRE(score[i] == score_of(in, tree));
        REQUIRE(i == 0 || score[i] <= score[i - 1]);
    }
    width = (size_t)N;
    qsort(head, (size_t)count, width * sizeof(int), by_heads);
    for (int i = 1; i < count; i++)
        REQUIRE(by_heads(head + i * N, head + (i - 1) * N) != 0);
}

// Scores of all trees that the decoder searches, best first. Returns how many.
static int score_all(const graph_decoder *d, const forest *f, const input *in)
{
    int there = 0;
    for (size_t t = 0; t < f->count; t++) {
        int head[SIDE];
        for (int w = 0; w <= f->n; w++)
            head[w] = f->tree[t].head[w];
        const double score = score_of(in, head);
        if (score > -INFINITY && (f->tree[t].projective || !d->projective) &&
            (f->tree[t].single_root || !in->single_root))
            all[there++] = score;
    }
    qsort(all, (size_t)there, sizeof *all, descending);
    return there;
}

static void check_list(const graph_decoder *d, const forest *f, const input *in, int k, arena *a)
{
    const int there = score_all(d, f, in), count = list(d, in, k, heads, scores, a);
    if (d->exact) {
        CHECK_INT(count, there < k ? there : k);
        for (int i = 0; i < count; i++)
            REQUIRE(near(scores[i], all[i]));
    } else {
        int head[SIDE];
        const double found = search(d, in, head, a);
        CHECK((count == 0) == (found == -INFINITY) && count <= k && count <= there);
        if (count)
            CHECK(scores[0] >= found || near(scores[0], found));
        for (int i = 0; i < count; i++)
            REQUIRE(scores[i] <= all[i] || near(scores[i], all[i]));
    }
    check_trees(d, in, count, heads, scores);
}

// Entries of siblings and grandparents that are forbidden are NaN or -INFINITY.
static void spoil(rng *r, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] == -INFINITY && rng_below(r, 2))
            x[i] = NAN;
}

// Half the rounds k is small; in the others it is as large as there are trees, or larger.
static void equals_brute_force(const graph_decoder *d, int n, int rounds)
{
    rng r;
    arena a = {0}, listed = {0};
    forest f;
    rng_seed(&r, 20 + (uint64_t)n);
    forest_init(&f, n);
    for (int i = 0; i < rounds * DRAWS; i++) {
        const int some[] = {1, 2, 5, 10, 100, LIST}, k = some[rng_below(&r, n < 6 ? 6 : 5)];
        const draw siblings = (draw)(i / 2 % DRAWS), grand = (draw)(i / 3 % DRAWS);
        float arc[SIDE * SIDE], sib[SIDE * SIDE * SIDE];
        dec_grand x;
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        draw_siblings(&r, siblings, n, sib);
        arena_reset(&listed);
        dec_grand_init(&x, arc, n, &listed);
        draw_grand(&r, grand == SPARSE ? HOLES : grand, &x);
        for (int single = 0; single < 2; single++)
            for (int grands = 0; grands < 2; grands++) {
                const input in = {n, arc, sib, grands ? &x : NULL, single};
                check_list(d, &f, &in, k, &a);
            }
        spoil(&r, arc, sizeof arc / sizeof *arc);
        spoil(&r, sib, sizeof sib / sizeof *sib);
        spoil(&r, x.score, x.at[x.arcs]);
        for (int single = 0; single < 2; single++) {
            const input in = {n, arc, sib, i % 2 ? &x : NULL, single};
            const int count = list(d, &in, k, heads, scores, &a);
            if (d->exact)
                CHECK_INT(count, fmin(k, score_all(d, &f, &in)));
            check_trees(d, &in, count, heads, scores);
        }
    }
    forest_done(&f);
    arena_done(&a);
    arena_done(&listed);
}

static bool has_lists(const graph_decoder *d)
{
    return d->kbest_siblings && d->kbest_grandparents;
}

static void brute_force(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        for (int n = 1; n <= MOST && has_lists(*d); n++)
            equals_brute_force(*d, n, SLOWER > 1 ? 1 : n < 5 ? 20 : n < 6 ? 8 : 2);
}

// In longer sentences: the first is as good as what the search of one tree gives; lists of two lengths begin
// alike; an exact list has no gap, since no neighbour of its trees that is better than the last is missing.
static void longer(void)
{
    enum { n = 30, N = n + 1, K = 60 };
    static float arc[N * N], sib[N * N * N];
    static int more[K * N], fewer[K * N];
    double more_score[K], fewer_score[K];
    rng r;
    arena a = {0}, listed = {0};
    rng_seed(&r, 3);
    for (int i = 0; i < 4 * DRAWS / (SLOWER > 1 ? 4 : 1); i++)
        for (const graph_decoder *const *d = dec_all; *d; d++) {
            dec_grand x;
            int head[N];
            if (!has_lists(*d))
                continue;
            draw_arcs(&r, (draw)(i % DRAWS), n, arc);
            draw_siblings(&r, (draw)(i % HOLES), n, sib);
            arena_reset(&listed);
            dec_grand_init(&x, arc, n, &listed);
            draw_grand(&r, (draw)(i % HOLES), &x);
            const input in = {n, arc, sib, i / DRAWS % 2 ? &x : NULL, rng_below(&r, 2)};
            const double first = search(*d, &in, head, &a);
            const int count = list(*d, &in, K, more, more_score, &a);
            const int half = list(*d, &in, K / 2, fewer, fewer_score, &a);
            CHECK((count == 0) == (first == -INFINITY));
            if (count)
                CHECK(more_score[0] >= first - 1e-5 * fabs(first));
            if (count && (*d)->exact) {
                CHECK(more_score[0] <= first + 1e-5 * fabs(first));
                CHECK_INT(half, count < K / 2 ? count : K / 2);
                CHECK(memcmp(more, fewer, (size_t)half * N * sizeof(int)) == 0);
            }
            check_trees(*d, &in, count, more, more_score);
            check_trees(*d, &in, half, fewer, fewer_score);
        }
    arena_done(&a);
    arena_done(&listed);
}

// The list of a decoder that approximates is closed: no change of one head of a tree in it is better than the
// last and missing.
static void lists_are_closed(void)
{
    enum { n = 8, N = n + 1, K = 12 };
    float arc[N * N];
    static float sib[N * N * N];
    int head[K * N], tree[N];
    double score[K];
    rng r;
    arena a = {0};
    rng_seed(&r, 4);
    for (int i = 0; i < 200 / SLOWER; i++) {
        draw_arcs(&r, EIGHTHS, n, arc);
        draw_siblings(&r, EIGHTHS, n, sib);
        const input in = {n, arc, sib, NULL, i % 2};
        const int count = list(dec_for(false), &in, K, head, score, &a);
        CHECK_INT(count, K);
        for (int k = 0; k < count; k++)
            for (int d = 1; d <= n; d++)
                for (int h = 0; h <= n; h++) {
                    bool there = false;
                    memcpy(tree, head + k * N, sizeof tree);
                    tree[d] = h;
                    if (h == d || !slow_is_tree(tree, n) || (i % 2 && count_roots(tree, n) != 1))
                        continue;
                    for (int j = 0; j < count; j++)
                        there = there || memcmp(tree, head + j * N, sizeof tree) == 0;
                    REQUIRE(there || score_of(&in, tree) <= score[count - 1]);
                }
    }
    arena_done(&a);
}

static void edges(void)
{
    arena a = {0};
    for (const graph_decoder *const *d = dec_all; *d; d++) {
        float arc[4] = {NAN, NAN, 3, NAN}, sib[8] = {NAN, NAN, NAN, NAN, 2, NAN, NAN, NAN};
        dec_grand none, one;
        arena listed = {0};
        if (!has_lists(*d))
            continue;
        dec_grand_init(&none, arc, 0, &listed);
        dec_grand_init(&one, arc, 1, &listed);
        for (int grands = 0; grands < 2; grands++) {
            const input no = {0, arc, sib, grands ? &none : NULL, true};
            input in = {1, arc, sib, grands ? &one : NULL, true};
            arc[2] = 3;
            CHECK_INT(list(*d, &in, 0, heads, scores, &a), 0);
            CHECK_INT(list(*d, &no, 3, heads, scores, &a), 1);
            CHECK_NEAR(scores[0], 0, 0);
            CHECK_INT(heads[0], -1);
            CHECK_INT(list(*d, &in, 3, heads, scores, &a), 1);
            CHECK_NEAR(scores[0], 5, 0);
            CHECK_INT(heads[1], 0);
            arc[2] = -INFINITY;
            dec_grand_init(&one, arc, 1, &listed);
            CHECK_INT(list(*d, &in, 3, heads, scores, &a), 0);
            arc[2] = 3;
            dec_grand_init(&one, arc, 1, &listed);
        }
        arena_done(&listed);
    }
    arena_done(&a);
}

// The tree of a search goes to the front of a list.
static void starts(void)
{
    int head[3 * 3] = {-1, 0, 1, -1, 2, 0, -1, 0, 0}, last[3] = {-1, 0, 0}, other[3] = {-1, 0, 1};
    double score[3] = {5, 4, 3};
    CHECK_INT(dec_list_start(2, 3, 2, head, score, last, 4.5), 3); // new, with room
    CHECK(head[2] == 0 && head[5] == 1 && head[7] == 2);
    CHECK(score[0] == 4.5 && score[1] == 4.5 && score[2] == 4);
    CHECK_INT(dec_list_start(2, 3, 3, head, score, other, 5), 3); // there already
    CHECK(head[2] == 1 && head[5] == 0 && head[7] == 2);
    CHECK(score[0] == 5 && score[1] == 4.5 && score[2] == 4);
    CHECK_INT(dec_list_start(2, 2, 2, head, score, head + 6, 1), 2); // new, without room
    CHECK(head[1] == 2 && head[2] == 0 && head[5] == 1);
    CHECK(score[0] == 1 && score[1] == 1);
    CHECK_INT(dec_list_start(2, 0, 0, head, score, last, 1), 0);
}

TESTS(TEST(brute_force), TEST(longer), TEST(lists_are_closed), TEST(edges), TEST(starts))
