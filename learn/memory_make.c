// SPDX-License-Identifier: MIT
// Makes the instance base from examples: the order of the columns, symbols in the place of values, and the
// different instances with their classes.
#include "learn/memory.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

typedef struct making {
    const examples *ex;
    const memory_options *o;
    memory *m;
    mbl_table table;
    mbl_counts *counts; // [columns]
    uint32_t **symbol;  // [columns] [values]
    uint32_t *order;    // [columns] the columns of the examples in the order of the scorer
} making;

// TiMBL's order: by gain ratio divided by the number of values. Distances are added up in this order, too,
// so that they are rounded like TiMBL's.
static void order_columns(making *k)
{
    const uint32_t columns = k->ex->columns;
    double *worth = mem_alloc(columns, sizeof *worth);
    k->order = mem_alloc(columns, sizeof *k->order);
    for (uint32_t f = 0; f < columns; f++) {
        uint32_t at = f;
        worth[f] = mbl_weigh(MBL_GAIN_RATIO, &k->counts[f], k->ex) / k->table.values[f];
        for (; at > 0 && worth[k->order[at - 1]] < worth[f]; at--)
            k->order[at] = k->order[at - 1];
        k->order[at] = f;
    }
    mem_free(worth);
}

// --- Symbols

typedef struct profile { // of a value: how often it has each class, divided by what all counts share
    uint32_t value, n, shared;
    const uint32_t *class, *count;
} profile;

static uint32_t greatest_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int by_profile(const void *a, const void *b)
{
    const profile *x = a, *y = b;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    for (uint32_t i = 0; i < x->n; i++) {
        const uint32_t s = x->count[i] / x->shared, t = y->count[i] / y->shared;
        if (x->class[i] != y->class[i])
            return x->class[i] < y->class[i] ? -1 : 1;
        if (s != t)
            return s < t ? -1 : 1;
    }
    return 0;
}

static int by_profile_and_value(const void *a, const void *b)
{
    const profile *x = a, *y = b;
    const int order = by_profile(a, b);
    return order ? order : (x->value > y->value) - (x->value < y->value);
}

// The profiles of the frequent values, sorted. Returns their number.
static uint32_t find_profiles(const mbl_counts *c, uint32_t least, profile *p)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < c->values; v++) {
        if (c->total[v] < least)
            continue;
        uint32_t shared = 0;
        for (uint32_t i = c->at[v]; i < c->at[v + 1]; i++)
            shared = greatest_divisor(c->count[i], shared);
        p[n++] = (profile){v, c->at[v + 1] - c->at[v], shared, c->class + c->at[v], c->count + c->at[v]};
    }
    qsort(p, n, sizeof *p, by_profile_and_value);
    return n;
}

typedef struct profile_lists { // of all columns, one after the other
    uint32_t *at, *class, *count;
    size_t at_cap, class_cap, count_cap;
    uint32_t profiles, used;
} profile_lists;

static void keep_profile(profile_lists *l, const profile *p)
{
    l->at = mem_grow(l->at, &l->at_cap, (size_t)l->profiles + 2, sizeof *l->at);
    l->class = mem_grow(l->class, &l->class_cap, (size_t)l->used + p->n, sizeof *l->class);
    l->count = mem_grow(l->count, &l->count_cap, (size_t)l->used + p->n, sizeof *l->count);
    for (uint32_t i = 0; i < p->n; i++) {
        l->class[l->used + i] = p->class[i];
        l->count[l->used + i] = p->count[i] / p->shared;
    }
    l->used += p->n;
    l->at[++l->profiles] = l->used;
}

// Numbers the symbols of a column: profiles first. Returns how many symbols there are.
static uint32_t number_symbols(making *k, uint32_t f, profile_lists *l, uint32_t *profiles)
{
    const mbl_counts *c = &k->counts[f];
    profile *p = mem_alloc(c->values, sizeof *p);
    const uint32_t n = k->o->metric == MBL_MVDM ? find_profiles(c, (uint32_t)k->o->least, p) : 0;
    uint32_t next = 0;
    k->symbol[f] = mem_alloc(c->values, sizeof **k->symbol);
    memset(k->symbol[f], 0xff, c->values * sizeof **k->symbol);
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || by_profile(&p[i - 1], &p[i]) != 0) {
            keep_profile(l, &p[i]);
            next++;
        }
        k->symbol[f][p[i].value] = next - 1;
    }
    *profiles = next;
    for (uint32_t v = 0; v < c->values; v++)
        if (k->symbol[f][v] == MBL_NONE)
            k->symbol[f][v] = next++;
    mem_free(p);
    return next;
}

static void *kept(memory *m, const void *array, size_t n, size_t size)
{
    void *copy = arena_alloc(&m->own, n + 1, size);
    if (n > 0)
        memcpy(copy, array, n * size);
    return copy;
}

static void make_columns(making *k)
{
    memory *m = k->m;
    const uint32_t columns = k->ex->columns;
    profile_lists l = {0};
    double *weight = arena_alloc(&m->own, columns + 1, sizeof *weight);
    uint32_t *symbols = arena_alloc(&m->own, columns + 1, sizeof *symbols);
    uint32_t *profiles = arena_alloc(&m->own, columns + 1, sizeof *profiles);
    l.at = mem_grow(NULL, &l.at_cap, 1, sizeof *l.at);
    l.at[0] = 0;
    for (uint32_t i = 0; i < columns; i++) {
        const uint32_t f = k->order[i];
        weight[i] = mbl_weigh((mbl_weighting)k->o->weights, &k->counts[f], k->ex);
        symbols[i] = number_symbols(k, f, &l, &profiles[i]);
    }
    m->weight = weight;
    m->symbols = symbols;
    m->profiles = profiles;
    m->profile_at = kept(m, l.at, (size_t)l.profiles + 1, sizeof *l.at);
    m->profile_class = kept(m, l.class, l.used, sizeof *l.class);
    m->profile_count = kept(m, l.count, l.used, sizeof *l.count);
    mem_free(l.at);
    mem_free(l.class);
    mem_free(l.count);
}

// The slots of the table with columns and symbols in the place of its columns and values.
static void make_slots(making *k)
{
    memory *m = k->m;
    mbl_table *t = &k->table;
    uint32_t *place = mem_alloc(t->columns, sizeof *place);
    for (uint32_t i = 0; i < t->columns; i++)
        place[k->order[i]] = i;
    for (uint32_t i = 0; i < t->slots; i++) {
        const uint32_t f = t->column[i];
        if (f == MBL_NONE)
            continue;
        t->column[i] = place[f];
        if (t->symbol[i] != MBL_NONE)
            t->symbol[i] = k->symbol[f][t->symbol[i]];
    }
    mem_free(place);
    uint64_t *empty = arena_alloc(&m->own, (size_t)t->columns + 1, sizeof *empty);
    for (uint32_t i = 0; i < t->columns; i++)
        empty[i] = mbl_empty(k->order[i]);
    m->empty = empty;
    m->slots = (mbl_slots){kept(m, t->key, t->slots, sizeof *t->key),
                           kept(m, t->column, t->slots, sizeof *t->column),
                           kept(m, t->symbol, t->slots, sizeof *t->symbol), t->slots};
}

// --- Instances

// Sorts the examples by the numbers of one column, keeping the order of equal ones.
static void sort_by(const uint32_t *number, uint32_t numbers, const uint32_t *from, uint32_t *to, size_t n)
{
    uint32_t *at = mem_zero((size_t)numbers + 1, sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[number[i] + 1]++;
    for (uint32_t v = 0; v < numbers; v++)
        at[v + 1] += at[v];
    for (size_t i = 0; i < n; i++)
        to[at[number[from[i]]]++] = from[i];
    mem_free(at);
}

// The examples in the order of their symbols, then of their classes: sorted by the last number first.
static uint32_t *sort_examples(const making *k)
{
    const size_t n = k->ex->n;
    uint32_t *from = mem_alloc(n, sizeof *from), *to = mem_alloc(n, sizeof *to);
    for (size_t i = 0; i < n; i++)
        to[i] = (uint32_t)i;
    for (uint32_t i = k->ex->columns + 1; i-- > 0;) {
        uint32_t *const swap = from;
        const bool last = i == k->ex->columns;
        from = to;
        to = swap;
        sort_by(last ? k->ex->y : k->table.value + (size_t)k->order[i] * n,
                last ? k->ex->classes : k->m->symbols[i], from, to, n);
    }
    mem_free(from);
    return to;
}

static void make_rows(making *k)
{
    memory *m = k->m;
    const size_t n = k->ex->n, columns = k->ex->columns;
    for (uint32_t f = 0; f < columns; f++)
        for (size_t i = 0; i < n; i++) {
            uint32_t *value = &k->table.value[f * n + i];
            *value = k->symbol[f][*value];
        }
    uint32_t *order = sort_examples(k), used = 0;
    uint32_t *row = mem_alloc(n * columns, sizeof *row), *at = mem_alloc(n + 1, sizeof *at);
    uint32_t *class = mem_alloc(n, sizeof *class), *count = mem_alloc(n, sizeof *count);
    for (size_t i = 0; i < n; i++) {
        uint32_t *mine = row + (size_t)m->rows * columns;
        const uint32_t y = k->ex->y[order[i]];
        for (uint32_t f = 0; f < columns; f++)
            mine[f] = k->table.value[k->order[f] * n + order[i]];
        const bool new = i == 0 || memcmp(mine, mine - columns, columns * sizeof *mine) != 0;
        if (new)
            at[m->rows++] = used;
        if (new || class[used - 1] != y) {
            class[used] = y;
            count[used++] = 0;
        }
        count[used - 1]++;
    }
    at[m->rows] = used;
    m->row = kept(m, row, m->rows * columns, sizeof *row);
    m->row_at = kept(m, at, (size_t)m->rows + 1, sizeof *at);
    m->row_class = kept(m, class, used, sizeof *class);
    m->row_count = kept(m, count, used, sizeof *count);
    mem_free(order);
    mem_free(row);
    mem_free(at);
    mem_free(class);
    mem_free(count);
}

scorer *mbl_make(const examples *ex, const memory_options *o)
{
    const uint32_t columns = ex->columns;
    memory *m = mem_zero(1, sizeof *m);
    m->base = (scorer){&scorer_memory, ex->classes};
    m->k = (uint32_t)o->neighbours;
    m->vote = (uint32_t)o->vote;
    m->metric = (uint32_t)o->metric;
    m->weighting = (uint32_t)o->weights;
    m->decay = o->decay;
    m->power = o->power;
    m->columns = columns;
    making k = {.ex = ex, .o = o, .m = m};
    mbl_table_make(&k.table, ex);
    k.counts = mem_alloc(columns, sizeof *k.counts);
    k.symbol = mem_alloc(columns, sizeof *k.symbol);
    for (uint32_t f = 0; f < columns; f++)
        mbl_count(&k.counts[f], k.table.value + (size_t)f * ex->n, k.table.values[f], ex);
    order_columns(&k);
    make_columns(&k);
    make_slots(&k);
    make_rows(&k);
    uint32_t *class_count = arena_zero(&m->own, (size_t)ex->classes + 1, sizeof *class_count);
    for (size_t i = 0; i < ex->n; i++)
        class_count[ex->y[i]]++;
    m->class_count = class_count;
    for (uint32_t f = 0; f < columns; f++) {
        mbl_counts_done(&k.counts[f]);
        mem_free(k.symbol[f]);
    }
    mem_free(k.counts);
    mem_free(k.symbol);
    mem_free(k.order);
    mbl_table_done(&k.table);
    mbl_derive(m);
    return &m->base;
}
