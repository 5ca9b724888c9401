// SPDX-License-Identifier: MIT
// The weights of a linear table of few classes, laid out anew in memory for the look-ups of parsing.
//
// A model file holds a table in as few bytes as it can: a bucket's records one after the other, each of its
// own length, and to walk them is to guess wrong at every second branch. Here a key is looked for in one line
// of the cache, in all its places at once. What is found there are the feature's weights if they are one or
// two, which most have, or else the number of a row with the weights of all classes; only a few thousand
// frequent rows are in use most of the time. Hardly a branch depends on the data.
#ifndef COPSE_LEARN_LOOKUP_H
#define COPSE_LEARN_LOOKUP_H

#include "learn/record.h"

typedef struct lookup lookup;

// NULL if there are more classes than LK_CLASSES, buckets too full for this, or anything wrong with the
// table, all of which is looked at: then its records are to be checked and walked. It may go away afterwards.
enum { LK_CLASSES = 128 };
lookup *lk_new(const rec_table *t);
void lk_free(lookup *l);

// Sums have room for a multiple of LK_BLOCK classes.
enum { LK_BLOCK = 16 };
static inline size_t lk_room(uint32_t classes)
{
    return ((size_t)classes + LK_BLOCK - 1) / LK_BLOCK * LK_BLOCK;
}

// Asks for the memory where n keys are looked for; worth it some hundred instructions before that.
void lk_fetch(const lookup *l, const uint64_t *key, size_t n);
// What is known about n keys, for lk_add, and asks for the memory that needs.
void lk_find(const lookup *l, const uint64_t *key, size_t n, uint32_t *what);
// Adds the weights of n keys, at most REC_KEYS, to sum[lk_room]: the same sums as those of the records.
void lk_add(const lookup *l, const uint32_t *what, size_t n, int16_t *sum);

#endif
