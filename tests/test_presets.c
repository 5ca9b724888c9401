// SPDX-License-Identifier: MIT
// Presets and the settings that they are made of: what they decide, what is refused, what a model keeps.
#include "graph/presets.h"
#include "graph/train.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "tests/scratch.h"
#include "tests/trained.h"
#include "common/treebank/tree.h"

#define SMALL "--iterations 2 --runs 1 --hash-bits 14 "

// The settled value of an option.
static const char *settled(const char *line, const char *option)
{
    static char value[64];
    copse_options *o = options_of("graph", line);
    gopt_settle(o);
    char *found = options_value(o, option);
    snprintf(value, sizeof value, "%s", found ? found : "none");
    mem_free(found);
    copse_options_free(o);
    return value;
}

static void presets_settle_their_options(void)
{
    static const struct {
        const char *line, *option, *value;
    } cases[] = {
        {"", "features", "copse"},
        {"", "runs", "3"},
        {"", "unpruned", "no"},
        {"--preset mst2005", "order", "1"},
        {"--preset mst2005", "features", "mst"},
        {"--preset mst2005", "unpruned", "yes"},
        {"--preset mst2005", "search-labels", "no"},
        {"--preset mst2005", "loss-in-search", "no"},
        {"--preset mst2005", "runs", "1"},
        {"--preset mst2005", "labels", "two-stage"},
        {"--preset mst2005", "trainer", "mira"},
        {"--preset mst2006", "order", "2"},
        {"--preset mst2006", "grandparents", "no"},
        {"--preset mst2006", "features", "mst-morph"},
        {"--preset mst2006", "unpruned", "yes"},
        {"--preset mst2006", "search-labels", "no"},
        {"--preset mst2006", "loss-in-search", "no"},
        {"--preset mst2006", "runs", "1"},
        // what is given wins, before and after the preset
        {"--preset mst2006 --runs 3", "runs", "3"},
        {"--runs 3 --preset mst2006", "runs", "3"},
        {"--order 1 --preset mst2006", "order", "1"},
        {"--preset mst2006 --features copse", "features", "copse"},
        {"--preset mst2006 --unpruned=no", "unpruned", "no"},
        {"--preset mst2006 --search-labels yes", "search-labels", "yes"},
        {"--preset mst2006 --loss-in-search yes", "loss-in-search", "yes"},
        {"--preset mst2006 --runs 3", "features", "mst-morph"},
        {"--preset mst2006 --runs auto", "runs", "1"},
        {"--unpruned", "unpruned", "yes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_STRING(settled(cases[i].line, cases[i].option), cases[i].value);
}

// Every setting names an option that is auto by default, and a value that it takes.
static void settings_are_sound(void)
{
    for (const graph_preset *p = preset_all; p->name; p++)
        for (const graph_setting *s = p->setting; s->option; s++) {
            copse_error err;
            copse_options *o = copse_options_new("graph", &err);
            char *value = options_value(o, s->option);
            CHECK(value && strcmp(value, "auto") == 0);
            CHECK_INT(copse_options_set(o, s->option, s->value, &err), 0);
            mem_free(value);
            copse_options_free(o);
        }
    CHECK(strcmp(preset_choice(0).name, "none") == 0 && preset_choice(3).name == NULL);
}

static const char *refusal(const char *line)
{
    static copse_error err;
    copse_options *o = options_of("graph", line);
    const int code = copse_options_check(o, &err);
    copse_options_free(o);
    return code ? err.message : "";
}

static void what_has_no_effect_is_refused(void)
{
    static const char *const refused[][2] = {
        {"--features mst --grandparents yes", "grandparents"},
        {"--preset mst2006 --grandparents yes", "grandparents"},
        {"--preset mst2005 --grandparents no", "order 1"},
        {"--labels joint --search-labels no", "labels joint"},
        {"--labels none --search-labels yes", "labels none"},
        {"--search-labels no --label-loss 1", "label-loss"},
        {"--joint-siblings yes --order 1", "order 1"},
        {"--joint-siblings yes --search-labels no", "labels in the search"},
        {"--preset mst2006 --joint-siblings yes", "labels in the search"},
        {"--joint-siblings yes --trainer factored-mira", "factored-mira"},
        {"--loss-in-search no --trainer perceptron", "perceptron"},
        {"--loss-in-search yes --trainer crf", "crf"},
        {"--climb-from both --order 1", "order 1"},
        {"--climb-most 3 --decoder projective", "decoder projective"},
        {"--climb-from first-order --decoder projective", "climb-from"},
        {"--preset mst2006 --trainer crf", "crf"},
    };
    static const char *const fine[] = {
        "--preset mst2005",
        "--preset mst2006",
        "--preset mst2006 --order 1",
        "--preset mst2006 --labels joint",
        "--preset mst2006 --labels joint --joint-siblings yes",
        "--preset mst2006 --trainer perceptron",
        "--preset mst2006 --features copse --grandparents yes",
        "--preset mst2005 --trainer crf",
        "--features mst",
        "--trainer crf --search-labels yes",
        "--climb-from both --climb-most 0",
        "--unpruned --labels none",
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (!strstr(refusal(refused[i][0]), refused[i][1]))
            printf("  %s: '%s'\n", refused[i][0], refusal(refused[i][0]));
        CHECK(strstr(refusal(refused[i][0]), refused[i][1]));
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
        CHECK_STRING(refusal(fine[i]), "");
}

static void unknown_names_are_refused_with_the_list(void)
{
    copse_error err;
    copse_options *o = copse_options_new("graph", &err);
    CHECK_INT(copse_options_set(o, "features", "mtt", &err), COPSE_EINPUT);
    for (const gf_set *const *s = gf_set_all; *s; s++)
        CHECK(strstr(err.message, (*s)->name));
    CHECK_INT(copse_options_set(o, "preset", "mst2007", &err), COPSE_EINPUT);
    for (const graph_preset *p = preset_all; p->name; p++)
        CHECK(strstr(err.message, p->name));
    copse_options_free(o);
}

// ---------------------------------------------------------------------------------------------------
// Models

static void train(const char *model, const char *line, bool crossing)
{
    copse_error err = {0};
    char data[SCRATCH_PATH];
    snprintf(data, sizeof data, "%s", scratch("train.conllu"));
    lang_file(data, 60, 21, crossing);
    CHECK_INT(train_file("graph", line, data, model, 1, &err), 0);
    if (err.code)
        printf("  %s: %s\n", line, err.message);
}

static box *load(const char *path, gmodel *m)
{
    copse_error err;
    box *b = box_open(path, &err);
    if (!b || gm_load(m, b, &err) != 0)
        return NULL;
    return b;
}

static void models_keep_their_settings(void)
{
    gmodel m;
    train(scratch("m"), SMALL "--preset mst2006 --climb-from both --climb-most 7", true);
    box *b = load(scratch("m"), &m);
    REQUIRE(b != NULL);
    CHECK(m.set == gf_set_find((copse_str){"mst-morph", 9}) && m.method.unpruned && !m.search_labels);
    CHECK(m.method.hill.from == DEC_FROM_BOTH && m.method.hill.bounded && m.method.hill.most == 7);
    CHECK(!m.method.sib_labels && !m.method.grand && m.method.order == 2);
    CHECK(box_count(b, "GSET") == 1 && !box_count(b, "GCAN") && !box_count(b, "GFIL") &&
          !box_count(b, "GJNT"));
    gm_done(&m);
    box_close(b);
    train(scratch("m"), SMALL "--labels joint --joint-siblings yes --climb-most 0", true);
    b = load(scratch("m"), &m);
    REQUIRE(b != NULL);
    CHECK(m.set == gf_set_all[0] && !m.method.unpruned && m.search_labels && m.method.sib_labels);
    CHECK(m.method.hill.from == DEC_FROM_PROJECTIVE && m.method.hill.bounded && m.method.hill.most == 0);
    gm_done(&m);
    box_close(b);
    train(scratch("m"), SMALL, true); // the usual settings: as before there were others
    b = load(scratch("m"), &m);
    REQUIRE(b != NULL);
    CHECK(!box_count(b, "GSET") && m.set == gf_set_all[0] && m.search_labels && box_count(b, "GCAN") == 1);
    gm_done(&m);
    box_close(b);
}

// Trains, loads and parses what it was trained on.
static long mistakes(const char *line)
{
    copse_error err;
    treebank t;
    long wrong = 0;
    train(scratch("m"), line, true);
    copse_model *m = copse_model_load(scratch("m"), &err);
    if (!m || tb_read(&t, scratch("train.conllu"), false, &err) != 0)
        return -1;
    copse_parser *p = copse_parser_new(m, NULL);
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < t.n; i++) {
        CHECK_INT(copse_parse(p, t.sentence[i], tree, &err), 0);
        for (int d = 1; d <= tree->n; d++) {
            const copse_str a = tree->label[d], b = t.tree[i]->label[d];
            wrong += tree->head[d] != t.tree[i]->head[d] || a.len != b.len || memcmp(a.s, b.s, a.len) != 0;
        }
    }
    copse_tree_free(tree);
    copse_parser_free(p);
    tb_done(&t);
    copse_model_free(m);
    return wrong;
}

static void all_settings_learn(void)
{
    static const char *const lines[] = {
        "--preset mst2005",
        "--preset mst2005 --decoder nonprojective --k 5",
        "--preset mst2006",
        "--preset mst2006 --k 3 --climb-from both",
        "--preset mst2006 --labels joint",
        "--preset mst2006 --labels joint --joint-siblings yes",
        "--preset mst2006 --trainer factored-mira",
        "--preset mst2005 --trainer crf",
        "--unpruned",
        "--features mst",
        "--loss-in-search no",
        "--search-labels no",
        "--joint-siblings yes",
        "--labels joint --joint-siblings yes",
        "--labels joint --joint-siblings yes --trainer perceptron",
        "--trainer crf --search-labels yes",
        "--climb-from first-order",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s --iterations 8 --runs 1 --hash-bits 16", lines[i]);
        const long wrong = mistakes(line);
        if (wrong)
            printf("  %s:\n", line);
        CHECK_INT(wrong, 0);
    }
}

static void unpruned_scores_every_arc(void)
{
    enum { WORDS = 60 };
    for (int unpruned = 0; unpruned < 2; unpruned++) {
        gmodel m;
        gparser p;
        copse_token token[WORDS];
        int scored = 0;
        train(scratch("m"), unpruned ? SMALL "--unpruned" : SMALL, true);
        box *b = load(scratch("m"), &m);
        REQUIRE(b != NULL);
        for (int d = 0; d < WORDS; d++)
            token[d] = (copse_token){.form = d % 3 ? "NO1" : "DE2", .upos = d % 4 ? "NOUN" : "VERB"};
        copse_sentence *s = copse_sentence_new();
        copse_tree *t = copse_tree_new();
        copse_sentence_set(s, WORDS, token);
        gp_init(&p, &m);
        gp_parse(&p, &(stage_input){.sentence = s}, t);
        for (int d = 1; d <= WORDS; d++)
            for (int h = 0; h <= WORDS; h++)
                scored += p.s.arc[d * (WORDS + 1) + h] > -INFINITY;
        CHECK(unpruned ? scored == WORDS * WORDS : scored <= WORDS * (GS_HEADS + 1));
        gp_done(&p);
        copse_tree_free(t);
        copse_sentence_free(s);
        gm_done(&m);
        box_close(b);
    }
}

// Climbing options for a treebank that needs no climbing.
static void projective_treebanks_do_not_climb(void)
{
    copse_error err = {0};
    lang_file(scratch("train.conllu"), 20, 21, false);
    char data[SCRATCH_PATH];
    snprintf(data, sizeof data, "%s", scratch("train.conllu"));
    CHECK_INT(train_file("graph", SMALL "--climb-most 3", data, scratch("m"), 1, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "climb-most") && strstr(err.message, "projective"));
}

// A model of order 2 with the section GSET changed.
static int load_changed(int field, uint32_t value, const char *set, bool longer)
{
    static const uint32_t sound[] = {1, 1, 1, DEC_FROM_BOTH, 1, 5};
    copse_error err;
    gmodel m;
    size_t size;
    cursor c;
    box *b = box_open(scratch("m"), &err);
    box_writer *w = box_writer_new();
    static const char *const tags[] = {"GMOD", "GARC", "GJNT", "GLAB"};
    for (int i = 0; i < 4; i++) {
        CHECK_INT(box_find(b, tags[i], 0, &c, &err), 0);
        box_begin(w, tags[i]);
        box_raw(w, c.at, (size_t)(c.end - c.at));
    }
    box_begin(w, "GSET");
    for (int i = 0; i < 6; i++)
        box_u32(w, i == field ? value : sound[i]);
    box_str(w, (copse_str){set, strlen(set)});
    if (longer)
        box_u8(w, 0);
    void *bytes = box_bytes(w, &size, &err);
    box *changed = box_memory(bytes, size, "changed", &err);
    const int code = gm_load(&m, changed, &err);
    if (code == 0)
        gm_done(&m);
    box_close(changed);
    mem_free(bytes);
    box_writer_free(w);
    box_close(b);
    return code;
}

static void damaged_settings_are_refused(void)
{
    static const struct {
        int field;
        uint32_t value;
    } bad[] = {{0, 2},          {1, 2}, {1, 0}, {2, 2},         {3, DEC_STARTS},
               {3, UINT32_MAX}, {4, 2}, {4, 0}, {5, UINT32_MAX}};
    train(scratch("m"), SMALL "--grandparents no", true);
    CHECK_INT(load_changed(-1, 0, "mst", false), 0);
    CHECK_INT(load_changed(-1, 0, "mst-morph", false), 0);
    CHECK_INT(load_changed(3, 0, "copse", false), 0);
    CHECK_INT(load_changed(0, 0, "mst", false), COPSE_EMODEL); // pruned, and no pruner
    CHECK_INT(load_changed(-1, 0, "", false), COPSE_EMODEL);
    CHECK_INT(load_changed(-1, 0, "ms", false), COPSE_EMODEL);
    CHECK_INT(load_changed(-1, 0, "m\nst", false), COPSE_EMODEL);
    CHECK_INT(load_changed(-1, 0, "mst", true), COPSE_EMODEL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_INT(load_changed(bad[i].field, bad[i].value, "mst", false), COPSE_EMODEL);
    train(scratch("m"), SMALL, true);
    CHECK_INT(load_changed(-1, 0, "copse", false), 0);
    CHECK_INT(load_changed(-1, 0, "mst", false), COPSE_EMODEL); // grandparents
    train(scratch("m"), SMALL "--order 1", true);
    CHECK_INT(load_changed(-1, 0, "mst", false), COPSE_EMODEL); // nothing to climb
}

// Long sentences: in pieces, with fewer searches, but always a tree.
static void long_sentences_have_trees(void)
{
    static const char *const lines[] = {SMALL "--preset mst2006", SMALL "--unpruned",
                                        SMALL "--unpruned --labels joint --joint-siblings yes"};
    static const int lengths[] = {GS_MOST_UNPRUNED_PAIRS + 1, GS_MOST_UNPRUNED, GS_MOST_UNPRUNED + 1};
    for (int i = 0; i < 3; i++) {
        copse_error err;
        static copse_token token[GS_MOST_UNPRUNED + 1];
        train(scratch("m"), lines[i], true);
        copse_model *m = copse_model_load(scratch("m"), &err);
        REQUIRE(m != NULL);
        copse_parser *p = copse_parser_new(m, NULL);
        copse_sentence *s = copse_sentence_new();
        copse_tree *t = copse_tree_new();
        for (int d = 0; d < lengths[i]; d++)
            token[d] = (copse_token){.form = d % 3 ? "NO1" : "DE2", .upos = d % 4 ? "NOUN" : "VERB"};
        copse_sentence_set(s, lengths[i], token);
        int word;
        CHECK_INT(copse_parse(p, s, t, &err), 0);
        CHECK(t->n == lengths[i] && tree_check(t->head, t->n, false, &word) == TREE_FINE);
        copse_tree_free(t);
        copse_sentence_free(s);
        copse_parser_free(p);
        copse_model_free(m);
    }
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
    CHECK(scratch_entries(scratch_folder) == 0);
}

TESTS(TEST(begin), TEST(presets_settle_their_options), TEST(settings_are_sound),
      TEST(what_has_no_effect_is_refused), TEST(unknown_names_are_refused_with_the_list),
      TEST(models_keep_their_settings), TEST(all_settings_learn), TEST(unpruned_scores_every_arc),
      TEST(projective_treebanks_do_not_climb), TEST(damaged_settings_are_refused),
      TEST(long_sentences_have_trees))
