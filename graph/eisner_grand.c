// SPDX-License-Identifier: MIT
// The best projective tree with siblings and grandparents (Koo & Collins 2010, model 1, without scores of all
// four words at once), over the arcs that are not forbidden.
//
// Spans are Eisner's with siblings (eisner2.c), but each word knows its head g, which the scores of its
// dependents need. A word with its head is an arc, so a state is an arc g→h, or the root, which has no head.
// For a state k of the word h, the word's dependents d and their arcs h→d, which are states themselves:
//   I(k, d) = arc(h→d) + grand(g, h→d) + max { C(h→d, h+1) + sib(h→d, none),
//                                              max I(k, s) + S(h→s, h→d) + sib(h→d, s) }   s between h and d
//   S(h→s, h→d) = max C(h→s, r) + C(h→d, r+1)                                              s <= r < d
//   C(k, e) = max I(k, d) + C(h→d, e)                                                      d from h to e
// to the right, and mirrored to the left. Everything below max except I is the same for every g and is
// computed once. With m arcs into a word and as many out of it, that is O(m² n²) time and 2 m n² floats. The
// rows of I and C that are added lie side by side (max_plus.h).
//
// Sums, score and ties as in first order; having no sibling wins a tie.
#include "graph/decode.h"

#include "graph/fan.h"
#include "graph/max_plus.h"

typedef struct chart {
    const float *arc, *sib;
    const dec_grand *x;
    size_t N, stride;
    fan side[2];     // left, right
    float *C[2];     // [arcs+1][stride] by the span's other end
    float *I[2];     // rows of I_at, by the dependent's number among those of its side
    size_t *I_at[2]; // [arcs+2] a row ends with -INFINITY, and is a multiple of MAX_PLUS_WIDTH long
    float *row;      // [stride] what is added to I
} chart;

static void chart_init(chart *c, const float *arc, const float *sib, const dec_grand *x, arena *a)
{
    const size_t N = (size_t)x->n + 1, states = (size_t)x->arcs + 1;
    *c = (chart){.arc = arc, .sib = sib, .x = x, .N = N};
    c->stride = (N + 2 * MAX_PLUS_WIDTH - 1) / MAX_PLUS_WIDTH * MAX_PLUS_WIDTH;
    c->row = arena_zero(a, c->stride, sizeof *c->row);
    for (int right = 0; right < 2; right++) {
        fan_init(&c->side[right], x, right, a);
        c->C[right] = arena_alloc(a, states * c->stride, sizeof *c->C[right]);
        for (size_t i = 0; i < states * c->stride; i++)
            c->C[right][i] = -INFINITY;
        c->I_at[right] = arena_zero(a, states + 1, sizeof *c->I_at[right]);
        for (size_t k = 0; k < states; k++) {
            const int h = word_of(x, (int)k), count = fan_count(&c->side[right], h);
            c->C[right][k * c->stride + (size_t)h] = 0;
            c->I_at[right][k + 1] =
                c->I_at[right][k] + (size_t)(count + MAX_PLUS_WIDTH - 1) / MAX_PLUS_WIDTH * MAX_PLUS_WIDTH;
        }
        c->I[right] = arena_alloc(a, c->I_at[right][states] + 1, sizeof *c->I[right]);
        for (size_t i = 0; i < c->I_at[right][states]; i++)
            c->I[right][i] = -INFINITY;
    }
}

// The two ends' states and the stretch between them, for S.
typedef struct gap {
    const float *left, *right; // complete spans of the left word to the right, of the right one to the left
    int from, len;
} gap;

static gap gap_between(const chart *c, int i, int j)
{
    const int a = c->x->dep[i], b = c->x->dep[j];
    const size_t low = (size_t)(a < b ? i : j), high = (size_t)(a < b ? j : i);
    const int from = a < b ? a : b, to = a < b ? b : a;
    return (gap){c->C[1] + low * c->stride + from, c->C[0] + high * c->stride + from + 1, from, to - from};
}

// Returns I(k, d) without a sibling, the scores of arc and grandparent aside. c->row gets what is added to
// I(k, s) for each of the p siblings s nearer to h than d, the dependent of arc i.
static float chart_inside(const chart *c, int i, int p, bool right)
{
    const int h = c->x->head[i];
    const int *arc = c->side[right].arc + c->side[right].start[h];
    const float *sib = c->sib + ((size_t)c->x->dep[i] * c->N + (size_t)h) * c->N;
    for (int j = 0; j < p; j++) {
        const gap g = gap_between(c, arc[j], i);
        c->row[j] = max_plus2(g.left, g.right, g.len) + sib[c->x->dep[arc[j]]];
    }
    return c->C[!right][(size_t)i * c->stride + (size_t)(right ? h + 1 : h - 1)] + sib[h];
}

// The arc i from h to its dependent number p, for all states of h from first on: those whose head stands
// outside the span.
static void chart_arc(chart *c, int i, int p, bool right, int first, int count)
{
    const dec_grand *x = c->x;
    const int h = x->head[i], d = x->dep[i];
    const float none = chart_inside(c, i, p, right), own = c->arc[(size_t)d * c->N + (size_t)h];
    const float *grand = x->score + x->at[i];
    for (int k = 0; k < count; k++) {
        const int state = first + k, g = h ? x->head[state] : -1;
        float *I = c->I[right] + c->I_at[right][state];
        if (right ? g > h && g <= d : g >= d && g < h)
            continue;
        const float some = max_plus2(I, c->row, p);
        I[p] = (none > some ? none : some) + own + (h ? grand[k] : 0);
    }
}

// The spans from h to e.
static void chart_span(chart *c, int h, int e, bool right)
{
    const dec_grand *x = c->x;
    const fan *f = &c->side[right];
    const int *arc = f->arc + f->start[h], p = fan_within(f, x, h, e);
    const int first = h ? x->start[h] : x->arcs, count = h ? x->start[h + 1] - first : 1;
    if (p > 0 && x->dep[arc[p - 1]] == e)
        chart_arc(c, arc[p - 1], p - 1, right, first, count);
    for (int j = 0; j < p; j++)
        c->row[j] = c->C[right][(size_t)arc[j] * c->stride + (size_t)e];
    for (int k = first; k < first + count; k++)
        c->C[right][(size_t)k * c->stride + (size_t)e] =
            max_plus2(c->I[right] + c->I_at[right][k], c->row, p);
}

typedef struct span {
    int state, end;
} span;

static span *push(span *top, int state, int end)
{
    *top = (span){state, end};
    return top + 1;
}

// Takes the dependents of a complete span from the outside in, and puts the spans between them on the stack.
static span *chart_read(const chart *c, span what, int *head, span *top)
{
    const dec_grand *x = c->x;
    const int h = word_of(x, what.state), e = what.end;
    const bool right = h < e;
    const int *arc = c->side[right].arc + c->side[right].start[h];
    const float *I = c->I[right] + c->I_at[right][what.state];
    int p = 0, all = fan_count(&c->side[right], h);
    if (h == e)
        return top;
    while (p < all && (right ? x->dep[arc[p]] <= e : x->dep[arc[p]] >= e)) {
        c->row[p] = c->C[right][(size_t)arc[p] * c->stride + (size_t)e];
        p++;
    }
    p = max_plus_where(I, c->row, p);
    top = push(top, arc[p], e);
    for (;;) {
        const int i = arc[p];
        head[x->dep[i]] = h;
        const float none = chart_inside(c, i, p, right);
        const int s = max_plus_where(I, c->row, p);
        if (s < 0 || none >= I[s] + c->row[s])
            return push(top, i, right ? h + 1 : h - 1);
        const gap g = gap_between(c, arc[s], i);
        const int r = g.from + max_plus_where(g.left, g.right, g.len);
        top = push(top, right ? arc[s] : i, r);
        top = push(top, right ? i : arc[s], r + 1);
        p = s;
    }
}

// The arc to the only word on the root, -1 if there is no tree.
static int chart_root(const chart *c)
{
    const fan *f = &c->side[1];
    float best = -INFINITY;
    int root = -1;
    for (int j = f->start[0]; j < f->start[1]; j++) {
        const size_t i = (size_t)f->arc[j], at = (size_t)c->x->dep[i] * c->N;
        const float score =
            c->C[0][i * c->stride + 1] + c->C[1][i * c->stride + c->N - 1] + c->sib[at * c->N] + c->arc[at];
        if (score > best) {
            best = score;
            root = (int)i;
        }
    }
    return root;
}

double dec_eisner_grand(const float *arc, const float *sib, const dec_grand *x, bool single_root, int *head,
                        arena *a)
{
    const int n = x->n;
    chart c;
    head[0] = -1;
    if (n == 0)
        return 0;
    chart_init(&c, arc, sib, x, a);
    for (int width = 1; width <= n; width++) {
        for (int h = 1; h <= n; h++) {
            if (h + width <= n)
                chart_span(&c, h, h + width, true);
            if (h - width >= 1)
                chart_span(&c, h, h - width, false);
        }
        if (!single_root)
            chart_span(&c, 0, width, true);
    }
    span *stack = arena_alloc(a, 2 * c.N, sizeof *stack), *top = stack;
    const int root = single_root ? chart_root(&c) : x->arcs;
    if (root < 0 || (!single_root && c.C[1][(size_t)root * c.stride + (size_t)n] == -INFINITY))
        return dec_end(-INFINITY, n, head);
    if (single_root) {
        head[x->dep[root]] = 0;
        top = push(top, root, 1);
    }
    top = push(top, root, n);
    while (top > stack) {
        const span what = *--top;
        top = chart_read(&c, what, head, top);
    }
    return dec_end(dec_score_grand(arc, sib, x, head), n, head);
}
