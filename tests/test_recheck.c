// SPDX-License-Identifier: MIT
// The recheck of multiword tokens, on a language in which only the tags of a longer stretch tell whether a
// token is two words.
#include "tests/harness.h"

#include "common/model/container.h"
#include "common/model/model.h"
#include "tests/tokens.h"

static copse_model *trained(bool tags, int threads, copse_writer **bytes)
{
    const copse_environment env = {.threads = threads};
    copse_error err = {0};
    text bank = tokens_doubts(240, 5, tags);
    copse_model *m = tokens_model_with((copse_str){bank.s, bank.n}, &env, bytes, &err);
    CHECK_STRING(err.message, "");
    text_done(&bank);
    if (!m)
        exit(1);
    return m;
}

static bool has_section(const copse_writer *bytes, const char *tag)
{
    copse_error err = {0};
    size_t size;
    const void *data = copse_writer_data(bytes, &size);
    box *b = box_copy(data, size, "trained", &err);
    if (!b)
        exit(1);
    const bool has = box_count(b, tag) > 0;
    box_close(b);
    return has;
}

// Of how many sentences of n does the model split the right tokens?
static int right(const copse_model *m, int n)
{
    int good = 0;
    for (int i = 0; i < n; i++) {
        tokens_maker maker = {.id = 1};
        copse_error err = {0};
        copse_sentence *s = copse_sentence_new();
        char word[64], sentence[160];
        rng_seed(&maker.random, 1000 + (uint64_t)i);
        tokens_word(&maker, word, false);
        snprintf(sentence, sizeof sentence, "%s %s ", i % 2 ? "Bo" : "Ki", word);
        tokens_word(&maker, word, false);
        snprintf(strchr(sentence, 0), 80, "%sla.\n", word);
        copse_reader *r = copse_reader_text_memory(sentence, strlen(sentence), NULL, m, NULL, &err);
        if (!r || copse_reader_next(r, s, &err) != 1)
            exit(1);
        good += copse_sentence_length(s) == 4 + i % 2;
        copse_reader_close(r);
        copse_sentence_free(s);
    }
    return good;
}

static void tags_decide(void)
{
    copse_writer *bytes;
    copse_model *m = trained(true, 1, &bytes);
    CHECK(has_section(bytes, "TOKP") && has_section(bytes, "TOKD"));
    CHECK(right(m, 60) >= 57);
    copse_model_free(m);
    copse_writer_free(bytes);
}

// So the tokens are in doubt for the rules alone.
static void without_tags_they_cannot(void)
{
    copse_writer *bytes;
    copse_model *m = trained(false, 1, &bytes);
    CHECK(!has_section(bytes, "TOKP") && !has_section(bytes, "TOKD"));
    CHECK(right(m, 60) <= 45);
    copse_model_free(m);
    copse_writer_free(bytes);
}

// Folds run in as many processes as there are threads.
static void same_bytes_for_any_threads(void)
{
    copse_writer *one, *three;
    size_t n, k;
    copse_model_free(trained(true, 1, &one));
    copse_model_free(trained(true, 3, &three));
    const void *a = copse_writer_data(one, &n), *b = copse_writer_data(three, &k);
    CHECK(n == k && memcmp(a, b, n) == 0);
    copse_writer_free(one);
    copse_writer_free(three);
}

// Rules that are right without tags need no recheck.
static void no_recheck_without_doubt(void)
{
    copse_error err = {0};
    copse_writer *bytes;
    text bank = tokens_treebank(120, 11);
    copse_model *m = tokens_model((copse_str){bank.s, bank.n}, &bytes, &err);
    CHECK_STRING(err.message, "");
    CHECK(!has_section(bytes, "TOKP") && !has_section(bytes, "TOKD"));
    copse_model_free(m);
    copse_writer_free(bytes);
    text_done(&bank);
}

TESTS(TEST(tags_decide), TEST(without_tags_they_cannot), TEST(same_bytes_for_any_threads),
      TEST(no_recheck_without_doubt))
