// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/checksum.h"
#include "common/base/hash.h"
#include "common/base/random.h"

#include <stdlib.h>

// Computed apart from this code, from docs/model-format.md.
static void values_are_pinned(void)
{
    unsigned char bytes[100];
    for (int i = 0; i < 100; i++)
        bytes[i] = (unsigned char)(i * 7 + 1);
    CHECK(sum_bytes(bytes, 0) == 0xc9e2453b74efd020u);
    CHECK(sum_bytes(bytes, 1) == 0xdfc8975f6c2b94bau);
    CHECK(sum_bytes(bytes, 31) == 0x47ce53ebfc8ac23fu);
    CHECK(sum_bytes(bytes, 32) == 0x20d5aa47814288ebu);
    CHECK(sum_bytes(bytes, 100) == 0xce601677c9c22786u);
}

// Every flip of one bit and every change of two bytes in a row, at lengths around the blocks.
static void small_changes_show(void)
{
    unsigned char bytes[70];
    rng r;
    rng_seed(&r, 1);
    for (size_t size = 1; size <= sizeof bytes; size++) {
        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)rng_next(&r);
        uint64_t sum = sum_bytes(bytes, size);
        int missed = 0;
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            missed += sum_bytes(bytes, size) == sum;
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
        for (size_t i = 0; i + 1 < size; i++) {
            unsigned char a = bytes[i], b = bytes[i + 1];
            bytes[i] = b;
            bytes[i + 1] = a;
            missed += a != b && sum_bytes(bytes, size) == sum;
            bytes[i] = a;
            bytes[i + 1] = b;
        }
        CHECK_INT(missed, 0);
        CHECK(sum_bytes(bytes, size - 1) != sum);
    }
}

// Zeros of different lengths, and blocks in another order, are told apart.
static void lengths_and_order_show(void)
{
    enum { N = 2000 };
    static unsigned char zeros[N];
    static uint64_t sums[N];
    int same = 0;
    for (size_t i = 0; i < N; i++)
        sums[i] = sum_bytes(zeros, i);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++)
            same += sums[i] == sums[k];
    CHECK_INT(same, 0);

    unsigned char a[128], b[128];
    for (int i = 0; i < 128; i++)
        a[i] = (unsigned char)i;
    for (int from = 0; from < 128; from += 8) { // swap two words
        for (int to = 0; to < from; to += 8) {
            memcpy(b, a, 128);
            memcpy(b + from, a + to, 8);
            memcpy(b + to, a + from, 8);
            CHECK(sum_bytes(a, 128) != sum_bytes(b, 128));
        }
    }
}

TESTS(TEST(values_are_pinned), TEST(small_changes_show), TEST(lengths_and_order_show))
