// SPDX-License-Identifier: MIT
// Small counts of hashed keys: how often a form was seen, and the like. Counts above 255 stay 255.
//
// In a model two keys may share a count, with a probability of about one in 2^31.
#ifndef COPSE_TEXT_LEXICON_H
#define COPSE_TEXT_LEXICON_H

#include "common/model/container.h"

enum { LX_MOST_BITS = 26 };

typedef struct lexicon {
    size_t slots; // a power of two, or 0
    size_t n;
    const uint32_t *mark; // [slots] the upper half of a key, never 0; 0 where free
    const uint8_t *count; // [slots]
    uint32_t *own_mark;   // while it grows; NULL if loaded
    uint8_t *own_count;
} lexicon; // all zero is empty

// One more of a key, and the count after that.
int lx_count(lexicon *x, uint64_t key);
// Makes the count of a key at least this.
void lx_raise(lexicon *x, uint64_t key, int count);
int lx_get(const lexicon *x, uint64_t key); // 0: never seen
void lx_done(lexicon *x);

// A copy of what was counted at least so often.
void lx_keep(const lexicon *x, int least, lexicon *kept);

void lx_save(const lexicon *x, const char tag[4], box_writer *out);
int lx_load(lexicon *x, const char tag[4], const box *b, copse_error *err);

#endif
