// SPDX-License-Identifier: MIT
// Weights by hashed key: floats while training, a byte each in a model.
//
// Two features may share a weight: with enough bits this costs nothing measurable. A byte q stands for
// scale * q * |q|: fine steps for the many small weights, coarse ones for the few large. Parsing is bound by
// memory, and small weights stay in the cache. Sums of a model's weights are sums of integers, so they do not
// depend on the order of features.
//
// No score of a model overflows. A part of a tree has at most 2^11 features, and q * |q| is within 2^14, so
// the score of a part is within 2^25 times the scale. A word has fewer than 2^3 parts (its arc, the two ends
// of it, its label, sibling and grandparent), and a sentence fewer than 2^12 words that are searched at once.
// So the score of a tree, and whatever else a search adds up, is within 2^40 times the scale. GW_MOST_SCALE
// is below 2^60, and the greatest float is about 2^128.
#ifndef COPSE_GRAPH_WEIGHTS_H
#define COPSE_GRAPH_WEIGHTS_H

#include "common/model/container.h"

enum { GW_LEAST_BITS = 8, GW_MOST_BITS = 26, GW_ROW = 1024 };

#define GW_MOST_SCALE 1e18F // of a model; training makes some 1e-4

typedef struct gweights {
    int bits;
    float scale;
    const int8_t *packed; // [2^bits + GW_ROW] in a model, or NULL while training
    int8_t *own;          // packed, to be freed
    float *now;           // [2^bits + GW_ROW] weights while training
    // [2^bits + GW_ROW] sum of each change times the steps that were over before it: average = now - late /
    // steps
    float *late;
    float *change; // [2^bits + GW_ROW] zero but during an update
    float *square; // [2^bits + GW_ROW] sums of squared gradients, or NULL: see gw_adapt
    double step;   // the current one, from 1
} gweights;

void gw_init(gweights *w, int bits); // for training
void gw_done(gweights *w);

static inline uint32_t gw_index(const gweights *w, uint32_t key)
{
    return key & (uint32_t)((1 << w->bits) - 1);
}

// Prefetches the weights of keys that will be summed soon. A sum that waits for memory stalls what follows;
// a prefetch does not.
void gw_fetch(const gweights *w, const uint32_t *key, size_t n);
float gw_sum(const gweights *w, const uint32_t *key, size_t n);
float gw_sum_at(const gweights *w, const uint32_t *key, size_t n,
                int label); // of one place in the rows of n keys

// A row of labels: the weights that begin at a key, one for each label. Adds the rows of n keys to
// score[0..labels-1].
void gw_add_rows(const gweights *w, const uint32_t *key, size_t n, int labels, float *score);

// A difference of feature vectors, gathered part by part and then settled into distinct places.
typedef struct gw_vector {
    uint32_t *at; // [n] places in the weights; until settled a place may come again
    float *by;    // [n] once settled
    size_t n, cap, by_cap;
} gw_vector; // all zero is empty

// Adds by to each key's place; label is the place in the row of labels, 0 for plain weights. Only one vector
// at a time may be gathered.
void gw_gather(gweights *w, gw_vector *v, const uint32_t *key, size_t n, int label, float by);
// Settles a gathered vector and returns its squared length.
double gw_settle(gweights *w, gw_vector *v);
double gw_dot(gweights *w, const gw_vector *a, const gw_vector *b); // of settled vectors
double gw_score(const gweights *w, const gw_vector *v);             // of a settled vector with the weights
void gw_change(gweights *w, const gw_vector *v, double tau);        // weights += tau * v
// A trial step, before the real one: zero at first. No vector may be gathered meanwhile.
double gw_trial_score(const gweights *w, const gw_vector *v);
void gw_trial_change(gweights *w, const gw_vector *v, double tau);
void gw_trial_clear(gweights *w, const gw_vector *v); // where v is not zero
// gw_change with a step size for each weight: rate divided by the root of delta plus the sum of squares of
// all v so far.
void gw_adapt(gweights *w, const gw_vector *v, double rate, double delta);
void gw_shrink(gweights *w, double share); // takes this share from every weight, before the next step
void gw_vector_done(gw_vector *v);

// The average of the weights after each step so far, the current one included, packed for a model. Training
// may go on.
void gw_pack(const gweights *w, gweights *packed);
void gw_pack_mean(const gweights *const *w, size_t n, gweights *packed); // of n of the same size

void gw_save(const gweights *w, const char tag[4], box_writer *out); // packed ones
int gw_load(gweights *w, const char tag[4], const box *b, copse_error *err);

#endif
