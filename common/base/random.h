// SPDX-License-Identifier: MIT
// Seeded random numbers, the same on every machine.
#ifndef COPSE_BASE_RANDOM_H
#define COPSE_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct rng {
    uint64_t s[4];
} rng;

void rng_seed(rng *r, uint64_t seed);
uint64_t rng_next(rng *r);              // 64 random bits
uint64_t rng_below(rng *r, uint64_t n); // 0..n-1 without bias; n > 0
double rng_unit(rng *r);                // [0, 1)
void rng_shuffle(rng *r, uint32_t *items, size_t n);

#endif
