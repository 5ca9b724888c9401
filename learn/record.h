// SPDX-License-Identifier: MIT
// The records of linear tables in model files (linear.c describes the whole table): a 16-bit check of the
// key, the number of non-zero weights, and these as pairs of class and weight; or, if that is shorter, DENSE
// and the weights of all classes.
#ifndef COPSE_LEARN_RECORD_H
#define COPSE_LEARN_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REC_DENSE = 255,
    REC_HEAD = 3,   // bytes before the weights
    REC_KEYS = 256, // sums of this many weights fit 16 bits
    REC_FULL = 64,  // records of a bucket; chance never puts so many into one
};

typedef struct rec_table {
    uint32_t classes, buckets;
    uint32_t features;     // records
    const uint32_t *start; // [buckets+1] byte offset of each bucket's records
    const uint8_t *record; // [start[buckets]]
} rec_table;

// A key's upper half chooses its bucket.
static inline uint32_t rec_bucket(uint64_t key, uint32_t buckets)
{
    return (uint32_t)((key >> 32) * buckets >> 32);
}

static inline unsigned rec_u16(const uint8_t *p)
{
    return (unsigned)p[0] | (unsigned)p[1] << 8;
}

// Bytes of the class in a pair: one if that is enough for every class.
static inline size_t rec_class_bytes(uint32_t classes)
{
    return classes <= 256 ? 1 : 2;
}

// Bytes of all weights of a dense record: a multiple of eight, so that compilers can vectorise loops.
static inline size_t rec_dense_bytes(uint32_t classes)
{
    return ((size_t)classes + 7) / 8 * 8;
}

static inline size_t rec_length(const uint8_t *r, uint32_t classes)
{
    return REC_HEAD + (r[2] == REC_DENSE ? rec_dense_bytes(classes) : r[2] * (rec_class_bytes(classes) + 1));
}

// Do the bytes left hold a whole record? It has at least one weight.
static inline bool rec_is_whole(const uint8_t *r, size_t left, uint32_t classes)
{
    return left >= REC_HEAD && r[2] > 0 && left >= rec_length(r, classes);
}

// The class of pair i; in a damaged file it may be out of range.
static inline unsigned rec_class(const uint8_t *r, unsigned i, uint32_t classes)
{
    return rec_class_bytes(classes) == 1 ? r[REC_HEAD + 2 * i] : rec_u16(r + REC_HEAD + 3 * i);
}

// The weight of pair i.
static inline int8_t rec_weight(const uint8_t *r, unsigned i, uint32_t classes)
{
    return (int8_t)r[REC_HEAD + (rec_class_bytes(classes) + 1) * (i + 1) - 1];
}

// Do all pairs have a class in range and a weight other than 0?
static inline bool rec_pairs_are_sound(const uint8_t *r, uint32_t classes)
{
    for (unsigned i = 0; r[2] != REC_DENSE && i < r[2]; i++)
        if (rec_class(r, i, classes) >= classes || rec_weight(r, i, classes) == 0)
            return false;
    return true;
}

#endif
