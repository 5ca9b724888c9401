// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/hash.h"
#include "common/base/mem.h"

#include <stdlib.h>

// These values are in every model. They were computed apart from this code, from the formulas in hash.h.
static void values_are_pinned(void)
{
    static const struct {
        const char *s;
        uint64_t hash;
    } known[] = {
        {"", 0xd4e3dc5be2309b07u},         {"a", 0xb248757334f952fdu},
        {"the", 0x001f6f538e059d5fu},      {"Haus", 0xa522896002debb8fu},
        {"abcdefgh", 0xbc1d302bf9463fd1u}, {"abcdefghi", 0x0729e0c810112410u},
        {"\xc3\xa9", 0x8b98ccf1c52d068du}, {"a longer string, of several words", 0xa17114edd297aefcu},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        CHECK(hash_bytes(known[i].s, strlen(known[i].s)) == known[i].hash);
    CHECK(hash_mix(0, 0) == 0x28cac39db94c22d9u);
    CHECK(hash_mix(1, 2) == 0x2ee887760f9fe353u);
    CHECK(hash_mix(2, 1) == 0x7faeb51bcdd67472u);
}

// Words are little-endian whatever the machine, and no byte beyond them is read.
static void words_are_little_endian(void)
{
    static const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 0xf8};
    CHECK(hash_word(bytes, 8) == 0xf807060504030201u);
    CHECK(hash_word(bytes, 0) == 0);
    for (size_t len = 0; len <= 8; len++) {
        unsigned char *exact = mem_alloc(1, len ? len : 1);
        REQUIRE(exact);
        memcpy(exact, bytes + 8 - len, len);
        CHECK(hash_word(exact, len) == hash_word_bytes(bytes + 8 - len, len));
        mem_free(exact);
    }
}

static void alignment_does_not_matter(void)
{
    char shifted[64];
    const char *text = "words of the same kind";
    uint64_t h = hash_bytes(text, 22);
    for (int k = 0; k < 16; k++) {
        memcpy(shifted + k, text, 22);
        CHECK(hash_bytes(shifted + k, 22) == h);
    }
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static size_t collisions(uint64_t *keys, size_t n)
{
    size_t same = 0;
    qsort(keys, n, sizeof *keys, compare);
    for (size_t i = 1; i < n; i++)
        same += keys[i] == keys[i - 1];
    return same;
}

// Keys as the parsers make them: numbered strings, pairs and triples of small numbers, runs of one byte.
static void structured_keys_do_not_collide(void)
{
    enum { N = 300000 };
    uint64_t *keys = mem_alloc(1, N * sizeof *keys);
    REQUIRE(keys);
    for (int i = 0; i < N; i++) {
        char s[40];
        int len = i % 3 == 0 ? snprintf(s, sizeof s, "%d", i) : snprintf(s, sizeof s, "word-form-%d", i);
        keys[i] = hash_bytes(s, (size_t)len);
    }
    CHECK_INT(collisions(keys, N), 0);
    for (int i = 0; i < N; i++)
        keys[i] = hash_mix((uint64_t)i / 548, (uint64_t)i % 548);
    CHECK_INT(collisions(keys, N), 0);
    for (int i = 0; i < N; i++) {
        uint64_t k = (uint64_t)i;
        keys[i] = hash_mix(hash_mix(k / 4489, k / 67 % 67), k % 67);
    }
    CHECK_INT(collisions(keys, N), 0);
    char *run = mem_zero(N / 1000, 1);
    REQUIRE(run);
    for (int i = 0; i < N / 1000; i++)
        keys[i] = hash_bytes(run, (size_t)i); // zero bytes of every length
    CHECK_INT(collisions(keys, N / 1000), 0);
    mem_free(run);
    mem_free(keys);
}

// The low bits index tables: structured keys must fill them like random ones (chi-square, 1023 degrees of
// freedom; its standard deviation is about 45).
static void low_and_high_bits_are_even(void)
{
    enum { N = 102400, CELLS = 1024 };
    for (int shift = 0; shift <= 54; shift += 54) {
        static int cell[CELLS];
        memset(cell, 0, sizeof cell);
        for (int i = 0; i < N; i++)
            cell[hash_mix((uint64_t)(i % 320), (uint64_t)(i / 320)) >> shift & (CELLS - 1)]++;
        double chi = 0;
        for (int k = 0; k < CELLS; k++)
            chi += (cell[k] - 100.0) * (cell[k] - 100.0) / 100.0;
        CHECK(chi > 800 && chi < 1250);
    }
}

// A change of one bit of either argument changes each bit of the result about half the time.
static void one_bit_changes_half(void)
{
    enum { TRIALS = 2000 };
    for (int bit = 0; bit < 128; bit++) {
        int flipped[64] = {0};
        for (int i = 0; i < TRIALS; i++) {
            uint64_t a = hash_mix(7, (uint64_t)i), b = hash_mix(8, (uint64_t)i);
            uint64_t d = hash_mix(a, b) ^
                         (bit < 64 ? hash_mix(a ^ 1ull << bit, b) : hash_mix(a, b ^ 1ull << (bit - 64)));
            for (int k = 0; k < 64; k++)
                flipped[k] += (int)(d >> k & 1);
        }
        for (int k = 0; k < 64; k++)
            CHECK(flipped[k] > TRIALS * 0.42 && flipped[k] < TRIALS * 0.58);
    }
}

TESTS(TEST(values_are_pinned), TEST(words_are_little_endian), TEST(alignment_does_not_matter),
      TEST(structured_keys_do_not_collide), TEST(low_and_high_bits_are_even), TEST(one_bit_changes_half))
