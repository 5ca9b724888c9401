// SPDX-License-Identifier: MIT
// The one way of making 64-bit keys: of strings, and of keys put together. Values are the same on every
// machine (read as little-endian), because they are stored in models. Changing anything here changes the
// model format.
#ifndef COPSE_HASH_H
#define COPSE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t a, uint64_t b) // two keys into one; order matters
{
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ (b + 0xd1b54a32d192ed03u);
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 29)) * 0xa0761d6478bd642fu;
    return x ^ (x >> 32);
}

static inline uint64_t hash_word(const unsigned char *p, size_t len) // up to 8 bytes, little-endian
{
    uint64_t w = 0;
    for (size_t i = 0; i < len; i++)
        w |= (uint64_t)p[i] << (8 * i);
    return w;
}

static inline uint64_t hash_bytes(const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    uint64_t h = 0x2545f4914f6cdd1du ^ len;
    for (; len >= 8; p += 8, len -= 8)
        h = hash_mix(h, hash_word(p, 8));
    return hash_mix(h, hash_word(p, len));
}

#endif
