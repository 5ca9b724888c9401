// SPDX-License-Identifier: MIT
// Hashed tables of a lemmatiser: sets of keys, and maps from keys to numbers. They keep only 32 bits of a
// key, which is enough to tell those of a treebank from all others but a few in a million.
#ifndef COPSE_TEXT_LEMMA_MAP_H
#define COPSE_TEXT_LEMMA_MAP_H

#include "common/model/container.h"

enum { LEM_MOST_SLOTS = 1 << 26 };
#define LEM_NONE UINT32_MAX

typedef struct lem_map {
    uint32_t slots;
    const uint32_t *check; // [slots] part of the key; 0: free
    const uint32_t *value; // [slots] or NULL: a set
    uint32_t *own;         // both, while training
} lem_map;

// A map of n different keys, or a set if value is NULL.
void lem_map_make(lem_map *m, const uint64_t *key, const uint32_t *value, size_t n);
void lem_map_done(lem_map *m);

// The value of a key, 0 for one in a set, or LEM_NONE.
uint32_t lem_map_find(const lem_map *m, uint64_t key);

// To and from the section at hand. Values read are below `most`; damage makes the cursor fail.
void lem_map_save(const lem_map *m, box_writer *w);
void lem_map_load(lem_map *m, cursor *c, bool values, uint32_t most);

// Counts keys while training.
typedef struct lem_counts {
    uint64_t *key;   // [slots]
    uint32_t *count; // [slots] 0 where free
    size_t slots, n;
} lem_counts; // all zero is empty

// Adds to the count of a key and returns the new one.
uint32_t lem_count(lem_counts *c, uint64_t key, uint32_t by);
uint32_t lem_counted(const lem_counts *c, uint64_t key);
void lem_counts_done(lem_counts *c);

#endif
