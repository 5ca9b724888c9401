// SPDX-License-Identifier: MIT
// Approximate second-order non-projective search (McDonald & Pereira 2006): hill climbing from a tree,
// usually the best projective one, by the best change of one head at a time.
//
// A change moves d from its head h to g. It affects only the siblings around d, on its side of h and on its
// side of g. Let in(g, d) and out(g, d) be the dependents of g nearest to d on d's side of g, towards g (g
// itself if none) and away from it (0 if none):
//   gain(d, g) = arc(g→d) + sib(g→d, in) + [sib(g→out, d) - sib(g→out, in)]
//   loss(d)    = gain(d, h) if d were not there
// gain is kept for all pairs. A change recomputes it for two heads, h and g, in O(n). Then all pairs are
// searched for the best change: O(n²) a change. g must not be below d; the words below d are a range of the
// tree's preorder.
//
// With grandparents a change also affects d, by the head of its head, and its dependents k:
//   gain(d, g) + grand(head of g, g→d) + sum grand(g, d→k)
// This sum depends on the tree above g and is computed on demand.
//
// dec_gains gives the differences themselves, for all changes of one head.
//
// Differences are sums of at most four scores in double. One that is NaN, or -INFINITY because the new tree
// has a forbidden part, is no change for the better. Ties: the smallest d, then the smallest g.
#include "graph/climb.h"

#include <string.h>

void climb_init(climb *c, const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                arena *a)
{
    const size_t N = (size_t)n + 1;
    *c = (climb){.n = n, .N = N, .single_root = single_root, .arc = arc, .sib = sib, .grand = x};
    c->gain = arena_alloc(a, N * N + N, sizeof *c->gain);
    c->loss = c->gain + N * N;
    for (size_t i = 0; i < N * N; i++)
        c->gain[i] = -INFINITY;
    c->order = arena_alloc(a, 6 * N, sizeof *c->order);
    c->behind = c->order + N;
    c->child = c->behind + N;
    c->next = c->child + N;
    c->turn = c->next + N;
    c->stack = c->turn + N;
}

static double sibling(const climb *c, int h, int d, int s)
{
    return (double)c->sib[((size_t)d * c->N + (size_t)h) * c->N + (size_t)s];
}

// The score that d adds below g between the dependents in (g if none) and out (0 if none).
static double climb_between(const climb *c, int g, int d, int in, int out)
{
    double x = (double)c->arc[(size_t)d * c->N + (size_t)g] + sibling(c, g, d, in);
    return out ? x + (sibling(c, g, out, d) - sibling(c, g, out, in)) : x;
}

// On one side of g, recomputes the gains of all words as its dependents and the losses of its dependents,
// gap by gap from the inside out.
static void climb_side(climb *c, int g, int step)
{
    int in = g, before = g; // the last dependent, and the one before it
    for (int d = g + step; d >= 1 && d <= c->n;) {
        int out = d;
        while (out >= 1 && out <= c->n && c->head[out] != g)
            out += step;
        const bool end = out < 1 || out > c->n;
        if (in != g && !end)
            c->loss[in] = climb_between(c, g, in, before, out);
        for (; d != out; d += step)
            c->gain[(size_t)d * c->N + (size_t)g] = climb_between(c, g, d, in, end ? 0 : out);
        if (!end) {
            before = in;
            in = out;
            d = out + step;
        }
    }
    if (in != g)
        c->loss[in] = climb_between(c, g, in, before, 0);
}

static void climb_head(climb *c, int g)
{
    climb_side(c, g, 1);
    if (g)
        climb_side(c, g, -1);
}

// The preorder of the tree. Words that do not reach the root get no place.
static void climb_order(climb *c)
{
    int top = 0, place = 0;
    for (int w = 0; w <= c->n; w++)
        c->child[w] = -1;
    for (int d = c->n; d >= 1; d--) {
        c->next[d] = c->child[c->head[d]];
        c->child[c->head[d]] = d;
    }
    for (int w = 0; w <= c->n; w++)
        c->turn[w] = c->child[w];
    c->order[0] = place++;
    c->stack[top++] = 0;
    while (top > 0) {
        int w = c->stack[top - 1], d = c->turn[w];
        if (d < 0) {
            c->behind[w] = place;
            top--;
            continue;
        }
        c->turn[w] = c->next[d];
        c->order[d] = place++;
        c->stack[top++] = d;
    }
}

// The grandparent scores that d adds when g is its head.
static double climb_grand(const climb *c, int d, int g)
{
    double sum = g ? (double)dec_grand_of(c->grand, c->head[g], g, d) : 0;
    for (int k = c->child[d]; k > 0; k = c->next[k])
        sum += (double)dec_grand_of(c->grand, g, d, k);
    return sum;
}

void climb_each(const climb *c, const double *least, void (*visit)(void *context, climb_change x),
                void *context)
{
    for (int d = 1; d <= c->n; d++) {
        const double *gain = c->gain + (size_t)d * c->N;
        const double loss = c->loss[d] + (c->grand ? climb_grand(c, d, c->head[d]) : 0);
        const int from = c->order[d], size = c->behind[d] - from;
        for (int g = c->single_root ? 1 : 0; g <= c->n; g++) {
            double more = gain[g] - loss;
            if (!(more > (c->grand ? -INFINITY : *least)) || g == c->head[d] ||
                (unsigned)(c->order[g] - from) < (unsigned)size)
                continue;
            if (c->grand)
                more += climb_grand(c, d, g);
            if (more > *least)
                visit(context, (climb_change){more, d, g});
        }
    }
}

double climb_score(const climb *c)
{
    return c->grand ? dec_score_grand(c->arc, c->sib, c->grand, c->head)
                    : dec_score2(c->arc, c->sib, c->n, c->head);
}

void climb_start(climb *c, int *head)
{
    c->head = head;
    for (int g = 0; g <= c->n; g++)
        climb_head(c, g);
    climb_order(c);
}

void climb_make(climb *c, int d, int g)
{
    const int h = c->head[d];
    c->head[d] = g;
    climb_head(c, h);
    climb_head(c, g);
    climb_order(c);
}

static void keep_best(void *context, climb_change x)
{
    *(climb_change *)context = x;
}

double dec_climb2(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root, int *head,
                  int most, arena *a)
{
    climb c = {.n = n, .arc = arc, .sib = sib, .grand = x, .head = head};
    double score = climb_score(&c);
    head[0] = -1;
    if (!(score > -INFINITY) || most <= 0)
        return score > -INFINITY ? score : -INFINITY; // differences from a forbidden tree mean nothing
    climb_init(&c, arc, sib, x, n, single_root, a);
    climb_start(&c, head);
    int changes = 0;
    for (; changes < most; changes++) {
        climb_change best = {.more = 0};
        climb_each(&c, &best.more, keep_best, &best);
        if (!(best.more > 0))
            break;
        climb_make(&c, best.d, best.g);
    }
    return changes ? climb_score(&c) : score;
}

// A difference that is a number, or -INFINITY.
static double sane(double gain)
{
    return gain > -INFINITY ? gain : -INFINITY; // no NaN
}

bool dec_gains(const float *arc, const float *sib, const dec_grand *x, int n, const int *head, double *gain,
               arena *a)
{
    const size_t N = (size_t)n + 1;
    climb c;
    int *tree = arena_alloc(a, N, sizeof *tree);
    memcpy(tree, head, N * sizeof *tree);
    tree[0] = -1;
    climb_init(&c, arc, sib, x, n, false, a);
    for (size_t i = 0; i < N * N; i++)
        gain[i] = -INFINITY;
    c.head = tree;
    if (!(climb_score(&c) > -INFINITY))
        return false;
    climb_start(&c, tree);
    for (int d = 1; d <= n; d++) {
        const double loss = c.loss[d] + (x ? climb_grand(&c, d, tree[d]) : 0);
        for (int g = 0; g <= n; g++)
            if (g != d && g != tree[d] && arc[(size_t)d * N + (size_t)g] > -INFINITY)
                gain[(size_t)d * N + (size_t)g] =
                    sane(c.gain[(size_t)d * N + (size_t)g] - loss + (x ? climb_grand(&c, d, g) : 0));
        gain[(size_t)d * N + (size_t)tree[d]] = 0;
    }
    return true;
}
