// SPDX-License-Identifier: MIT
// Models whose checksums are right and whose contents are not: a model is loaded or refused, and one that is
// loaded parses into trees.
#include "tests/harness.h"

#include "common/model/container.h"
#include "copse.h"
#include "tests/files.h"
#include "tests/trained.h"
#include "common/base/random.h"
#include "common/base/mem.h"

static const char bank[] = "1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n"
                           "2\tdog\tdog\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_\n"
                           "3\tbarks\tbark\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
                           "1\ta\ta\tDET\tDT\t_\t3\tdet\t_\t_\n"
                           "2\tcat\tcat\tNOUN\tNN\t_\t0\troot\t_\t_\n"
                           "3\tsees\tsee\tVERB\tVB\t_\t2\tdep\t_\t_\n"
                           "4\tit\tit\tPRON\tPR\t_\t3\tobj\t_\t_\n\n";

static void save_model(const char *path, const char *learner)
{
    copse_error err = {0};
    char data[256];
    snprintf(data, sizeof data, "%s", scratch_text("treebank", bank));
    char line[256];
    snprintf(line, sizeof line,
             "--joint-labels 1 --exploration 1 --exploration-heat 0.3 --split-by pos(B0) --split-threshold 3 "
             "--learner %s",
             learner);
    CHECK_INT(train_file("transition", line, data, path, 1, &err), 0);
    CHECK_STRING(err.message, "");
}

// A sentence of words known and unknown becomes a tree with one root.
static void parse_one(const copse_model *model)
{
    static const copse_token tokens[] = {{.form = "the", .upos = "DET", .xpos = "DT"},
                                         {.form = "dog", .lemma = "dog", .upos = "NOUN", .xpos = "NN"},
                                         {.form = "\xff\tx", .feats = "A=B|Number=Sing|||=|"},
                                         {.form = "barks", .xpos = "VB"},
                                         {0}};
    enum { N = sizeof tokens / sizeof tokens[0] };
    copse_parser *parser = copse_parser_new(model, &(copse_parse_options){.single_root = COPSE_ROOT_SINGLE});
    copse_sentence *sentence = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_sentence_set(sentence, N, tokens);
    CHECK_INT(copse_parse(parser, sentence, tree, &(copse_error){0}), 0);
    int roots = 0;
    for (int w = 1; w <= N; w++) {
        int steps = 0;
        for (int h = w; h != 0 && steps <= N; steps++) {
            h = copse_tree_head(tree, h);
            CHECK(h >= 0 && h <= N);
        }
        CHECK(steps <= N);
        roots += copse_tree_head(tree, w) == 0;
    }
    CHECK_INT(roots, 1);
    copse_tree_free(tree);
    copse_sentence_free(sentence);
    copse_parser_free(parser);
}

// Copies a model with one section changed: cut after some bytes, or one byte replaced; checksums are made
// anew.
typedef struct change {
    size_t section, keep;
    long at; // -1: none
    unsigned char value;
} change;

static void copy_changed(const box *from, const char *path, const change *c)
{
    copse_error err;
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < box_sections(from); i++) {
        box_section s = box_section_at(from, i);
        size_t nth = 0;
        cursor cur;
        for (size_t k = 0; k < i; k++)
            nth += strcmp(box_section_at(from, k).tag, s.tag) == 0;
        CHECK_INT(box_find(from, s.tag, nth, &cur, &err), 0);
        size_t size = (size_t)(cur.end - cur.at);
        if (i == c->section && c->keep < size)
            size = c->keep;
        unsigned char *bytes = mem_alloc(1, size + 1);
        if (!bytes)
            abort();
        memcpy(bytes, cur.at, size);
        if (i == c->section && c->at >= 0 && (size_t)c->at < size)
            bytes[c->at] = c->value;
        box_begin(w, s.tag);
        box_raw(w, bytes, size);
        mem_free(bytes);
    }
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

static bool try_load(const char *path)
{
    copse_error err = {0};
    copse_model *model = copse_model_load(path, &err);
    if (model)
        parse_one(model);
    else
        CHECK(err.code < 0 && err.message[0] && !strchr(err.message, '\n'));
    copse_model_free(model);
    return model != NULL;
}

static void survives(const char *learner)
{
    enum { CHANGES = 120 };
    char whole[256], broken[256];
    copse_error err;
    rng random;
    snprintf(whole, sizeof whole, "%s", scratch("whole"));
    snprintf(broken, sizeof broken, "%s", scratch("broken"));
    save_model(whole, learner);
    box *b = box_open(whole, &err);
    REQUIRE(b != NULL);
    REQUIRE(box_sections(b) > 4); // META, OPTS, TMOD, FEAT, several GUID
    CHECK(try_load(whole));
    rng_seed(&random, 1);
    int refused = 0;
    for (int i = 0; i < CHANGES; i++) {
        size_t section = rng_below(&random, box_sections(b));
        size_t length = (size_t)box_section_at(b, section).length;
        // Near the start are the counts.
        size_t reach = i % 2 && length > 100 ? 100 : length;
        change c = {section, SIZE_MAX, -1, 0};
        if (length == 0)
            continue;
        if (i % 4 == 0)
            c.keep = rng_below(&random, reach);
        else
            c.at = (long)rng_below(&random, reach);
        static const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xfe, 0xff};
        c.value = values[rng_below(&random, sizeof values)];
        copy_changed(b, broken, &c);
        refused += !try_load(broken);
    }
    CHECK(refused > CHANGES / 10);
    box_close(b);
}

static void liblinear_models(void)
{
    survives("liblinear --prune 0.0005");
}

static void linear_kernel_models(void)
{
    survives("libsvm --kernel linear");
}

static void polynomial_models(void)
{
    survives("libsvm --kernel poly");
}

static void rbf_models(void)
{
    survives("libsvm --kernel rbf");
}

static void a_container_of_another_kind(void)
{
    copse_error err = {0};
    const char *path = scratch("other");
    box_writer *w = box_writer_new();
    box_begin(w, "META");
    box_raw(w, "kind=bell\n", 10);
    box_begin(w, "BELL");
    box_u32(w, 1);
    REQUIRE(box_save(w, path, &err) == 0);
    box_writer_free(w);
    CHECK(copse_model_load(path, &err) == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    CHECK_STRING(err.file, path);
    CHECK_STRING(err.message, "holds no parser of a kind that this version knows");
}

static void sections_that_are_missing(void)
{
    copse_error err;
    char whole[256];
    snprintf(whole, sizeof whole, "%s", scratch("whole"));
    save_model(whole, "liblinear --prune 0.0005");
    box *b = box_open(whole, &err);
    REQUIRE(b != NULL);
    static const char *const needed[] = {"TMOD", "FEAT", "GUID"};
    for (size_t n = 0; n < 3; n++) {
        const char *path = scratch("less");
        box_writer *w = box_writer_new();
        for (size_t i = 0, guides = 0; i < box_sections(b); i++) {
            box_section s = box_section_at(b, i);
            cursor c;
            if (strcmp(s.tag, needed[n]) == 0)
                continue;
            size_t nth = strcmp(s.tag, "GUID") == 0 ? guides++ : 0;
            REQUIRE(box_find(b, s.tag, nth, &c, &err) == 0);
            box_begin(w, s.tag);
            box_raw(w, c.at, (size_t)(c.end - c.at));
        }
        REQUIRE(box_save(w, path, &err) == 0);
        box_writer_free(w);
        CHECK(!try_load(path));
    }
    box_close(b);
}

static void a_sentence_from_arrays(void)
{
    copse_error err;
    char path[256];
    snprintf(path, sizeof path, "%s", scratch("model"));
    save_model(path, "liblinear --prune 0.0005");
    copse_model *model = copse_model_load(path, &err);
    REQUIRE(model != NULL);
    copse_parser *parser = copse_parser_new(model, NULL);
    copse_sentence *sentence = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_sentence_set(sentence, 0, NULL); // no words, no tree
    CHECK_INT(copse_parse(parser, sentence, tree, &(copse_error){0}), 0);
    CHECK_INT(copse_tree_length(tree), 0);
    copse_sentence_set(sentence, 3,
                       (copse_token[]){{"the", "the", "DET", "DT", NULL},
                                       {"dog", "dog", "NOUN", "NN", "Number=Sing"},
                                       {"barks", "bark", "VERB", "VB", ""}});
    for (int again = 0; again < 2; again++) {
        CHECK_INT(copse_parse(parser, sentence, tree, &(copse_error){0}), 0);
        CHECK_INT(copse_tree_head(tree, 1), 2);
        CHECK_INT(copse_tree_head(tree, 2), 3);
        CHECK_INT(copse_tree_head(tree, 3), 0);
        CHECK_INT(copse_tree_label(tree, 1).len, 3);
        CHECK(copse_tree_score(tree, 1) == 0); // not asked for
    }
    copse_tree_free(tree);
    copse_sentence_free(sentence);
    copse_parser_free(parser);
    copse_model_free(model);
}

TESTS(TEST(liblinear_models), TEST(linear_kernel_models), TEST(polynomial_models), TEST(rbf_models),
      TEST(a_container_of_another_kind), TEST(sections_that_are_missing), TEST(a_sentence_from_arrays))
