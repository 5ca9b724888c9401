// SPDX-License-Identifier: MIT
// Sentences as text with predicted columns; and sentences made of arrays.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/sentences.h"

#include "common/treebank/render.h"
#include "common/treebank/tree.h"
#include "common/base/mem.h"

#include <locale.h>
#include <math.h>

// Renders the first sentence of a text with the heads and scores given, all labels "new".
static void check(const char *in, const int *head, const float *score, const char *expected)
{
    copse_error err = {0};
    copse_reader *r = copse_reader_open(scratch_text("in", in), &err);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    text t = {0};
    CHECK(r && copse_reader_next(r, s, &err) == 1);
    tree_resize(tree, s->n);
    for (int d = 1; d <= s->n; d++) {
        tree->head[d] = head[d - 1];
        tree->label[d] = (copse_str){"new", head[d - 1] == 99 ? 0 : 3};
        tree->score[d] = score ? score[d - 1] : 0;
    }
    render_sentence(&t, s, tree, score);
    text_add(&t, "", 1);
    CHECK_STRING(t.s, expected);
    text_done(&t);
    copse_tree_free(tree);
    copse_sentence_free(s);
    copse_reader_close(r);
}

static void heads_and_labels_are_put_in(void)
{
    check("# "
          "c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tX\t_\t_\t_\t_\t_\tM=1\n1.1\te\t_\t_\t_\t_\t_\t_\t1:"
          "x\t_\n"
          "2\tb\t_\tX\t_\t_\t12\told\t_\t_\n\n",
          (const int[]){2, 99}, NULL,
          "# "
          "c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tX\t_\t_\t2\tnew\t_\tM=1\n1.1\te\t_\t_\t_\t_\t_\t_\t1:"
          "x\t_\n"
          "2\tb\t_\tX\t_\t_\t99\t_\t_\t_\n\n");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\t_", (const int[]){0}, NULL, "1\ta\t_\tX\t_\t_\t0\tnew\t_\t_");
    check("# nothing\n\n", NULL, NULL, "# nothing\n\n");
}

static void scores_are_put_in_misc(void)
{
    const int zero[] = {0, 0, 0, 0};
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n\n", zero, (const float[]){0.5F},
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=0.5000\n\n");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\tSpaceAfter=No|Scores=1\n\n", zero, (const float[]){1},
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tSpaceAfter=No|Scores=1|Score=1.0000\n\n");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\tScore=0.1|A=b|Score=0.2\n\n", zero, (const float[]){0.0625F},
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tA=b|Score=0.0625\n\n");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\tScore=0.1\n\n", zero, (const float[]){0},
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=0.0000\n\n");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\r\n2\tb\t_\tX\t_\t_\t_\t_\t_\tA\r\n\r\n", zero,
          (const float[]){0.99999F, 0.05F},
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=1.0000\r\n2\tb\t_\tX\t_\t_\t0\tnew\t_\tA|Score=0.0500\r\n\r\n");
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n2\ta\t_\tX\t_\t_\t_\t_\t_\t_\n3\ta\t_\tX\t_\t_\t_\t_\t_\t_\n\n",
          zero, (const float[]){NAN, -1, HUGE_VALF},
          "1\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=0.0000\n2\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=0.0000\n"
          "3\ta\t_\tX\t_\t_\t0\tnew\t_\tScore=1.0000\n\n");
}

// Rendering twice changes nothing but the score.
static void scores_replace_scores(void)
{
    const int zero[] = {0};
    const char *once = "1\ta\t_\tX\t_\t_\t0\tnew\t_\tA=b|Score=0.2500\n\n";
    check("1\ta\t_\tX\t_\t_\t_\t_\t_\tA=b\n\n", zero, (const float[]){0.25F}, once);
    check(once, zero, (const float[]){0.75F}, "1\ta\t_\tX\t_\t_\t0\tnew\t_\tA=b|Score=0.7500\n\n");
}

static void no_locale_changes_the_point(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "cs_CZ.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setlocale(LC_ALL, names[i]))
            scores_replace_scores();
    setlocale(LC_ALL, "C");
}

// --- Arrays

static void arrays_become_sentences(void)
{
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, 2,
                       (copse_token[]){{"a\tb", "l\n1", "X", NULL, ""}, {NULL, "", "Y\r", "Z", "A=1|B=2"}});
    CHECK_INT(copse_sentence_length(s), 2);
    CHECK(str_is(copse_sentence_column(s, 1, COPSE_FORM), "a b"));
    CHECK(str_is(copse_sentence_column(s, 1, COPSE_LEMMA), "l 1"));
    CHECK(str_is(copse_sentence_column(s, 1, COPSE_XPOS), "_"));
    CHECK(str_is(copse_sentence_column(s, 1, COPSE_FEATS), "_"));
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_FORM), "_"));
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_UPOS), "Y "));
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_FEATS), "A=1|B=2"));
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_HEAD), "_"));
    CHECK_INT(s->word[1].head, SEN_NO_HEAD);
    copse_sentence_set(s, 0, NULL);
    CHECK_INT(copse_sentence_length(s), 0);
    copse_token *many = mem_zero(5000, sizeof *many);
    copse_sentence_set(s, 5000, many);
    CHECK_INT(copse_sentence_length(s), 5000);
    CHECK_INT(s->word[5000].id, 5000);
    mem_free(many);
    copse_sentence_free(s);
}

TESTS(TEST(heads_and_labels_are_put_in), TEST(scores_are_put_in_misc), TEST(scores_replace_scores),
      TEST(no_locale_changes_the_point), TEST(arrays_become_sentences))
