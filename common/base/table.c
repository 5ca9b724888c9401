// SPDX-License-Identifier: MIT
// Open addressing with linear probing, at most half full. Keys are hash_bytes of the names; names with equal
// hashes are compared byte by byte.
#include "common/base/table.h"

#include "common/base/hash.h"
#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static bool same_name(const table *t, const tab_entry *e, uint64_t hash, copse_str name)
{
    return e->hash == hash && e->len == name.len &&
           (name.len == 0 || memcmp(t->text + e->offset, name.s, name.len) == 0);
}

// The slot that holds the name, or the free slot where it belongs. The table must have a free slot.
static size_t probe(const table *t, uint64_t hash, copse_str name)
{
    size_t i = (size_t)hash & (t->slots - 1);
    while (t->slot[i] && !same_name(t, &t->entry[t->slot[i] - 1], hash, name))
        i = (i + 1) & (t->slots - 1);
    return i;
}

static void widen(table *t)
{
    const size_t slots = t->slots ? t->slots * 2 : FIRST_SLOTS;
    uint32_t *slot = mem_zero(slots, sizeof *slot);
    mem_free(t->slot);
    t->slot = slot;
    t->slots = slots;
    for (size_t k = 0; k < t->n; k++) {
        size_t i = (size_t)t->entry[k].hash & (t->slots - 1);
        while (t->slot[i])
            i = (i + 1) & (t->slots - 1);
        t->slot[i] = (uint32_t)k + 1;
    }
}

size_t tab_add(table *t, copse_str name)
{
    if ((t->n + 1) * 2 > t->slots)
        widen(t);
    uint64_t hash = hash_bytes(name.s, name.len);
    size_t i = probe(t, hash, name);
    if (t->slot[i])
        return t->slot[i] - 1;
    if (t->n >= TAB_MAX) // input cannot cause this: it would need 100 GB first
        abort();
    t->text = mem_grow(t->text, &t->text_cap, t->text_len + name.len + 1, 1);
    t->entry = mem_grow(t->entry, &t->cap, t->n + 1, sizeof *t->entry);
    t->entry[t->n] = (tab_entry){hash, t->text_len, name.len, 0};
    if (name.len)
        memcpy(t->text + t->text_len, name.s, name.len);
    t->text[t->text_len + name.len] = 0;
    t->text_len += name.len + 1;
    t->slot[i] = (uint32_t)++t->n;
    return t->n - 1;
}

size_t tab_count(table *t, copse_str name, long by)
{
    size_t i = tab_add(t, name);
    t->entry[i].count += by;
    return i;
}

size_t tab_find(const table *t, copse_str name)
{
    if (t->n == 0)
        return TAB_NONE;
    uint32_t found = t->slot[probe(t, hash_bytes(name.s, name.len), name)];
    return found ? found - 1 : TAB_NONE;
}

copse_str tab_name(const table *t, size_t index)
{
    return (copse_str){t->text + t->entry[index].offset, t->entry[index].len};
}

typedef struct sort_row {
    const char *name;
    size_t len;
    long count;
    uint32_t index;
} sort_row;

static int by_count(const void *x, const void *y)
{
    const sort_row *a = x, *b = y;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    int c = memcmp(a->name, b->name, a->len < b->len ? a->len : b->len);
    return c ? c : (a->len > b->len) - (a->len < b->len);
}

uint32_t *tab_order(const table *t)
{
    sort_row *row = mem_alloc(t->n, sizeof *row);
    uint32_t *order = mem_alloc(t->n, sizeof *order);
    for (size_t i = 0; i < t->n; i++) {
        const tab_entry *e = &t->entry[i];
        row[i] = (sort_row){t->text + e->offset, e->len, e->count, (uint32_t)i};
    }
    if (t->n)
        qsort(row, t->n, sizeof *row, by_count);
    for (size_t i = 0; i < t->n; i++)
        order[i] = row[i].index;
    mem_free(row);
    return order;
}

void tab_done(table *t)
{
    mem_free(t->entry);
    mem_free(t->text);
    mem_free(t->slot);
    *t = (table){0};
}

static bool key_put(uint64_t *slot, size_t slots, uint64_t key)
{
    size_t i = (size_t)key & (slots - 1);
    while (slot[i] && slot[i] != key)
        i = (i + 1) & (slots - 1);
    bool is_new = slot[i] == 0;
    slot[i] = key;
    return is_new;
}

bool key_add(key_set *set, uint64_t key)
{
    if (key == 0) {
        bool is_new = !set->zero;
        set->zero = true;
        set->n += is_new;
        return is_new;
    }
    if ((set->n + 1) * 2 > set->slots) {
        size_t slots = set->slots ? set->slots * 2 : FIRST_SLOTS;
        uint64_t *slot = mem_zero(slots, sizeof *slot);
        for (size_t i = 0; i < set->slots; i++)
            if (set->slot[i])
                key_put(slot, slots, set->slot[i]);
        mem_free(set->slot);
        set->slot = slot;
        set->slots = slots;
    }
    bool is_new = key_put(set->slot, set->slots, key);
    set->n += is_new;
    return is_new;
}

void key_done(key_set *set)
{
    mem_free(set->slot);
    *set = (key_set){0};
}
