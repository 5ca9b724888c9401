// SPDX-License-Identifier: MIT
// Huang & Chiang (2005), Algorithm 3. The derivations of a span are made on demand, best first. A derivation
// is a way w and the ranks i, j of the two parts' derivations. A heap holds the candidates. It starts with
// every way at ranks (0, 0). When (w, i, j) is taken, (w, i, j+1) goes in, and (w, i+1, 0) if j is 0. So each
// candidate goes in once, after one that is no worse. A stack instead of recursion makes the next derivations
// of parts. A further tree needs at most one new derivation of each span of the last tree: O(n) derivations a
// tree, besides the heaps of spans opened for the first time.
//
// Ties: the smaller w, then the smaller i, then j.
#include "graph/lazy.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct derivation {
    double score;
    int w, i, j;
} derivation;

typedef struct list {
    lazy_span span;
    derivation *item; // found, best first
    derivation *heap; // candidates, the best first
    int found, found_cap, waiting, waiting_cap;
    bool expanded; // the candidates after the last item are in the heap
} list;

// A list of the stack: one to be continued, or with the rank to be read.
typedef struct task {
    list *list;
    int rank;
} task;

typedef struct lazy {
    const lazy_chart *c;
    list **open; // a table of 2^bits places, by span
    int bits, opened;
    list nothing;
    task *stack;
    int top, stack_cap;
    arena *a;
} lazy;

static bool before(const derivation *x, const derivation *y)
{
    if (x->score != y->score)
        return x->score > y->score;
    if (x->w != y->w)
        return x->w < y->w;
    return x->i != y->i ? x->i < y->i : x->j < y->j;
}

// Room for one more than used.
static void *grown(arena *a, void *items, int *cap, int used, size_t size)
{
    if (used < *cap)
        return items;
    *cap = *cap ? 2 * *cap : 4;
    void *more = arena_alloc(a, (size_t)*cap, size);
    if (used)
        memcpy(more, items, (size_t)used * size);
    return more;
}

static void heap_down(derivation *heap, int size, int at)
{
    for (int child; (child = 2 * at + 1) < size; at = child) {
        if (child + 1 < size && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &heap[at]))
            return;
        derivation x = heap[at];
        heap[at] = heap[child];
        heap[child] = x;
    }
}

static void heap_put(lazy *l, list *v, derivation x)
{
    v->heap = grown(l->a, v->heap, &v->waiting_cap, v->waiting, sizeof *v->heap);
    int at = v->waiting++;
    while (at > 0 && before(&x, &v->heap[(at - 1) / 2])) {
        v->heap[at] = v->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    v->heap[at] = x;
}

static void push(lazy *l, list *v, int rank)
{
    l->stack = grown(l->a, l->stack, &l->stack_cap, l->top, sizeof *l->stack);
    l->stack[l->top++] = (task){v, rank};
}

// ---------------------------------------------------------------------------------------------------
// Opening spans

static double best_of(const lazy *l, lazy_span v)
{
    return v.kind == LAZY_NOTHING ? 0 : l->c->best(l->c->chart, v);
}

// Every way becomes a candidate.
static list *list_new(lazy *l, lazy_span span)
{
    list *v = arena_zero(l->a, 1, sizeof *v);
    const int ways = l->c->ways(l->c->chart, span);
    v->span = span;
    v->expanded = true;
    v->waiting_cap = ways + 2;
    v->heap = arena_alloc(l->a, (size_t)v->waiting_cap, sizeof *v->heap);
    for (int w = 0; w < ways; w++) {
        lazy_span part[2];
        const double own = l->c->parts(l->c->chart, span, w, part);
        const double score = own + best_of(l, part[0]) + best_of(l, part[1]);
        if (score > -INFINITY)
            v->heap[v->waiting++] = (derivation){.score = score, .w = w};
    }
    for (int at = v->waiting / 2 - 1; at >= 0; at--)
        heap_down(v->heap, v->waiting, at);
    return v;
}

// The place of a span in a table that is not full.
static list **place_of(list **table, int bits, lazy_span v)
{
    const uint64_t key = ((uint64_t)(unsigned)v.s << 34) ^ ((uint64_t)(unsigned)v.t << 3) ^ (unsigned)v.kind;
    const size_t mask = ((size_t)1 << bits) - 1;
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> (64 - bits));
    for (; table[at]; at = (at + 1) & mask) {
        const lazy_span *x = &table[at]->span;
        if (x->kind == v.kind && x->s == v.s && x->t == v.t)
            break;
    }
    return &table[at];
}

static void table_grow(lazy *l)
{
    list **more = arena_zero(l->a, (size_t)2 << l->bits, sizeof(list *));
    for (size_t i = 0; i < (size_t)1 << l->bits; i++)
        if (l->open[i])
            *place_of(more, l->bits + 1, l->open[i]->span) = l->open[i];
    l->open = more;
    l->bits++;
}

static list *list_of(lazy *l, lazy_span span)
{
    if (span.kind == LAZY_NOTHING)
        return &l->nothing;
    list **place = place_of(l->open, l->bits, span);
    list *v = *place;
    if (v)
        return v;
    v = *place = list_new(l, span);
    if (2 * ++l->opened > 1 << l->bits)
        table_grow(l);
    return v;
}

// ---------------------------------------------------------------------------------------------------
// Continuing lists

// The lists of the parts of a way, and what the way adds.
static double parts_of(lazy *l, const list *v, int w, list *part[2])
{
    lazy_span span[2];
    const double own = l->c->parts(l->c->chart, v->span, w, span);
    part[0] = list_of(l, span[0]);
    part[1] = list_of(l, span[1]);
    return own;
}

// Is the derivation of that rank found, or known not to exist? Otherwise the list goes on the stack.
static bool ready(lazy *l, list *v, int rank)
{
    if (v->found > rank || (v->expanded && !v->waiting))
        return true;
    push(l, v, 0);
    return false;
}

// Puts the candidates after the last item into the heap. False if a part must be continued first.
static bool expand(lazy *l, list *v)
{
    const derivation last = v->item[v->found - 1];
    list *p[2];
    const double own = parts_of(l, v, last.w, p);
    if ((last.j == 0 && !ready(l, p[0], last.i + 1)) || !ready(l, p[1], last.j + 1))
        return false;
    if (last.j == 0 && p[0]->found > last.i + 1)
        heap_put(
            l, v,
            (derivation){own + p[0]->item[last.i + 1].score + p[1]->item[0].score, last.w, last.i + 1, 0});
    if (p[1]->found > last.j + 1)
        heap_put(l, v,
                 (derivation){own + p[0]->item[last.i].score + p[1]->item[last.j + 1].score, last.w, last.i,
                              last.j + 1});
    v->expanded = true;
    return true;
}

// Takes the best candidate, if there is one. Its parts' derivations are needed when it is read or expanded;
// false if one must be made first.
static bool take(lazy *l, list *v)
{
    if (!v->waiting)
        return true;
    const derivation best = v->heap[0];
    list *p[2];
    parts_of(l, v, best.w, p);
    if (!ready(l, p[0], best.i) || !ready(l, p[1], best.j))
        return false;
    v->item = grown(l->a, v->item, &v->found_cap, v->found, sizeof *v->item);
    v->item[v->found++] = best;
    v->heap[0] = v->heap[--v->waiting];
    heap_down(v->heap, v->waiting, 0);
    v->expanded = false;
    return true;
}

// Finds one more derivation, if there is one.
static void next(lazy *l, list *goal)
{
    push(l, goal, 0);
    while (l->top > 0) {
        const int here = l->top - 1;
        list *v = l->stack[here].list;
        if ((v->expanded || expand(l, v)) && take(l, v))
            l->top = here;
    }
}

static void read_tree(lazy *l, list *goal, int rank, int *head)
{
    head[0] = -1;
    push(l, goal, rank);
    while (l->top > 0) {
        const task t = l->stack[--l->top];
        const derivation x = t.list->item[t.rank];
        list *p[2];
        if (t.list == &l->nothing)
            continue;
        parts_of(l, t.list, x.w, p);
        l->c->take(l->c->chart, t.list->span, head);
        push(l, p[0], x.i);
        push(l, p[1], x.j);
    }
}

int lazy_kbest(const lazy_chart *c, lazy_span goal, int n, int k, int *head, double *score, arena *a)
{
    derivation nothing = {.score = 0};
    lazy l = {.c = c, .bits = 8, .a = a};
    l.nothing = (list){.item = &nothing, .found = 1, .expanded = true};
    l.open = arena_zero(a, (size_t)1 << l.bits, sizeof(list *));
    list *all = list_of(&l, goal);
    int count = 0;
    for (; count < k; count++) {
        if (all->found <= count)
            next(&l, all);
        if (all->found <= count)
            break;
        score[count] = all->item[count].score;
        read_tree(&l, all, count, head + (size_t)count * ((size_t)n + 1));
    }
    return count;
}
