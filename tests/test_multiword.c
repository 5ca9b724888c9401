// SPDX-License-Identifier: MIT
// Multiword tokens of a made-up language with vowel harmony: stems have back vowels, a and o, or front ones,
// e and i, and endings that are words follow them: -la after a back vowel, -le after a front one. The
// treebank has -ra, but no -re.
#include "tests/harness.h"

#include "tests/tokens.h"

static void add_stem(char *stem, rng *r, bool front)
{
    static const char consonant[] = "bdkpgtz", vowel[2][3] = {"ao", "ei"};
    size_t n = 0;
    for (int i = 0; i < 2 + (int)rng_below(r, 2); i++) {
        stem[n++] = consonant[rng_below(r, 7)];
        stem[n++] = vowel[front][rng_below(r, 2)];
    }
    stem[n] = 0;
}

static void add_sentence(tokens_maker *m)
{
    static const char *const ending[] = {"l", "n", "s", "m", "v", "r"};
    char stem[16], last[4], token[24];
    m->id = 1;
    for (int i = 0; i < 6; i++) {
        const bool front = rng_below(&m->random, 2);
        add_stem(stem, &m->random, front);
        if (rng_below(&m->random, 2)) {
            snprintf(last, sizeof last, "%s%c", ending[rng_below(&m->random, front ? 5 : 6)],
                     front ? 'e' : 'a');
            snprintf(token, sizeof token, "%s%s", stem, last);
            tokens_range(m, token, i < 5, stem, last);
        } else {
            tokens_line(m, stem, i < 5);
        }
    }
    tokens_line(m, ".", true);
    text_add(&m->out, "\n", 1);
}

// The sentences of a text, by a model that is trained on the language.
static text split(const char *input)
{
    return tokens_split(add_sentence, 200, 11, input);
}

static void rules_by_analogy(void)
{
    text out = split("Gedipere kotabora bizetile dobogapala.");
    CHECK(strstr(out.s, "\tGedipere\t") && strstr(out.s, "\tGedipe\t") && strstr(out.s, "\tre\t"));
    CHECK(strstr(out.s, "\tkotabo\t") && strstr(out.s, "\tra\t"));
    CHECK(strstr(out.s, "\tbizeti\t") && strstr(out.s, "\tdobogapa\t"));
    text_done(&out);
}

static void other_words_stay_whole(void)
{
    text out = split("Gedipe kotabo bizetigu dobogapa.");
    CHECK(strstr(out.s, "-") == NULL);
    text_done(&out);
}

TESTS(TEST(rules_by_analogy), TEST(other_words_stay_whole))
