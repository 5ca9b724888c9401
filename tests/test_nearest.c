// SPDX-License-Identifier: MIT
// The word that was meant: the distance against a plain recursion, and what is believed to be an error.
#include "tests/harness.h"

#include "common/base/nearest.h"
#include "common/base/random.h"

static copse_str str(const char *s)
{
    return (copse_str){s, strlen(s)};
}

// By the definition, without a table.
static int slow(const char *a, const char *b)
{
    if (!*a || !*b)
        return (int)(strlen(a) + strlen(b));
    if (*a == *b)
        return slow(a + 1, b + 1);
    int best = slow(a + 1, b);
    const int in = slow(a, b + 1), change = slow(a + 1, b + 1);
    best = in < best ? in : best;
    best = change < best ? change : best;
    if (a[1] && b[1] && a[0] == b[1] && a[1] == b[0]) {
        const int swap = slow(a + 2, b + 2);
        best = swap < best ? swap : best;
    }
    return best + 1;
}

static void distances(void)
{
    rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 3000; i++) {
        char word[2][8];
        for (int k = 0; k < 2; k++) {
            const size_t n = rng_below(&r, 7);
            for (size_t j = 0; j < n; j++)
                word[k][j] = (char)('a' + rng_below(&r, 3));
            word[k][n] = 0;
        }
        const int d = slow(word[0], word[1]);
        CHECK_INT(near_distance(str(word[0]), str(word[1]), 10), d);
        CHECK_INT(near_distance(str(word[0]), str(word[1]), 2), d > 2 ? 3 : d);
    }
}

static const char *meant(const char *word)
{
    static const char *const known[] = {"parse",  "combine", "eval", "graph1",
                                        "graph2", "k",       "to",   "algorithm"};
    static char hint[NEAR_HINT];
    nearest n;
    near_begin(&n, str(word));
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        near_try(&n, str(known[i]));
    return near_hint(&n, "--", hint);
}

static void words(void)
{
    CHECK_STRING(meant("prase"), "; did you mean '--parse'?");
    CHECK_STRING(meant("parze"), "; did you mean '--parse'?");
    CHECK_STRING(meant("algoritm"), "; did you mean '--algorithm'?");
    CHECK_STRING(meant("too"), "; did you mean '--to'?");
    CHECK_STRING(meant("graph9"), "; did you mean '--graph1'?"); // the first of two
    CHECK_STRING(meant("evil"), "; did you mean '--eval'?");
    CHECK_STRING(meant("x"), "");
    CHECK_STRING(meant(""), "");
    CHECK_STRING(meant("train"), "");
    CHECK_STRING(meant("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
                 "");
}

TESTS(TEST(distances), TEST(words))
