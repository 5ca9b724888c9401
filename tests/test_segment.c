// SPDX-License-Identifier: MIT
// Where tokens end: abbreviations and initials that training did not show, made-up words, and what old models
// see.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "tests/tokens.h"
#include "text/segment_disguise.h"
#include "text/segment_features.h"
#include "text/tokeniser.h"

// A language with few abbreviations. "g.h." and "pl." stand before words in lower case or names, "5 kd."
// before lower case; sentences end with words and a stop, and begin with capitals.
static void add_sentence(tokens_maker *m)
{
    static const char *const initials[] = {"g.h.", "G.H.", "m.t."}, *const units[] = {"kd.", "pls."};
    char word[64];
    const int n = 3 + (int)rng_below(&m->random, 5);
    m->id = 1;
    for (int i = 0; i < n; i++) {
        tokens_word(m, word, i == 0 || rng_below(&m->random, 6) == 0);
        tokens_line(m, word, i + 1 < n);
        if (i + 1 == n)
            break;
        if (rng_below(&m->random, 30) == 0)
            tokens_line(m, initials[rng_below(&m->random, 3)], true);
        if (rng_below(&m->random, 30) == 0) {
            tokens_line(m, "5", true);
            tokens_line(m, units[rng_below(&m->random, 2)], true);
        }
    }
    tokens_line(m, ".", true);
    text_add(&m->out, "\n", 1);
}

static text split(const char *input)
{
    return tokens_split(add_sentence, 300, 5, input);
}

static void new_abbreviations(void)
{
    text out = split("Bado rimu K.V.Z. Soba mulan Z.X. rimu 5 xv. donu 5 wfr. tepe rimu. Sonu bado mulan.");
    CHECK(strstr(out.s, "\tK.V.Z.\t") && strstr(out.s, "\tZ.X.\t"));
    CHECK(strstr(out.s, "\txv.\t") && strstr(out.s, "\twfr.\t"));
    CHECK(strstr(out.s, "\trimu\t") && !strstr(out.s, "\trimu.\t") && strstr(out.s, "\tmulan\t"));
    text_done(&out);
}

// Decodes ASCII, with white space around it; the first character is at SG_AROUND.
static void decode(const ch_table *t, const char *s, ch_char *c)
{
    const size_t n = strlen(s);
    for (size_t i = 0; i < n + 2 * SG_AROUND; i++)
        c[i] = ch_of(t, i < SG_AROUND || i >= n + SG_AROUND ? ' ' : (unsigned char)s[i - SG_AROUND]);
}

// Features have numbers that weights are found by: those of the first set must never change.
static void first_features(void)
{
    static const char input[] = "(U.S.-based,x1.5%)";
    const size_t n = sizeof input - 1;
    ch_table t;
    ch_char c[64];
    sg_model m = {.w = {.bits = 24}, .set = SG_SET_FIRST};
    sg_work *w = mem_zero(1, sizeof *w);
    li_keys first, all;
    uint64_t sum = 0;
    size_t more = 0;
    char hex[17];
    ch_table_init(&t);
    decode(&t, input, c);
    sg_look(w, c + SG_AROUND, n);
    for (size_t i = 1; i < n; i++) {
        m.set = SG_SET_FIRST;
        sg_border_keys(&m, w, i, n, NULL, &first);
        m.set = SG_SETS - 1;
        sg_border_keys(&m, w, i, n, NULL, &all);
        for (size_t k = 0; k < first.n; k++)
            sum = li_mix(i, sum, first.key[k]);
        REQUIRE(all.n >= first.n && all.n < LI_MOST_KEYS);
        CHECK(memcmp(first.key, all.key, first.n * sizeof *first.key) == 0);
        more += all.n - first.n;
    }
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)sum);
    CHECK_STRING(hex, "7523146e69026f08");
    CHECK(more > 0);
    mem_free(w);
}

static void disguises(void)
{
    static const char input[] = "Ab.cd-(Efg.)hi.5j.";
    static const bool gold[32] = {[13] = true}; // within "hi"
    ch_table t;
    ch_char c[64];
    raw_text r = {.n = 0};
    sg_letters letters = {.n = {0}};
    rng random;
    char out[32] = "";
    ch_table_init(&t);
    rng_seed(&random, 1);
    decode(&t, "XYZxyz", c);
    r.c = c;
    r.n = 6 + 2 * SG_AROUND;
    sg_letters_take(&letters, &r);
    decode(&t, input, c);
    CHECK(sg_disguise(&letters, c + SG_AROUND, strlen(input), gold, &random));
    for (size_t i = 0; i < strlen(input); i++) {
        const char ch = (char)c[SG_AROUND + i].point;
        out[i] = ch >= 'X' && ch <= 'Z' ? 'X' : ch >= 'x' && ch <= 'z' ? 'x' : ch;
    }
    CHECK_STRING(out, "Xx.cd-(Xxx.)hi.5x.");
    decode(&t, "abc,de", c);
    CHECK(!sg_disguise(&letters, c + SG_AROUND, 6, gold, &random));
    sg_letters_done(&letters);
}

TESTS(TEST(new_abbreviations), TEST(first_features), TEST(disguises))
