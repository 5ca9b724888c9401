// SPDX-License-Identifier: MIT
//
// Four lanes, each over every fourth word of 8 bytes, so that the multiplications overlap. A step is
// one-to-one in the lane and in the word, and hash_mix, which joins the lanes, is one-to-one in each
// argument. So changing a single word always changes the sum.
#include "common/base/checksum.h"

#include "common/base/hash.h"

enum { LANES = 4, BLOCK = 8 * LANES };

static uint64_t step(uint64_t lane, uint64_t word)
{
    uint64_t x = (lane ^ word) * 0x9e3779b97f4a7c15u;
    return x << 29 | x >> 35;
}

uint64_t sum_bytes(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    size_t left = size;
    uint64_t lane[LANES];
    for (uint64_t k = 0; k < LANES; k++)
        lane[k] = hash_mix(size, k);
    for (; left >= BLOCK; p += BLOCK, left -= BLOCK)
        for (size_t k = 0; k < LANES; k++)
            lane[k] = step(lane[k], hash_word(p + 8 * k, 8));
    // The rest; its last word is padded with zeros. The size tells padding from real zeros.
    for (size_t k = 0; left > 0; k++) {
        size_t n = left < 8 ? left : 8;
        lane[k] = step(lane[k], hash_word(p, n));
        p += n;
        left -= n;
    }
    return hash_mix(hash_mix(lane[0], lane[1]), hash_mix(lane[2], lane[3]));
}
