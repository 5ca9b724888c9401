// SPDX-License-Identifier: MIT
#include "learn/lookup.h"

#include "common/base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACES = 4,     // of a group
    SHARE = 2,      // buckets that share a group: 0.8 features each, so that few groups overflow
    LOW_ZERO = 128, // added to the weights in lower halves, so that they are not negative
    STEPS = 64      // groups to search from a feature's own; chance never fills so many
};

// Half a cache line. A feature whose group is full goes to the next group with a free place. A group with a
// free place ends the search.
typedef struct group {
    uint32_t tag[PLACES];  // check and lower half of the bucket, which differ in neighbouring groups
    uint32_t what[PLACES]; // two pairs of weights, or ROW and the offset of a row; 0: this and all later
                           // places are free
} group;

#define ROW ((uint32_t)1 << 31)

// Vectors that the compiler maps to the machine's own.
typedef uint32_t four __attribute__((vector_size(16), may_alias));
typedef uint16_t eight __attribute__((vector_size(16), may_alias));
typedef int16_t eight_signed __attribute__((vector_size(16), may_alias));
typedef uint16_t eight_anywhere __attribute__((vector_size(16), may_alias, aligned(2)));

struct lookup {
    uint32_t buckets;
    uint32_t blocks; // of a row
    group *group;    // [buckets/SHARE+STEPS+2] the extra groups take the overflow at the end
    // [rows][blocks] Vectors of 8 numbers, each of two weights: number k has class k plus LOW_ZERO in its
    // lower half and class k+8 in its upper half.
    eight *row;
    void *row_memory;
};

static inline uint32_t tag_of(uint32_t bucket, uint32_t check)
{
    return bucket << 16 | check;
}

// What the group holds for a tag, or 0. Tags of used places differ, so at most one matches.
static inline uint32_t look(const group *at, uint32_t tag)
{
    const four what = (four)(*(const four *)at->tag == tag) & *(const four *)at->what;
    typedef uint64_t two __attribute__((vector_size(16)));
    const uint64_t half = ((two)what)[0] | ((two)what)[1];
    return (uint32_t)half | (uint32_t)(half >> 32);
}

// The group to search for a feature of group g after `step` others: the other half of the cache line, then
// the next lines.
static inline uint32_t further(uint32_t g, uint32_t step)
{
    return (g / 2 + step / 2) * 2 + ((g ^ step) & 1);
}

static uint32_t look_further(const lookup *l, uint32_t bucket, uint32_t tag)
{
    uint32_t what = 0, g = bucket / SHARE;
    for (uint32_t step = 1; !what && l->group[g].what[PLACES - 1] && step < STEPS; step++) {
        g = further(bucket / SHARE, step);
        what = look(&l->group[g], tag);
    }
    return what;
}

static inline uint32_t look_in(const lookup *l, uint32_t bucket, uint32_t tag)
{
    const group *g = &l->group[bucket / SHARE];
    const uint32_t what = look(g, tag);
    return (what | !g->what[PLACES - 1]) == 0 ? look_further(l, bucket, tag) : what;
}

void lk_fetch(const lookup *l, const uint64_t *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&l->group[rec_bucket(key[i], l->buckets) / SHARE]);
}

static inline int16_t plus(int16_t sum, uint32_t weight)
{
    return (int16_t)(sum + (int8_t)(uint8_t)weight);
}

static inline void add_pairs(const uint32_t *pairs, size_t n, int16_t *sum)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t p = pairs[i];
        int16_t *first = &sum[p & 0xff], *second = &sum[p >> 24];
        *first = plus(*first, p >> 8);
        *second = plus(*second, p >> 16);
    }
}

// Adds up the whole numbers of the rows, and separately their upper halves. The sum of the lower halves is
// the difference.
static inline void add_rows(const lookup *l, const uint32_t *row, size_t n, int16_t *sum)
{
    for (uint32_t b = 0; b < l->blocks; b++) {
        const eight *at = l->row + b;
        eight both = {0}, high = {0};
        for (size_t i = 0; i < n; i++) {
            both += at[row[i]];
            high += (eight)((eight_signed)at[row[i]] >> 8);
        }
        eight_anywhere *to = (eight_anywhere *)(sum + (size_t)b * LK_BLOCK);
        to[0] += both - (high << 8) - (uint16_t)(n * LOW_ZERO);
        to[1] += high;
    }
}

void lk_find(const lookup *l, const uint64_t *key, size_t n, uint32_t *what)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t bucket = rec_bucket(key[i], l->buckets), tag = tag_of(bucket, (uint16_t)key[i]);
        const uint32_t found = look_in(l, bucket, tag);
        what[i] = found;
        __builtin_prefetch(l->row + (found & (ROW - 1) & -(found / ROW))); // not a row: the first one
    }
}

void lk_add(const lookup *l, const uint32_t *what, size_t n, int16_t *sum)
{
    uint32_t pairs[REC_KEYS], row[REC_KEYS]; // both are written, since a branch would be unpredictable
    size_t pairs_n = 0, rows_n = 0;
    for (size_t i = 0; i < n; i++) {
        pairs[pairs_n] = what[i];
        pairs_n += what[i] - 1 < ROW - 1;
        row[rows_n] = what[i] & (ROW - 1);
        rows_n += (what[i] & ROW) != 0;
    }
    add_pairs(pairs, pairs_n, sum);
    add_rows(l, row, rows_n, sum);
}

// ---------------------------------------------------------------------------------------------------
// Making

// The weights of a record with one or two of them, as pairs; 0 for other records.
static uint32_t pairs_of(const uint8_t *r)
{
    if (r[2] == 0 || r[2] > 2)
        return 0;
    const uint32_t one = (uint32_t)r[3] | (uint32_t)r[4] << 8;
    return r[2] == 1 ? one : one | (uint32_t)r[6] << 16 | (uint32_t)r[5] << 24;
}

// Puts the weight of class k into a row that has none for it yet.
static inline void put_weight(uint16_t *row, size_t k, unsigned w)
{
    uint16_t *at = &row[k / LK_BLOCK * 8 + k % 8];
    *at = (uint16_t)(k % LK_BLOCK < 8 ? (*at & 0xff00) | ((w + LOW_ZERO) & 0xff) : (*at & 0xff) | w << 8);
}

static void fill_row(const uint8_t *r, uint32_t classes, uint16_t *row)
{
    for (size_t i = 0; i < lk_room(classes) / 2; i++)
        row[i] = LOW_ZERO;
    const uint8_t *at = r + REC_HEAD;
    if (r[2] == REC_DENSE)
        for (size_t k = 0; k < classes; k++)
            put_weight(row, k, at[k]);
    else
        for (size_t i = 0; i < r[2]; i++)
            put_weight(row, at[2 * i], at[2 * i + 1]);
}

// The first free place in the search order of a bucket's features. False if there is none.
static bool find_place(const lookup *l, uint32_t bucket, uint32_t *g, int *place)
{
    for (uint32_t step = 0; step < STEPS; step++) {
        *g = further(bucket / SHARE, step);
        for (*place = 0; *place < PLACES; (*place)++)
            if (!l->group[*g].what[*place])
                return true;
    }
    return false;
}

// Fills the table. Rows of many weights are used most: they are kept together at the beginning, the others
// at the end. If two records of a bucket have the same check, only the first is added. False if the table is
// damaged or has no place left.
static bool fill(lookup *l, const rec_table *t, size_t rows)
{
    const uint32_t classes = t->classes; // known to be few: the compiler drops the code for wide records
    uint32_t g, dense = 0, others = (uint32_t)rows;
    uint64_t records = 0;
    int place;
    if (classes > LK_CLASSES)
        return false;
    for (uint32_t b = 0; b < t->buckets; b++) {
        if (t->start[b] > t->start[b + 1] || t->start[b + 1] > t->start[t->buckets])
            return false;
        const uint8_t *r = t->record + t->start[b], *end = t->record + t->start[b + 1];
        for (; r < end; r += rec_length(r, classes), records++) {
            if (!rec_is_whole(r, (size_t)(end - r), classes) || !rec_pairs_are_sound(r, classes))
                return false;
            const uint32_t tag = tag_of(b, rec_u16(r));
            if (look_in(l, b, tag))
                continue;
            if (!find_place(l, b, &g, &place))
                return false;
            uint32_t what = pairs_of(r);
            if (!what) {
                const uint32_t row = r[2] == REC_DENSE ? dense++ : --others;
                fill_row(r, classes, (uint16_t *)(l->row + (size_t)row * l->blocks));
                what = ROW | row * l->blocks;
            }
            l->group[g].tag[place] = tag;
            l->group[g].what[place] = what;
        }
    }
    return records == t->features;
}

lookup *lk_new(const rec_table *t)
{
    if (t->classes > LK_CLASSES)
        return NULL;
    lookup *l = mem_zero(1, sizeof *l);
    l->buckets = t->buckets;
    l->blocks = (t->classes + LK_BLOCK - 1) / LK_BLOCK;
    // An upper bound on the number of rows, most of which are never touched. Rows begin at a cache line.
    // The shortest record with a row has three pairs.
    enum { LINE = 64, SHORTEST = REC_HEAD + 3 * 2 };
    const size_t rows = t->start[t->buckets] / SHORTEST + 1;
    l->group = mem_table((size_t)t->buckets / SHARE + STEPS + 2, sizeof *l->group);
    l->row_memory = mem_zero(rows * l->blocks + LINE / sizeof *l->row, sizeof *l->row);
    l->row = (eight *)(((uintptr_t)l->row_memory + LINE - 1) / LINE * LINE);
    if (rows * l->blocks < ROW && fill(l, t, rows))
        return l;
    lk_free(l);
    return NULL;
}

void lk_free(lookup *l)
{
    if (!l)
        return;
    mem_free(l->group);
    mem_free(l->row_memory);
    mem_free(l);
}
