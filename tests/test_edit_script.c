// SPDX-License-Identifier: MIT
// Edit scripts: every script that is found turns the word into the lemma, scripts fit other words, and texts
// that are no scripts are refused.
#include "tests/harness.h"

#include "common/base/random.h"
#include "text/edit_script.h"

static copse_str str(const char *s)
{
    return (copse_str){s, strlen(s)};
}

// Applies a beginning and a script, both as text, to a word; "" if they do not apply or are no scripts.
static const char *apply(const char *front, const char *script, const char *word)
{
    static char bytes[4 * ES_RESULT + 1];
    uint32_t points[ES_WORD], lemma[ES_RESULT];
    es_pool pool = {0};
    es_front f = {0};
    es_script s;
    size_t n = 0;
    if (es_read_front(&f, str(front), &pool) && es_read(&s, str(script), &pool))
        n = es_apply(&f, &s, pool.point, points, es_decode(str(word), points), lemma);
    bytes[es_encode(lemma, n, bytes)] = 0;
    es_pool_done(&pool);
    return bytes;
}

static void scripts_are_applied(void)
{
    CHECK_STRING(apply("\t", "s\t\t0", "horns"), "horn");
    CHECK_STRING(apply("\t", "ies\ty\t0", "flies"), "fly");
    CHECK_STRING(apply("\t", "ies\ty\t0", "horns"), "");
    CHECK_STRING(apply("ge\t", "t\ten\t0", "gespielt"), "spielen");
    CHECK_STRING(apply("\t", "er\t\t0\t\xc3\xa4\ta\t0", "H\xc3\xa4user"), "Haus");
    CHECK_STRING(apply("\t", "\t\t0\ta\tb\t1", "kabana"), "kabbna");
    CHECK_STRING(apply("\t", "\t\t0\ta\tb\t0\tk\tg\t0", "kabana"), "gabanb");
    CHECK_STRING(apply("\t", "\t\t0\tq\tb\t0", "kabana"), "");
    CHECK_STRING(apply("\t", "whole", "x"), "whole");
    CHECK_STRING(apply("\t", "a\t\t0", "a"), "");      // nothing would be left
    CHECK_STRING(apply("\t", "b\t\t0", "a b"), "");    // a space at the end
    CHECK_STRING(apply("ab\t", "bc\t\t0", "abc"), ""); // both want the b
}

// The accent of a made-up Greek word moves: it is taken off and set on the nth vowel from the right.
static void accents_move(void)
{
    CHECK_STRING(apply("\t", "\xcf\x89\xce\xbd\t\xce\xbf\xcf\x82\t3",
                       "\xce\xb2\xce\xb1\xce\xbb\xce\xbf\xce\xbd\xcf\x8e\xce\xbd"),
                 "\xce\xb2\xce\xac\xce\xbb\xce\xbf\xce\xbd\xce\xbf\xcf\x82");
    CHECK_STRING(apply("\t", "\t\t9", "\xce\xb2\xce\xb1"), ""); // not so many vowels
}

static void other_texts_are_refused(void)
{
    static const char *const wrong[] = {"",
                                        " a",
                                        "a ",
                                        "a\tb",
                                        "a\tb\t",
                                        "a\t\tx",
                                        "a\tb\t0\t",
                                        "\t\t0\t\t\t0",
                                        "\t\t0\ta\tb\t:",
                                        "a\xff\t\t0",
                                        "\t\t0\ta\tb",
                                        "\t\n\t0",
                                        "\t\t0\ta\tb\t0\ta\tb\t0\ta\tb\t0\ta\tb\t0"};
    es_pool pool = {0};
    es_script s;
    es_front f;
    char longer[ES_PIECE + 2];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(!es_read(&s, str(wrong[i]), &pool));
    memset(longer, 'a', sizeof longer);
    CHECK(!es_read(&s, (copse_str){longer, ES_PIECE + 1}, &pool));
    CHECK(es_read(&s, (copse_str){longer, ES_PIECE}, &pool));
    CHECK(!es_read_front(&f, str("a"), &pool));
    CHECK(!es_read_front(&f, str("a\tb\t"), &pool));
    CHECK(es_read_front(&f, str("\t"), &pool));
    es_pool_done(&pool);
}

static void bytes_come_back(void)
{
    rng random;
    rng_seed(&random, 1);
    for (int i = 0; i < 2000; i++) {
        char word[64], back[4 * ES_WORD];
        uint32_t points[ES_WORD];
        const size_t n = 1 + rng_below(&random, sizeof word - 1);
        for (size_t k = 0; k < n; k++)
            word[k] = (char)(rng_below(&random, 3) ? rng_below(&random, 256) : 0xce + rng_below(&random, 2));
        const size_t got = es_encode(points, es_decode((copse_str){word, n}, points), back);
        CHECK(got == n && memcmp(word, back, n) == 0);
    }
    uint32_t points[ES_WORD];
    char word[ES_WORD + 1];
    memset(word, 'a', sizeof word);
    CHECK_INT(es_decode((copse_str){word, ES_WORD}, points), ES_WORD);
    CHECK_INT(es_decode((copse_str){word, ES_WORD + 1}, points), 0);
}

// A word over a few points, so that pairs have much in common; some are no Unicode.
static size_t random_word(rng *random, uint32_t *word, size_t most, bool bytes)
{
    static const uint32_t points[] = {
        'a',   'b',   'A',    '-',     0xe4,     0x3ac, 0x3b1,          0x3c9,
        0x3ce, 0x5d0, 0x4e2d, 0x1f600, 0x10ffff, ' ',   ES_BYTE + 0xff, ES_BYTE + 0x80};
    const size_t n = 1 + rng_below(random, most), among = rng_below(random, 3) ? 5 : bytes ? 16 : 14;
    for (size_t i = 0; i < n; i++)
        word[i] = points[rng_below(random, among)];
    return n;
}

// Checks one way that was found.
static void check_way(const es_ways *ways, size_t i, const uint32_t *word, size_t n, const uint32_t *lemma,
                      size_t m)
{
    const copse_str script = {ways->script[i].s, ways->script[i].n},
                    front = {ways->front[i].s, ways->front[i].n};
    uint32_t made[ES_RESULT];
    es_pool pool = {0};
    es_front f;
    es_script s;
    text again = {0};
    REQUIRE(es_read_front(&f, front, &pool) && es_read(&s, script, &pool));
    const size_t length = es_apply(&f, &s, pool.point, word, n, made);
    CHECK(length == m && memcmp(made, lemma, m * sizeof *lemma) == 0);
    es_write(&again, &s, &pool);
    CHECK(again.n == script.len && memcmp(again.s, script.s, script.len) == 0);
    again.n = 0;
    es_write_front(&again, &f, &pool);
    CHECK(again.n == front.len && memcmp(again.s, front.s, front.len) == 0);
    text_done(&again);
    es_pool_done(&pool);
}

static void scripts_of_random_pairs(void)
{
    rng random;
    es_ways ways = {0};
    uint32_t word[ES_WORD], lemma[ES_WORD];
    int none = 0;
    rng_seed(&random, 7);
    for (int i = 0; i < 5000; i++) {
        const size_t n = random_word(&random, word, 12, true), m = random_word(&random, lemma, 12, false);
        es_find(&ways, word, n, lemma, m);
        none += ways.n == 0;
        CHECK(ways.n > 0 || lemma[0] == ' ' || lemma[m - 1] == ' ');
        for (size_t k = 0; k < ways.n; k++)
            check_way(&ways, k, word, n, lemma, m);
    }
    CHECK(none < 1000);
    for (size_t i = 0; i < ES_WORD; i++)
        word[i] = lemma[i] = i % 2 ? 'a' : 'b';
    lemma[100] = 'c';
    es_find(&ways, word, ES_WORD, lemma, ES_WORD);
    for (size_t k = 0; k < ways.n; k++)
        check_way(&ways, k, word, ES_WORD, lemma, ES_WORD);
    es_ways_done(&ways);
}

// Is the script among those that turn the word into the lemma, and does it turn the other one too?
static void check_common(const char *front, const char *script, const char *const (*pair)[2], size_t pairs)
{
    for (size_t i = 0; i < pairs; i++) {
        uint32_t word[ES_WORD], lemma[ES_WORD];
        es_ways ways = {0};
        bool found = false;
        const size_t n = es_decode(str(pair[i][0]), word);
        es_find(&ways, word, n, lemma, es_decode(str(pair[i][1]), lemma));
        for (size_t k = 0; k < ways.n; k++)
            found |= strlen(script) == ways.script[k].n &&
                     memcmp(script, ways.script[k].s, ways.script[k].n) == 0 &&
                     strlen(front) == ways.front[k].n && memcmp(front, ways.front[k].s, ways.front[k].n) == 0;
        CHECK(found);
        CHECK_STRING(apply(front, script, pair[i][0]), pair[i][1]);
        es_ways_done(&ways);
    }
}

static void scripts_generalise(void)
{
    static const char *const plural[][2] = {{"dorks", "dork"}, {"a-lorems", "a-lorem"}, {"ts", "t"}},
                             *const umlaut[][2] = {{"k\xc3\xa4mer", "kam"},
                                                   {"br\xc3\xa4stelster", "brastelst"}},
                             *const participle[][2] = {{"gelorpt", "lorpen"}, {"gezaumelt", "zaumelen"}};
    check_common("\t", "s\t\t0", plural, 3);
    check_common("\t", "er\t\t0\t\xc3\xa4\ta\t0", umlaut, 2);
    check_common("ge\t", "t\ten\t0", participle, 2);
}

TESTS(TEST(scripts_are_applied), TEST(accents_move), TEST(other_texts_are_refused), TEST(bytes_come_back),
      TEST(scripts_of_random_pairs), TEST(scripts_generalise))
