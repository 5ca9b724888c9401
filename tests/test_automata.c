// SPDX-License-Identifier: MIT
// Head automata against all projective trees: sums, expected counts, the best tree.
#include "common/base/mem.h"
#include "graph/automata.h"
#include "graph/marginals.h"
#include "tests/harness.h"
#include "tests/trees.h"

enum { MOST = 6, K = 4, N = MOST + 1 };

// Random scores, as arrays.
typedef struct machine {
    double arc[N][N][K], stop[N * 2 * K];
    int context[N];
    ha_scores s;
} machine;

static void row_of(const void *of, int h, int d, double *row)
{
    const machine *m = of;
    memcpy(row, m->arc[h][d], sizeof m->arc[h][d]);
}

static double draw(rng *r, double forbidden)
{
    return rng_unit(r) < forbidden ? -INFINITY : 6 * rng_unit(r) - 4;
}

static void make(machine *m, rng *r, int n, double forbidden)
{
    for (int h = 0; h <= n; h++)
        for (int d = 0; d <= n; d++)
            for (int k = 0; k < K; k++)
                m->arc[h][d][k] = draw(r, forbidden);
    for (size_t i = 0; i < (size_t)(n + 1) * 2 * K; i++)
        m->stop[i] = draw(r, forbidden);
    for (int d = 0; d <= n; d++)
        m->context[d] = 1 + (int)rng_below(r, K - 1);
    m->s = (ha_scores){n, K, m->context, m->stop, row_of, m};
}

// How often a tree uses each score.
typedef struct uses {
    double arc[N][N][K], stop[N * 2 * K];
} uses;

static double score(const machine *m, const int *head, uses *u, double by)
{
    double sum = 0;
    for (int h = 0; h <= m->s.n; h++)
        for (int side = h == 0; side < 2; side++) {
            int k = 0;
            for (int d = side ? h + 1 : h - 1; d > 0 && d <= m->s.n; d += side ? 1 : -1) {
                if (head[d] != h)
                    continue;
                sum += m->arc[h][d][k];
                u->arc[h][d][k] += by;
                k = m->context[d];
            }
            sum += m->stop[(2 * h + side) * K + k];
            u->stop[(2 * h + side) * K + k] += by;
        }
    return sum;
}

static bool is_projective_tree(const int *head, int n)
{
    if (!slow_is_tree(head, n))
        return false;
    for (int d = 1; d <= n; d++)
        if (head[d] == d || !slow_arc_is_projective(head, d))
            return false;
    return true;
}

// The sum over all trees, the expected uses, and the best score.
static double brute(const machine *m, uses *expected, double *best)
{
    static uses none;
    int head[N] = {-1};
    double sum = -INFINITY;
    *best = -INFINITY;
    do {
        if (!is_projective_tree(head, m->s.n))
            continue;
        const double tree = score(m, head, &none, 0);
        *best = fmax(*best, tree);
        sum = mar_add(sum, tree);
    } while (next_heads(head, m->s.n));
    memset(expected, 0, sizeof *expected);
    memset(head, 0, sizeof head);
    do {
        const double tree = is_projective_tree(head, m->s.n) ? score(m, head, &none, 0) : -INFINITY;
        if (tree > -INFINITY)
            score(m, head, expected, exp(tree - sum));
    } while (next_heads(head, m->s.n));
    return sum;
}

static void count(void *to, int h, int d, const double *row)
{
    uses *u = to;
    for (int k = 0; k < K; k++)
        u->arc[h][d][k] += row[k];
}

static void compare(const machine *m)
{
    static uses expected, found, none;
    double best, marginal[N * N];
    arena a = {0};
    int head[N];
    const int n = m->s.n;
    const double sum = brute(m, &expected, &best);
    memset(&found, 0, sizeof found);
    const ha_counts to = {found.stop, count, &found, marginal};
    CHECK(sum == -INFINITY ? ha_sum(&m->s, &a) == sum : fabs(ha_sum(&m->s, &a) - sum) < 1e-10);
    arena_reset(&a);
    CHECK(sum == -INFINITY ? ha_expect(&m->s, &to, &a) == sum
                           : fabs(ha_expect(&m->s, &to, &a) - sum) < 1e-10);
    arena_reset(&a);
    const double top = ha_best(&m->s, head, &a);
    CHECK(is_projective_tree(head, n));
    CHECK(best == -INFINITY ? top == best
                            : fabs(top - best) < 1e-10 && fabs(score(m, head, &none, 0) - best) < 1e-10);
    for (int h = 0; h <= n; h++)
        for (int d = 1; d <= n; d++) {
            double all = 0;
            for (int k = 0; k < K; k++) {
                all += expected.arc[h][d][k];
                CHECK_NEAR(found.arc[h][d][k], expected.arc[h][d][k], 1e-10);
            }
            CHECK_NEAR(marginal[d * (n + 1) + h], all, 1e-10);
        }
    for (size_t i = 0; i < (size_t)(n + 1) * 2 * K; i++)
        if (i / K != HA_LEFT) // the root has no left side
            CHECK_NEAR(found.stop[i], expected.stop[i], 1e-10);
    arena_done(&a);
}

static void all_trees(void)
{
    static machine m;
    rng r;
    rng_seed(&r, 5);
    for (int n = 1; n <= MOST; n++)
        for (int round = 0; round < (n == MOST ? 2 : 12); round++) {
            make(&m, &r, n, round % 3 == 2 ? 0.2 : 0);
            compare(&m);
        }
}

// Without any tree: the chain.
static void no_tree(void)
{
    static machine m;
    rng r;
    arena a = {0};
    int head[N];
    rng_seed(&r, 6);
    make(&m, &r, 3, 1);
    CHECK(ha_best(&m.s, head, &a) == -INFINITY);
    for (int d = 1; d <= 3; d++)
        CHECK_INT(head[d], d - 1);
    arena_done(&a);
}

// Scores that depend on nothing.
static void level_row(const void *of, int h, int d, double *row)
{
    (void)h;
    (void)d;
    row[0] = row[1] = *(const double *)of;
}

// A long sentence, whose trees all have a probability below the least number. Sums of first order count them.
static void long_sentence(void)
{
    enum { WORDS = 400 };
    const double each = -50;
    int *context = mem_alloc(WORDS + 1, sizeof *context);
    double *stop = mem_zero((WORDS + 1) * 4, sizeof *stop);
    float *arc = mem_zero((WORDS + 1) * (WORDS + 1), sizeof *arc);
    double *marginal = mem_alloc((WORDS + 1) * (WORDS + 1), sizeof *marginal);
    arena a = {0};
    for (int d = 0; d <= WORDS; d++)
        context[d] = 1;
    const ha_scores s = {WORDS, 2, context, stop, level_row, &each};
    const double trees = mar_inside_outside(arc, WORDS, false, marginal, &a);
    arena_reset(&a);
    CHECK_NEAR(ha_sum(&s, &a), trees + WORDS * each, 1e-6);
    arena_done(&a);
    mem_free(context);
    mem_free(stop);
    mem_free(arc);
    mem_free(marginal);
}

TESTS(TEST(all_trees), TEST(no_tree), TEST(long_sentence))
