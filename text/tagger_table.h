// SPDX-License-Identifier: MIT
// The weights of a tagger's features in a model: a table from keys to weights of parts, a byte each.
//
// The upper half of a key chooses a bucket, a sequence of records: a 16-bit check of the key, the number of
// weights (or 255 and the number in 16 bits), and for each the part in 16 bits and the weight.
#ifndef COPSE_TEXT_TAGGER_TABLE_H
#define COPSE_TEXT_TAGGER_TABLE_H

#include "common/model/container.h"

enum { TGT_KEYS = 256 }; // sums of this many weights fit 16 bits

#define TGT_MOST_SCALE 1e9F // so that no sum of scores overflows

typedef struct tg_table {
    uint32_t buckets, parts;
    uint32_t features;     // records
    float scale;           // value of a weight of 1
    const uint32_t *start; // [buckets+1] byte offset of each bucket's records
    const uint8_t *record; // [start[buckets]]
    void *own[2];          // the arrays of a table made in memory
} tg_table;                // all zero is empty

// A feature and its weights, to make a table.
typedef struct tg_row {
    uint64_t key;
    size_t n;
    const uint16_t *part; // [n]
    const float *weight;  // [n]
} tg_row;

// Leaves out weights that round to 0, and features without others. Sorts the rows.
void tgt_make(tg_table *t, tg_row *row, size_t n, size_t parts, float scale);
void tgt_done(tg_table *t);

// Adds the weights of at most TGT_KEYS keys to sum[parts].
void tgt_add(const tg_table *t, const uint64_t *key, size_t n, int16_t *sum);

void tgt_save(const tg_table *t, box_writer *w); // into the current section
int tgt_load(tg_table *t, cursor *c, size_t parts, copse_error *err);

#endif
