// SPDX-License-Identifier: MIT
// Small counts of hashed keys: how often a form was seen, and the like. Counts above 255 stay 255.
//
// While counting, keys are whole. In a model a key is found by its upper half and told by 16 bits of the
// lower one: about one key in 20,000 that was never seen gets the count of another.
#ifndef COPSE_TEXT_LEXICON_H
#define COPSE_TEXT_LEXICON_H

#include "common/model/container.h"

enum { LX_MOST_SLOTS = 1 << 26, LX_MOST_TRIED = 512 };

typedef struct lexicon {
    size_t slots;
    size_t n;             // keys, while counting
    uint64_t *key;        // [slots] while counting, 0 where free; else NULL
    const uint16_t *mark; // [slots] of a model, 0 where free
    const uint8_t *count; // [slots]
    uint16_t *own_mark;   // what is to be freed
    uint8_t *own_count;
} lexicon; // all zero is empty

static inline uint16_t lx_mark(uint64_t key)
{
    return (uint16_t)(key | 1);
}

static inline size_t lx_home(uint64_t key, size_t slots)
{
    return (size_t)((key >> 32) * slots >> 32);
}

// The count of a key; 0: never seen. A table from a file may be full.
static inline int lx_get(const lexicon *x, uint64_t key)
{
    if (!x->slots)
        return 0;
    size_t at = lx_home(key, x->slots);
    for (int tried = 0; tried < LX_MOST_TRIED; tried++) {
        const bool same = x->key ? x->key[at] == key : x->mark[at] == lx_mark(key);
        const bool none = x->key ? !x->key[at] : !x->mark[at];
        if (same || none)
            return same ? x->count[at] : 0;
        at = at + 1 < x->slots ? at + 1 : 0;
    }
    return 0;
}

// One more of a key, and the count after that.
int lx_count(lexicon *x, uint64_t key);
void lx_done(lexicon *x);

// Ends counting: from now on x answers like the model that lx_save writes.
void lx_pack(lexicon *x);
void lx_save(const lexicon *x, const char tag[4], box_writer *out);
int lx_load(lexicon *x, const char tag[4], const box *b, copse_error *err);

#endif
