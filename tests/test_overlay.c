// SPDX-License-Identifier: MIT
// Values that lie over a sentence: seen by whoever asks, in views too, written, and gone with the next one.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/sentences.h"

#include "common/base/text.h"
#include "common/treebank/render.h"
#include "common/treebank/tree.h"
#include "common/base/mem.h"

#define A "1\ta\tl\tX\tY\t_\t2\told\t_\tM=1\n"
#define B "2\tb\t_\tX\t_\t_\t0\troot\t_\t_\r\n"
static const char IN[] =
    "# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" A "1.1\te\t_\t_\t_\t_\t_\t_\t1:x\t_\n" B "\n";

static copse_sentence *first_of(const char *in)
{
    copse_error err = {0};
    copse_reader *r = copse_reader_open(scratch_text("in", in), &err);
    copse_sentence *s = copse_sentence_new();
    CHECK(r && copse_reader_next(r, s, &err) == 1);
    s->file = "in";
    copse_reader_close(r);
    return s;
}

static void put(copse_sentence *s, int word, copse_column column, const char *value)
{
    copse_error err = {0};
    CHECK_INT(copse_sentence_put(s, word, column, value, &err), 0);
}

static void refuse(copse_sentence *s, int word, int column, const char *value, const char *message)
{
    copse_error err = {0};
    CHECK_INT(copse_sentence_put(s, word, (copse_column)column, value, &err), COPSE_EINPUT);
    CHECK_STRING(err.message, message);
}

static void check_rendered(const copse_sentence *s, const copse_tree *tree, bool scores, const char *expected)
{
    text t = {0};
    render_sentence(&t, s, tree, scores);
    text_add(&t, "", 1);
    CHECK_STRING(t.s, expected);
    text_done(&t);
}

static void values_are_seen_and_written(void)
{
    copse_sentence *s = first_of(IN);
    check_rendered(s, NULL, false, IN);
    put(s, 1, COPSE_UPOS, "NOUN");
    put(s, 2, COPSE_FORM, "B\tb\r\n");
    put(s, 2, COPSE_MISC, "");
    CHECK(str_is(copse_sentence_column(s, 1, COPSE_UPOS), "NOUN"));
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_UPOS), "X"));
    CHECK(str_is(sen_column(s, 2, COPSE_FORM), "B b  "));
    check_rendered(s, NULL, false,
                   "# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\tl\tNOUN\tY\t_\t2\told\t_\tM=1\n"
                   "1.1\te\t_\t_\t_\t_\t_\t_\t1:x\t_\n2\tB b  \t_\tX\t_\t_\t0\troot\t_\t_\r\n\n");
    put(s, 1, COPSE_UPOS, NULL);
    put(s, 2, COPSE_FORM, NULL);
    CHECK(str_is(sen_column(s, 1, COPSE_UPOS), "X"));
    check_rendered(s, NULL, false, IN);
    copse_sentence_free(s);
}

// Slices of values that were put stay as they are when others come over them.
static void earlier_slices_stay(void)
{
    copse_sentence *s = first_of(IN);
    put(s, 1, COPSE_LEMMA, "first");
    const copse_str first = sen_column(s, 1, COPSE_LEMMA);
    for (int i = 0; i < 1000; i++)
        put(s, 1 + i % 2, COPSE_LEMMA, "another");
    CHECK(str_is(first, "first"));
    copse_sentence_free(s);
}

static void heads_become_trees(void)
{
    copse_error err = {0};
    copse_sentence *s = first_of(IN);
    copse_tree *tree = copse_tree_new();
    put(s, 1, COPSE_HEAD, "0");
    put(s, 2, COPSE_HEAD, "1");
    put(s, 1, COPSE_DEPREL, "root");
    CHECK_INT(copse_tree_read(tree, s, &err), 0);
    CHECK_INT(tree->head[1], 0);
    CHECK_INT(tree->head[2], 1);
    CHECK(str_is(tree->label[1], "root") && str_is(tree->label[2], "root"));
    put(s, 2, COPSE_HEAD, NULL);
    CHECK_INT(s->word[2].head, 0);
    put(s, 1, COPSE_HEAD, "1");
    CHECK_INT(copse_tree_read(tree, s, &err), COPSE_EINPUT);
    refuse(s, 1, COPSE_HEAD, "3", "head '3' of word 1 is not a number from 0 to 2");
    refuse(s, 1, COPSE_HEAD, "x", "head 'x' of word 1 is not a number from 0 to 2");
    refuse(s, 1, COPSE_HEAD, "", "head '_' of word 1 is not a number from 0 to 2");
    refuse(s, 1, COPSE_HEAD, "-1", "head '-1' of word 1 is not a number from 0 to 2");
    CHECK_INT(s->word[1].head, 1);
    refuse(s, 0, COPSE_UPOS, "X", "there is no word 0 in a sentence of 2");
    refuse(s, 3, COPSE_UPOS, "X", "there is no word 3 in a sentence of 2");
    refuse(s, 1, COPSE_ID, "2", "column 1 is none that a value can be put over");
    refuse(s, 1, COPSE_COLUMNS, "2", "column 11 is none that a value can be put over");
    copse_tree_free(tree);
    copse_sentence_free(s);
}

// A tree that is given goes before what lies over HEAD and DEPREL, and that before the file.
static void trees_come_first(void)
{
    copse_sentence *s = first_of(A B "\n");
    copse_tree *tree = copse_tree_new();
    put(s, 1, COPSE_DEPREL, "over");
    put(s, 1, COPSE_HEAD, "1");
    check_rendered(s, NULL, false, "1\ta\tl\tX\tY\t_\t1\tover\t_\tM=1\n" B "\n");
    check_rendered(s, tree, true, "1\ta\tl\tX\tY\t_\t1\tover\t_\tM=1\n" B "\n"); // of no words: none
    tree_resize(tree, 2);
    tree->label[1] = tree->label[2] = str("tree");
    tree->score[1] = 0.25F;
    put(s, 1, COPSE_MISC, "Score=1|N=2");
    check_rendered(s, tree, true,
                   "1\ta\tl\tX\tY\t_\t0\ttree\t_\tN=2|Score=0.2500\n"
                   "2\tb\t_\tX\t_\t_\t0\ttree\t_\tScore=0.0000\r\n\n");
    ov_put_tree(s, tree);
    put(s, 1, COPSE_MISC, NULL);
    check_rendered(s, NULL, false,
                   "1\ta\tl\tX\tY\t_\t0\ttree\t_\tM=1\n2\tb\t_\tX\t_\t_\t0\ttree\t_\t_\r\n\n");
    copse_tree_free(tree);
    copse_sentence_free(s);
}

static void items_replace_items(void)
{
    copse_error err = {0};
    copse_sentence *s = first_of(A B "\n");
    CHECK_INT(copse_sentence_put_misc(s, 1, "N", "2", &err), 0);
    CHECK_INT(copse_sentence_put_misc(s, 1, "Mm", "\t", &err), 0);
    CHECK(str_is(sen_column(s, 1, COPSE_MISC), "M=1|N=2|Mm= "));
    CHECK_INT(copse_sentence_put_misc(s, 1, "M", "3", &err), 0);
    CHECK_INT(copse_sentence_put_misc(s, 2, "M", "", &err), 0);
    CHECK(str_is(sen_column(s, 1, COPSE_MISC), "N=2|Mm= |M=3"));
    CHECK(str_is(sen_column(s, 2, COPSE_MISC), "M=_"));
    CHECK_INT(copse_sentence_put_misc(s, 1, "", "3", &err), COPSE_EINPUT);
    CHECK_INT(copse_sentence_put_misc(s, 1, "a=b", "3", &err), COPSE_EINPUT);
    CHECK_INT(copse_sentence_put_misc(s, 1, "a", "3|4", &err), COPSE_EINPUT);
    CHECK_INT(copse_sentence_put_misc(s, 3, "a", "3", &err), COPSE_EINPUT);
    s->format = COPSE_CONLLX;
    CHECK_INT(copse_sentence_put_misc(s, 1, "a", "3", &err), COPSE_EINPUT);
    CHECK_STRING(err.message, "CoNLL-X has no MISC column");
    copse_sentence_free(s);
}

// Another sentence in the same object has nothing lying over it.
static void reading_clears(void)
{
    copse_error err = {0};
    copse_reader *r = copse_reader_open(scratch_text("in", A B "\n" A "\n"), &err);
    copse_sentence *s = copse_sentence_new();
    CHECK(r && copse_reader_next(r, s, &err) == 1);
    put(s, 1, COPSE_UPOS, "over");
    put(s, 1, COPSE_HEAD, "0");
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(s->overlaid, 0);
    CHECK(str_is(sen_column(s, 1, COPSE_UPOS), "X"));
    CHECK_INT(s->word[1].head, 2);
    put(s, 1, COPSE_XPOS, "over");
    copse_sentence_set(s, 1, &(copse_token){.form = "f"});
    CHECK(str_is(sen_column(s, 1, COPSE_XPOS), "_"));
    copse_reader_close(r);
    copse_sentence_free(s);
}

static void views_see_values(void)
{
    copse_sentence *s = sentence_of("a b c d"), view = {0}, piece;
    put(s, 3, COPSE_UPOS, "third");
    sen_mirror(&view, s);
    CHECK(str_is(sen_column(&view, 2, COPSE_UPOS), "third"));
    CHECK(str_is(sen_column(&view, 3, COPSE_UPOS), "_"));
    piece = *s;
    piece.word = s->word + 2;
    piece.n = 2;
    CHECK(str_is(sen_column(&piece, 1, COPSE_UPOS), "third"));
    CHECK(str_is(sen_column(&piece, 2, COPSE_UPOS), "_"));
    sen_mirror_done(&view);
    copse_sentence_free(s);
}

// What is taken apart can be put over the sentence again, and over another one.
static void overlays_travel(void)
{
    copse_sentence *s = sentence_of("a b c"), *t = sentence_of("d e f");
    CHECK(ov_copy(s, ~0U) == NULL);
    put(s, 1, COPSE_UPOS, "one");
    put(s, 3, COPSE_HEAD, "1");
    put(s, 2, COPSE_LEMMA, "left");
    overlay *o = ov_copy(s, 1U << COPSE_UPOS | 1U << COPSE_HEAD | 1U << COPSE_DEPS);
    copse_sentence_free(s);
    put(t, 2, COPSE_UPOS, "two");
    ov_put_all(t, o);
    ov_put_all(t, NULL);
    ov_free(o);
    CHECK(str_is(sen_column(t, 1, COPSE_UPOS), "one"));
    CHECK(str_is(sen_column(t, 2, COPSE_UPOS), "two"));
    CHECK(str_is(sen_column(t, 2, COPSE_LEMMA), "_"));
    CHECK_INT(t->word[3].head, 1);
    copse_sentence_free(t);
}

// The writer writes and converts what lies over a sentence.
static void writers_write_it(void)
{
    copse_error err = {0};
    copse_lost lost = {0};
    copse_sentence *s = first_of(A B "\n");
    copse_writer *w = copse_writer_open(scratch("out"), &err);
    REQUIRE(w);
    put(s, 1, COPSE_FEATS, "F=1");
    CHECK_INT(copse_writer_put(w, s, NULL, &err), 0);
    CHECK_INT(copse_writer_convert(w, s, COPSE_CONLLU, &lost, &err), 0);
    CHECK_INT(copse_writer_convert(w, s, COPSE_CONLLX, &lost, &err), 0);
    CHECK_INT(copse_writer_commit(w, &err), 0);
    copse_writer_free(w);
    char *out = slurp(scratch("out"), NULL);
    CHECK_STRING(out, "1\ta\tl\tX\tY\tF=1\t2\told\t_\tM=1\n" B "\n1\ta\tl\tX\tY\tF=1\t2\told\t_\tM=1\n" B
                      "\n1\ta\tl\tX\tY\tF=1\t2\told\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n");
    mem_free(out);
    copse_sentence_free(s);
}

TESTS(TEST(values_are_seen_and_written), TEST(earlier_slices_stay), TEST(heads_become_trees),
      TEST(trees_come_first), TEST(items_replace_items), TEST(reading_clears), TEST(views_see_values),
      TEST(overlays_travel), TEST(writers_write_it))
