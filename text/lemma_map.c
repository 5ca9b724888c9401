// SPDX-License-Identifier: MIT
#include "text/lemma_map.h"

#include "common/base/mem.h"

#include <string.h>

enum { LEAST_SLOTS = 16, STEPS = 512 }; // STEPS: places that a search looks at

// The part of a key that is kept, never 0. The other half says where.
static uint32_t check_of(uint64_t key)
{
    const uint32_t check = (uint32_t)(key >> 32);
    return check ? check : 1;
}

// step is less than the number of slots.
static size_t place(const lem_map *m, uint64_t key, uint32_t step)
{
    const uint32_t at = (uint32_t)((uint64_t)(uint32_t)key * m->slots >> 32) + step;
    return at < m->slots ? at : at - m->slots;
}

uint32_t lem_map_find(const lem_map *m, uint64_t key)
{
    const uint32_t check = check_of(key);
    for (uint32_t step = 0; step < STEPS && step < m->slots; step++) {
        const size_t at = place(m, key, step);
        if (m->check[at] == check)
            return m->value ? m->value[at] : 0;
        if (m->check[at] == 0)
            break;
    }
    return LEM_NONE;
}

// Puts all keys into a table of this size; false if one finds no place.
static bool fill(lem_map *m, const uint64_t *key, const uint32_t *value, size_t n)
{
    memset(m->own, 0, (size_t)m->slots * 2 * sizeof *m->own);
    for (size_t i = 0; i < n; i++) {
        const uint32_t check = check_of(key[i]);
        uint32_t step = 0;
        while (step < STEPS && step < m->slots && m->own[place(m, key[i], step)] &&
               m->own[place(m, key[i], step)] != check)
            step++;
        if (step == STEPS || step == m->slots)
            return false;
        const size_t at = place(m, key[i], step);
        if (m->own[at] == 0 && value)
            m->own[m->slots + at] = value[i];
        m->own[at] = check;
    }
    return true;
}

void lem_map_make(lem_map *m, const uint64_t *key, const uint32_t *value, size_t n)
{
    memset(m, 0, sizeof *m);
    m->slots = (uint32_t)(n + n / 2) + LEAST_SLOTS;
    for (;; m->slots += m->slots / 4) {
        m->own = mem_alloc((size_t)m->slots * 2, sizeof *m->own);
        if (fill(m, key, value, n))
            break;
        mem_free(m->own);
    }
    m->check = m->own;
    m->value = value ? m->own + m->slots : NULL;
}

void lem_map_done(lem_map *m)
{
    mem_free(m->own);
    memset(m, 0, sizeof *m);
}

void lem_map_save(const lem_map *m, box_writer *w)
{
    box_u32(w, m->slots);
    box_array(w, m->check, m->slots, sizeof *m->check);
    if (m->value)
        box_array(w, m->value, m->slots, sizeof *m->value);
}

void lem_map_load(lem_map *m, cursor *c, bool values, uint32_t most)
{
    memset(m, 0, sizeof *m);
    m->slots = cur_count(c, values ? 2 * sizeof *m->check : sizeof *m->check);
    if (m->slots < LEAST_SLOTS || m->slots > LEM_MOST_SLOTS)
        c->failed = true;
    if (c->failed)
        return;
    m->check = cur_array(c, m->slots, sizeof *m->check);
    if (values)
        m->value = cur_array(c, m->slots, sizeof *m->value);
    for (uint32_t i = 0; values && i < m->slots && !c->failed; i++)
        c->failed = m->value[i] >= most;
}

// ---------------------------------------------------------------------------------------------------

// The slot of a key, or the free one where it belongs.
static size_t slot_of(const lem_counts *c, uint64_t key)
{
    size_t at = (size_t)key & (c->slots - 1);
    while (c->count[at] && c->key[at] != key)
        at = (at + 1) & (c->slots - 1);
    return at;
}

static void grow(lem_counts *c)
{
    lem_counts more = {.slots = c->slots ? 2 * c->slots : 1024, .n = c->n};
    more.key = mem_alloc(more.slots, sizeof *more.key);
    more.count = mem_zero(more.slots, sizeof *more.count);
    for (size_t i = 0; i < c->slots; i++)
        if (c->count[i]) {
            const size_t at = slot_of(&more, c->key[i]);
            more.key[at] = c->key[i];
            more.count[at] = c->count[i];
        }
    lem_counts_done(c);
    *c = more;
}

uint32_t lem_count(lem_counts *c, uint64_t key, uint32_t by)
{
    if (c->n >= c->slots / 2)
        grow(c);
    const size_t at = slot_of(c, key);
    c->n += c->count[at] == 0;
    c->key[at] = key;
    return c->count[at] += by;
}

uint32_t lem_counted(const lem_counts *c, uint64_t key)
{
    return c->slots ? c->count[slot_of(c, key)] : 0;
}

void lem_counts_done(lem_counts *c)
{
    mem_free(c->key);
    mem_free(c->count);
    memset(c, 0, sizeof *c);
}
