// SPDX-License-Identifier: MIT
// Linear scorers: a table from feature keys to rows of class weights.
//
// The upper half of a key chooses a bucket; there are five buckets for every four features. A bucket is a
// sequence of records, one for each feature: a 16-bit check of the key, the number of non-zero weights, and
// these as pairs of class and weight, or all weights if that is shorter. Weights have 8 bits, with a scale
// for each class. A key that is not in the table is mistaken for another of its bucket with a probability of
// about 1/100000.
//
// Model files use this layout. Tables of few classes are rearranged in memory for speed (lookup.h). In
// larger tables the records are walked: two reads for a key that may miss the cache, with the reads of many
// keys in flight at once.
#include "learn/learner.h"

#include "common/base/error.h"
#include "learn/lookup.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct linear {
    scorer base;
    const float *scale; // [classes] value of a stored weight of 1
    rec_table table;
    lookup *lookup; // NULL: walk the records
    void *memory;   // arrays owned by a table made in memory; NULL if they lie in a file
} linear;

enum { MOST_WEIGHT = 127 };
static const float MOST_SCALE = 1e20F; // so that no sum of weights overflows

static inline int16_t plus(int16_t sum, uint8_t weight)
{
    return (int16_t)(sum + (int8_t)weight);
}

static void add_weights(const uint8_t *r, uint32_t classes, int16_t *restrict sum)
{
    const unsigned n = r[2];
    r += 3;
    if (n == REC_DENSE) {
        for (size_t k = 0; k < rec_dense_bytes(classes); k += 8)
            for (size_t j = 0; j < 8; j++)
                sum[k + j] = plus(sum[k + j], r[k + j]);
    } else if (classes <= 256) {
        for (unsigned i = 0; i < n; i++, r += 2)
            sum[r[0]] = plus(sum[r[0]], r[1]);
    } else {
        for (unsigned i = 0; i < n; i++, r += 3)
            sum[rec_u16(r)] = plus(sum[rec_u16(r)], r[2]);
    }
}

static inline void add_key(const rec_table *t, const uint8_t *r, const uint8_t *end, unsigned check,
                           int16_t *sum)
{
    for (; r < end; r += rec_length(r, t->classes))
        if (rec_u16(r) == check) {
            add_weights(r, t->classes, sum);
            return;
        }
}

// Adds up the weights of at most REC_KEYS keys, so that sums fit 16 bits. A key's bucket is prefetched AHEAD
// keys before its records, and these AHEAD keys before they are read, to keep as many reads in flight as a
// core can.
static void add_keys(const rec_table *t, const uint64_t *key, size_t n, int16_t *sum)
{
    enum { AHEAD = 8 };
    const uint32_t *start[REC_KEYS];
    for (size_t i = 0; i < n + 2 * AHEAD; i++) {
        if (i < n) {
            start[i] = &t->start[rec_bucket(key[i], t->buckets)];
            __builtin_prefetch(start[i]);
        }
        if (i >= AHEAD && i - AHEAD < n)
            __builtin_prefetch(t->record + *start[i - AHEAD]);
        if (i >= 2 * AHEAD) {
            const uint32_t *at = start[i - 2 * AHEAD];
            add_key(t, t->record + at[0], t->record + at[1], (uint16_t)key[i - 2 * AHEAD], sum);
        }
    }
}

static void linear_score(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch)
{
    const linear *l = (const linear *)s;
    int16_t *sum = scratch;
    uint32_t what[REC_KEYS];
    for (uint32_t k = 0; k < l->base.classes; k++)
        score[k] = 0;
    for (size_t from = 0; from < n; from += REC_KEYS) {
        const size_t some = n - from < REC_KEYS ? n - from : REC_KEYS;
        memset(sum, 0, lk_room(l->base.classes) * sizeof *sum);
        if (l->lookup) {
            lk_fetch(l->lookup, key + from, some);
            lk_find(l->lookup, key + from, some, what);
            lk_add(l->lookup, what, some, sum);
        } else {
            add_keys(&l->table, key + from, some, sum);
        }
        for (uint32_t k = 0; k < l->base.classes; k++)
            score[k] += (float)sum[k] * l->scale[k];
    }
}

size_t sc_room(const scorer *s)
{
    return s->kind == &scorer_linear && ((const linear *)s)->lookup ? lk_room(s->classes) : 0;
}

void sc_fetch(const scorer *s, const uint64_t *key, size_t n)
{
    lk_fetch(((const linear *)s)->lookup, key, n);
}

void sc_find(const scorer *s, const uint64_t *key, size_t n, uint32_t *what)
{
    lk_find(((const linear *)s)->lookup, key, n, what);
}

void sc_add(const scorer *s, const uint32_t *what, size_t n, int16_t *sum)
{
    lk_add(((const linear *)s)->lookup, what, n, sum);
}

void sc_scores(const scorer *s, const int16_t *sum, float *score)
{
    const float *scale = ((const linear *)s)->scale;
    for (uint32_t k = 0; k < s->classes; k++)
        score[k] = (float)sum[k] * scale[k];
}

static size_t linear_scratch(const scorer *s)
{
    return lk_room(s->classes) * sizeof(int16_t);
}

static void linear_free(scorer *s)
{
    lk_free(((linear *)s)->lookup);
    mem_free(((linear *)s)->memory);
    mem_free(s);
}

static void linear_describe(const scorer *s, char *buf, size_t size)
{
    const linear *l = (const linear *)s;
    snprintf(buf, size, "linear, %u classes, %u features", l->base.classes, l->table.features);
}

static void linear_save(const scorer *s, box_writer *w)
{
    const linear *l = (const linear *)s;
    box_u32(w, l->base.classes);
    box_u32(w, l->table.features);
    box_u32(w, l->table.buckets);
    box_array(w, l->scale, l->base.classes, 4);
    box_array(w, l->table.start, (size_t)l->table.buckets + 1, 4);
    box_array(w, l->table.record, l->table.start[l->table.buckets], 1);
}

// Does every bucket consist of whole records with valid classes? Full buckets would take long to walk.
static bool sound(const rec_table *t)
{
    uint64_t records = 0;
    for (uint32_t b = 0; b < t->buckets; b++) {
        if (t->start[b] > t->start[b + 1] || t->start[b + 1] > t->start[t->buckets])
            return false;
        const uint8_t *r = t->record + t->start[b], *end = t->record + t->start[b + 1];
        const uint64_t before = records;
        for (; r < end; r += rec_length(r, t->classes), records++)
            if (!rec_is_whole(r, (size_t)(end - r), t->classes) || !rec_pairs_are_sound(r, t->classes))
                return false;
        if (records - before > REC_FULL)
            return false;
    }
    return records == t->features;
}

static scorer *linear_load(cursor *c, copse_error *err)
{
    linear *l = mem_zero(1, sizeof *l);
    l->base.kind = &scorer_linear;
    l->base.classes = cur_u32(c);
    l->table.classes = l->base.classes;
    l->table.features = cur_u32(c);
    l->table.buckets = cur_u32(c);
    l->scale = cur_floats(c, l->base.classes, MOST_SCALE);
    l->table.start = cur_array(c, (size_t)l->table.buckets + 1, 4);
    if (!c->failed && l->base.classes > 0 && l->base.classes <= UINT16_MAX && l->table.buckets > 0 &&
        l->table.start[0] == 0) {
        l->table.record = cur_array(c, l->table.start[l->table.buckets], 1);
        if (!c->failed && ((l->lookup = lk_new(&l->table)) || sound(&l->table)))
            return &l->base;
    }
    err_set(err, COPSE_EMODEL, box_path(c->box), 0, "damaged weights in section %s", c->tag);
    mem_free(l);
    return NULL;
}

const scorer_kind scorer_linear = {1,           "linear",    linear_score, linear_scratch,
                                   linear_save, linear_load, linear_free,  linear_describe};

// ---------------------------------------------------------------------------------------------------
// Making

typedef struct kept { // a feature with a finished record
    uint64_t key;
    uint32_t at; // offset of the record among those made
} kept;

typedef struct maker {
    uint32_t classes;
    double *w;       // [classes] the current row
    double *scale;   // [classes]
    uint8_t *record; // [records_n] the records made so far
    size_t records_n, records_cap;
    kept *feature; // [features_n]
    size_t features_n, features_cap;
} maker;

// Rounds the current row, and keeps it unless no weight is left.
static void keep_row(maker *m, uint64_t key, int least)
{
    uint32_t used = 0;
    for (uint32_t k = 0; k < m->classes; k++) {
        const long v = lround(fmax(-MOST_WEIGHT, fmin(m->w[k] / m->scale[k], MOST_WEIGHT)));
        m->w[k] = labs(v) < least ? 0 : (double)v;
        used += m->w[k] != 0;
    }
    const size_t pair = rec_class_bytes(m->classes) + 1;
    const bool dense = used >= REC_DENSE || used * 3 >= m->classes;
    const size_t most = 3 + rec_dense_bytes(m->classes) + pair * m->classes;
    if (used == 0 || m->records_n > UINT32_MAX - most)
        return;
    m->record = mem_grow(m->record, &m->records_cap, m->records_n + most, 1);
    m->feature = mem_grow(m->feature, &m->features_cap, m->features_n + 1, sizeof *m->feature);
    m->feature[m->features_n++] = (kept){key, (uint32_t)m->records_n};
    uint8_t *r = m->record + m->records_n;
    *r++ = (uint8_t)key;
    *r++ = (uint8_t)(key >> 8);
    *r++ = (uint8_t)(dense ? REC_DENSE : used);
    for (uint32_t k = 0; k < m->classes; k++) {
        if (!dense && m->w[k] == 0)
            continue;
        if (!dense)
            *r++ = (uint8_t)k;
        if (!dense && pair == 3)
            *r++ = (uint8_t)(k >> 8);
        *r++ = (uint8_t)(int8_t)m->w[k];
    }
    for (size_t k = m->classes; dense && k < rec_dense_bytes(m->classes); k++)
        *r++ = 0;
    m->records_n = (size_t)(r - m->record);
}

// Distributes the records to buckets. If two keys of a bucket have the same check, only the first is found.
static scorer *build(const maker *m)
{
    linear *l = mem_zero(1, sizeof *l);
    const uint32_t buckets = (uint32_t)(m->features_n + m->features_n / 4 + 1);
    uint32_t *start =
        mem_zero(2 * ((size_t)buckets + 1) + m->classes + (m->records_n + 3) / 4, sizeof *start);
    uint32_t *next = start + buckets + 1;
    float *scale = (float *)(next + buckets + 1);
    uint8_t *record = (uint8_t *)(scale + m->classes);
    for (uint32_t k = 0; k < m->classes; k++)
        scale[k] = (float)m->scale[k];
    for (size_t i = 0; i < m->features_n; i++)
        start[rec_bucket(m->feature[i].key, buckets) + 1] +=
            (uint32_t)rec_length(m->record + m->feature[i].at, m->classes);
    for (uint32_t b = 0; b < buckets; b++) {
        start[b + 1] += start[b];
        next[b] = start[b];
    }
    for (size_t i = 0; i < m->features_n; i++) {
        const uint8_t *r = m->record + m->feature[i].at;
        const size_t length = rec_length(r, m->classes);
        uint32_t *to = &next[rec_bucket(m->feature[i].key, buckets)];
        memcpy(record + *to, r, length);
        *to += (uint32_t)length;
    }
    *l = (linear){.base = {&scorer_linear, m->classes},
                  .scale = scale,
                  .table = {m->classes, buckets, (uint32_t)m->features_n, start, record},
                  .memory = start};
    l->lookup = lk_new(&l->table);
    return &l->base;
}

scorer *sc_linear_make(uint32_t classes, uint32_t features, const uint64_t *key,
                       void (*row)(void *context, uint32_t feature, double *w), void *context, double drop)
{
    maker m = {.classes = classes};
    m.w = mem_alloc(classes, sizeof *m.w);
    m.scale = mem_zero(classes, sizeof *m.scale);
    for (uint32_t f = 0; f < features; f++) {
        row(context, f, m.w);
        for (uint32_t k = 0; k < classes; k++)
            m.scale[k] = fmax(m.scale[k], fabs(m.w[k]));
    }
    for (uint32_t k = 0; k < classes; k++)
        m.scale[k] = m.scale[k] > 0 ? fmin(m.scale[k] / MOST_WEIGHT, (double)MOST_SCALE) : 1;
    const int least = (int)fmax(1, ceil(drop * MOST_WEIGHT));
    for (uint32_t f = 0; f < features; f++) {
        row(context, f, m.w);
        keep_row(&m, key[f], least);
    }
    scorer *made = build(&m);
    mem_free(m.w);
    mem_free(m.scale);
    mem_free(m.record);
    mem_free(m.feature);
    return made;
}
