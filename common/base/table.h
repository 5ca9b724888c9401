// SPDX-License-Identifier: MIT
// Maps strings to indices 0..n-1 in order of first appearance, with a count each. Also a set of 64-bit keys,
// which counts distinct values without keeping them.
#ifndef COPSE_BASE_TABLE_H
#define COPSE_BASE_TABLE_H

#include "copse.h"

typedef struct tab_entry {
    uint64_t hash;
    size_t offset, len; // of the name in text
    long count;         // set by callers; 0 when the name is new
} tab_entry;

typedef struct table {
    tab_entry *entry; // [n] by index
    size_t n, cap;
    char *text; // [text_len] the names, each ended by a zero byte
    size_t text_len, text_cap;
    uint32_t *slot; // [slots] index + 1, or 0 where free
    size_t slots;   // a power of two, or 0
} table;            // all zero is an empty table

enum { TAB_MAX = 0x7fffffff }; // names; one more aborts, as when memory runs out
#define TAB_NONE ((size_t)-1)

// The index of a name, which is copied into the table if it is new.
size_t tab_add(table *t, copse_str name);

// Adds to the count of a name and returns its index. (Never write t->entry[tab_add(t, s)]: the array may move
// between the two.)
size_t tab_count(table *t, copse_str name, long by);

// The index of a name, or TAB_NONE.
size_t tab_find(const table *t, copse_str name);

// The name at an index; terminated too. Valid until the next tab_add.
copse_str tab_name(const table *t, size_t index);

// Indices by descending count, equal ones by name (bytes). The caller frees them.
uint32_t *tab_order(const table *t);

void tab_done(table *t);

typedef struct key_set {
    uint64_t *slot; // [slots] 0 where free
    size_t slots;   // a power of two, or 0
    size_t n;       // keys in the set, including 0
    bool zero;      // is the key 0 in the set?
} key_set;          // all zero is an empty set

bool key_add(key_set *set, uint64_t key); // true if it is new
void key_done(key_set *set);

#endif
