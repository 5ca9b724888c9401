// SPDX-License-Identifier: MIT
// The weights of a linear table of few classes, rearranged in memory for fast look-up in parsing.
//
// A model file stores a table compactly: the records of a bucket one after the other, each of its own
// length. Walking them mispredicts every second branch. Here a key is searched in all places of one cache
// line at once. The entry holds the feature's weights if there are one or two, as for most features, or else
// the number of a row with the weights of all classes. Only a few thousand frequent rows are used most of
// the time. Hardly any branch depends on the data.
#ifndef COPSE_LEARN_LOOKUP_H
#define COPSE_LEARN_LOOKUP_H

#include "learn/record.h"

typedef struct lookup lookup;

// NULL if there are more than LK_CLASSES classes, if buckets are too full, or if the table is damaged, which
// is checked completely. The caller then checks and walks the records. t may be freed afterwards.
enum { LK_CLASSES = 128 };
lookup *lk_new(const rec_table *t);
void lk_free(lookup *l);

// Sums have room for a multiple of LK_BLOCK classes.
enum { LK_BLOCK = 16 };
static inline size_t lk_room(uint32_t classes)
{
    return ((size_t)classes + LK_BLOCK - 1) / LK_BLOCK * LK_BLOCK;
}

// Prefetches the memory where n keys are searched; worthwhile some hundred instructions before lk_find.
void lk_fetch(const lookup *l, const uint64_t *key, size_t n);
// Looks up n keys for lk_add, and prefetches the memory that lk_add needs.
void lk_find(const lookup *l, const uint64_t *key, size_t n, uint32_t *what);
// Adds the weights of n keys, at most REC_KEYS, to sum[lk_room]: the same sums as from the records.
void lk_add(const lookup *l, const uint32_t *what, size_t n, int16_t *sum);

#endif
