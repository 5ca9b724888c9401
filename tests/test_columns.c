// SPDX-License-Identifier: MIT
// What a model knows of the columns it was trained with, and what it says of input that lacks them.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/sentences.h"
#include "tests/stages.h"

#include "common/base/text.h"

static void values_are_counted(void)
{
    columns c = {0};
    copse_error err;
    copse_sentence *s = sentence_of("a/l/X/_/F=1 b/_/Y//_ c/__/Z/x/");
    columns_count(&c, s);
    CHECK_INT(c.words, 3);
    CHECK_INT(c.with[COPSE_LEMMA], 2);
    CHECK_INT(c.with[COPSE_UPOS], 3);
    CHECK_INT(c.with[COPSE_XPOS], 1);
    CHECK_INT(c.with[COPSE_FEATS], 1);
    CHECK_INT(c.with[COPSE_FORM], 0); // always there
    CHECK_INT(copse_sentence_put(s, 2, COPSE_XPOS, "over", &err), 0);
    columns_count(&c, s);
    CHECK_INT(c.words, 6);
    CHECK_INT(c.with[COPSE_XPOS], 3);
    CHECK_NEAR(columns_share(&c, COPSE_XPOS), 0.5, 1e-12);
    CHECK_NEAR(columns_share(&(columns){0}, COPSE_XPOS), 0, 0);
    copse_sentence_free(s);
}

typedef struct made {
    bool there;
    uint64_t words;
    uint32_t n, column[5];
    uint64_t with;
    bool more;
} made;

static int load_made(columns *c, const made *x, copse_error *err)
{
    box_writer *w = box_writer_new();
    toy_save(w, &toy_parser, 0);
    if (x->there) {
        box_begin(w, "COLS");
        box_u64(w, x->words);
        box_u32(w, x->n);
        for (uint32_t i = 0; i < x->n && i < 5; i++) {
            box_u32(w, x->column[i]);
            box_u64(w, x->with);
        }
        if (x->more)
            box_u8(w, 0);
    }
    CHECK_INT(box_save(w, scratch("model"), err), 0);
    box_writer_free(w);
    box *b = box_open(scratch("model"), err);
    copse_model *m = b ? model_load_from(b, toy_kinds, err) : NULL;
    if (!m)
        return err->code;
    *c = m->columns;
    copse_model_free(m);
    return 0;
}

static void models_keep_them(void)
{
    columns c;
    copse_error err;
    treebank t;
    const char *words = "1\ta\tl\tX\t_\t_\t0\tr\t_\t_\n2\tb\tl\t_\t_\tF=1\t1\tr\t_\t_\n\n";
    REQUIRE(tb_read(&t, scratch_text("bank", words), false, &err) == 0);
    box_writer *w = box_writer_new();
    columns_save(w, &t);
    tb_done(&t);
    REQUIRE(box_save(w, scratch("model"), &err) == 0);
    box_writer_free(w);
    box *b = box_open(scratch("model"), &err);
    REQUIRE(b);
    CHECK_INT(columns_load(&c, b, &err), 0);
    CHECK_INT(c.words, 2);
    CHECK_INT(c.with[COPSE_LEMMA], 2);
    CHECK_INT(c.with[COPSE_UPOS], 1);
    CHECK_INT(c.with[COPSE_XPOS], 0);
    CHECK_INT(c.with[COPSE_FEATS], 1);
    box_close(b);
}

static void wrong_figures_are_refused(void)
{
    static const made good[] = {{.there = false},
                                {.there = true},
                                {.there = true, .words = 7, .n = 1, .column = {5}, .with = 7},
                                {.there = true, .words = 7, .n = 4, .column = {2, 3, 4, 5}, .with = 1}},
                      bad[] = {{.there = true, .words = 7, .n = 1, .column = {5}, .with = 8},
                               {.there = true, .words = 7, .n = 1, .column = {0}},
                               {.there = true, .words = 7, .n = 1, .column = {6}},
                               {.there = true, .words = 7, .n = 2, .column = {3, 3}},
                               {.there = true, .words = 7, .n = 2, .column = {3, 2}},
                               {.there = true, .words = 7, .n = 1, .column = {5}, .more = true},
                               {.there = true, .words = 7, .n = UINT32_MAX, .column = {2, 3, 4, 5, 6}}};
    columns c = {0};
    copse_error err;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK_INT(load_made(&c, &good[i], &err), 0);
        CHECK_INT(c.words, good[i].words);
        CHECK_INT(c.with[COPSE_FEATS], good[i].with);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_INT(load_made(&c, &bad[i], &err), COPSE_EMODEL);
}

static void check_lack(columns trained, columns input, unsigned reads, bool whole, const char *expected)
{
    text t = {0};
    columns_tell_lack(&t, &trained, &input, reads, whole, COPSE_CONLLU);
    text_add(&t, "", 1);
    CHECK_STRING(t.s, expected);
    text_done(&t);
}

static void lacking_columns_are_told(void)
{
    const unsigned all = ~0U;
    const columns trained = {1000, {[COPSE_LEMMA] = 49, [COPSE_UPOS] = 50, [COPSE_FEATS] = 621}};
    check_lack(trained, (columns){1204, {0}}, all, false,
               "UPOS has a value in 0.0% of the first 1,204 words, in 5.0% of the model's training data; "
               "FEATS in 0.0%, 62.1%: expect far less accurate trees unless the model was trained with "
               "--drop-columns");
    check_lack(trained, (columns){1234567, {0}}, 1U << COPSE_FEATS, true,
               "FEATS has a value in 0.0% of the 1,234,567 words, in 62.1% of the model's training data: "
               "expect far less accurate trees unless the model was trained with --drop-columns");
    check_lack(trained, (columns){1000, {[COPSE_UPOS] = 25, [COPSE_FEATS] = 311}}, all, false, "");
    check_lack(trained, (columns){1000, {[COPSE_UPOS] = 25, [COPSE_FEATS] = 310}}, all, false,
               "FEATS has a value in 31.0% of the first 1,000 words, in 62.1% of the model's training data: "
               "expect far less accurate trees unless the model was trained with --drop-columns");
    check_lack(trained, (columns){1000, {0}}, 1U << COPSE_LEMMA | 1U << COPSE_FORM, false, "");
    check_lack(trained, (columns){0}, all, true, "");               // no words, no lack
    check_lack((columns){0}, (columns){1000, {0}}, all, false, ""); // an old model
}

TESTS(TEST(values_are_counted), TEST(models_keep_them), TEST(wrong_figures_are_refused),
      TEST(lacking_columns_are_told))
