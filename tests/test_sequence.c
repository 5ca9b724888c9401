// SPDX-License-Identifier: MIT
// Models of several stages: each sees what those before it have written; damaged ones are refused.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/sentences.h"
#include "tests/stages.h"
#include "common/base/mem.h"

typedef struct made {
    const char *name;
    const stage_kind *kind;
    uint32_t number;
} made;

static copse_model *load(const char *path, copse_error *err)
{
    *err = (copse_error){0};
    box *b = box_open(path, err);
    return b ? model_load_from(b, toy_kinds, err) : NULL;
}

static void save_sequence(const char *path, const made *stage, size_t n)
{
    const char *names[MODEL_MOST_STAGES + 1];
    copse_str models[MODEL_MOST_STAGES + 1];
    copse_error err;
    box_writer *w = box_writer_new();
    for (size_t i = 0; i < n; i++) {
        names[i] = stage[i].name;
        models[i] = toy_bytes(stage[i].kind, stage[i].number);
    }
    seq_save(w, n, names, models);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
    for (size_t i = 0; i < n; i++)
        mem_free((void *)models[i].s);
}

static copse_model *sequence(const made *stage, size_t n, copse_error *err)
{
    char path[256];
    snprintf(path, sizeof path, "%s", scratch("model"));
    save_sequence(path, stage, n);
    return load(path, err);
}

static const made three[] = {{"tags", &toy_tagger, 0}, {"trees", &toy_parser, 0}, {"deps", &toy_copier, 0}};

static void each_sees_those_before(void)
{
    copse_error err;
    copse_model *m = sequence(three, 3, &err);
    REQUIRE(m);
    CHECK_INT(m->n, 3);
    CHECK_STRING(m->stage[1].name, "trees");
    CHECK(model_parser(m) == &m->stage[1]);
    CHECK_INT(model_reads(m), 1U << COPSE_FORM); // the others are written by stages
    copse_parser *p = copse_parser_new(m, NULL);
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = sentence_of("ab cd//OLD");
    CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
    CHECK_INT(tree->head[2], 1);
    CHECK(str_is(tree->label[1], "b") && str_is(tree->label[2], "d"));
    CHECK(str_is(sen_column(s, 2, COPSE_UPOS), "d"));
    CHECK(str_is(sen_column(s, 1, COPSE_DEPS), "0:b"));
    CHECK(str_is(sen_column(s, 2, COPSE_DEPS), "1:d"));
    copse_sentence_free(s);
    copse_tree_free(tree);
    copse_parser_free(p);
    copse_model_free(m);
}

// The first tagger's work is there for the parser only if no other tagger comes after it.
static void order_matters(void)
{
    static const struct {
        made stage[3];
        const char *label;
    } all[] = {{{{"1", &toy_tagger, 1}, {"2", &toy_tagger, 2}, {"p", &toy_parser, 0}}, "2b"},
               {{{"2", &toy_tagger, 2}, {"1", &toy_tagger, 1}, {"p", &toy_parser, 0}}, "1b"},
               {{{"1", &toy_tagger, 1}, {"p", &toy_parser, 0}, {"2", &toy_tagger, 2}}, "1b"},
               {{{"p", &toy_parser, 0}, {"1", &toy_tagger, 1}, {"2", &toy_tagger, 2}}, "OLD"}};
    copse_error err;
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        copse_model *m = sequence(all[i].stage, 3, &err);
        REQUIRE(m);
        CHECK(((model_reads(m) >> COPSE_UPOS & 1) == 1) == (i == 3));
        copse_parser *p = copse_parser_new(m, NULL);
        copse_sentence *s = sentence_of("ab//OLD");
        CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
        CHECK(str_is(tree->label[1], all[i].label));
        copse_sentence_free(s);
        copse_parser_free(p);
        copse_model_free(m);
    }
    copse_tree_free(tree);
}

// Without a parser the tree is the sentence's own.
static void no_parser_no_harm(void)
{
    static const made one[] = {{"tags", &toy_tagger, 0}};
    copse_error err = {0};
    copse_model *m = sequence(one, 1, &err);
    REQUIRE(m && !model_parser(m));
    copse_parser *p = copse_parser_new(m, NULL);
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = sentence_of("ab cd");
    CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
    CHECK_INT(copse_tree_length(tree), 0);
    CHECK_INT(copse_sentence_put(s, 1, COPSE_HEAD, "2", &err), 0);
    CHECK_INT(copse_sentence_put(s, 2, COPSE_HEAD, "0", &err), 0);
    CHECK_INT(copse_parse(p, s, tree, &(copse_error){0}), 0);
    CHECK_INT(copse_tree_length(tree), 2);
    CHECK_INT(copse_tree_head(tree, 1), 2);
    CHECK_INT(copse_model_weights(m, NULL, &err), COPSE_EINPUT);
    CHECK(copse_model_together(&m, 1, &err) == NULL);
    CHECK_STRING(err.message, "is not a parser alone: only parsers can be joined");
    copse_sentence_free(s);
    copse_tree_free(tree);
    copse_parser_free(p);
    copse_model_free(m);
}

#define FIELDS "\t_\t_\t_\t_\t"
static void streams_write_all(void)
{
    enum { TIMES = 700 };
    static const char in[] = "# c\n1-2\tabcd" FIELDS "_\t_\t_\t_\n1\tab" FIELDS "_\t_\t_\tM\n"
                             "2\tcd\tl\tOLD\t_\t_\t7\told\t_\t_\n\n",
                      out[] = "# c\n1-2\tabcd" FIELDS "_\t_\t_\t_\n1\tab\t_\tb\t_\t_\t0\tb\t0:b\tM\n"
                              "2\tcd\tl\td\t_\t_\t1\td\t1:d\t_\n\n";
    copse_error err;
    copse_model *m = sequence(three, 3, &err);
    REQUIRE(m);
    char *input = mem_zero(TIMES, sizeof in), *expected = mem_zero(TIMES, sizeof out);
    for (size_t i = 0; i < TIMES; i++) {
        memcpy(input + i * (sizeof in - 1), in, sizeof in);
        memcpy(expected + i * (sizeof out - 1), out, sizeof out);
    }
    for (int threads = 1; threads <= 4; threads++) {
        long words = 0;
        CHECK_INT(copse_parse_file(m, NULL, scratch_text("in", input), scratch("out"),
                                   &(copse_environment){.threads = threads}, &words, &err),
                  0);
        CHECK_INT(words, 2 * TIMES);
        char *got = slurp(scratch("out"), NULL);
        CHECK(strcmp(got, expected) == 0);
        mem_free(got);
    }
    mem_free(input);
    mem_free(expected);
    copse_model_free(m);
}

// ---------------------------------------------------------------------------------------------------
// Damage

static void refused(const char *path, const char *message)
{
    copse_error err;
    copse_model *m = load(path, &err);
    CHECK(m == NULL);
    CHECK_INT(err.code, COPSE_EMODEL);
    if (message)
        CHECK_STRING(err.message, message);
    copse_model_free(m);
}

static void every_byte_counts(void)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "%s", scratch("whole"));
    save_sequence(path, three, 3);
    char *bytes = slurp(path, &size);
    for (size_t cut = 0; cut < size; cut++)
        refused(scratch_bytes("cut", bytes, cut), NULL);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        refused(scratch_bytes("flipped", bytes, size), NULL);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
    mem_free(bytes);
}

// A sequence with wrong figures and right checksums.
typedef struct wrong {
    uint32_t count, names, stages, more;
    const char *name;
    bool twice, nested, unknown;
    uint32_t guides;
} wrong;

static void save_wrong(const char *path, const wrong *x)
{
    copse_error err;
    box_writer *w = box_writer_new();
    copse_str good = toy_bytes(&toy_parser, x->guides), inside = good;
    if (x->nested || x->unknown) {
        box_writer *n = box_writer_new();
        if (x->nested)
            seq_save(n, 1, (const char *[]){"in"}, &good);
        else
            toy_save(n, &(stage_kind){.tag = "WHAT"}, 0);
        inside.s = box_bytes(n, &inside.len, &err);
        box_writer_free(n);
    }
    for (int i = 0; i <= x->twice; i++) {
        box_begin(w, "STGS");
        box_u32(w, x->count);
        for (uint32_t k = 0; k < x->names; k++) {
            char name[16];
            snprintf(name, sizeof name, "s%u", (unsigned)k);
            box_str(w, str(x->name ? x->name : name));
        }
        for (uint32_t k = 0; k < x->more; k++)
            box_u8(w, 0);
    }
    for (uint32_t k = 0; k < x->stages; k++) {
        box_begin(w, "STAG");
        box_raw(w, inside.s, inside.len);
    }
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
    if (inside.s != good.s)
        mem_free((void *)inside.s);
    mem_free((void *)good.s);
}

static void wrong_figures(void)
{
    static const char list[] = "damaged list of stages";
    static const struct {
        wrong x;
        const char *message; // NULL: any
    } all[] = {
        {{.count = 0}, list},
        {{.count = 2, .names = 2, .stages = 1}, list},
        {{.count = 1, .names = 1, .stages = 2}, list},
        {{.count = 2, .names = 1, .stages = 2}, list},
        {{.count = 17, .names = 17, .stages = 17}, list},
        {{.count = 1, .names = 1, .stages = 1, .more = 1}, NULL},
        {{.count = 1, .names = 1, .stages = 1, .twice = true}, list},
        {{.count = 1, .names = 1, .stages = 1, .name = ""}, list},
        {{.count = 1, .names = 1, .stages = 1, .name = "a\nb"}, list},
        {{.count = 1, .names = 1, .stages = 1, .name = "\xff"}, list},
        {{.count = 2, .names = 2, .stages = 2, .name = "same"}, list},
        {{.count = 1, .names = 1, .stages = 1, .nested = true}, "stage s0 is a sequence of stages itself"},
        {{.count = 1, .names = 1, .stages = 1, .unknown = true},
         "stage s0 holds no parser of a kind that this version knows"},
        {{.count = 1, .names = 1, .stages = 1, .guides = 2},
         "stage s0 wants the trees of 2 other parsers, and has to be inside an ensemble"}};
    char path[256];
    copse_error err;
    snprintf(path, sizeof path, "%s", scratch("wrong"));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        save_wrong(path, &all[i].x);
        refused(path, all[i].message);
    }
    save_wrong(path, &(wrong){.count = 16, .names = 16, .stages = 16});
    copse_model *m = load(path, &err);
    CHECK(m && m->n == 16);
    copse_model_free(m);
}

TESTS(TEST(each_sees_those_before), TEST(order_matters), TEST(no_parser_no_harm), TEST(streams_write_all),
      TEST(every_byte_counts), TEST(wrong_figures))
