// SPDX-License-Identifier: MIT
// The weights of a tagger's features while it learns: numbered features, and a row of weights of parts for
// each, which grows where a weight is needed.
#ifndef COPSE_TEXT_TAGGER_ROWS_H
#define COPSE_TEXT_TAGGER_ROWS_H

#include "text/tagger_table.h"

// Numbers of features: first keys are counted, then those that occur often enough get a number.
typedef struct tg_ids {
    uint64_t *key; // [slots] 0: free
    uint32_t *id;  // [slots] a count, then the number, or TGI_NONE
    size_t slots;  // a power of two
    size_t n, cap; // keys; then features
    uint64_t *of;  // [n] the key of each feature
} tg_ids;          // all zero is empty

#define TGI_NONE UINT32_MAX

void tgi_count(tg_ids *s, uint64_t key);
void tgi_settle(tg_ids *s, uint32_t least);       // numbers the keys that were counted so often
uint32_t tgi_find(const tg_ids *s, uint64_t key); // a number or TGI_NONE; before numbering, the count
void tgi_done(tg_ids *s);

typedef struct tg_cells {
    size_t n; // rows
    size_t parts;
    size_t *at;             // [n] where a row begins
    uint16_t *size, *room;  // [n] weights of a row, and the room for them
    uint16_t *part;         // [cap]
    float *weight, *square; // [cap] and sums of squared gradients
    size_t used, cap;
    size_t part_cap, weight_cap, square_cap;
    uint32_t *seen, visit; // [parts] the last visit to a cell of this part
} tg_cells;

// A gradient over parts: those that are not 0.
typedef struct tg_slope {
    size_t n;
    uint16_t *part; // [n] with room for all parts
    float *by;      // [parts] 0 for those not listed
    bool *listed;   // [parts]
} tg_slope;

void tgc_start(tg_cells *c, size_t rows, size_t parts);
void tgc_done(tg_cells *c);
void tgc_add(const tg_cells *c, const uint32_t *row, size_t n, float *sum); // adds rows to sum[parts]
// One step along a gradient for each of n rows, with a step size for each weight. New weights are made where
// the gradient is at least `least`.
void tgc_learn(tg_cells *c, const uint32_t *row, size_t n, const tg_slope *g, float rate, float least);

// Removes weights below `least`. Those left are without gaps, and stay where they are if no new ones come.
void tgc_prune(tg_cells *c, float least);

#endif
