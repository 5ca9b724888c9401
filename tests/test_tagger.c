// SPDX-License-Identifier: MIT
// The tagger: it learns a made-up language, keeps what is given, and its models are the same every time.
#include "tests/files.h"
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/model/container.h"
#include "tests/sentences.h"
#include "tests/trained.h"
#include "text/tagger_model.h"

// The language: nouns end in -o, or -oj if there are several, adjectives in -a and verbs in -as or, in the
// past, in -is. Forms without ending are nouns after "la" and verbs after "mi". Lemmas are stems with -o, -a,
// -i.
typedef struct made {
    text bank;
    rng random;
    int words;
    bool lemmas;
} made;

static void add(made *m, const char *form, const char *lemma, const char *rest)
{
    char line[256];
    snprintf(line, sizeof line, "%d\t%s\t%s\t%s\t_\t_\t_\t_\n", ++m->words, form, m->lemmas ? lemma : "_",
             rest);
    text_cat(&m->bank, line);
}

static void add_stem(made *m, char stem[16])
{
    static const char *const syllable[] = {"ba", "ko", "mi", "ru", "te", "so", "na", "li", "pe", "du"};
    const uint64_t last = rng_below(&m->random, 12), second = rng_below(&m->random, 10),
                   first = rng_below(&m->random, 10); // arguments have no order
    snprintf(stem, 16, "%s%s%c", syllable[first], syllable[second], "bdfgklmnprst"[last]);
}

static void add_word(made *m, const char *ending, const char *last, const char *rest)
{
    char stem[16], form[32], lemma[32];
    add_stem(m, stem);
    snprintf(form, sizeof form, "%s%s", stem, ending);
    snprintf(lemma, sizeof lemma, "%s%s", stem, last);
    add(m, form, lemma, rest);
}

static void add_noun(made *m)
{
    const bool several = rng_below(&m->random, 2);
    add(m, "la", "la", "DET\tD\tDefinite=Def");
    if (rng_below(&m->random, 2))
        add_word(m, several ? "aj" : "a", "a", several ? "ADJ\tA\tNumber=Plur" : "ADJ\tA\tNumber=Sing");
    if (rng_below(&m->random, 4))
        add_word(m, several ? "oj" : "o", "o", several ? "NOUN\tN\tNumber=Plur" : "NOUN\tN\tNumber=Sing");
    else
        add(m, "rapid", "rapid", "NOUN\tN\tNumber=Sing");
}

static void add_sentence(made *m)
{
    m->words = 0;
    if (rng_below(&m->random, 3))
        add_noun(m);
    else
        add(m, "mi", "mi", "PRON\tP\t_");
    if (rng_below(&m->random, 4) == 0)
        add(m, "mi", "mi", "PRON\tP\t_"), add(m, "rapid", "rapidi", "VERB\tV\tTense=Pres");
    else if (rng_below(&m->random, 2))
        add_word(m, "as", "i", "VERB\tV\tTense=Pres");
    else
        add_word(m, "is", "i", "VERB\tV\tTense=Past");
    add_noun(m);
    add(m, ".", ".", "PUNCT\t.\t_");
    text_cat(&m->bank, "\n");
}

static const char *made_file(const char *name, int sentences, uint64_t seed, bool lemmas)
{
    made m = {.lemmas = lemmas};
    rng_seed(&m.random, seed);
    for (int i = 0; i < sentences; i++)
        add_sentence(&m);
    const char *path = scratch_bytes(name, m.bank.s, m.bank.n);
    text_done(&m.bank);
    return path;
}

// Trains on a made-up treebank; returns the path of the model.
static const char *trained(const char *name, const char *line)
{
    copse_error err = {0};
    char bank[256], model[256];
    snprintf(bank, sizeof bank, "%s", made_file("bank.conllu", 150, 1, true));
    snprintf(model, sizeof model, "%s", scratch(name));
    const int code = train_file("tagger", line, bank, model, 1, &err);
    if (code)
        printf("  %s\n", err.message);
    CHECK_INT(code, 0);
    return scratch(name);
}

// Tags words as sentence_of understands them; the result "UPOS/XPOS/FEATS ...".
static void check_tags(const char *model, const char *words, bool retag, const char *expected)
{
    copse_error err = {0};
    char got[512] = "";
    copse_model *m = copse_model_load(model, &err);
    REQUIRE(m);
    copse_parser *p = copse_parser_new(m, &(copse_parse_options){.retag = retag});
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = sentence_of(words);
    CHECK_INT(copse_parse(p, s, tree, &err), 0);
    for (int d = 1; d <= s->n; d++) {
        const copse_str u = sen_column(s, d, COPSE_UPOS), x = sen_column(s, d, COPSE_XPOS),
                        f = sen_column(s, d, COPSE_FEATS);
        const size_t n = strlen(got);
        snprintf(got + n, sizeof got - n, "%s%.*s/%.*s/%.*s", d > 1 ? " " : "", (int)u.len, u.s, (int)x.len,
                 x.s, (int)f.len, f.s);
    }
    CHECK_STRING(got, expected);
    copse_sentence_free(s);
    copse_tree_free(tree);
    copse_parser_free(p);
    copse_model_free(m);
}

static void learns_a_language(void)
{
    const char *model = trained("model", "");
    check_tags(model, "la/la zuzuka zuzuko/ zozovis la rapid .", false,
               "DET/D/Definite=Def ADJ/A/Number=Sing NOUN/N/Number=Sing VERB/V/Tense=Past DET/D/Definite=Def "
               "NOUN/N/Number=Sing PUNCT/./_");
    check_tags(model, "mi rapid la zuzukoj .", false,
               "PRON/P/_ VERB/V/Tense=Pres DET/D/Definite=Def NOUN/N/Number=Plur PUNCT/./_");
}

// A given value stays, and the tags that are filled in go with it.
static void keeps_given_values(void)
{
    const char *model = trained("model", "");
    check_tags(model, "la/la/DET zuzuko/z/ADJ .", false, "DET/D/Definite=Def ADJ/A/Number=Sing PUNCT/./_");
    check_tags(model, "la zuzukas/z/_/V .", false, "DET/D/Definite=Def VERB/V/Tense=Pres PUNCT/./_");
    check_tags(model, "la zuzuko/z/STRANGE .", false, "DET/D/Definite=Def STRANGE/N/Number=Sing PUNCT/./_");
    check_tags(model, "la zuzuko/z/NOUN/N/Number=Plur .", false,
               "DET/D/Definite=Def NOUN/N/Number=Plur PUNCT/./_");
    check_tags(model, "la/la/X/Y/Z=Z zuzuko/z/ADJ/A/_ ./././Q", true,
               "DET/D/Definite=Def NOUN/N/Number=Sing PUNCT/./_");
}

static void is_the_same_every_time(void)
{
    char first[256];
    size_t n, m;
    snprintf(first, sizeof first, "%s", trained("first", "--seed 7"));
    char *a = slurp(first, &n), *b = slurp(trained("second", "--seed 7"), &m);
    CHECK(n == m && memcmp(a, b, n) == 0);
    mem_free(b);
    b = slurp(trained("third", "--seed 8"), &m);
    CHECK(n != m || memcmp(a, b, n) != 0);
    mem_free(a);
    mem_free(b);
}

// A list with a line for each word of the treebank: its form and tags.
static const char *list_of(const char *name, const char *more)
{
    made m = {.lemmas = true};
    text words = {0};
    rng_seed(&m.random, 1);
    for (int i = 0; i < 150; i++)
        add_sentence(&m);
    for (size_t at = 0; at < m.bank.n;) {
        const char *end = memchr(m.bank.s + at, '\n', m.bank.n - at);
        char form[64], upos[16], xpos[16], feats[64], line[256];
        if (sscanf(m.bank.s + at, "%*d\t%63s\t%*s\t%15s\t%15s\t%63s", form, upos, xpos, feats) == 4) {
            snprintf(line, sizeof line, "%s\t%s\t%s\t%s\n", form, upos, xpos, feats);
            text_cat(&words, line);
        }
        at = (size_t)(end - m.bank.s) + 1;
    }
    text_cat(&words, more);
    const char *path = scratch_bytes(name, words.s, words.n);
    text_done(&words);
    text_done(&m.bank);
    return path;
}

// A word gets the tags that a lexicon gives it.
static void reads_a_lexicon(void)
{
    char line[600];
    check_tags(trained("plain", ""), "la xyz .", false, "DET/D/Definite=Def NOUN/N/Number=Sing PUNCT/./_");
    snprintf(line, sizeof line, "--lexicon %s",
             list_of("lexicon", "xyz\tNOUN\tN\tNumber=Plur\nw\tX\nw\tNOUN\n"));
    check_tags(trained("listed", line), "la xyz .", false, "DET/D/Definite=Def NOUN/N/Number=Plur PUNCT/./_");
}

// Words of which only their clusters tell what they are.
static void reads_clusters(void)
{
    text bank = {0}, clusters_text = {0};
    rng r;
    char line[600], form[8] = "", words[64], file[256];
    copse_error err;
    rng_seed(&r, 5);
    for (int i = 0; i < 220; i++) {
        for (int k = 0; k < 6; k++)
            form[k] = (char)('a' + rng_below(&r, 26));
        snprintf(line, sizeof line, "1\t%s\t_\t%s\t_\t_\t_\t_\t_\t_\n\n", form, i % 2 ? "NOUN" : "VERB");
        if (i < 200)
            text_cat(&bank, line);
        snprintf(line, sizeof line, "%s\t%s\t1\n", i % 2 ? "0010" : "1101", form);
        text_cat(&clusters_text, line);
        if (i == 218)
            memcpy(words, form, sizeof form);
    }
    snprintf(words + 6, sizeof words - 6, " %s", form);
    snprintf(file, sizeof file, "%s", scratch_bytes("clusters", clusters_text.s, clusters_text.n));
    snprintf(line, sizeof line, "--clusters %s", file);
    snprintf(file, sizeof file, "%s", scratch_bytes("clustered.conllu", bank.s, bank.n));
    CHECK_INT(train_file("tagger", line, file, scratch("clustered"), 1, &err), 0);
    words[6] = 0;
    check_tags(scratch("clustered"), words, false, "VERB/_/_");
    check_tags(scratch("clustered"), words + 7, false, "NOUN/_/_");
    text_done(&bank);
    text_done(&clusters_text);
}

// Random letters, with "zul" somewhere inside if it is passive.
static void make_verb(rng *r, bool passive, char form[16])
{
    const size_t before = 2 + (size_t)rng_below(r, 3), n = 9;
    for (size_t k = 0; k < n; k++)
        form[k] = "bcdfghjkmn"[rng_below(r, 10)];
    if (passive)
        memcpy(form + before, "zul", 3);
    form[n] = 0;
}

// Words of which only what stands inside tells what they are.
static void looks_inside_words(void)
{
    text bank = {0};
    rng r;
    char line[256], form[16], file[256];
    copse_error err;
    rng_seed(&r, 6);
    for (int i = 0; i < 400; i++) {
        make_verb(&r, i % 2, form);
        snprintf(line, sizeof line, "1\t%s\t_\tVERB\t_\tVoice=%s\t_\t_\t_\t_\n\n", form,
                 i % 2 ? "Pass" : "Act");
        text_cat(&bank, line);
    }
    snprintf(file, sizeof file, "%s", scratch_bytes("inside.conllu", bank.s, bank.n));
    CHECK_INT(train_file("tagger", "", file, scratch("inside"), 1, &err), 0);
    for (int i = 0; i < 20; i++) {
        make_verb(&r, i % 2, form);
        check_tags(scratch("inside"), form, false, i % 2 ? "VERB/_/Voice=Pass" : "VERB/_/Voice=Act");
    }
    text_done(&bank);
}

// Four letters without case, of which one in the middle is the first of them if it is a verb.
static void make_character_word(rng *r, bool verb, char form[16])
{
    const int middle = 1 + (int)rng_below(r, 2);
    form[0] = 0;
    for (int k = 0; k < 4; k++) {
        char letter[4] = "\xe4\xb8\x80"; // U+4E00
        letter[2] = (char)(0x80 + (verb && k == middle ? 0 : 1 + rng_below(r, 20)));
        strncat(form, letter, 3);
    }
}

// Words of which one character, wherever it stands, tells what they are.
static void looks_at_characters(void)
{
    text bank = {0};
    rng r;
    char line[256], form[16], file[256];
    copse_error err;
    rng_seed(&r, 9);
    for (int i = 0; i < 600; i++) {
        make_character_word(&r, i % 2, form);
        snprintf(line, sizeof line, "1\t%s\t_\t%s\t_\t_\t_\t_\t_\t_\n\n", form, i % 2 ? "VERB" : "NOUN");
        text_cat(&bank, line);
    }
    snprintf(file, sizeof file, "%s", scratch_bytes("characters.conllu", bank.s, bank.n));
    CHECK_INT(train_file("tagger", "", file, scratch("characters"), 1, &err), 0);
    for (int i = 0; i < 30; i++) {
        make_character_word(&r, i % 2, form);
        check_tags(scratch("characters"), form, false, i % 2 ? "VERB/_/_" : "NOUN/_/_");
    }
    text_done(&bank);
}

static void refuses_bad_files(void)
{
    static const char *const bad[] = {"word\n", "word\tNOUN\tN\t_\tmore\n", "\tNOUN\n"};
    copse_error err;
    char bank[256], line[600];
    snprintf(bank, sizeof bank, "%s", made_file("bank.conllu", 5, 1, true));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(line, sizeof line, "--lexicon %s", scratch_text("bad", bad[i]));
        CHECK_INT(train_file("tagger", line, bank, scratch("m"), 1, &err), COPSE_EINPUT);
        CHECK_INT(err.line, 1);
    }
    snprintf(line, sizeof line, "--clusters %s", scratch_text("bad", "0101\tword\t3\nword\t7\n"));
    CHECK_INT(train_file("tagger", line, bank, scratch("m"), 1, &err), COPSE_EINPUT);
    CHECK_INT(err.line, 2);
    const char *bare = scratch_text("bare", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
    CHECK_INT(train_file("tagger", "", bare, scratch("m"), 1, &err), COPSE_EINPUT);
}

// A column that the treebank never fills is not written.
static void leaves_unknown_columns(void)
{
    copse_error err;
    char bank[256];
    snprintf(bank, sizeof bank, "%s",
             scratch_text("few", "1\tla\t_\tDET\t_\t_\t_\t_\t_\t_\n2\tdomo\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\n"));
    CHECK_INT(train_file("tagger", "", bank, scratch("few.model"), 1, &err), 0);
    check_tags(scratch("few.model"), "la domo", true, "DET/_/_ NOUN/_/_");
    check_tags(scratch("few.model"), "la/l/_/DT/A=B domo", true, "DET/DT/A=B NOUN/_/_");
}

// A sentence of many pieces, with any bytes as forms, gets a tag for each word.
static void tags_long_sentences(void)
{
    enum { N = 3 * TG_PIECE + 7 };
    copse_error err = {0};
    rng random;
    rng_seed(&random, 3);
    copse_token *token = mem_zero(N, sizeof *token);
    char(*form)[4] = mem_zero(N, sizeof *form);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            form[i][k] = (char)(33 + rng_below(&random, 222));
        token[i].form = form[i];
    }
    copse_model *m = copse_model_load(trained("model", ""), &err);
    REQUIRE(m);
    copse_parser *p = copse_parser_new(m, NULL);
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, N, token);
    CHECK_INT(copse_parse(p, s, tree, &err), 0);
    for (int d = 1; d <= N; d++)
        CHECK(!str_is(sen_column(s, d, COPSE_UPOS), "_"));
    copse_sentence_free(s);
    copse_tree_free(tree);
    copse_parser_free(p);
    copse_model_free(m);
    mem_free(token);
    mem_free(form);
}

TESTS(TEST(learns_a_language), TEST(keeps_given_values), TEST(is_the_same_every_time), TEST(reads_a_lexicon),
      TEST(reads_clusters), TEST(looks_inside_words), TEST(looks_at_characters), TEST(refuses_bad_files),
      TEST(leaves_unknown_columns), TEST(tags_long_sentences))
