// SPDX-License-Identifier: MIT
// Weights of features by hashed key: floats while training, a byte each in a model. Two features may share a
// weight. A byte q stands for scale * q * |q|: fine steps for the many small weights, coarse ones for the few
// large.
#ifndef COPSE_TEXT_LINEAR_H
#define COPSE_TEXT_LINEAR_H

#include "common/model/container.h"

enum { LI_LEAST_BITS = 8, LI_MOST_BITS = 24, LI_MOST_KEYS = 80 };

typedef struct linear {
    int bits;
    float scale;
    const int8_t *packed; // [2^bits] in a model, or NULL while training
    int8_t *own;          // packed, to be freed
    float *now;           // [2^bits] while training
    float *late;   // [2^bits] sum of each change times the steps before it: average = now - late / steps
    float *square; // [2^bits] sums of squared gradients
    double step;   // the current one, from 1
    float *past;   // [2^bits] sums of the averages of earlier runs; NULL: this is the first one
    int runs;      // earlier ones
    float rate;    // of learning
} linear;

// The features of one decision.
typedef struct li_keys {
    uint32_t key[LI_MOST_KEYS]; // [n] places in the weights
    size_t n;
} li_keys;

// A key of a template with two values, 64 bits, mixed enough to take its upper bits.
static inline uint64_t li_mix(uint64_t number, uint64_t a, uint64_t b)
{
    uint64_t h = (a + number * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    h = (h ^ (h >> 32) ^ b) * 0xa0761d6478bd642fu;
    return h ^ (h >> 29);
}

static inline void li_add(const linear *w, li_keys *k, uint64_t number, uint64_t a, uint64_t b)
{
    k->key[k->n++] = (uint32_t)(li_mix(number, a, b) * 0x9e3779b97f4a7c15u >> (64 - w->bits));
}

void li_init(linear *w, int bits); // for training
void li_done(linear *w);

// The score, in units of the scale in a model.
float li_sum(const linear *w, const li_keys *k);
// weights += by for each key, with a step for each weight that shrinks with its changes so far (AdaGrad).
void li_adapt(linear *w, const li_keys *k, float by);
// Ends a step.
void li_step(linear *w);

// Ends a run and begins another with no weights: what is packed is the mean of all of them.
void li_next_run(linear *w);

// Packs the averages in place: from now on w scores like the model that li_save writes.
void li_pack(linear *w);
// Packs weights [2^bits] that were learnt otherwise.
void li_pack_these(linear *w, int bits, const float *weight);
// The value of a weight that is packed.
float li_weight(const linear *w, uint32_t key);
void li_save(const linear *w, const char tag[4], box_writer *out);
int li_load(linear *w, const char tag[4], const box *b, copse_error *err);

#endif
