// SPDX-License-Identifier: MIT
// The lemmatiser: it learns a made-up language, keeps what is given, makes valid values of any bytes, and
// refuses damaged models.
#include "tests/files.h"
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/model/stage.h"
#include "common/treebank/sentence.h"
#include "common/treebank/overlay.h"
#include "tests/trained.h"
#include "text/lemmatiser.h"

// Nouns have -s in the plural and umlaut, verbs -t and ge-, as adjectives they stay. The ending -en is that
// of some nouns and of verbs. Sentences begin with a capital.
static void add_sentence(text *out, int i)
{
    static const char *const stem[] = {"lorp", "zaun",  "mitt", "keld", "brosk",
                                       "fimp", "dosch", "wulk", "nerp", "tach"};
    const char *a = stem[i % 10], *b = stem[(i / 10 + 3 * i) % 10], *c = stem[(i + 7) % 10];
    char words[1024];
    snprintf(
        words, sizeof words,
        "1\t%c%sen\t%s%s\t%s\tA\t_\t0\troot\t_\t_\n2\t%sos\t%so\tNOUN\tN\tNumber=Plur\t1\tdep\t_\t_\n"
        "3\tge%st\t%sen\tVERB\tV\tTense=Past\t1\tdep\t_\t_\n4\t%sab\t%sab\tADJ\tJ\t_\t1\tdep\t_\t_\n"
        "5\twar\tsein\tAUX\tV\tTense=Past\t1\tdep\t_\t_\n6\tK%sistan\tK%sistan\tPROPN\tN\t_\t1\tdep\t_\t_\n"
        "7\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n",
        a[0] - 'a' + 'A', a + 1, a, i % 2 ? "en" : "", i % 2 ? "VERB" : "NOUN", b, b, c, c, a, a, b, b);
    text_cat(out, words);
}

static const char *bank(int sentences, bool lemmas)
{
    text all = {0};
    for (int i = 0; i < sentences; i++)
        add_sentence(&all, i);
    if (!lemmas) {
        all.n = 0;
        text_cat(&all, "1\tx\t_\tX\tX\t_\t0\troot\t_\t_\n\n");
    }
    const char *path = scratch_bytes("bank.conllu", all.s, all.n);
    text_done(&all);
    return path;
}

static copse_model *train(const char *file, const char *name)
{
    copse_error err = {0};
    char from[256], path[256];
    snprintf(from, sizeof from, "%s", file);
    snprintf(path, sizeof path, "%s", scratch(name));
    CHECK_INT(train_file("lemmatiser", "--seed 3", from, path, 1, &err), 0);
    CHECK_STRING(err.message, "");
    copse_model *m = copse_model_load(path, &err);
    if (!m) {
        printf("%s\n", err.message);
        abort();
    }
    return m;
}

// The lemma of the last of some words.
static const char *lemma_of(const copse_model *m, int n, const copse_token *words, bool retag)
{
    static char lemma[4096];
    copse_parser *p = copse_parser_new(m, &(copse_parse_options){.retag = retag});
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_sentence_set(s, n, words);
    CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
    const copse_str got = sen_column(s, n, COPSE_LEMMA);
    snprintf(lemma, sizeof lemma, "%.*s", (int)got.len, got.s);
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_parser_free(p);
    return lemma;
}

static const char *one(const copse_model *m, const char *form, const char *upos, const char *feats)
{
    const copse_token word = {.form = form, .upos = upos, .feats = feats};
    return lemma_of(m, 1, &word, false);
}

static void new_words_follow_the_old(void)
{
    copse_model *m = train(bank(60, true), "model");
    CHECK_STRING(one(m, "pulpos", "NOUN", "Number=Plur"), "pulpo");
    CHECK_STRING(one(m, "gedrimt", "VERB", "Tense=Past"), "drimen");
    CHECK_STRING(one(m, "Gedrimt", "VERB", "Tense=Past"), "drimen");
    CHECK_STRING(one(m, "Kolistan", "PROPN", NULL), "Kolistan");
    CHECK_STRING(one(m, "drimab", "ADJ", NULL), "drimab");
    // known, with other tags and capitals
    CHECK_STRING(one(m, "war", "AUX", "Tense=Past"), "sein");
    CHECK_STRING(one(m, "WAR", "AUX", "Tense=Past"), "sein");
    copse_model_free(m);
}

static void tags_tell_forms_apart(void)
{
    copse_model *m = train(bank(60, true), "model");
    CHECK_STRING(one(m, "lorpen", "VERB", NULL), "lorpen");
    CHECK_STRING(one(m, "lorpen", "NOUN", NULL), "lorp");
    copse_model_free(m);
}

static void given_lemmas_stay(void)
{
    copse_model *m = train(bank(60, true), "model");
    const copse_token word = {.form = "pulpos", .lemma = "given", .upos = "NOUN", .feats = "Number=Plur"};
    CHECK_STRING(lemma_of(m, 1, &word, false), "given");
    CHECK_STRING(lemma_of(m, 1, &word, true), "pulpo");
    copse_model_free(m);
}

static void without_lemmas_there_is_nothing_to_learn(void)
{
    copse_model *m = train(bank(1, false), "model");
    CHECK_STRING(one(m, "x", "X", NULL), "_");
    CHECK_STRING(one(m, "pulpos", "NOUN", NULL), "_");
    copse_model_free(m);
}

static void tags_in_the_overlay_count(void)
{
    copse_error err;
    copse_model *m = train(bank(60, true), "model");
    copse_parser *p = copse_parser_new(m, NULL);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_sentence_set(s, 1, &(copse_token){.form = "lorpen", .upos = "VERB", .xpos = "A"});
    ov_put(s, 1, COPSE_UPOS, (copse_str){"NOUN", 4});
    CHECK_INT(copse_parse(p, s, tree, &err), 0);
    CHECK(str_is(sen_column(s, 1, COPSE_LEMMA), "lorp"));
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_parser_free(p);
    copse_model_free(m);
}

// A valid value: not empty, no tab, no line end.
static bool is_value(const char *s)
{
    return s[0] && !strpbrk(s, "\t\n\r");
}

static void any_bytes_get_a_lemma(void)
{
    rng random;
    copse_model *m = train(bank(60, true), "model");
    rng_seed(&random, 5);
    for (int i = 0; i < 400; i++) {
        char form[700];
        const size_t n = 1 + rng_below(&random, i % 50 ? 20 : sizeof form - 1);
        for (size_t k = 0; k < n; k++)
            form[k] = (char)(1 + rng_below(&random, 255));
        str_clean(form, n);
        form[n] = 0;
        const char *got = one(m, form, rng_below(&random, 2) ? "NOUN" : "?", "A|||=|");
        CHECK(is_value(got));
        CHECK(strlen(got) <= n + 1000);
    }
    copse_model_free(m);
}

static void training_repeats(void)
{
    char from[256], path[2][256];
    copse_error err;
    size_t size[2];
    char *bytes[2];
    snprintf(from, sizeof from, "%s", bank(60, true));
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s", scratch(i ? "two" : "one"));
        CHECK_INT(train_file("lemmatiser", "", from, path[i], 1 + 2 * i, &err), 0);
        bytes[i] = slurp(path[i], &size[i]);
    }
    CHECK(size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0);
    mem_free(bytes[0]);
    mem_free(bytes[1]);
}

// What lem_train writes of the treebank in a file, with every word's UPOS overlaid or not.
static char *learnt(const char *path, bool overlaid, size_t *size)
{
    copse_error err = {0};
    treebank t = {0};
    if (tb_read(&t, path, false, &err) != 0) {
        printf("%s\n", err.message);
        abort();
    }
    for (size_t i = 0; overlaid && i < t.n; i++)
        for (int d = 1; d <= t.sentence[i]->n; d++)
            ov_put(t.sentence[i], d, COPSE_UPOS, (copse_str){"INTJ", 4});
    box_writer *w = box_writer_new();
    const copse_environment env = {.threads = 1};
    CHECK_INT(lem_train(&(lem_plan){.t = &t, .seed = 1, .env = &env}, w, &err), 0);
    char *bytes = box_bytes(w, size, &err);
    box_writer_free(w);
    tb_done(&t);
    return bytes;
}

static void predicted_tags_are_not_learnt_from(void)
{
    char from[256];
    size_t size[2];
    snprintf(from, sizeof from, "%s", bank(60, true));
    char *plain = learnt(from, false, &size[0]), *overlaid = learnt(from, true, &size[1]);
    CHECK(size[0] == size[1] && memcmp(plain, overlaid, size[0]) == 0);
    mem_free(plain);
    mem_free(overlaid);
}

// ---------------------------------------------------------------------------------------------------
// Damage

// Copies a model with a section cut after `keep` bytes and one byte replaced; checksums are made anew.
static void copy_changed(const box *from, const char *path, const char *tag, size_t keep, size_t at,
                         unsigned char value)
{
    copse_error err;
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < box_sections(from); i++) {
        const box_section s = box_section_at(from, i);
        cursor cur;
        CHECK_INT(box_find(from, s.tag, 0, &cur, &err), 0);
        const bool changed = strcmp(s.tag, tag) == 0;
        const size_t length = (size_t)(cur.end - cur.at), size = changed && keep < length ? keep : length;
        unsigned char *bytes = mem_alloc(1, size + 1);
        memcpy(bytes, cur.at, size);
        if (changed && at < size)
            bytes[at] = value;
        box_begin(w, s.tag);
        box_raw(w, bytes, size);
        mem_free(bytes);
    }
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

// Loads a model and lemmatises, or is told why not.
static bool try_load(const char *path)
{
    static const copse_token words[] = {{.form = "gedrimt", .upos = "VERB", .feats = "Tense=Past"},
                                        {.form = "\xff\xce\xac X", .upos = "NOUN"},
                                        {.form = "Lorpen", .upos = "NOUN", .xpos = "A"}};
    copse_error err = {0};
    copse_model *m = copse_model_load(path, &err);
    if (!m) {
        CHECK(err.code == COPSE_EMODEL && err.message[0] && !strchr(err.message, '\n'));
        return false;
    }
    for (int n = 1; n <= 3; n++) {
        const char *got = lemma_of(m, n, words, false);
        CHECK(is_value(got) && strlen(got) < 1010);
    }
    copse_model_free(m);
    return true;
}

static void damaged_models(void)
{
    static const unsigned char values[] = {0, 1, 9, 0x20, 0x7f, 0x80, 0xff};
    char whole[256], broken[256];
    copse_error err;
    rng random;
    copse_model_free(train(bank(60, true), "model"));
    snprintf(whole, sizeof whole, "%s", scratch("model"));
    snprintf(broken, sizeof broken, "%s", scratch("broken"));
    box *b = box_open(whole, &err);
    REQUIRE(b != NULL);
    cursor c;
    REQUIRE(box_find(b, "LEMM", 0, &c, &err) == 0);
    const size_t length = (size_t)(c.end - c.at);
    int refused = 0;
    rng_seed(&random, 1);
    copy_changed(b, broken, "LEMM", SIZE_MAX, SIZE_MAX, 0);
    CHECK(try_load(broken));
    for (size_t at = 0; at < 300 && at < length; at++) { // counts and scripts
        copy_changed(b, broken, "LEMM", SIZE_MAX, at, values[at % sizeof values]);
        refused += !try_load(broken);
    }
    CHECK(refused > 30);
    for (int i = 0; i < 200; i++) {
        const size_t at = rng_below(&random, length);
        copy_changed(b, broken, "LEMM", i % 2 ? at : SIZE_MAX, at, values[i % (int)sizeof values]);
        CHECK(!try_load(broken) || i % 2 == 0);
    }
    for (size_t at = 0; at < 16; at++) {
        copy_changed(b, broken, "LEMW", SIZE_MAX, at, values[at % sizeof values]);
        try_load(broken);
        copy_changed(b, broken, "LEMW", at, SIZE_MAX, 0);
        CHECK(!try_load(broken));
    }
    box_close(b);
}

TESTS(TEST(new_words_follow_the_old), TEST(tags_tell_forms_apart), TEST(given_lemmas_stay),
      TEST(without_lemmas_there_is_nothing_to_learn), TEST(tags_in_the_overlay_count),
      TEST(any_bytes_get_a_lemma), TEST(training_repeats), TEST(predicted_tags_are_not_learnt_from),
      TEST(damaged_models))
