// SPDX-License-Identifier: MIT
#include "text/tagger_rows.h"

#include "common/base/mem.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Numbers

static size_t slot_of(const tg_ids *s, uint64_t key)
{
    size_t i = (size_t)(key ^ key >> 32) & (s->slots - 1);
    while (s->key[i] && s->key[i] != key)
        i = (i + 1) & (s->slots - 1);
    return i;
}

static void widen(tg_ids *s)
{
    enum { FIRST = 1 << 16 };
    const tg_ids old = *s;
    s->slots = old.slots ? old.slots * 2 : FIRST;
    s->key = mem_table(s->slots, sizeof *s->key);
    s->id = mem_table(s->slots, sizeof *s->id);
    for (size_t i = 0; i < old.slots; i++)
        if (old.key[i]) {
            const size_t to = slot_of(s, old.key[i]);
            s->key[to] = old.key[i];
            s->id[to] = old.id[i];
        }
    mem_free(old.key);
    mem_free(old.id);
}

void tgi_count(tg_ids *s, uint64_t key)
{
    if (s->n * 3 >= s->slots * 2)
        widen(s);
    key = key ? key : 1;
    const size_t i = slot_of(s, key);
    s->n += s->key[i] == 0;
    s->key[i] = key;
    s->id[i]++;
}

void tgi_settle(tg_ids *s, uint32_t least)
{
    s->n = 0;
    for (size_t i = 0; i < s->slots; i++) {
        if (s->key[i] == 0)
            continue;
        if (s->id[i] < least) {
            s->id[i] = TGI_NONE;
            continue;
        }
        s->of = mem_grow(s->of, &s->cap, s->n + 1, sizeof *s->of);
        s->of[s->n] = s->key[i];
        s->id[i] = (uint32_t)s->n++;
    }
}

uint32_t tgi_find(const tg_ids *s, uint64_t key)
{
    const size_t i = slot_of(s, key ? key : 1);
    return s->key[i] ? s->id[i] : TGI_NONE;
}

void tgi_done(tg_ids *s)
{
    mem_free(s->key);
    mem_free(s->id);
    mem_free(s->of);
    memset(s, 0, sizeof *s);
}

// ---------------------------------------------------------------------------------------------------
// Rows

void tgc_start(tg_cells *c, size_t rows, size_t parts)
{
    memset(c, 0, sizeof *c);
    c->n = rows;
    c->parts = parts;
    c->at = mem_zero(rows + 1, sizeof *c->at);
    c->size = mem_zero(rows + 1, sizeof *c->size);
    c->room = mem_zero(rows + 1, sizeof *c->room);
    c->seen = mem_zero(parts + 1, sizeof *c->seen);
}

void tgc_done(tg_cells *c)
{
    mem_free(c->at);
    mem_free(c->size);
    mem_free(c->room);
    mem_free(c->part);
    mem_free(c->weight);
    mem_free(c->square);
    mem_free(c->seen);
    memset(c, 0, sizeof *c);
}

void tgc_add(const tg_cells *c, const uint32_t *row, size_t n, float *sum)
{
    for (size_t i = 0; i < n; i++) {
        const size_t from = c->at[row[i]], to = from + c->size[row[i]];
        for (size_t k = from; k < to; k++)
            sum[c->part[k]] += c->weight[k];
    }
}

static void make_cell_room(tg_cells *c, size_t n)
{
    c->part = mem_grow(c->part, &c->part_cap, n, sizeof *c->part);
    c->weight = mem_grow(c->weight, &c->weight_cap, n, sizeof *c->weight);
    c->square = mem_grow(c->square, &c->square_cap, n, sizeof *c->square);
}

// Makes room for one more weight in a row: a row that is full moves to the end.
static size_t new_cell(tg_cells *c, uint32_t row)
{
    if (c->size[row] == c->room[row]) {
        const size_t n = c->size[row], room = n ? n * 2 : 2, from = c->at[row], to = c->used;
        make_cell_room(c, to + room);
        if (n) {
            memcpy(c->part + to, c->part + from, n * sizeof *c->part);
            memcpy(c->weight + to, c->weight + from, n * sizeof *c->weight);
            memcpy(c->square + to, c->square + from, n * sizeof *c->square);
        }
        c->at[row] = to;
        c->room[row] = (uint16_t)(room < UINT16_MAX ? room : UINT16_MAX);
        c->used += room;
    }
    return c->at[row] + c->size[row]++;
}

static inline void step(float *weight, float *square, float by, float rate)
{
    *square += by * by;
    *weight += rate * by / sqrtf(*square);
}

void tgc_learn(tg_cells *c, const uint32_t *row, size_t n, const tg_slope *g, float rate, float least)
{
    for (size_t i = 0; i < n; i++) {
        const size_t from = c->at[row[i]], to = from + c->size[row[i]];
        size_t met = 0;
        c->visit++;
        for (size_t k = from; k < to; k++) {
            const float by = g->by[c->part[k]];
            if (by == 0)
                continue;
            step(&c->weight[k], &c->square[k], by, rate);
            c->seen[c->part[k]] = c->visit;
            met++;
        }
        for (size_t k = 0; k < g->n && met < g->n; k++) {
            const uint16_t part = g->part[k];
            if (c->seen[part] == c->visit)
                continue;
            met++;
            if (fabsf(g->by[part]) < least)
                continue;
            const size_t at = new_cell(c, row[i]);
            c->part[at] = part;
            c->weight[at] = 0;
            c->square[at] = 1; // so that the first steps are not too large
            step(&c->weight[at], &c->square[at], g->by[part], rate);
        }
    }
}

void tgc_prune(tg_cells *c, float least)
{
    const tg_cells old = *c;
    c->part = NULL;
    c->weight = c->square = NULL;
    c->used = c->part_cap = c->weight_cap = c->square_cap = 0;
    make_cell_room(c, 1); // the arrays are there, even if nothing is left
    for (size_t i = 0; i < c->n; i++) {
        const size_t from = old.at[i], end = from + c->size[i];
        c->at[i] = c->used;
        for (size_t k = from; k < end; k++) {
            if (fabsf(old.weight[k]) < least)
                continue;
            make_cell_room(c, c->used + 1);
            c->part[c->used] = old.part[k];
            c->weight[c->used] = old.weight[k];
            c->square[c->used++] = old.square[k];
        }
        c->size[i] = c->room[i] = (uint16_t)(c->used - c->at[i]);
    }
    mem_free(old.part);
    mem_free(old.weight);
    mem_free(old.square);
}
