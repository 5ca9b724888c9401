// SPDX-License-Identifier: MIT
// Averages of weights over rounds of training.
#ifndef COPSE_TEXT_TAGGER_MEAN_H
#define COPSE_TEXT_TAGGER_MEAN_H

#include <stddef.h>

typedef struct tg_mean {
    float *sum; // [n] of the weights of all rounds
    size_t n;
    int rounds;
} tg_mean; // all zero is empty

// One more round. Weights are known by their places: they must not move between rounds, nor get more.
void tg_mean_add(tg_mean *m, const float *weight, size_t n);
// Puts the averages in the place of the weights, and empties m. Without rounds, the weights stay.
void tg_mean_take(tg_mean *m, float *weight);

#endif
