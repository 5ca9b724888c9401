// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/random.h"

// The published outputs for these states: splitmix64 from 0, xoshiro256** from 1, 2, 3, 4.
static void values_are_pinned(void)
{
    static const uint64_t state[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu,
                                     0xf88bb8a8724c81ecu};
    static const uint64_t output[] = {11520,
                                      0,
                                      1509978240,
                                      1215971899390074240u,
                                      1216172134540287360u,
                                      607988272756665600u,
                                      16172922978634559625u,
                                      8476171486693032832u,
                                      10595114339597558777u,
                                      2904607092377533576u};
    rng r;
    rng_seed(&r, 0);
    for (int i = 0; i < 4; i++)
        CHECK(r.s[i] == state[i]);
    r = (rng){{1, 2, 3, 4}};
    for (int i = 0; i < 10; i++)
        CHECK(rng_next(&r) == output[i]);
    rng_seed(&r, 42);
    CHECK(rng_next(&r) == 0x15780b2e0c2ec716u);
    CHECK(rng_next(&r) == 0x6104d9866d113a7eu);
}

static void below_is_in_range(void)
{
    static const uint64_t limits[] = {1, 2, 3, 10, 1000003, 1ull << 63, (1ull << 63) + 1, UINT64_MAX};
    rng r;
    rng_seed(&r, 3);
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++)
        for (int i = 0; i < 2000; i++)
            CHECK(rng_below(&r, limits[k]) < limits[k]);
}

// Chi-square with 6 and 96 degrees of freedom, far out in both tails.
static void below_is_even(void)
{
    static const struct {
        int n;
        double low, high;
    } cases[] = {{7, 0.3, 25}, {97, 55, 150}};
    rng r;
    rng_seed(&r, 11);
    for (size_t c = 0; c < 2; c++) {
        int count[97] = {0};
        const int n = cases[c].n, trials = 1000 * n;
        for (int i = 0; i < trials; i++)
            count[rng_below(&r, (uint64_t)n)]++;
        double chi = 0;
        for (int k = 0; k < n; k++)
            chi += (count[k] - 1000.0) * (count[k] - 1000.0) / 1000.0;
        CHECK(chi > cases[c].low && chi < cases[c].high);
    }
}

// With n = 3 * 2^62 a plain remainder would give the first third twice as often as the others.
static void below_has_no_bias(void)
{
    const uint64_t third = 1ull << 62;
    int count[3] = {0};
    rng r;
    rng_seed(&r, 12);
    for (int i = 0; i < 30000; i++)
        count[rng_below(&r, 3 * third) / third]++;
    for (int k = 0; k < 3; k++)
        CHECK(count[k] > 9600 && count[k] < 10400);
}

static void unit_is_in_range(void)
{
    double sum = 0, square = 0;
    rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < 100000; i++) {
        double x = rng_unit(&r);
        CHECK(x >= 0 && x < 1);
        sum += x;
        square += x * x;
    }
    CHECK_NEAR(sum / 100000, 0.5, 0.005);
    CHECK_NEAR(square / 100000, 1.0 / 3, 0.005);
    r = (rng){{0, 0, 0, 0}};
    CHECK(rng_unit(&r) == 0);
}

static void shuffle_permutes(void)
{
    enum { N = 500 };
    uint32_t a[N], b[N], seen[N] = {0};
    int moved = 0;
    for (uint32_t i = 0; i < N; i++)
        a[i] = b[i] = i;
    rng r, same;
    rng_seed(&r, 77);
    rng_seed(&same, 77);
    rng_shuffle(&r, a, N);
    rng_shuffle(&same, b, N);
    CHECK(memcmp(a, b, sizeof a) == 0);
    for (uint32_t i = 0; i < N; i++) {
        REQUIRE(a[i] < N);
        seen[a[i]]++;
        moved += a[i] != i;
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(seen[i], 1);
    CHECK(moved > N * 9 / 10);
    rng_shuffle(&r, a, N);
    CHECK(memcmp(a, b, sizeof a) != 0);
    rng_shuffle(&r, NULL, 0);
    rng_shuffle(&r, a, 1);
}

// All 24 orders of four items come equally often.
static void shuffle_is_even(void)
{
    int count[256] = {0}, orders = 0;
    rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < 24000; i++) {
        uint32_t a[] = {0, 1, 2, 3};
        rng_shuffle(&r, a, 4);
        count[a[0] | a[1] << 2 | a[2] << 4 | a[3] << 6]++;
    }
    for (int k = 0; k < 256; k++) {
        orders += count[k] > 0;
        CHECK(count[k] == 0 || (count[k] > 850 && count[k] < 1150));
    }
    CHECK_INT(orders, 24);
}

TESTS(TEST(values_are_pinned), TEST(below_is_in_range), TEST(below_is_even), TEST(below_has_no_bias),
      TEST(unit_is_in_range), TEST(shuffle_permutes), TEST(shuffle_is_even))
