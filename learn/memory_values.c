// SPDX-License-Identifier: MIT
// From binary features to symbolic ones.
//
// The value of a column is the set of its features: one as a rule, several or none for lines with feat(A, *)
// and where --cutoff left features out. A set has a key too: the feature's own if there is one, otherwise a
// mixture of the keys.
#include "learn/memory.h"

#include "common/base/hash.h"
#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

uint64_t mbl_mixture(uint64_t before, uint64_t key)
{
    return before + hash_mix(key, 0x6d656d6f7279);
}

uint64_t mbl_empty(uint32_t column)
{
    return hash_mix(column, 0x656d707479);
}

// The slot of a key, or the empty one where it belongs.
static uint32_t find(const mbl_table *t, uint64_t key)
{
    uint32_t at = mbl_slot(key, t->slots);
    while (t->column[at] != MBL_NONE && t->key[at] != key)
        at = (at + 1) & (t->slots - 1);
    return at;
}

static void make_slots(mbl_table *t, uint32_t slots)
{
    t->slots = slots;
    t->used = 0;
    t->key = mem_zero(slots, sizeof *t->key);
    t->column = mem_alloc(slots, sizeof *t->column);
    t->symbol = mem_alloc(slots, sizeof *t->symbol);
    memset(t->column, 0xff, slots * sizeof *t->column);
    memset(t->symbol, 0xff, slots * sizeof *t->symbol);
}

static void put(mbl_table *t, uint64_t key, uint32_t column, uint32_t symbol)
{
    const uint32_t at = find(t, key);
    t->key[at] = key;
    t->column[at] = column;
    t->symbol[at] = symbol;
    t->used++;
}

static void grow(mbl_table *t)
{
    const mbl_table old = *t;
    make_slots(t, old.slots * 2);
    for (uint32_t i = 0; i < old.slots; i++)
        if (old.column[i] != MBL_NONE)
            put(t, old.key[i], old.column[i], old.symbol[i]);
    mem_free(old.key);
    mem_free(old.column);
    mem_free(old.symbol);
}

// The value with a key, which is new the first time.
static uint32_t value_of(mbl_table *t, uint64_t key, uint32_t column)
{
    uint32_t at = find(t, key);
    if (t->column[at] == MBL_NONE) {
        if (t->used >= t->slots / 2) {
            grow(t);
            at = find(t, key);
        }
        t->key[at] = key;
        t->column[at] = column;
        t->used++;
    }
    if (t->symbol[at] == MBL_NONE)
        t->symbol[at] = t->values[column]++;
    return t->symbol[at];
}

// The values of example i, given room for a key and a number of features for each column.
static void add_example(mbl_table *t, const examples *ex, size_t i, uint64_t *key, uint32_t *seen)
{
    for (uint32_t f = 0; f < t->columns; f++) {
        key[f] = mbl_empty(f);
        seen[f] = 0;
    }
    for (size_t j = ex->start[i]; j < ex->start[i + 1]; j++) {
        const uint32_t id = ex->feature[j], f = ex->column[id];
        if (f == EX_NO_COLUMN)
            continue;
        key[f] = mbl_mixture(key[f], ex->key[id]);
        seen[f]++;
    }
    for (size_t j = ex->start[i]; j < ex->start[i + 1]; j++) {
        const uint32_t id = ex->feature[j], f = ex->column[id];
        if (f != EX_NO_COLUMN && seen[f] == 1)
            key[f] = ex->key[id];
    }
    for (uint32_t f = 0; f < t->columns; f++)
        t->value[(size_t)f * t->n + i] = value_of(t, key[f], f);
}

void mbl_table_make(mbl_table *t, const examples *ex)
{
    uint32_t slots = 16;
    memset(t, 0, sizeof *t);
    t->n = ex->n;
    t->columns = ex->columns;
    t->value = mem_alloc((size_t)t->columns * t->n, sizeof *t->value);
    t->values = mem_zero(t->columns, sizeof *t->values);
    while (slots / 2 <= ex->features && slots < 1u << 31)
        slots *= 2;
    make_slots(t, slots);
    for (uint32_t id = 0; id < ex->features; id++) // all keys have a column, alone or not
        if (ex->column[id] != EX_NO_COLUMN)
            put(t, ex->key[id], ex->column[id], MBL_NONE);
    uint64_t *key = mem_alloc(t->columns, sizeof *key);
    uint32_t *seen = mem_alloc(t->columns, sizeof *seen);
    for (size_t i = 0; i < ex->n; i++)
        add_example(t, ex, i, key, seen);
    mem_free(key);
    mem_free(seen);
}

void mbl_table_done(mbl_table *t)
{
    mem_free(t->value);
    mem_free(t->values);
    mem_free(t->key);
    mem_free(t->column);
    mem_free(t->symbol);
}
