// SPDX-License-Identifier: MIT
// The randomisation test against cases that can be enumerated by hand.
#include "copse.h"
#include "tests/harness.h"

enum { MOST = 200 };

typedef struct fake { // an evaluation made by hand
    copse_scores scores;
    copse_sentence_scores rows[MOST];
} fake;

static void fake_add(fake *f, uint32_t tokens, uint32_t head, uint32_t both)
{
    f->rows[f->scores.sentences] = (copse_sentence_scores){.tokens = tokens, .head = head, .both = both};
    f->scores.sentences++;
    f->scores.tokens += tokens;
    f->scores.head += head;
    f->scores.both += both;
    f->scores.by_sentence = f->rows;
}

// The share of the 2^n swaps that come out at least as far apart as the systems.
static double enumerated(const int *d, int n)
{
    int seen = 0, far = 0;
    for (int i = 0; i < n; i++)
        seen += d[i];
    for (int swaps = 0; swaps < 1 << n; swaps++) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += swaps >> i & 1 ? -d[i] : d[i];
        far += (sum < 0 ? -sum : sum) >= (seen < 0 ? -seen : seen);
    }
    return (double)far / (1 << n);
}

static void identical_systems(void)
{
    fake a = {0}, b = {0};
    copse_significance s;
    copse_error err;
    for (uint32_t i = 0; i < 50; i++) {
        fake_add(&a, 10, 8, i % 8);
        fake_add(&b, 10, 8, i % 8);
    }
    REQUIRE(copse_compare(&s, &a.scores, &b.scores, 1000, 1, &err) == 0);
    CHECK_NEAR(s.las_p, 1, 0);
    CHECK_NEAR(s.uas_p, 1, 0);
    CHECK_NEAR(s.las_difference, 0, 0);
    CHECK_NEAR(s.uas_difference, 0, 0);
    CHECK_INT(s.samples, 1000);
}

static void four_sentences(void)
{
    // Labelled: second minus first is 3, 1, -1, 2 (5 in all). Of the 16 swaps those reach 5 or more that
    // keep all signs (5), turn the third (7) or the second and third (5), or are one of these with every sign
    // turned: 6 of 16.
    // Unlabelled: 2, -1, -1, 0 makes 0, which every swap reaches.
    const int both[] = {3, 1, -1, 2}, head[] = {2, -1, -1, 0};
    CHECK_NEAR(enumerated(both, 4), 6.0 / 16, 0);
    fake a = {0}, b = {0};
    copse_significance s;
    copse_error err;
    for (int i = 0; i < 4; i++) {
        fake_add(&a, 25, 12, 10);
        fake_add(&b, 25, (uint32_t)(12 + head[i]), (uint32_t)(10 + both[i]));
    }
    REQUIRE(copse_compare(&s, &a.scores, &b.scores, 100000, 7, &err) == 0);
    CHECK_NEAR(s.las_difference, 5, 1e-12); // of 100 words
    CHECK_NEAR(s.uas_difference, 0, 0);
    CHECK_NEAR(s.las_p, 0.375, 0.01);
    CHECK_NEAR(s.uas_p, 1, 0);
    // The other way round only the sign changes.
    REQUIRE(copse_compare(&s, &b.scores, &a.scores, 100000, 7, &err) == 0);
    CHECK_NEAR(s.las_difference, -5, 1e-12);
    CHECK_NEAR(s.las_p, 0.375, 0.01);
}

static void ten_sentences(void)
{
    const int both[] = {1, 2, -1, 3, 0, 1, 1, -2, 1, 1}, head[] = {1, 1, 1, 1, 1, 1, 1, -1, 1, 0};
    fake a = {0}, b = {0};
    copse_significance s;
    copse_error err;
    for (int i = 0; i < 10; i++) {
        fake_add(&a, 20, 10, 8);
        fake_add(&b, 20, (uint32_t)(10 + head[i]), (uint32_t)(8 + both[i]));
    }
    REQUIRE(copse_compare(&s, &a.scores, &b.scores, 100000, 3, &err) == 0);
    CHECK_NEAR(s.las_p, enumerated(both, 10), 0.01);
    CHECK_NEAR(s.uas_p, enumerated(head, 10), 0.01);
}

static void strong_difference(void)
{
    fake a = {0}, b = {0};
    copse_significance s;
    copse_error err;
    for (int i = 0; i < 150; i++) { // more than two words of random bits
        fake_add(&a, 10, 6, 5);
        fake_add(&b, 10, 9, 8);
    }
    REQUIRE(copse_compare(&s, &a.scores, &b.scores, 999, 1, &err) == 0);
    CHECK_NEAR(s.las_p, 1.0 / 1000, 1e-15); // no swap reaches it, and p is never 0
    CHECK_NEAR(s.uas_p, 1.0 / 1000, 1e-15);
    CHECK_NEAR(s.las_difference, 30, 1e-9);
}

static void seeds(void)
{
    fake a = {0}, b = {0};
    copse_significance s1, s2, s3;
    copse_error err;
    for (uint32_t i = 0; i < 100; i++) {
        fake_add(&a, 10, 5 + i % 3, 3 + i % 4);
        fake_add(&b, 10, 5 + (i + 1) % 4, 3 + (i + 2) % 5);
    }
    REQUIRE(copse_compare(&s1, &a.scores, &b.scores, 2000, 11, &err) == 0);
    REQUIRE(copse_compare(&s2, &a.scores, &b.scores, 2000, 11, &err) == 0);
    REQUIRE(copse_compare(&s3, &a.scores, &b.scores, 2000, 12, &err) == 0);
    CHECK(s1.las_p == s2.las_p && s1.uas_p == s2.uas_p);
    CHECK(s1.las_p != s3.las_p || s1.uas_p != s3.uas_p);
    CHECK(s1.las_p > 0 && s1.las_p < 1);
}

static void refusals(void)
{
    fake a = {0}, b = {0};
    copse_significance s;
    copse_error err;
    fake_add(&a, 5, 4, 4);
    fake_add(&b, 5, 4, 4);
    CHECK_INT(copse_compare(&s, &a.scores, &b.scores, 0, 1, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the number of samples is 0; it must be at least 1");
    fake_add(&a, 5, 4, 4);
    CHECK_INT(copse_compare(&s, &a.scores, &b.scores, 10, 1, &err), COPSE_EINPUT);
    CHECK_STRING(err.message,
                 "cannot compare evaluations over 2 and 1 sentences: they must be of the same ones");
    fake_add(&b, 6, 4, 4);
    CHECK_INT(copse_compare(&s, &a.scores, &b.scores, 10, 1, &err), COPSE_EINPUT);
    CHECK_STRING(err.message,
                 "cannot compare evaluations over different words: sentence 2 has 5 in the first "
                 "and 6 in the second");
}

static void nothing_at_all(void)
{
    copse_scores a = {0}, b = {0};
    copse_significance s;
    copse_error err;
    REQUIRE(copse_compare(&s, &a, &b, 100, 1, &err) == 0);
    CHECK_NEAR(s.las_p, 1, 0);
    CHECK_NEAR(s.las_difference, 0, 0);
}

TESTS(TEST(identical_systems), TEST(four_sentences), TEST(ten_sentences), TEST(strong_difference),
      TEST(seeds), TEST(refusals), TEST(nothing_at_all))
