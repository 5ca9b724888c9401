// SPDX-License-Identifier: MIT
//
// xoshiro256** (Blackman & Vigna, "Scrambled linear pseudorandom number generators", 2021). As its authors
// advise, splitmix64 (Steele, Lea & Flood 2014) fills the state: no seed gives the forbidden all-zero state.
#include "common/base/random.h"

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void rng_seed(rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = splitmix(&seed);
}

uint64_t rng_next(rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t rng_below(rng *r, uint64_t n)
{
    // Rejects the lowest 2^64 mod n values; among the others every remainder is equally frequent.
    uint64_t reject = (0 - n) % n, x;
    do
        x = rng_next(r);
    while (x < reject);
    return x % n;
}

double rng_unit(rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

void rng_shuffle(rng *r, uint32_t *items, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)rng_below(r, i);
        uint32_t t = items[i - 1];
        items[i - 1] = items[k];
        items[k] = t;
    }
}
