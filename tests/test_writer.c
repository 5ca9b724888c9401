// SPDX-License-Identifier: MIT
#include "copse.h"
#include "tests/files.h"
#include "tests/harness.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "common/base/mem.h"

#include <sys/stat.h>

// Converts text and compares the outcome.
static void convert(const char *text, copse_format to, copse_lost *lost, const char *expected)
{
    copse_error err;
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_open(scratch_text("in", text), &err);
    copse_writer *w = copse_writer_open(scratch("out"), &err);
    while (copse_reader_next(r, s, &err) > 0)
        CHECK_INT(copse_writer_convert(w, s, to, lost, &err), 0);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    copse_writer_free(w);
    copse_reader_close(r);
    copse_sentence_free(s);
    char *out = slurp(scratch("out"), NULL);
    CHECK_STRING(out, expected);
    mem_free(out);
}

static void to_conllx_and_what_is_lost(void)
{
    copse_lost lost = {0};
    convert("# text = vámonos ya\n1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "1\tvamos\tir\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t0:root\t_\n"
            "2\tnos\tel o la\tPRON\t_\t_\t1\tobj\t_\tNote=x\n"
            "2.1\tx\t_\t_\t_\t_\t_\t_\t1:x\t_\n3\tya mismo\t_\tADV\t_\t_\t1\tadvmod\t_\t_\r\n\n# end\n",
            COPSE_CONLLX, &lost,
            "1\tvamos\tir\tVERB\t_\tMood=Imp|Number=Plur\t0\troot\t_\t_\n"
            "2\tnos\tel_o_la\tPRON\t_\t_\t1\tobj\t_\t_\n"
            "3\tya_mismo\t_\tADV\t_\t_\t1\tadvmod\t_\t_\n\n");
    CHECK_INT(lost.comments, 2);
    CHECK_INT(lost.multiword, 1);
    CHECK_INT(lost.empty_nodes, 1);
    CHECK_INT(lost.deps, 1);
    CHECK_INT(lost.misc, 1);
    CHECK_INT(lost.spaces, 2);
}

static const char x_text[] =
    "1\tJohn\tjohn\tN\tNNP\tsg|nom\t2\tSBJ\t2\tSBJ\n2\truns\trun\tV\tVBZ\t_\t0\tROOT\t0\t_\n\n";
static const char u_text[] = "1\tJohn\tjohn\tN\tNNP\tsg|nom\t2\tSBJ\t_\tPHead=2|PDeprel=SBJ\n"
                             "2\truns\trun\tV\tVBZ\t_\t0\tROOT\t_\tPHead=0\n\n";

static void to_conllu_keeps_the_projective_head(void)
{
    copse_lost lost = {0};
    convert(x_text, COPSE_CONLLU, &lost, u_text);
    char with_comment[sizeof u_text + 8];
    snprintf(with_comment, sizeof with_comment, "# c\n%s", u_text);
    convert(with_comment, COPSE_CONLLX, &lost, x_text);
    CHECK_INT(lost.misc, 0);
}

static void the_same_format_is_the_identity(void)
{
    copse_lost lost = {0};
    convert("\n# c\r\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_", COPSE_CONLLU, &lost,
            "\n# c\r\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_");
}

static void predictions_replace_only_their_columns(void)
{
    copse_error err;
    copse_sentence *s = copse_sentence_new();
    copse_reader *r =
        copse_reader_open(scratch_text("in", "# "
                                             "c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\t_\t_\t_\t_\t_\t0:"
                                             "x\tM=1\r\n2\tb\t_\t_\t_\t_\t12\told\t_\t_"),
                          &err);
    copse_writer *w = copse_writer_open(scratch("out"), &err);
    REQUIRE(copse_reader_next(r, s, &err) == 1);
    copse_tree *t = copse_tree_new();
    tree_resize(t, 2);
    t->head[1] = 2;
    t->head[2] = 0;
    t->label[1] = (copse_str){"nsubj:pass", 10};
    CHECK_INT(copse_writer_put(w, s, t, &err), 0);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    char *out = slurp(scratch("out"), NULL);
    CHECK_STRING(out, "# "
                      "c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\t_\t_\t_\t2\tnsubj:pass\t0:x\tM="
                      "1\r\n2\tb\t_\t_\t_\t_\t0\t_\t_\t_");
    mem_free(out);
    copse_tree_free(t);
    copse_writer_free(w);
    copse_reader_close(r);
    copse_sentence_free(s);
}

static void without_commit_nothing_appears(void)
{
    copse_error err;
    struct stat st;
    copse_writer *w = copse_writer_open(scratch("never"), &err);
    CHECK_INT(copse_writer_bytes(w, "half", 4, &err), 0);
    copse_writer_free(w);
    CHECK(stat(scratch("never"), &st) != 0);
}

static void a_full_disk_is_noticed(void)
{
    copse_error err = {.code = 0};
    copse_writer *w = copse_writer_open("/dev/full", &err);
    REQUIRE(w);
    int code = copse_writer_bytes(w, "x", 1, &err);
    CHECK_INT(code ? code : copse_writer_commit(w, &err), COPSE_EIO);
    CHECK_STRING(err.file, "/dev/full");
    copse_writer_free(w);
}

TESTS(TEST(to_conllx_and_what_is_lost), TEST(to_conllu_keeps_the_projective_head),
      TEST(the_same_format_is_the_identity), TEST(predictions_replace_only_their_columns),
      TEST(without_commit_nothing_appears), TEST(a_full_disk_is_noticed))
