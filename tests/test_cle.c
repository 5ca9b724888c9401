// SPDX-License-Identifier: MIT
// Against a slow implementation. All trees of short sentences: test_decoders.c.
#include "tests/harness.h"

#include "graph/decode.h"
#include "tests/forest.h"
#include "common/base/mem.h"

enum { MOST = 60 };

// The recursive algorithm of McDonald et al. 2005, Fig. 3, in the plainest way; for any nodes 0..n with
// arc[d][h]. False if there is no tree.
static bool slow_cle(int n, const double *arc, int *head)
{
    const int N = n + 1;
    int mark[MOST + 1] = {0}, cycle = 0;
    for (int d = 1; d <= n; d++) {
        head[d] = -1;
        for (int h = 0; h <= n; h++)
            if (h != d && arc[d * N + h] > -INFINITY &&
                (head[d] < 0 || arc[d * N + h] > arc[d * N + head[d]]))
                head[d] = h;
        if (head[d] < 0)
            return false;
    }
    for (int d = 1; d <= n && !cycle; d++) {
        int at = d;
        for (int steps = 0; at != 0 && steps <= n; steps++)
            at = head[at];
        cycle = at;
    }
    if (!cycle)
        return true;
    for (int at = cycle; !mark[at]; at = head[at])
        mark[at] = 1;
    int old[MOST + 1], m = 0; // the nodes that are left; the cycle becomes the last
    for (int v = 0; v <= n; v++)
        if (!mark[v])
            old[m++] = v;
    double *small = mem_alloc((size_t)(m + 1) * (size_t)(m + 1), sizeof *small);
    int *in = mem_zero((size_t)m + 1, sizeof *in), *out = mem_zero((size_t)m + 1, sizeof *out),
        below[MOST + 1];
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            small[i * (m + 1) + j] = arc[old[i] * N + old[j]];
        double best_in = -INFINITY, best_out = -INFINITY;
        for (int c = 1; c <= n; c++) {
            if (!mark[c])
                continue;
            double enters = arc[c * N + old[i]] - arc[c * N + head[c]];
            if (enters > best_in)
                best_in = enters, in[i] = c;
            if (old[i] && arc[old[i] * N + c] > best_out)
                best_out = arc[old[i] * N + c], out[i] = c;
        }
        small[m * (m + 1) + i] = best_in;
        small[i * (m + 1) + m] = best_out;
    }
    bool found = slow_cle(m, small, below);
    for (int i = 1; i < m && found; i++)
        head[old[i]] = below[i] == m ? out[i] : old[below[i]];
    if (found)
        head[in[below[m]]] = old[below[m]];
    mem_free(small);
    mem_free(in);
    mem_free(out);
    return found;
}

static double slow_best(const float *arc, int n, bool single_root)
{
    static double all[(MOST + 1) * (MOST + 1)];
    int head[MOST + 1];
    double best = -INFINITY;
    for (int root = single_root ? 1 : 0; root <= (single_root ? n : 0); root++) {
        for (int d = 1; d <= n; d++)
            for (int h = 0; h <= n; h++)
                all[d * (n + 1) + h] = root && h == 0 && d != root ? -INFINITY : (double)arc[d * (n + 1) + h];
        if (slow_cle(n, all, head))
            best = fmax(best, tree_score(arc, n, head));
    }
    return best;
}

// What dec_cle gives is a tree and has the score it returns.
static double decode(const float *arc, int n, bool single_root, arena *a)
{
    int head[MOST + 1];
    arena_reset(a);
    double score = dec_cle(arc, n, single_root, head, a);
    if (score > -INFINITY) {
        CHECK_INT(head[0], -1);
        CHECK(slow_is_tree(head, n));
        CHECK(!single_root || count_roots(head, n) == 1);
        CHECK_NEAR(tree_score(arc, n, head), score, 0);
    }
    return score;
}

static bool same(double x, double y)
{
    return x == y || fabs(x - y) < 1e-9;
}

// 10,000 graphs, sizes spread so that large ones are rarer.
static void slow_implementation(void)
{
    static float arc[(MOST + 1) * (MOST + 1)];
    rng r;
    arena a = {0};
    rng_seed(&r, 2);
    for (int i = 0; i < 10000 / SLOWER; i++) {
        int n = 1 + (int)(MOST * rng_unit(&r) * rng_unit(&r));
        if (i < 200 / SLOWER)
            n = MOST - i % 10;
        draw_arcs(&r, (draw)(i % DRAWS), n, arc);
        CHECK(same(decode(arc, n, false, &a), slow_best(arc, n, false)));
        if (n <= 30 && i % 4 == 0)
            CHECK(same(decode(arc, n, true, &a), slow_best(arc, n, true)));
    }
    arena_done(&a);
}

// McDonald et al. 2005, section 2.2.1.
static void john_saw_mary(void)
{
    const float no = -INFINITY;
    const float arc[] = {
        no, no, no, no, // root
        9,  no, 30, 11, // John, below root, John, saw, Mary
        10, 20, no, 0,  // saw
        9,  3,  30, no, // Mary
    };
    arena a = {0};
    for (int single = 0; single < 2; single++) {
        int head[4];
        CHECK_NEAR(dec_cle(arc, 3, single, head, &a), 70, 0);
        CHECK_INT(head[1], 2);
        CHECK_INT(head[2], 0);
        CHECK_INT(head[3], 2);
    }
    arena_done(&a);
}

// Cycles within cycles, as many as can be: word d likes d - 1 and d + 1 most, by strength.
static void nested(void)
{
    enum { n = 500, N = n + 1 };
    float *arc = mem_alloc(N * N, sizeof *arc);
    int head[N];
    arena a = {0};
    for (int d = 0; d < N; d++)
        for (int h = 0; h < N; h++)
            arc[d * N + h] = h == 0 ? -10000 : (float)-abs(d - h) * (float)(d < h ? d : h);
    for (int single = 0; single < 2; single++) {
        arena_reset(&a);
        double score = dec_cle(arc, n, single, head, &a);
        CHECK(slow_is_tree(head, n));
        CHECK_INT(count_roots(head, n), 1);
        CHECK_NEAR(score, tree_score(arc, n, head), 0);
    }
    mem_free(arc);
    arena_done(&a);
}

static void edges(void)
{
    int head[2] = {7, 7};
    float arc[4] = {NAN, NAN, 3, NAN};
    arena a = {0};
    CHECK_NEAR(dec_cle(arc, 0, true, head, &a), 0, 0);
    CHECK_INT(head[0], -1);
    CHECK_NEAR(dec_cle(arc, 1, true, head, &a), 3, 0);
    CHECK_INT(head[1], 0);
    arc[2] = -INFINITY;
    CHECK(dec_cle(arc, 1, true, head, &a) == -INFINITY);
    CHECK(dec_cle(arc, 1, false, head, &a) == -INFINITY);
    arena_done(&a);
}

TESTS(TEST(john_saw_mary), TEST(slow_implementation), TEST(nested), TEST(edges))
