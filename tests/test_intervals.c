// SPDX-License-Identifier: MIT
// McNemar's test against values worked out by hand, and bootstrap intervals: against cases that can be
// enumerated, and by how often they cover the truth.
#include "copse.h"
#include "common/base/random.h"
#include "tests/harness.h"

enum { MOST = 200, WORDS = 4000 };

typedef struct fake { // an evaluation made by hand
    copse_scores scores;
    copse_sentence_scores rows[MOST];
    unsigned char words[WORDS];
} fake;

// A sentence of words that are all alike but for the first `right` ones, which are right.
static void fake_add(fake *f, uint32_t tokens, uint32_t right)
{
    for (uint32_t i = 0; i < tokens; i++)
        f->words[(uint32_t)f->scores.tokens + i] = i < right ? COPSE_RIGHT_BOTH : 0;
    f->rows[f->scores.sentences++] =
        (copse_sentence_scores){.tokens = tokens, .head = right, .label = right, .both = right};
    f->scores.tokens += tokens;
    f->scores.by_sentence = f->rows;
    f->scores.by_word = f->words;
}

// One sentence in which `first` words are right in a alone, `second` in b alone, five in both, five in none;
// what: which bits are right.
static copse_mcnemar_result mcnemar(uint32_t first, uint32_t second, unsigned char what)
{
    fake a = {0}, b = {0};
    copse_mcnemar_result result;
    copse_error err;
    fake_add(&a, first + second + 10, 0);
    fake_add(&b, first + second + 10, 0);
    for (uint32_t i = 0; i < first + 5; i++)
        a.words[i] = what;
    for (uint32_t i = first; i < first + 5 + second; i++)
        b.words[i] = what;
    CHECK_INT(copse_mcnemar(&result, &a.scores, &b.scores, &err), 0);
    return result;
}

static void few_words(void)
{
    copse_mcnemar_result r = mcnemar(1, 9, COPSE_RIGHT_BOTH);
    CHECK(r.las.first == 1 && r.las.second == 9 && r.las.exact);
    CHECK_NEAR(r.las.p, 22.0 / 1024, 1e-15); // 2 (1 + 10) / 2^10
    CHECK_NEAR(r.uas.p, 22.0 / 1024, 1e-15);
    CHECK_NEAR(r.la.p, 22.0 / 1024, 1e-15);
    CHECK_NEAR(r.las.chi_square, 4.9, 1e-12); // (8 - 1)^2 / 10
    CHECK_NEAR(mcnemar(9, 1, COPSE_RIGHT_BOTH).las.p, 22.0 / 1024, 1e-15);
    CHECK_NEAR(mcnemar(0, 5, COPSE_RIGHT_BOTH).las.p, 2.0 / 32, 1e-15);
    CHECK_NEAR(mcnemar(3, 3, COPSE_RIGHT_BOTH).las.p, 1, 0);
    CHECK_NEAR(mcnemar(3, 4, COPSE_RIGHT_BOTH).las.p, 1, 0); // both halves together
    CHECK_NEAR(mcnemar(0, 0, COPSE_RIGHT_BOTH).las.p, 1, 0);
    // 2 (C(24,0) + ... + C(24,7)) / 2^24
    CHECK_NEAR(mcnemar(7, 17, COPSE_RIGHT_BOTH).las.p, 2.0 * 536155 / 16777216, 1e-12);
}

static void many_words(void)
{
    copse_mcnemar_result r = mcnemar(10, 30, COPSE_RIGHT_BOTH);
    CHECK(!r.las.exact);
    CHECK_NEAR(r.las.chi_square, 9.025, 1e-12); // (20 - 1)^2 / 40
    CHECK_NEAR(r.las.p, 0.00266312, 1e-8);
    r = mcnemar(10, 15, COPSE_RIGHT_BOTH); // 25 is the first that is not exact: (5 - 1)^2 / 25
    CHECK(!r.las.exact);
    CHECK_NEAR(r.las.p, 0.42371080, 1e-8);
    CHECK_NEAR(mcnemar(20, 20, COPSE_RIGHT_BOTH).las.p, 1, 0);
    CHECK_NEAR(mcnemar(20, 21, COPSE_RIGHT_BOTH).las.p, 1, 0);
}

static void heads_and_labels(void)
{
    const copse_mcnemar_result heads = mcnemar(0, 5, COPSE_RIGHT_HEAD),
                               labels = mcnemar(0, 5, COPSE_RIGHT_LABEL);
    CHECK_NEAR(heads.uas.p, 0.0625, 1e-15);
    CHECK_NEAR(heads.las.p, 1, 0);
    CHECK_NEAR(heads.la.p, 1, 0);
    CHECK_NEAR(labels.la.p, 0.0625, 1e-15);
    CHECK_NEAR(labels.uas.p, 1, 0);
}

static void refusals(void)
{
    fake a = {0}, b = {0};
    copse_mcnemar_result m;
    copse_bootstrap_result r;
    copse_error err;
    fake_add(&a, 5, 4);
    fake_add(&b, 6, 4);
    CHECK_INT(copse_mcnemar(&m, &a.scores, &b.scores, &err), COPSE_EINPUT);
    a.scores.by_word = NULL;
    CHECK_INT(copse_mcnemar(&m, &a.scores, &a.scores, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the evaluations do not say which words are right");
    CHECK_INT(copse_bootstrap(&r, &a.scores, 0, 0.95, 1, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the number of samples is 0; it must be at least 1");
    CHECK_INT(copse_bootstrap(&r, &a.scores, 10, 1, 1, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "the level is 1; it must be between 0 and 1");
    CHECK_INT(copse_bootstrap(&r, &a.scores, 10, (double)NAN, 1, &err), COPSE_EINPUT);
}

// A sentence all right and one all wrong: a sample has an accuracy of 0, 50 or 100 with probability 1/4, 1/2,
// 1/4. So the middle 95 % reach from 0 to 100, and the middle 40 % are 50.
static void two_sentences(void)
{
    fake f = {0};
    copse_bootstrap_result r;
    copse_error err;
    fake_add(&f, 10, 10);
    fake_add(&f, 10, 0);
    REQUIRE(copse_bootstrap(&r, &f.scores, 2000, 0.95, 1, &err) == 0);
    CHECK_INT(r.samples, 2000);
    CHECK_NEAR(r.of[COPSE_LAS].low, 0, 0);
    CHECK_NEAR(r.of[COPSE_LAS].high, 100, 0);
    CHECK_NEAR(r.of[COPSE_EXACT].low, 0, 0);
    CHECK_NEAR(r.of[COPSE_EXACT].high, 100, 0);
    CHECK(isnan(r.of[COPSE_ROOT_F].low) && isnan(r.of[COPSE_ROOT_F].high)); // no word is a root
    REQUIRE(copse_bootstrap(&r, &f.scores, 2000, 0.4, 1, &err) == 0);
    CHECK_NEAR(r.of[COPSE_UAS].low, 50, 0);
    CHECK_NEAR(r.of[COPSE_UAS].high, 50, 0);
}

// Sentences of different lengths: the figure of a sample is a ratio of sums.
static void lengths(void)
{
    fake f = {0};
    copse_bootstrap_result r;
    copse_error err;
    fake_add(&f, 30, 30);
    fake_add(&f, 10, 0);
    REQUIRE(copse_bootstrap(&r, &f.scores, 2000, 0.4, 1, &err) == 0);
    CHECK_NEAR(r.of[COPSE_LAS].low, 75, 0);
    CHECK_NEAR(r.of[COPSE_LAS].high, 75, 0);
    copse_scores none = {0};
    REQUIRE(copse_bootstrap(&r, &none, 10, 0.95, 1, &err) == 0);
    CHECK(isnan(r.of[COPSE_LAS].low));
}

// Words are right with a probability that differs between sentences and is 0.8 on the average.
static void draw(fake *f, rng *r)
{
    *f = (fake){0};
    for (int i = 0; i < 80; i++) {
        const double p = rng_unit(r) < 0.5 ? 0.7 : 0.9;
        uint32_t right = 0;
        for (int w = 0; w < 12; w++)
            right += rng_unit(r) < p;
        fake_add(f, 12, right);
    }
}

static void coverage(void)
{
    enum { TRIALS = 300 };
    static fake f;
    copse_bootstrap_result r;
    copse_error err;
    rng rnd;
    int covered = 0;
    rng_seed(&rnd, 5);
    for (int i = 0; i < TRIALS; i++) {
        draw(&f, &rnd);
        REQUIRE(copse_bootstrap(&r, &f.scores, 400, 0.95, (uint64_t)i, &err) == 0);
        CHECK(r.of[COPSE_LAS].low < r.of[COPSE_LAS].high);
        covered += r.of[COPSE_LAS].low <= 80 && r.of[COPSE_LAS].high >= 80;
    }
    CHECK(covered >= TRIALS * 90 / 100 && covered <= TRIALS * 99 / 100); // about 95 %
    if (test_failures)
        printf("  covered %d of %d\n", covered, TRIALS);
}

static void seeds(void)
{
    static fake f;
    copse_bootstrap_result a, b, c;
    copse_error err;
    rng rnd;
    rng_seed(&rnd, 6);
    draw(&f, &rnd);
    REQUIRE(copse_bootstrap(&a, &f.scores, 500, 0.95, 1, &err) == 0);
    REQUIRE(copse_bootstrap(&b, &f.scores, 500, 0.95, 1, &err) == 0);
    REQUIRE(copse_bootstrap(&c, &f.scores, 500, 0.95, 2, &err) == 0);
    CHECK(a.of[COPSE_LAS].low == b.of[COPSE_LAS].low && a.of[COPSE_LAS].high == b.of[COPSE_LAS].high);
    CHECK(a.of[COPSE_LAS].low != c.of[COPSE_LAS].low || a.of[COPSE_LAS].high != c.of[COPSE_LAS].high);
}

TESTS(TEST(few_words), TEST(many_words), TEST(heads_and_labels), TEST(refusals), TEST(two_sentences),
      TEST(lengths), TEST(coverage), TEST(seeds))
