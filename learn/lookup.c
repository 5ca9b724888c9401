// SPDX-License-Identifier: MIT
#include "learn/lookup.h"

#include "common/base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACES = 4,     // of a group
    SHARE = 2,      // buckets that begin at a group: 0.8 features each, so that few groups overflow
    LOW_ZERO = 128, // added to weights in the lower half of a row's numbers, so that these are not negative
    STEPS = 64      // from a feature's own group to where it lies: by chance there are never that many
};

// Half a line of the cache. Features that find no place in theirs go to the next one that has some, and so
// on; a group with a free place ends the search.
typedef struct group {
    uint32_t tag[PLACES];  // check and lower half of the bucket, which differ in groups close to each other
    uint32_t what[PLACES]; // two pairs of weights, or ROW and where a row begins; 0: free, as those behind
} group;

#define ROW ((uint32_t)1 << 31)

// What the compiler turns into the vectors that a machine has.
typedef uint32_t four __attribute__((vector_size(16), may_alias));
typedef uint16_t eight __attribute__((vector_size(16), may_alias));
typedef int16_t eight_signed __attribute__((vector_size(16), may_alias));
typedef uint16_t eight_anywhere __attribute__((vector_size(16), may_alias, aligned(2)));

struct lookup {
    uint32_t buckets;
    uint32_t blocks; // of a row
    group *group;    // [buckets/SHARE+STEPS+2]: more at the end for what has overflowed there
    // [rows][blocks] 8 numbers of two weights: class k and LOW_ZERO in the lower half of number k, class k+8
    // in the upper one
    eight *row;
    void *row_memory;
};

static inline uint32_t tag_of(uint32_t bucket, uint32_t check)
{
    return bucket << 16 | check;
}

// Tags of places that are taken differ, so that there is one at most. 0: none.
static inline uint32_t look(const group *at, uint32_t tag)
{
    const four what = (four)(*(const four *)at->tag == tag) & *(const four *)at->what;
    typedef uint64_t two __attribute__((vector_size(16)));
    const uint64_t half = ((two)what)[0] | ((two)what)[1];
    return (uint32_t)half | (uint32_t)(half >> 32);
}

// Where a feature of group g is looked for after step others: in the other half of the line, then in the next
// lines.
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

// The numbers of a row are added up as they are, and their upper halves once more: what the lower ones amount
// to is the difference.
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
        __builtin_prefetch(l->row + (found & (ROW - 1) & -(found / ROW))); // of what is no row: the first
    }
}

void lk_add(const lookup *l, const uint32_t *what, size_t n, int16_t *sum)
{
    uint32_t pairs[REC_KEYS], row[REC_KEYS]; // which of the two it is cannot be guessed
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

// The weights of a record with one or two of them; else 0.
static uint32_t pairs_of(const uint8_t *r)
{
    if (r[2] == 0 || r[2] > 2)
        return 0;
    const uint32_t one = (uint32_t)r[3] | (uint32_t)r[4] << 8;
    return r[2] == 1 ? one : one | (uint32_t)r[6] << 16 | (uint32_t)r[5] << 24;
}

static void fill_row(const rec_table *t, const uint8_t *r, uint16_t *row)
{
    for (size_t i = 0; i < lk_room(t->classes) / 2; i++)
        row[i] = LOW_ZERO;
    for (size_t i = 0; i < (r[2] == REC_DENSE ? t->classes : r[2]); i++) {
        const size_t k = r[2] == REC_DENSE ? i : r[REC_HEAD + 2 * i];
        const unsigned w = r[2] == REC_DENSE ? r[REC_HEAD + i] : r[REC_HEAD + 2 * i + 1];
        uint16_t *at = &row[k / LK_BLOCK * 8 + k % 8];
        if (k % LK_BLOCK < 8)
            *at = (uint16_t)((*at & 0xff00) | ((w + LOW_ZERO) & 0xff));
        else
            *at = (uint16_t)((*at & 0xff) | w << 8);
    }
}

// The place for a feature of a bucket: the first that is free where it is looked for. False: there is none.
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

// Rows of many weights are the ones that are used most: they lie together at the beginning, the others at the
// end. Of two records of a bucket with the same check only the first is found, and put in. False: the table
// is not sound, or there is no place.
static bool fill(lookup *l, const rec_table *t, size_t rows)
{
    uint32_t g, dense = 0, others = (uint32_t)rows;
    int place;
    for (uint32_t b = 0; b < t->buckets; b++) {
        if (t->start[b] > t->start[b + 1] || t->start[b + 1] > t->start[t->buckets])
            return false;
        const uint8_t *r = t->record + t->start[b], *end = t->record + t->start[b + 1];
        for (; r < end; r += rec_length(r, t->classes)) {
            if (!rec_is_whole(r, (size_t)(end - r), t->classes) || !rec_names_classes(r, t->classes))
                return false;
            const uint32_t tag = tag_of(b, rec_u16(r));
            if (look_in(l, b, tag))
                continue;
            if (!find_place(l, b, &g, &place))
                return false;
            uint32_t what = pairs_of(r);
            if (!what) {
                const uint32_t row = r[2] == REC_DENSE ? dense++ : --others;
                fill_row(t, r, (uint16_t *)(l->row + (size_t)row * l->blocks));
                what = ROW | row * l->blocks;
            }
            l->group[g].tag[place] = tag;
            l->group[g].what[place] = what;
        }
    }
    return true;
}

lookup *lk_new(const rec_table *t)
{
    if (t->classes > LK_CLASSES)
        return NULL;
    lookup *l = mem_zero(1, sizeof *l);
    l->buckets = t->buckets;
    l->blocks = (t->classes + LK_BLOCK - 1) / LK_BLOCK;
    // More rows than there can be, most of which are never touched; from the beginning of a line of the
    // cache.
    enum { LINE = 64 };
    const size_t rows = t->start[t->buckets] / REC_HEAD + 1;
    l->group = mem_table((size_t)t->buckets / SHARE + STEPS + 2, sizeof *l->group);
    l->row_memory = mem_zero(rows + LINE, l->blocks * sizeof *l->row);
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
    free(l->group);
    free(l->row_memory);
    free(l);
}
