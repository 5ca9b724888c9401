// SPDX-License-Identifier: MIT
// What is derived from an instance base at every start: the trie of its instances, tables of differences,
// and the layout of scratch memory.
#include "learn/memory.h"

#include "common/base/mem.h"
#include "learn/memory_search.h"

#include <math.h>
#include <stdlib.h>

enum {
    MATRIX = 1 << 16, // entries of a table of differences
    ALIGN = 16,       // of the parts of scratch memory
};

double mbl_difference(const memory *m, uint32_t p, uint32_t q)
{
    const uint32_t *class = m->profile_class;
    const double *share = m->profile_share;
    uint32_t i = m->profile_at[p], j = m->profile_at[q];
    const uint32_t i_end = m->profile_at[p + 1], j_end = m->profile_at[q + 1];
    double sum = 0;
    while (i < i_end && j < j_end) {
        if (class[i] == class[j])
            sum += fabs(share[i++] - share[j++]);
        else
            sum += class[i] < class[j] ? share[i++] : share[j++];
    }
    while (i < i_end)
        sum += share[i++];
    while (j < j_end)
        sum += share[j++];
    return sum / 2;
}

static void derive_shares(memory *m)
{
    const uint32_t profiles = m->first_profile[m->columns];
    m->profile_share = arena_alloc(&m->own, (size_t)m->profile_at[profiles] + 1, sizeof *m->profile_share);
    for (uint32_t p = 0; p < profiles; p++) {
        double all = 0;
        for (uint32_t i = m->profile_at[p]; i < m->profile_at[p + 1]; i++)
            all += m->profile_count[i];
        for (uint32_t i = m->profile_at[p]; i < m->profile_at[p + 1]; i++)
            m->profile_share[i] = m->profile_count[i] / all;
    }
}

static void derive_matrices(memory *m)
{
    m->matrix = arena_zero(&m->own, (size_t)m->columns + 1, sizeof *m->matrix);
    for (uint32_t f = 0; f < m->columns; f++) {
        const uint32_t first = m->first_profile[f], profiles = m->profiles[f], symbols = m->symbols[f];
        if (profiles == 0 || (size_t)profiles * symbols > MATRIX)
            continue;
        double *entry = m->matrix[f] = arena_alloc(&m->own, (size_t)profiles * symbols, sizeof *entry);
        for (uint32_t p = 0; p < profiles; p++)
            for (uint32_t q = 0; q < symbols; q++)
                *entry++ = m->weight[f] * (q >= profiles ? 1 : mbl_difference(m, first + p, first + q));
    }
}

// Lists the rows with each symbol that is no profile.
static void derive_rows(memory *m)
{
    m->own_at = arena_alloc(&m->own, (size_t)m->columns + 1, sizeof *m->own_at);
    m->own_at[0] = 0;
    for (uint32_t f = 0; f < m->columns; f++)
        m->own_at[f + 1] = m->own_at[f] + m->symbols[f] - m->profiles[f];
    const uint32_t all = m->own_at[m->columns];
    uint32_t *from = m->own_from = arena_zero(&m->own, (size_t)all + 2, sizeof *from);
    from++; // counts first; in the end each entry has moved to the one before
    for (size_t i = 0, f = 0; i < (size_t)m->rows * m->columns; i++, f = f + 1 < m->columns ? f + 1 : 0)
        if (m->row[i] >= m->profiles[f])
            from[m->own_at[f] + m->row[i] - m->profiles[f] + 1]++;
    for (uint32_t s = 0; s < all; s++)
        from[s + 1] += from[s];
    m->own_row = arena_alloc(&m->own, (size_t)from[all] + 1, sizeof *m->own_row);
    for (size_t i = 0, f = 0; i < (size_t)m->rows * m->columns; i++, f = f + 1 < m->columns ? f + 1 : 0)
        if (m->row[i] >= m->profiles[f])
            m->own_row[from[m->own_at[f] + m->row[i] - m->profiles[f]]++] = (uint32_t)(i / m->columns);
}

// --- The trie

typedef struct growing {
    mbl_node *node;
    size_t cap;
    uint32_t n;
} growing;

// Adds a node for the rows from..to-1. Their numbers stay in it until it gets children.
static void add_node(growing *g, uint32_t symbol, uint32_t from, uint32_t to)
{
    g->node = mem_grow(g->node, &g->cap, (size_t)g->n + 1, sizeof *g->node);
    g->node[g->n++] = (mbl_node){symbol, from, to};
}

// A child for each symbol that column f has in the rows of a node. Rows are sorted.
static void add_children(const memory *m, growing *g, uint32_t node, uint32_t f)
{
    const uint32_t from = g->n, end = g->node[node].to;
    for (uint32_t r = g->node[node].from, next; r < end; r = next) {
        const uint32_t symbol = m->row[(size_t)r * m->columns + f];
        for (next = r + 1; next < end && m->row[(size_t)next * m->columns + f] == symbol;)
            next++;
        add_node(g, symbol, r, next);
    }
    g->node[node].from = from;
    g->node[node].to = g->n;
}

// Level by level, so that siblings are neighbours. A node with one row has no children: the rest of the row
// is read where it is. Rows differ, so the last level has no other nodes.
static void derive_trie(memory *m)
{
    growing g = {0};
    add_node(&g, 0, 0, m->rows);
    uint32_t node = 0;
    for (uint32_t f = 0, level = 1; node < level; f++, level = g.n)
        for (; node < level; node++) {
            if (g.node[node].to - g.node[node].from > 1)
                add_children(m, &g, node, f);
            else
                g.node[node].to = MBL_NONE;
        }
    m->nodes = g.n;
    m->node = g.node;
}

// --- Scratch memory

static size_t carve(size_t *end, size_t n, size_t size)
{
    const size_t at = *end;
    *end = at + (n * size + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static void derive_layout(memory *m)
{
    const size_t columns = m->columns, classes = m->base.classes, k = (size_t)m->k + 1;
    size_t lazy = 0;
    for (uint32_t f = 0; f < m->columns; f++)
        if (m->profiles[f] > 0 && !m->matrix[f])
            lazy += m->profiles[f];
    m->scratch = 0;
    struct mbl_layout *l = &m->layout;
    l->seek = carve(&m->scratch, columns, sizeof(mbl_seek));
    l->frame = carve(&m->scratch, columns + 1, sizeof(mbl_frame));
    l->rest = carve(&m->scratch, columns + 1, sizeof(double));
    l->lazy = carve(&m->scratch, lazy, sizeof(double));
    l->known = carve(&m->scratch, lazy, 1);
    l->distance = carve(&m->scratch, k, sizeof(double));
    l->count = carve(&m->scratch, k, sizeof(uint32_t *));
    l->counts = carve(&m->scratch, k * classes, sizeof(uint32_t));
    l->vote = carve(&m->scratch, classes, sizeof(double));
    l->rank = carve(&m->scratch, classes, sizeof(uint32_t));
    l->mixture = carve(&m->scratch, columns, sizeof(uint64_t));
    l->seen = carve(&m->scratch, columns, sizeof(uint32_t));
    l->symbol = carve(&m->scratch, columns, sizeof(uint32_t));
}

void mbl_derive(memory *m)
{
    m->first_profile = arena_alloc(&m->own, (size_t)m->columns + 1, sizeof *m->first_profile);
    m->first_profile[0] = 0;
    for (uint32_t f = 0; f < m->columns; f++)
        m->first_profile[f + 1] = m->first_profile[f] + m->profiles[f];
    derive_shares(m);
    derive_matrices(m);
    derive_rows(m);
    derive_trie(m);
    derive_layout(m);
}
