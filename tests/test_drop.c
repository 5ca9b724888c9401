// SPDX-License-Identifier: MIT
// How sentences look in training: which columns they lack, what lies over them, and that parsers which
// learn from them cope with input that lacks the same.
#include "common/treebank/drop.h"
#include "common/treebank/tree.h"
#include "common/treebank/treebank.h"
#include "eval/eval.h"
#include "tests/files.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "tests/sentences.h"
#include "tests/trained.h"

#include <math.h>

static const unsigned THREE = 1U << COPSE_LEMMA | 1U << COPSE_XPOS | 1U << COPSE_FEATS;

static void draws_depend_on_seed_round_and_sentence_alone(void)
{
    const dropper d = {.percent = 30, .seed = 5}, other = {.percent = 30, .seed = 6};
    int lacking = 0, again = 0, seeds = 0, rounds = 0, upos = 0, one = 0;
    for (size_t i = 0; i < 2000; i++) {
        const unsigned lacks = drop_draw(&d, 1, i).lacks;
        CHECK_INT(lacks & ~(THREE | 1U << COPSE_UPOS), 0); // FORM never, HEAD and DEPREL neither
        CHECK(!lacks || lacks & THREE);
        lacking += lacks != 0;
        upos += (lacks & 1U << COPSE_UPOS) != 0;
        one += lacks == 1U << COPSE_LEMMA || lacks == 1U << COPSE_XPOS || lacks == 1U << COPSE_FEATS;
        again += drop_draw(&d, 1, i).lacks == lacks;
        seeds += drop_draw(&other, 1, i).lacks != lacks;
        rounds += drop_draw(&d, 2, i).lacks != lacks;
    }
    CHECK(lacking > 520 && lacking < 680);
    CHECK(upos > 5 && upos < 100 && one > 50);
    CHECK_INT(again, 2000);
    CHECK(seeds > 500 && rounds > 500);
}

static void none_and_all_may_lack_columns(void)
{
    const dropper none = {.seed = 1}, all = {.percent = 100, .seed = 1};
    for (size_t i = 0; i < 500; i++) {
        CHECK_INT(drop_draw(&none, 0, i).lacks, 0);
        CHECK(drop_draw(&all, 0, i).lacks != 0);
    }
}

static void check_word(const copse_sentence *s, int w, const char *columns)
{
    char all[256] = "";
    for (copse_column k = COPSE_FORM; k <= COPSE_FEATS; k++) {
        const copse_str value = sen_column(s, w, k);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%.*s ", (int)value.len, value.s);
    }
    CHECK_STRING(all, columns);
}

static void only_the_columns_are_blank(void)
{
    dropper d;
    copse_sentence view = {0}, *s = sentence_of("la/le/DET/D1/Gender=Fem lune/lune/NOUN/N1/Number=Sing");
    drop_init(&d, 50, false, 1);
    CHECK(drop_from(&d, s, (drop_look){0}) == s);
    const copse_sentence *twin = drop_from(&d, s, (drop_look){.lacks = THREE});
    check_word(twin, 1, "la _ DET _ _ ");
    check_word(twin, 2, "lune _ NOUN _ _ ");
    check_word(s, 1, "la le DET D1 Gender=Fem ");
    twin = drop_from(&d, s, (drop_look){.lacks = 1U << COPSE_UPOS});
    check_word(twin, 1, "la le _ D1 Gender=Fem ");
    // what lies over the sentence goes, in a view too
    ov_put(s, 1, COPSE_XPOS, str("new"));
    sen_mirror(&view, s);
    twin = drop_from(&d, &view, (drop_look){.lacks = 1U << COPSE_XPOS});
    check_word(twin, 1, "lune lune NOUN _ Number=Sing ");
    check_word(twin, 2, "la le DET _ Gender=Fem ");
    check_word(&view, 2, "la le DET new Gender=Fem ");
    sen_mirror_done(&view);
    drop_done(&d);
    copse_sentence_free(s);
}

static void half_of_the_sentences_have_their_own_columns(void)
{
    const dropper d = {.mixed = true, .seed = 5}, plain = {.seed = 5};
    int own = 0, rounds = 0;
    for (size_t i = 0; i < 2000; i++) {
        own += drop_draw(&d, 1, i).own;
        rounds += drop_draw(&d, 2, i).own != drop_draw(&d, 1, i).own;
        CHECK(!drop_draw(&plain, 1, i).own && !drop_draw(&d, 1, i).lacks);
    }
    CHECK(own > 900 && own < 1100);
    CHECK(rounds > 900 && rounds < 1100);
}

static void own_columns_are_those_of_the_treebank(void)
{
    dropper d;
    copse_sentence view = {0}, *s = sentence_of("la/le/DET/D1/Gender=Fem lune/lune/NOUN/N1/Number=Sing");
    drop_init(&d, 0, true, 1);
    ov_put(s, 1, COPSE_XPOS, str("new"));
    ov_put(s, 2, COPSE_LEMMA, str("wrong"));
    check_word(drop_from(&d, s, (drop_look){.own = true}), 1, "la le DET D1 Gender=Fem ");
    check_word(drop_from(&d, s, (drop_look){.own = true}), 2, "lune lune NOUN N1 Number=Sing ");
    check_word(drop_from(&d, s, (drop_look){.own = true, .lacks = THREE}), 2, "lune _ NOUN _ _ ");
    sen_mirror(&view, s);
    check_word(drop_from(&d, &view, (drop_look){.own = true}), 1, "lune lune NOUN N1 Number=Sing ");
    check_word(drop_from(&d, &view, (drop_look){.own = true, .lacks = 1U << COPSE_FEATS}), 2,
               "la le DET D1 _ ");
    check_word(s, 1, "la le DET new Gender=Fem "); // which keeps what lies over it
    check_word(&view, 1, "lune wrong NOUN N1 Number=Sing ");
    sen_mirror_done(&view);
    drop_done(&d);
    copse_sentence_free(s);
}

static void upos_stands_in_for_xpos(void)
{
    copse_sentence *s = sentence_of("a/a/NOUN/N1/_ b/b/VERB/_/_");
    CHECK(str_is(sen_tag(s, 1, SEN_XPOS_OR_UPOS), "N1") && str_is(sen_tag(s, 2, SEN_XPOS_OR_UPOS), "VERB"));
    CHECK(str_is(sen_tag(s, 2, COPSE_XPOS), "_") && str_is(sen_tag(s, 1, COPSE_UPOS), "NOUN"));
    CHECK_INT(sen_tag_reads(SEN_XPOS_OR_UPOS), 1U << COPSE_XPOS | 1U << COPSE_UPOS);
    CHECK_INT(sen_tag_reads(COPSE_XPOS), 1U << COPSE_XPOS);
    CHECK(drop_pos(0, COPSE_XPOS) == COPSE_XPOS && drop_pos(1, COPSE_XPOS) == SEN_XPOS_OR_UPOS);
    CHECK(drop_pos(1, COPSE_UPOS) == COPSE_UPOS);
    copse_sentence_free(s);
}

// ---------------------------------------------------------------------------------------------------
// Parsers

// Sentences of the artificial language with their parts of speech in XPOS alone, where they are redundant:
// each form has only one. With LEMMA, XPOS and FEATS, or without.
static void write_language(const char *path, int n, uint64_t seed, bool whole)
{
    rng r;
    lang_sentence s;
    FILE *f = fopen(path, "w");
    REQUIRE(f != NULL);
    rng_seed(&r, seed);
    for (int i = 0; i < n; i++) {
        lang_make(&s, &r, false);
        for (int d = 1; d <= s.n; d++) {
            const char *form = s.form[d], *upos = s.token[d].upos, *feats = s.token[d].feats;
            fprintf(f, "%d\t%s\t%s\tX\t%s\t%s\t%d\t%s\t_\t_\n", d, form, whole ? form : "_",
                    whole ? upos : "_", whole && feats ? feats : "_", s.head[d], lang_label[s.label[d]]);
        }
        fputc('\n', f);
    }
    CHECK_INT(fclose(f), 0);
}

typedef struct parses {
    const copse_model *model;
    copse_parser *parser;
    const treebank *t;
} parses;

static const copse_tree *parse_one(void *context, size_t i, copse_tree *tree)
{
    const parses *p = context;
    copse_error err;
    CHECK_INT(copse_parse(p->parser, p->t->sentence[i], tree, &err), 0);
    return tree;
}

// The LAS of a model on new sentences, with all columns or without some.
static double accuracy(const char *path, bool whole)
{
    copse_error err;
    treebank t;
    copse_model *m = copse_model_load(path, &err);
    write_language(scratch("test.conllu"), 100, 8, whole);
    if (!m || tb_read(&t, scratch("test.conllu"), false, &err) != 0)
        return NAN;
    parses p = {m, copse_parser_new(m, NULL), &t};
    const double las = eval_treebank(&t, parse_one, &p).las;
    copse_parser_free(p.parser);
    tb_done(&t);
    copse_model_free(m);
    return las;
}

static void train(const char *family_name, const char *line, const char *model, int threads)
{
    copse_error err = {0};
    char data[256];
    snprintf(data, sizeof data, "%s", scratch("train.conllu"));
    write_language(data, 300, 7, true);
    if (train_file(family_name, line, data, model, threads, &err) != 0)
        printf("  %s %s: %s\n", family_name, line, err.message);
    CHECK_INT(err.code, 0);
}

static const struct {
    const char *family, *line;
} trained[] = {
    {"transition", "--calibrate no"},
    {"transition", "--calibrate no --algorithm swap-lazy"},
    {"graph", "--calibrate no --hash-bits 16 --iterations 4 --runs 1"},
    {"graph", "--calibrate no --hash-bits 16 --iterations 4 --runs 1 --trainer crf"},
    {"graph", "--calibrate no --hash-bits 16 --iterations 4 --runs 1 --preset mst2005"},
};

static void parsers_cope_with_what_they_have_seen(void)
{
    for (size_t i = 0; i < sizeof trained / sizeof trained[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "%s --drop-columns 30", trained[i].line);
        train(trained[i].family, trained[i].line, scratch("plain"), 1);
        train(trained[i].family, line, scratch("robust"), 1);
        const double plain = accuracy(scratch("plain"), true), poor = accuracy(scratch("plain"), false),
                     robust = accuracy(scratch("robust"), true), kept = accuracy(scratch("robust"), false);
        CHECK(plain > 99 && poor < 70);
        CHECK(robust > 99 && kept > 95);
    }
}

static bool same_files(const char *a, const char *b)
{
    size_t n, m;
    char *x = slurp(a, &n), *y = slurp(b, &m);
    const bool same = n == m && memcmp(x, y, n) == 0;
    mem_free(x);
    mem_free(y);
    return same;
}

static void threads_and_repetition_change_nothing(void)
{
    static const char *const family_name[] = {"transition", "graph"},
                             *const line[] = {"--drop-columns 40",
                                              "--hash-bits 12 --iterations 2 --runs 2 --drop-columns 40"};
    for (int i = 0; i < 2; i++) {
        char seed[128];
        snprintf(seed, sizeof seed, "%s --seed 2", line[i]);
        train(family_name[i], line[i], scratch("one"), 1);
        train(family_name[i], line[i], scratch("three"), 3);
        CHECK(same_files(scratch("one"), scratch("three")));
        train(family_name[i], seed, scratch("three"), 1);
        CHECK(!same_files(scratch("one"), scratch("three")));
    }
}

static void models_say_so(void)
{
    copse_error err;
    for (int on = 0; on < 2; on++) {
        train("transition", on ? "--drop-columns 7" : "", scratch("m"), 1);
        size_t n;
        char *bytes = slurp(scratch("m"), &n);
        bool said = false;
        for (size_t i = 0; i + 16 < n; i++)
            said |= memcmp(bytes + i, "drop-columns=7\n", 15) == 0;
        CHECK(said == on);
        mem_free(bytes);
    }
    copse_model *m = copse_model_load(scratch("m"), &err);
    CHECK(m != NULL);
    copse_model_free(m);
}

static void other_shares_are_refused(void)
{
    static const char *const wrong[] = {"-1", "101", "some", "", "5%", "0.5"};
    static const char *const family_name[] = {"transition", "graph"};
    for (int f = 0; f < 2; f++)
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            copse_error err = {0};
            copse_options *o = copse_options_new(family_name[f], &err);
            CHECK_INT(copse_options_set(o, "drop-columns", wrong[i], &err), COPSE_EINPUT);
            CHECK(strstr(err.message, "--drop-columns") && strstr(err.message, "0..100"));
            CHECK_INT(copse_options_set(o, "drop-columns", "100", &err), 0);
            copse_options_free(o);
        }
}

TESTS(TEST(draws_depend_on_seed_round_and_sentence_alone), TEST(none_and_all_may_lack_columns),
      TEST(only_the_columns_are_blank), TEST(half_of_the_sentences_have_their_own_columns),
      TEST(own_columns_are_those_of_the_treebank), TEST(upos_stands_in_for_xpos),
      TEST(parsers_cope_with_what_they_have_seen), TEST(threads_and_repetition_change_nothing),
      TEST(models_say_so), TEST(other_shares_are_refused))
