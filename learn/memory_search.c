// SPDX-License-Identifier: MIT
// The search for the nearest instances: down the trie, the child with the instance's own symbol first. A
// branch is left when its distance is above the k-th best one.
#include "learn/memory_search.h"

#include <math.h>
#include <string.h>

enum {
    FEW = 8,   // children that are tried in their order
    RARE = 32, // rows of a rare symbol
};

// --- From features to symbols

static uint32_t find(const mbl_slots *s, uint64_t key)
{
    uint32_t at = mbl_slot(key, s->n);
    while (s->column[at] != MBL_NONE && s->key[at] != key)
        at = (at + 1) & (s->n - 1);
    return at;
}

void mbl_look(const memory *m, const uint64_t *key, size_t n, void *scratch)
{
    unsigned char *room = scratch;
    uint64_t *mixture = (uint64_t *)(room + m->layout.mixture);
    uint32_t *seen = (uint32_t *)(room + m->layout.seen);
    uint32_t *symbol = (uint32_t *)(room + m->layout.symbol);
    memset(seen, 0, m->columns * sizeof *seen);
    for (size_t i = 0; i < n; i++) {
        const uint32_t at = find(&m->slots, key[i]), f = m->slots.column[at];
        if (f == MBL_NONE)
            continue;
        if (seen[f]++ == 0) {
            symbol[f] = m->slots.symbol[at];
            mixture[f] = 0;
        }
        mixture[f] = mbl_mixture(mixture[f], key[i]);
    }
    for (uint32_t f = 0; f < m->columns; f++) {
        if (seen[f] == 1)
            continue;
        const uint64_t set = m->empty[f] + (seen[f] ? mixture[f] : 0);
        const uint32_t at = find(&m->slots, set);
        symbol[f] = m->slots.column[at] == f ? m->slots.symbol[at] : MBL_NONE;
    }
}

// --- Distances

typedef struct search {
    const memory *m;
    const mbl_seek *seek; // [columns]
    const double *rest;   // [columns+1] the least distance that the columns from f on add
    mbl_frame *frame;     // [columns+1]
    uint32_t k, n;        // distances wanted, found
    double *distance;     // [k]
    uint32_t **count;     // [k] [classes]
    double limit;         // above all distances that are still wanted, with room for rounding
} search;

static double compute(const memory *m, const mbl_seek *s, uint32_t symbol)
{
    if (s->kind == MBL_EQUAL)
        return symbol == s->symbol ? 0 : s->weight;
    if (s->kind == MBL_APART)
        return symbol == s->symbol ? HUGE_VAL : s->weight;
    if (symbol >= s->profiles)
        return s->weight;
    if (!s->known[symbol]) {
        s->known[symbol] = 1;
        s->lazy[symbol] = s->weight * mbl_difference(m, s->first + s->symbol, s->first + symbol);
    }
    return s->lazy[symbol];
}

static inline double difference(const memory *m, const mbl_seek *s, uint32_t symbol)
{
    return s->row ? s->row[symbol] : compute(m, s, symbol);
}

// The rows with a symbol that is no profile.
static inline const uint32_t *own_rows(const memory *m, uint32_t f, uint32_t symbol, uint32_t *n)
{
    const uint32_t *from = m->own_from + m->own_at[f] + symbol - m->profiles[f];
    *n = from[1] - from[0];
    return m->own_row + from[0];
}

static bool is_rare(const memory *m, uint32_t f, uint32_t symbol)
{
    uint32_t n;
    own_rows(m, f, symbol, &n);
    return n <= RARE;
}

// Prepares the columns for the symbols of mbl_look.
static void prepare(const memory *m, unsigned char *room, search *s)
{
    const uint32_t *symbol = (const uint32_t *)(room + m->layout.symbol);
    mbl_seek *seek = (mbl_seek *)(room + m->layout.seek);
    double *rest = (double *)(room + m->layout.rest), *lazy = (double *)(room + m->layout.lazy);
    unsigned char *known = room + m->layout.known;
    for (uint32_t f = 0; f < m->columns; f++) {
        const uint32_t profiles = m->profiles[f], t = symbol[f];
        seek[f] = (mbl_seek){MBL_EQUAL, t, m->weight[f], NULL, lazy, known, m->first_profile[f], profiles};
        if (t < profiles && m->matrix[f]) {
            seek[f].kind = MBL_ROW;
            seek[f].row = m->matrix[f] + (size_t)t * m->symbols[f];
        } else if (t < profiles) {
            seek[f].kind = MBL_LAZY;
            memset(known, 0, profiles);
        }
        if (t != MBL_NONE && t >= profiles && is_rare(m, f, t))
            seek[f].kind = MBL_APART;
        if (!m->matrix[f]) {
            lazy += profiles;
            known += profiles;
        }
    }
    rest[m->columns] = 0;
    for (uint32_t f = m->columns; f-- > 0;)
        rest[f] = rest[f + 1] + (symbol[f] == MBL_NONE || seek[f].kind == MBL_APART ? m->weight[f] : 0);
    s->seek = seek;
    s->rest = rest;
}

// --- The nearest so far

static void add_classes(const search *s, uint32_t row, uint32_t *count)
{
    const memory *m = s->m;
    for (uint32_t i = m->row_at[row]; i < m->row_at[row + 1]; i++)
        count[m->row_class[i]] += m->row_count[i];
}

static void add_row(search *s, uint32_t row, double distance)
{
    uint32_t at = s->n;
    while (at > 0 && s->distance[at - 1] > distance)
        at--;
    if (at > 0 && mbl_same(s->distance[at - 1], distance)) {
        add_classes(s, row, s->count[at - 1]);
        return;
    }
    if (at < s->n && mbl_same(s->distance[at], distance)) {
        add_classes(s, row, s->count[at]);
        return;
    }
    if (at == s->k)
        return;
    s->n += s->n < s->k;
    uint32_t *const free = s->count[s->n - 1];
    for (uint32_t i = s->n - 1; i > at; i--) {
        s->distance[i] = s->distance[i - 1];
        s->count[i] = s->count[i - 1];
    }
    s->distance[at] = distance;
    s->count[at] = free;
    memset(free, 0, s->m->base.classes * sizeof *free);
    add_classes(s, row, free);
    if (s->n == s->k)
        s->limit = s->distance[s->k - 1] * (1 + 1e-12) + 1e-15;
}

// --- The way down

// The rest of a row, from column f on.
static void try_row(search *s, uint32_t row, uint32_t f, double distance)
{
    const memory *m = s->m;
    const uint32_t *symbol = m->row + (size_t)row * m->columns;
    for (; f < m->columns; f++) {
        distance += difference(m, &s->seek[f], symbol[f]);
        if (distance + s->rest[f + 1] >= s->limit)
            return;
    }
    add_row(s, row, distance);
}

// Tries the rows that have a rare symbol of the instance, each once.
static void try_rare(search *s)
{
    const memory *m = s->m;
    for (uint32_t f = 0, n; f < m->columns; f++) {
        if (s->seek[f].kind != MBL_APART)
            continue;
        const uint32_t *list = own_rows(m, f, s->seek[f].symbol, &n);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t *symbol = m->row + (size_t)list[i] * m->columns;
            double distance = 0;
            bool before = false;
            for (uint32_t g = 0; g < m->columns; g++) {
                const bool same = s->seek[g].kind == MBL_APART && symbol[g] == s->seek[g].symbol;
                before = before || (same && g < f);
                distance += same ? 0 : difference(m, &s->seek[g], symbol[g]);
            }
            if (!before)
                add_row(s, list[i], distance);
        }
    }
}

// The child with a symbol, or MBL_NONE. Children are sorted.
static uint32_t child_with(const memory *m, uint32_t from, uint32_t to, uint32_t symbol)
{
    const uint32_t end = to;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (m->node[middle].symbol < symbol)
            from = middle + 1;
        else
            to = middle;
    }
    return from < end && m->node[from].symbol == symbol ? from : MBL_NONE;
}

// Goes to a node at depth f. Returns the depth where to go on.
static inline uint32_t enter(search *s, const mbl_node *node, uint32_t f, double distance)
{
    if (node->to == MBL_NONE) {
        try_row(s, node->from, f, distance);
        return f - 1;
    }
    const mbl_seek *seek = &s->seek[f];
    const uint32_t same = seek->kind != MBL_APART && (node->to - node->from > FEW || seek->kind == MBL_EQUAL)
                              ? child_with(s->m, node->from, node->to, seek->symbol)
                              : MBL_NONE;
    s->frame[f] = (mbl_frame){node->from, node->to, same, same == MBL_NONE, distance};
    return f;
}

static void descend(search *s)
{
    const mbl_node *const node = s->m->node;
    for (uint32_t f = enter(s, node, 0, 0); f != MBL_NONE;) {
        mbl_frame *t = &s->frame[f];
        if (!t->begun) {
            t->begun = true;
            f = enter(s, node + t->same, f + 1, t->distance);
            continue;
        }
        const mbl_seek *seek = &s->seek[f];
        const double most = s->limit - s->rest[f + 1] - t->distance;
        uint32_t at = seek->kind <= MBL_APART && seek->weight > most ? t->end : t->at;
        double more = 0;
        while (at < t->end && (at == t->same || (more = difference(s->m, seek, node[at].symbol)) >= most))
            at++;
        t->at = at + 1;
        if (at == t->end)
            f--;
        else
            f = enter(s, node + at, f + 1, t->distance + more);
    }
}

mbl_nearest mbl_search(const memory *m, uint32_t k, void *scratch)
{
    unsigned char *room = scratch;
    uint32_t *counts = (uint32_t *)(room + m->layout.counts);
    search s = {.m = m,
                .frame = (mbl_frame *)(room + m->layout.frame),
                .k = k,
                .distance = (double *)(room + m->layout.distance),
                .count = (uint32_t **)(room + m->layout.count),
                .limit = HUGE_VAL};
    for (uint32_t i = 0; i < k; i++)
        s.count[i] = counts + (size_t)i * m->base.classes;
    prepare(m, room, &s);
    try_rare(&s);
    descend(&s);
    return (mbl_nearest){s.n, s.distance, s.count};
}
