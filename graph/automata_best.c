// SPDX-License-Identifier: MIT
// The best tree, traced from a chart of maxima: the terms of each span on the way are computed again.
#include "graph/automata.h"

#include "graph/decode.h"

typedef enum kind { COMPLETE, BETWEEN, ARC } kind;

typedef struct item {
    kind kind;
    int from, to; // COMPLETE: the head and the end; ARC: the head and the dependent
} item;

typedef struct trace {
    ha_chart chart;
    item *stack; // spans that share no words: at most 2 N
    int n;
    int *head;
} trace;

static void push(trace *t, kind what, int from, int to)
{
    t->stack[t->n++] = (item){what, from, to};
}

// The first of the greatest terms.
static int greatest(const double *term, int n)
{
    int best = 0;
    for (int k = 1; k < n; k++)
        if (term[k] > term[best])
            best = k;
    return best;
}

static void trace_complete(trace *t, int h, int end)
{
    if (h == end)
        return;
    const int n = ha_terms_complete(&t->chart, h, end), from = h < end ? h + 1 : end;
    const int d = from + greatest(t->chart.term, n);
    push(t, ARC, h, d);
    push(t, COMPLETE, d, end);
}

static void trace_between(trace *t, int s, int e)
{
    const int m = s + greatest(t->chart.term, ha_terms_between(&t->chart, s, e));
    push(t, COMPLETE, s, m);
    push(t, COMPLETE, e, m + 1);
}

static void trace_arc(trace *t, int h, int d)
{
    ha_chart *c = &t->chart;
    c->s->arcs(c->s->of, h, d, c->row);
    const int k = greatest(c->term, ha_terms_arc(c, h, d, c->row)), m = (h < d ? h : d) + k;
    t->head[d] = h;
    if (k == 0) {
        push(t, COMPLETE, d, h < d ? h + 1 : h - 1);
        return;
    }
    push(t, ARC, h, m);
    push(t, BETWEEN, m < d ? m : d, m < d ? d : m);
}

double ha_best(const ha_scores *s, int *head, arena *a)
{
    trace t = {.head = head};
    const double score = dec_end(ha_inside(&t.chart, s, true, a), s->n, head);
    if (score == -INFINITY)
        return score;
    t.stack = arena_alloc(a, 2 * t.chart.N + 2, sizeof *t.stack);
    head[0] = -1;
    push(&t, COMPLETE, 0, s->n);
    while (t.n) {
        const item i = t.stack[--t.n];
        if (i.kind == COMPLETE)
            trace_complete(&t, i.from, i.to);
        else if (i.kind == BETWEEN)
            trace_between(&t, i.from, i.to);
        else
            trace_arc(&t, i.from, i.to);
    }
    return score;
}
