// SPDX-License-Identifier: MIT
#include "text/tagger_table.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 3, LONG_HEAD = 5, CELL = 3, LONG = 255, MOST_WEIGHT = 127 };

static inline unsigned u16(const uint8_t *p)
{
    return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static inline unsigned cells(const uint8_t *r)
{
    return r[2] == LONG ? u16(r + HEAD) : r[2];
}

static inline size_t head(const uint8_t *r)
{
    return r[2] == LONG ? LONG_HEAD : HEAD;
}

static inline uint32_t bucket_of(uint64_t key, uint32_t buckets)
{
    return (uint32_t)((key >> 32) * buckets >> 32);
}

// ---------------------------------------------------------------------------------------------------
// Making

static int by_key(const void *a, const void *b)
{
    const tg_row *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int rounded(float weight, float scale)
{
    const float x = weight / scale;
    return (int)lrintf(x > MOST_WEIGHT ? MOST_WEIGHT : x < -MOST_WEIGHT ? -MOST_WEIGHT : x);
}

typedef struct cell {
    uint16_t part;
    int8_t weight;
} cell;

static int by_part(const void *a, const void *b)
{
    return ((const cell *)a)->part - ((const cell *)b)->part;
}

// The cells of a row that are not 0, sorted; how many.
static size_t gather(const tg_row *row, float scale, cell *to)
{
    size_t n = 0;
    for (size_t i = 0; i < row->n; i++) {
        const int weight = rounded(row->weight[i], scale);
        if (weight)
            to[n++] = (cell){row->part[i], (int8_t)weight};
    }
    qsort(to, n, sizeof *to, by_part);
    return n;
}

static size_t write_record(uint8_t *to, uint64_t key, const cell *c, size_t n)
{
    size_t at = HEAD;
    to[0] = (uint8_t)key;
    to[1] = (uint8_t)(key >> 8);
    to[2] = (uint8_t)(n < LONG ? n : LONG);
    if (n >= LONG) {
        to[at++] = (uint8_t)n;
        to[at++] = (uint8_t)(n >> 8);
    }
    for (size_t i = 0; i < n; i++) {
        to[at++] = (uint8_t)c[i].part;
        to[at++] = (uint8_t)(c[i].part >> 8);
        to[at++] = (uint8_t)c[i].weight;
    }
    return at;
}

void tgt_make(tg_table *t, tg_row *row, size_t n, size_t parts, float scale)
{
    cell *c = mem_alloc(parts + 1, sizeof *c);
    uint8_t *record = NULL;
    size_t cap = 0, at = 0;
    memset(t, 0, sizeof *t);
    t->parts = (uint32_t)parts;
    t->scale = scale;
    for (size_t i = 0; i < n; i++)
        t->features += gather(&row[i], scale, c) > 0;
    t->buckets = t->features / 2 + 1;
    uint32_t *start = mem_zero((size_t)t->buckets + 1, sizeof *start);
    qsort(row, n, sizeof *row, by_key);
    for (size_t i = 0; i < n; i++) {
        const size_t some = gather(&row[i], scale, c);
        if (some == 0)
            continue;
        record = mem_grow(record, &cap, at + LONG_HEAD + some * CELL, 1);
        at += write_record(record + at, row[i].key, c, some);
        start[bucket_of(row[i].key, t->buckets) + 1] = (uint32_t)at;
    }
    for (size_t b = 1; b <= t->buckets; b++)
        if (start[b] == 0)
            start[b] = start[b - 1];
    t->start = start;
    t->record = record;
    t->own[0] = start;
    t->own[1] = record;
    mem_free(c);
}

void tgt_done(tg_table *t)
{
    mem_free(t->own[0]);
    mem_free(t->own[1]);
    memset(t, 0, sizeof *t);
}

// ---------------------------------------------------------------------------------------------------
// Sums

static inline void add_record(const uint8_t *r, const uint8_t *end, unsigned check, int16_t *sum)
{
    while (r < end) {
        const unsigned n = cells(r);
        const uint8_t *c = r + head(r);
        if (u16(r) == check) {
            for (unsigned i = 0; i < n; i++, c += CELL)
                sum[u16(c)] = (int16_t)(sum[u16(c)] + (int8_t)c[2]);
            return;
        }
        r = c + (size_t)n * CELL;
    }
}

static inline void fetch(const void *p)
{
#if defined(__GNUC__)
    __builtin_prefetch(p);
#else
    (void)p;
#endif
}

void tgt_add(const tg_table *t, const uint64_t *key, size_t n, int16_t *sum)
{
    enum { AHEAD = 8 };
    const uint32_t *start[TGT_KEYS];
    for (size_t i = 0; i < n + 2 * AHEAD; i++) {
        if (i < n) {
            start[i] = &t->start[bucket_of(key[i], t->buckets)];
            fetch(start[i]);
        }
        if (i >= AHEAD && i - AHEAD < n)
            fetch(t->record + *start[i - AHEAD]);
        if (i >= 2 * AHEAD) {
            const uint32_t *at = start[i - 2 * AHEAD];
            add_record(t->record + at[0], t->record + at[1], (uint16_t)key[i - 2 * AHEAD], sum);
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Sections

void tgt_save(const tg_table *t, box_writer *w)
{
    box_u32(w, t->buckets);
    box_u32(w, t->features);
    box_f32(w, t->scale);
    box_array(w, t->start, (size_t)t->buckets + 1, sizeof *t->start);
    box_array(w, t->record, t->start[t->buckets], 1);
}

// Is the record whole, with rising parts in range?
static bool sound(const tg_table *t, const uint8_t *r, size_t left)
{
    if (left < HEAD || (r[2] == LONG && left < LONG_HEAD))
        return false;
    const unsigned n = cells(r);
    const uint8_t *c = r + head(r);
    if (n == 0 || left - head(r) < (size_t)n * CELL)
        return false;
    for (unsigned i = 0; i < n; i++, c += CELL)
        if (u16(c) >= t->parts || (i && u16(c) <= u16(c - CELL)))
            return false;
    return true;
}

static bool all_sound(const tg_table *t)
{
    for (uint32_t b = 0; b < t->buckets; b++) {
        if (t->start[b] > t->start[b + 1] || t->start[b + 1] > t->start[t->buckets])
            return false;
        for (uint32_t at = t->start[b]; at < t->start[b + 1];) {
            const uint8_t *r = t->record + at;
            if (!sound(t, r, t->start[b + 1] - at))
                return false;
            at += (uint32_t)(head(r) + (size_t)cells(r) * CELL);
        }
    }
    return true;
}

int tgt_load(tg_table *t, cursor *c, size_t parts, copse_error *err)
{
    memset(t, 0, sizeof *t);
    t->parts = (uint32_t)parts;
    t->buckets = cur_count(c, sizeof *t->start);
    t->features = cur_u32(c);
    t->scale = cur_f32(c);
    bool fine = c->failed || (t->buckets > 0 && t->scale > 0 && t->scale <= TGT_MOST_SCALE);
    t->start = fine ? cur_array(c, (size_t)t->buckets + 1, sizeof *t->start) : NULL;
    t->record = fine && !c->failed ? cur_array(c, t->start[t->buckets], 1) : NULL;
    if (fine && !c->failed)
        fine = t->start[0] == 0 && all_sound(t);
    return fine || c->failed
               ? 0
               : err_set(err, COPSE_EMODEL, box_path(c->box), 0, "damaged weights of the tagger");
}
