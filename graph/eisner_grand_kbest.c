// SPDX-License-Identifier: MIT
// The k best projective trees with siblings and grandparents, exactly and in order: the best scores of C and
// I of eisner_grand.c (which has the notation), in double, then derivations on demand (lazy.h). S is computed
// where it is needed. A tree has one derivation, as in eisner2_kbest.c, and scores are rounded and sorted as
// there.
#include "graph/decode.h"

#include "graph/fan.h"
#include "graph/lazy.h"
#include "graph/max_plus.h"

// C(state, end), I(state, arc), S(arc of the inner sibling, arc of the outer one).
enum { C = LAZY_NOTHING + 1, I, S };

typedef struct chart {
    const float *arc, *sib;
    const dec_grand *x;
    bool single_root;
    size_t N;
    fan side[2];     // left, right
    int *place;      // [arcs] of an arc in its fan
    double *C;       // [arcs+1][N] by the span's other end, on either side
    double *I[2];    // I(k, i) is I[right][I_at[right][k] + place[i]]
    size_t *I_at[2]; // [arcs+2]
    double *row;     // [N] what is added to I
} chart;

static void chart_init(chart *c, const float *arc, const float *sib, const dec_grand *x, bool single_root,
                       arena *a)
{
    const size_t N = (size_t)x->n + 1, states = (size_t)x->arcs + 1;
    *c = (chart){.arc = arc, .sib = sib, .x = x, .single_root = single_root, .N = N};
    c->row = arena_alloc(a, N, sizeof *c->row);
    c->place = arena_alloc(a, states, sizeof *c->place);
    c->C = arena_alloc(a, states * N, sizeof *c->C);
    for (size_t i = 0; i < states * N; i++)
        c->C[i] = -INFINITY;
    for (size_t k = 0; k < states; k++)
        c->C[k * N + (size_t)word_of(x, (int)k)] = 0;
    for (int right = 0; right < 2; right++) {
        fan *f = &c->side[right];
        fan_init(f, x, right, a);
        for (int h = 0; h <= x->n; h++)
            for (int j = f->start[h]; j < f->start[h + 1]; j++)
                c->place[f->arc[j]] = j - f->start[h];
        c->I_at[right] = arena_zero(a, states + 1, sizeof *c->I_at[right]);
        for (size_t k = 0; k < states; k++)
            c->I_at[right][k + 1] = c->I_at[right][k] + (size_t)fan_count(f, word_of(x, (int)k));
        c->I[right] = arena_alloc(a, c->I_at[right][states] + 1, sizeof *c->I[right]);
        for (size_t i = 0; i < c->I_at[right][states]; i++)
            c->I[right][i] = -INFINITY;
    }
}

// ---------------------------------------------------------------------------------------------------
// The best scores of spans

// The siblings of two arcs, from left to right.
typedef struct gap {
    int low, high; // arcs
    int from, len; // of the words between, as the places to divide them
} gap;

static gap gap_between(const chart *c, int i, int j)
{
    const int a = c->x->dep[i], b = c->x->dep[j];
    return a < b ? (gap){i, j, a, b - a} : (gap){j, i, b, a - b};
}

static double best_gap(const chart *c, int i, int j)
{
    const gap g = gap_between(c, i, j);
    return max_plus_double(c->C + (size_t)g.low * c->N + g.from, c->C + (size_t)g.high * c->N + g.from + 1,
                           g.len);
}

static const float *siblings(const chart *c, int i)
{
    return c->sib + ((size_t)c->x->dep[i] * c->N + (size_t)c->x->head[i]) * c->N;
}

// The score of arc i and of its grandparent, given the state of its head.
static double own_score(const chart *c, int state, int i)
{
    const dec_grand *x = c->x;
    const int h = x->head[i];
    const double arc = dec_sane(c->arc[(size_t)x->dep[i] * c->N + (size_t)h]);
    return h ? arc + dec_sane(x->score[x->at[i] + (size_t)(state - x->start[h])]) : arc;
}

// How many siblings arc i may have. Single root: its word has none.
static int siblings_of(const chart *c, int i)
{
    return c->single_root && c->x->head[i] == 0 ? 0 : c->place[i];
}

// I(k, i) for all states of the head from first on: those whose head stands outside the span.
static void chart_arc(chart *c, int i, bool right, int first, int count)
{
    const dec_grand *x = c->x;
    const int h = x->head[i], d = x->dep[i], p = siblings_of(c, i);
    const int *arc = c->side[right].arc + c->side[right].start[h];
    const float *sib = siblings(c, i);
    const double none = c->C[(size_t)i * c->N + (size_t)(right ? h + 1 : h - 1)] + dec_sane(sib[h]);
    for (int j = 0; j < p; j++)
        c->row[j] = best_gap(c, arc[j], i) + dec_sane(sib[x->dep[arc[j]]]);
    for (int k = first; k < first + count; k++) {
        const int g = h ? x->head[k] : -1;
        double *row = c->I[right] + c->I_at[right][k];
        if (right ? g > h && g <= d : g >= d && g < h)
            continue;
        const double some = max_plus_double(row, c->row, p);
        row[c->place[i]] = (none > some ? none : some) + own_score(c, k, i);
    }
}

// The spans from h to e.
static void chart_span(chart *c, int h, int e)
{
    const dec_grand *x = c->x;
    const bool right = h < e;
    const fan *f = &c->side[right];
    const int *arc = f->arc + f->start[h], p = fan_within(f, x, h, e);
    const int first = h ? x->start[h] : x->arcs, count = h ? x->start[h + 1] - first : 1;
    if (p > 0 && x->dep[arc[p - 1]] == e)
        chart_arc(c, arc[p - 1], right, first, count);
    for (int j = 0; j < p; j++)
        c->row[j] = c->C[(size_t)arc[j] * c->N + (size_t)e];
    for (int k = first; k < first + count; k++)
        c->C[(size_t)k * c->N + (size_t)e] = max_plus_double(c->I[right] + c->I_at[right][k], c->row, p);
}

static void chart_fill(chart *c)
{
    const int n = c->x->n;
    for (int width = 1; width <= n; width++) {
        for (int h = 1; h <= n; h++) {
            if (h + width <= n)
                chart_span(c, h, h + width);
            if (h - width >= 1)
                chart_span(c, h, h - width);
        }
        chart_span(c, 0, width);
    }
}

// ---------------------------------------------------------------------------------------------------
// For lists

static const fan *fan_of(const chart *c, int i)
{
    return &c->side[c->x->head[i] < c->x->dep[i]];
}

static lazy_span complete(const chart *c, int state, int end)
{
    return word_of(c->x, state) == end ? (lazy_span){LAZY_NOTHING, 0, 0} : (lazy_span){C, state, end};
}

// Of I, way 0 has no sibling.
static int chart_ways(const void *chart_, lazy_span v)
{
    const chart *c = chart_;
    const int h = v.kind == C ? word_of(c->x, v.s) : 0;
    switch (v.kind) {
    case C:
        return fan_within(&c->side[h < v.t], c->x, h, v.t);
    case I:
        return siblings_of(c, v.t) + 1;
    default:
        return gap_between(c, v.s, v.t).len;
    }
}

// The parts of I(state, i).
static double arc_parts(const chart *c, lazy_span v, int w, lazy_span part[2])
{
    const int i = v.t, h = c->x->head[i], d = c->x->dep[i];
    const fan *f = fan_of(c, i);
    const int sibling = w ? f->arc[f->start[h] + w - 1] : -1;
    part[0] = w ? (lazy_span){I, v.s, sibling} : (lazy_span){LAZY_NOTHING, 0, 0};
    part[1] = w ? (lazy_span){S, sibling, i} : complete(c, i, h < d ? h + 1 : h - 1);
    return own_score(c, v.s, i) + dec_sane(siblings(c, i)[w ? c->x->dep[sibling] : h]);
}

static double chart_parts(const void *chart_, lazy_span v, int w, lazy_span part[2])
{
    const chart *c = chart_;
    const int h = v.kind == C ? word_of(c->x, v.s) : 0;
    const fan *f = &c->side[h < v.t];
    gap g;
    switch (v.kind) {
    case C:
        part[0] = (lazy_span){I, v.s, f->arc[f->start[h] + w]};
        part[1] = complete(c, part[0].t, v.t);
        return 0;
    case I:
        return arc_parts(c, v, w, part);
    default:
        g = gap_between(c, v.s, v.t);
        part[0] = complete(c, g.low, g.from + w);
        part[1] = complete(c, g.high, g.from + w + 1);
        return 0;
    }
}

static double chart_best(const void *chart_, lazy_span v)
{
    const chart *c = chart_;
    if (v.kind == S)
        return best_gap(c, v.s, v.t);
    if (v.kind == C)
        return c->C[(size_t)v.s * c->N + (size_t)v.t];
    const bool right = c->x->head[v.t] < c->x->dep[v.t];
    return c->I[right][c->I_at[right][v.s] + (size_t)c->place[v.t]];
}

static void chart_take(const void *chart_, lazy_span v, int *head)
{
    const chart *c = chart_;
    if (v.kind == I)
        head[c->x->dep[v.t]] = c->x->head[v.t];
}

int dec_eisner_grand_kbest(const float *arc, const float *sib, const dec_grand *x, bool single_root, int k,
                           int *head, double *score, arena *a)
{
    const int n = x->n;
    chart c;
    const lazy_chart lists = {&c, chart_ways, chart_parts, chart_best, chart_take};
    chart_init(&c, arc, sib, x, single_root, a);
    chart_fill(&c);
    const int found = lazy_kbest(&lists, complete(&c, x->arcs, n), n, k, head, score, a);
    for (int i = 0; i < found; i++) {
        const int *tree = head + (size_t)i * c.N;
        score[i] = dec_list_score(dec_score_grand(arc, sib, x, tree), score[i]);
    }
    dec_list_sort(n, found, head, score);
    return found;
}
