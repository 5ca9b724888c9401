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
    uint32_t i = m->profile_at[p], j = m->profile_at[q];
    const uint32_t i_end = m->profile_at[p + 1], j_end = m->profile_at[q + 1];
    double p_all = 0, q_all = 0, sum = 0;
    for (uint32_t k = i; k < i_end; k++)
        p_all += m->profile_count[k];
    for (uint32_t k = j; k < j_end; k++)
        q_all += m->profile_count[k];
    while (i < i_end || j < j_end) {
        const uint32_t a = i < i_end ? m->profile_class[i] : MBL_NONE;
        const uint32_t b = j < j_end ? m->profile_class[j] : MBL_NONE;
        const double x = a <= b ? m->profile_count[i++] / p_all : 0;
        const double y = b <= a ? m->profile_count[j++] / q_all : 0;
        sum += fabs(x - y);
    }
    return sum / 2;
}

static void derive_matrices(memory *m)
{
    m->first_profile = arena_alloc(&m->own, (size_t)m->columns + 1, sizeof *m->first_profile);
    m->matrix = arena_zero(&m->own, (size_t)m->columns + 1, sizeof *m->matrix);
    m->first_profile[0] = 0;
    for (uint32_t f = 0; f < m->columns; f++) {
        const uint32_t first = m->first_profile[f], profiles = m->profiles[f], symbols = m->symbols[f];
        m->first_profile[f + 1] = first + profiles;
        if (profiles == 0 || (size_t)profiles * symbols > MATRIX)
            continue;
        double *entry = m->matrix[f] = arena_alloc(&m->own, (size_t)profiles * symbols, sizeof *entry);
        for (uint32_t p = 0; p < profiles; p++)
            for (uint32_t q = 0; q < symbols; q++)
                *entry++ = m->weight[f] * (q >= profiles ? 1 : mbl_difference(m, first + p, first + q));
    }
}

// --- The trie

typedef struct growing {
    uint32_t *symbol, *child, *row, *end; // end: of the rows below the node
    size_t symbol_cap, child_cap, row_cap, end_cap;
    uint32_t n;
} growing;

static void add_node(growing *g, uint32_t symbol, uint32_t row, uint32_t end)
{
    g->symbol = mem_grow(g->symbol, &g->symbol_cap, (size_t)g->n + 1, sizeof *g->symbol);
    g->child = mem_grow(g->child, &g->child_cap, (size_t)g->n + 2, sizeof *g->child);
    g->row = mem_grow(g->row, &g->row_cap, (size_t)g->n + 1, sizeof *g->row);
    g->end = mem_grow(g->end, &g->end_cap, (size_t)g->n + 1, sizeof *g->end);
    g->symbol[g->n] = symbol;
    g->row[g->n] = row;
    g->end[g->n++] = end;
}

// A child for each symbol that column f has in the rows of a node. Rows are sorted.
static void add_children(const memory *m, growing *g, uint32_t node, uint32_t f)
{
    const uint32_t end = g->end[node];
    for (uint32_t r = g->row[node], next; r < end; r = next) {
        const uint32_t symbol = m->row[(size_t)r * m->columns + f];
        for (next = r + 1; next < end && m->row[(size_t)next * m->columns + f] == symbol;)
            next++;
        add_node(g, symbol, r, next);
    }
}

// Level by level, so that siblings are neighbours. A node with one row has no children: the rest of the row
// is read where it is.
static void derive_trie(memory *m)
{
    growing g = {0};
    add_node(&g, 0, 0, m->rows);
    uint32_t node = 0;
    for (uint32_t f = 0, level = 1; node < level; f++, level = g.n)
        for (; node < level; node++) {
            g.child[node] = g.n;
            if (f < m->columns && g.end[node] - g.row[node] > 1)
                add_children(m, &g, node, f);
        }
    g.child[g.n] = g.n;
    m->nodes = g.n;
    m->node_symbol = g.symbol;
    m->node_child = g.child;
    m->node_row = g.row;
    mem_free(g.end);
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
    derive_matrices(m);
    derive_trie(m);
    derive_layout(m);
}
