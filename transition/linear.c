// SPDX-License-Identifier: MIT
// Linear scorers: one open-addressing table from feature keys to rows of class weights.
//
// A slot is a 32-bit check of the key and the place of its row; both arrays are walked linearly from the slot
// the key's upper bits choose. Rows hold 16-bit weights, dense (all classes) or sparse (pairs of class and
// weight), whichever is shorter. Two thirds of the slots are taken at most, so a key that is not there costs
// about one cache miss, and the slots of all keys are prefetched before the first is read.
#include "learner.h"

#include "error.h"
#include "hash.h"
#include "mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct linear {
    scorer base;
    uint64_t slots;
    const uint32_t *check; // [slots] 0: empty
    const uint32_t *place; // [slots] offset of the row in rows
    const int16_t *rows;   // [rows_n]
    uint64_t rows_n;
    uint32_t features;
    float scale;  // of a weight of 1
    void *memory; // owned arrays of a table that was made, NULL when they lie in a file
} linear;

static inline uint64_t slot_of(uint64_t key, uint64_t slots)
{
    return (key >> 32) * slots >> 32;
}

static inline uint32_t check_of(uint64_t key)
{
    uint32_t check = (uint32_t)key;
    return check ? check : 1;
}

// Rows begin with the number of pairs that follow, or -1 for a dense row.
static void add_row(const int16_t *row, uint32_t classes, int32_t *sum)
{
    int n = *row++;
    if (n < 0) {
        for (uint32_t k = 0; k < classes; k++)
            sum[k] += row[k];
        return;
    }
    for (int i = 0; i < n; i++, row += 2)
        sum[(uint16_t)row[0]] += row[1];
}

static void linear_score(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch)
{
    const linear *l = (const linear *)s;
    int32_t *sum = scratch;
    memset(sum, 0, l->base.classes * sizeof *sum);
    for (size_t i = 0; i < n; i++) {
        uint64_t at = slot_of(key[i], l->slots);
        __builtin_prefetch(&l->check[at]);
        __builtin_prefetch(&l->place[at]);
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t check = check_of(key[i]);
        uint64_t at = slot_of(key[i], l->slots);
        while (l->check[at] && l->check[at] != check)
            at = at + 1 == l->slots ? 0 : at + 1;
        if (l->check[at])
            add_row(l->rows + l->place[at], l->base.classes, sum);
    }
    for (uint32_t k = 0; k < l->base.classes; k++)
        score[k] = (float)sum[k] * l->scale;
}

static size_t linear_scratch(const scorer *s)
{
    return s->classes * sizeof(int32_t);
}

static void linear_free(scorer *s)
{
    free(((linear *)s)->memory);
    free(s);
}

static void linear_describe(const scorer *s, char *buf, size_t size)
{
    const linear *l = (const linear *)s;
    snprintf(buf, size, "linear, %u classes, %u features", l->base.classes, l->features);
}

static void linear_save(const scorer *s, box_writer *w)
{
    const linear *l = (const linear *)s;
    box_u32(w, l->base.classes);
    box_u32(w, l->features);
    box_f32(w, l->scale);
    box_u64(w, l->slots);
    box_u64(w, l->rows_n);
    box_array(w, l->check, l->slots, 4);
    box_array(w, l->place, l->slots, 4);
    box_array(w, l->rows, l->rows_n, 2);
}

// Every row that a slot names lies whole within rows and names classes that exist; some slot is empty.
static bool sound(const linear *l)
{
    bool empty = false;
    for (uint64_t i = 0; i < l->slots; i++) {
        if (!l->check[i]) {
            empty = true;
            continue;
        }
        uint64_t at = l->place[i];
        if (at >= l->rows_n)
            return false;
        int n = l->rows[at];
        uint64_t length = n < 0 ? l->base.classes : (uint64_t)n * 2;
        if (length >= l->rows_n - at)
            return false;
        for (int k = 0; k < n; k++)
            if ((uint16_t)l->rows[at + 1 + 2 * (uint64_t)k] >= l->base.classes)
                return false;
    }
    return empty;
}

static scorer *linear_load(cursor *c, copse_error *err)
{
    linear *l = mem_zero(1, sizeof *l);
    l->base.kind = &scorer_linear;
    l->base.classes = cur_u32(c);
    l->features = cur_u32(c);
    l->scale = cur_f32(c);
    l->slots = cur_u64(c);
    l->rows_n = cur_u64(c);
    l->check = cur_array(c, l->slots, 4);
    l->place = cur_array(c, l->slots, 4);
    l->rows = cur_array(c, l->rows_n, 2);
    if (!c->failed && l->base.classes > 0 && l->base.classes <= UINT16_MAX && l->slots <= UINT32_MAX &&
        sound(l))
        return &l->base;
    err_set(err, COPSE_EMODEL, box_path(c->box), 0, "damaged weights in section %s", c->tag);
    free(l);
    return NULL;
}

const scorer_kind scorer_linear = {1,           "linear",    linear_score, linear_scratch,
                                   linear_save, linear_load, linear_free,  linear_describe};

// ---------------------------------------------------------------------------------------------------
// Making

typedef struct maker {
    uint32_t classes;
    double *w;     // [classes] the row at hand
    int16_t *row;  // [1 + 2 * classes] rounded
    int16_t *rows; // all rows so far
    size_t rows_n, rows_cap;
    uint32_t *kept;  // [kept_n] features that have a row
    uint32_t *place; // [kept_n]
    size_t kept_n, kept_cap, place_cap;
} maker;

// Rounds w[classes] into m->row; returns its length, 0 if nothing is left.
static size_t round_row(maker *m, double scale, int least)
{
    int used = 0;
    for (uint32_t k = 0; k < m->classes; k++) {
        long v = lround(m->w[k] / scale);
        m->w[k] = labs(v) < least ? 0 : (double)v;
        used += m->w[k] != 0;
    }
    if (used == 0)
        return 0;
    bool dense = (uint32_t)used * 2 >= m->classes || used > INT16_MAX;
    size_t n = 0;
    m->row[n++] = (int16_t)(dense ? -1 : used);
    for (uint32_t k = 0; k < m->classes; k++) {
        if (!dense && m->w[k] == 0)
            continue;
        if (!dense)
            m->row[n++] = (int16_t)(uint16_t)k;
        m->row[n++] = (int16_t)m->w[k];
    }
    return n;
}

static void keep_row(maker *m, uint32_t feature, size_t n)
{
    m->rows = mem_grow(m->rows, &m->rows_cap, m->rows_n + n, sizeof *m->rows);
    memcpy(m->rows + m->rows_n, m->row, n * sizeof *m->row);
    m->kept = mem_grow(m->kept, &m->kept_cap, m->kept_n + 1, sizeof *m->kept);
    m->place = mem_grow(m->place, &m->place_cap, m->kept_n + 1, sizeof *m->place);
    m->kept[m->kept_n] = feature;
    m->place[m->kept_n++] = (uint32_t)m->rows_n;
    m->rows_n += n;
}

// Puts the rows made into a table. Of two features with the same slot and check the first wins.
static scorer *build(maker *m, const uint64_t *key, double scale)
{
    linear *l = mem_zero(1, sizeof *l);
    uint64_t slots = m->kept_n + m->kept_n / 2 + 2;
    size_t words = 2 * slots;
    uint32_t *memory = mem_zero(words + (m->rows_n + 1) / 2 + 1, sizeof *memory);
    uint32_t *check = memory, *place = memory + slots;
    memcpy(memory + words, m->rows, m->rows_n * sizeof *m->rows);
    for (size_t i = 0; i < m->kept_n; i++) {
        uint64_t k = key[m->kept[i]], at = slot_of(k, slots);
        uint32_t c = check_of(k);
        while (check[at] && check[at] != c)
            at = at + 1 == slots ? 0 : at + 1;
        if (check[at])
            continue;
        check[at] = c;
        place[at] = m->place[i];
        l->features++;
    }
    l->base = (scorer){&scorer_linear, m->classes};
    l->slots = slots;
    l->check = check;
    l->place = place;
    l->rows = (const int16_t *)(memory + words);
    l->rows_n = m->rows_n;
    l->scale = (float)scale;
    l->memory = memory;
    return &l->base;
}

scorer *sc_linear_make(uint32_t classes, uint32_t features, const uint64_t *key,
                       void (*row)(void *context, uint32_t feature, double *w), void *context, double drop)
{
    maker m = {.classes = classes};
    m.w = mem_alloc(classes, sizeof *m.w);
    m.row = mem_alloc(2 * (size_t)classes + 1, sizeof *m.row);
    m.rows = mem_grow(NULL, &m.rows_cap, 1, sizeof *m.rows);
    double largest = 0;
    for (uint32_t f = 0; f < features; f++) {
        row(context, f, m.w);
        for (uint32_t k = 0; k < classes; k++)
            largest = fmax(largest, fabs(m.w[k]));
    }
    double scale = largest > 0 ? largest / INT16_MAX : 1;
    int least = (int)fmax(1, ceil(drop * INT16_MAX));
    for (uint32_t f = 0; f < features; f++) {
        row(context, f, m.w);
        size_t n = round_row(&m, scale, least);
        if (n && m.rows_n + n < UINT32_MAX)
            keep_row(&m, f, n);
    }
    scorer *made = build(&m, key, scale);
    free(m.w);
    free(m.row);
    free(m.rows);
    free(m.kept);
    free(m.place);
    return made;
}
