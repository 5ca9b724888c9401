// SPDX-License-Identifier: MIT
// The one way to make 64-bit keys, from strings and from other keys. Keys are stored in models, so they are
// the same on every machine (bytes are read as little-endian). Any change here changes the model format.
#ifndef COPSE_BASE_HASH_H
#define COPSE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Little-endian machines may load numbers directly. Elsewhere, or where the compiler does not tell the byte
// order, numbers are built byte by byte; -DHASH_LITTLE_ENDIAN=0 tests that on any machine.
#ifndef HASH_LITTLE_ENDIAN
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#define HASH_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define HASH_LITTLE_ENDIAN 0
#endif
#endif

static inline uint64_t hash_mix(uint64_t a, uint64_t b) // two keys into one; order matters
{
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ (b + 0xd1b54a32d192ed03u);
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 29)) * 0xa0761d6478bd642fu;
    return x ^ (x >> 32);
}

static inline uint64_t hash_word_bytes(const unsigned char *p, size_t len)
{
    uint64_t w = 0;
    for (size_t i = 0; i < len; i++)
        w |= (uint64_t)p[i] << (8 * i);
    return w;
}

// Up to 8 bytes as a little-endian number: the value of hash_word_bytes in one or two loads. The second load
// overlaps the first; bytes in both stand at the same place.
static inline uint64_t hash_word(const unsigned char *p, size_t len)
{
    if (!HASH_LITTLE_ENDIAN)
        return hash_word_bytes(p, len);
    if (len == 8) {
        uint64_t w;
        memcpy(&w, p, 8);
        return w;
    }
    if (len >= 4) {
        uint32_t low, high;
        memcpy(&low, p, 4);
        memcpy(&high, p + len - 4, 4);
        return low | (uint64_t)high << (8 * (len - 4));
    }
    if (len == 0)
        return 0;
    return p[0] | (uint64_t)p[len / 2] << (8 * (len / 2)) | (uint64_t)p[len - 1] << (8 * (len - 1));
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
