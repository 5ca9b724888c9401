// SPDX-License-Identifier: MIT
// How values are combined into keys: each times the odd number of its place, summed, stirred once.
#ifndef COPSE_GRAPH_KEY_H
#define COPSE_GRAPH_KEY_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t gk_factor[] = {0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu, 0x165667b19e3779f9u,
                                     0xff51afd7ed558ccdu, 0xc4ceb9fe1a85ec53u, 0xd6e8feb86659fd93u,
                                     0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu};

#define GK_TEMPLATE ((uint64_t)0x2545f4914f6cdd1du) // times the number of the template
#define GK_RIGHT ((uint64_t)0x8ebc6af09c88c6e3u)    // if the dependent stands right of its head
#define GK_BIN ((uint64_t)0x589965cc75374cc3u)      // times a binned distance

static inline uint32_t gk_stir(uint64_t x)
{
    x ^= x >> 31;
    return (uint32_t)(x * 0xd6e8feb86659fd93u >> 32);
}

// A feature, and the same feature with a binned distance, 0..14. The two share a block of 16 weights, that
// is a cache line: the second costs nothing.
static inline size_t gk_two(uint64_t x, int bin, uint32_t *key, size_t n)
{
    uint32_t plain = gk_stir(x);
    key[n] = plain;
    key[n + 1] = plain ^ (uint32_t)(bin + 1);
    return n + 2;
}

// For extractions: a value of a word at a place of the key, and a key of a template, which goes to key[n++].
#define V(word, value, place) ((word)->v[GF_##value] * gk_factor[place])
#define KEY(number, sum) (key[n++] = gk_stir((sum) + (uint64_t)(number)*GK_TEMPLATE))

#endif
