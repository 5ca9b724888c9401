// SPDX-License-Identifier: MIT
// Formats beside CoNLL-U and CoNLL-X: how they are recognised, read and written, and what is lost.
#include "tests/files.h"
#include "tests/harness.h"
#include "common/base/mem.h"
#include "common/treebank/formats.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>

static const copse_read_options recognised;

static copse_read_options forced(copse_format format)
{
    return (copse_read_options){.forced = true, .format = format};
}

// Converts text with the reader's options. The caller frees the outcome, which is "error LINE: message" if
// the text is refused.
static char *converted(const char *in, const copse_read_options *how, int to, copse_lost *lost)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_writer *w = copse_writer_memory();
    copse_reader *r = copse_reader_memory_with(in, strlen(in), "in", how, &err);
    int code = r ? 1 : -1;
    while (code > 0 && (code = copse_reader_next(r, s, &err)) > 0) {
        const int put =
            copse_writer_convert(w, s, to < 0 ? copse_reader_format(r) : (copse_format)to, lost, &err);
        code = put < 0 ? put : code;
    }
    size_t size;
    const char *bytes = copse_writer_data(w, &size);
    char *out = mem_alloc(size + sizeof err.message + 64, 1);
    if (code < 0)
        snprintf(out, sizeof err.message + 64, "error %ld: %s", err.line, err.message);
    else
        memcpy(out, bytes, size), out[size] = 0;
    copse_reader_close(r);
    copse_writer_free(w);
    copse_sentence_free(s);
    return out;
}

static void expect_with(const char *in, copse_read_options how, int to, const char *expected)
{
    char *out = converted(in, &how, to, NULL);
    CHECK_STRING(out, expected);
    mem_free(out);
}

static void expect(const char *in, int to, const char *expected)
{
    expect_with(in, recognised, to, expected);
}

// From a format to CoNLL-U and back.
static void expect_round(const char *in, copse_read_options how, copse_format format)
{
    char *middle = converted(in, &how, COPSE_CONLLU, NULL);
    const copse_read_options u = forced(COPSE_CONLLU);
    char *back = converted(middle, &u, (int)format, NULL);
    CHECK_STRING(back, in);
    mem_free(middle);
    mem_free(back);
}

static copse_format format_of(const char *in)
{
    copse_error err;
    copse_reader *r = copse_reader_memory(in, strlen(in), "in", &err);
    const copse_format format = copse_reader_format(r);
    copse_reader_close(r);
    return format;
}

// ---------------------------------------------------------------------------------------------------
// The table

static void the_table_is_in_order(void)
{
    for (size_t i = 0; i < COPSE_FORMATS; i++) {
        const fmt *f = fmt_of((copse_format)i);
        REQUIRE(f && f == fmt_at(i));
        CHECK_INT(f->id, i);
        CHECK_STRING(f->name, copse_format_name((copse_format)i));
        CHECK_STRING(f->title, copse_format_title((copse_format)i));
        CHECK(strcmp(fmt_source(i).name, f->name) == 0);
        CHECK(!f->write || strcmp(fmt_target(i + 1).name, f->name) == 0);
        CHECK(f->base == COPSE_CONLLU || f->base == COPSE_CONLLX);
    }
    CHECK(!fmt_at(COPSE_FORMATS) && !fmt_of(COPSE_FORMATS) && !fmt_source(COPSE_FORMATS).name);
    CHECK_STRING(fmt_target(0).name, "same");
    CHECK(!fmt_target(COPSE_BRACKETS + 1).name);
}

#define MST "a\tdog\tbarks\nDT\tNN\tVBZ\nNMOD\tSBJ\tROOT\n2\t3\t0\n\n"
#define BRACKETS "( (S (NP-SBJ (DT a) (NN dog)) (VP (VBZ barks))))\n"
#define NINE                                                                                         \
    "1\ta\ta\ta\tDT\tDT\t_\t_\t2\t2\tNMOD\tNMOD\t_\t_\t_\n2\tdogs\tdog\tdogs\tNNS\tNN\tn=p\tn=p|x=%" \
    "\t3\t3\tSBJ\tSBJ\t_\t_\tA0\n"                                                                   \
    "3\tbark\tbark\tbark\tVBP\tVB\t_\t_\t0\t0\tROOT\tROOT\tY\tbark.01\t_\n\n"
#define EIGHT "1\ta\ta\tD\tDT\t_\t2\tNMOD\n2\tdog\tdog\tN\tNN\tsg\t0\tROOT\n\n"
#define SIX "1\ta\ta\tD\tDT\t_\n2\tdog\tdog\tN\tNN\tsg\n\n"

static void formats_are_recognised_by_content(void)
{
    CHECK_INT(format_of(MST), COPSE_MST);
    CHECK_INT(format_of("\n\n" MST), COPSE_MST);
    CHECK_INT(format_of("a\tdog\nDT\tNN\n2\t0\n"), COPSE_MST);
    CHECK_INT(format_of("Go\nVB\n0"), COPSE_MST);
    CHECK_INT(format_of("#\t5\n#\tCD\n2\t0\n\n"), COPSE_MST);
    CHECK_INT(format_of(BRACKETS), COPSE_BRACKETS);
    CHECK_INT(format_of("\xef\xbb\xbf \n(TOP\n (NP (NN rain)))"), COPSE_BRACKETS);
    CHECK_INT(format_of(NINE), COPSE_CONLL2009);
    CHECK_INT(format_of(EIGHT), COPSE_CONLLX8);
    CHECK_INT(format_of("# a comment\n" EIGHT), COPSE_CONLLX8);
    CHECK_INT(format_of("1\ta\ta\tD\tDT\t_\t0\tROOT"), COPSE_CONLLX8);
    CHECK_INT(format_of(SIX), COPSE_CONLLX6);
}

static void other_files_are_conll(void)
{
    CHECK(format_of("(Reuters) It rained.\n") <= COPSE_CONLLX);
    CHECK(format_of("(") <= COPSE_CONLLX);
    CHECK(format_of("a\nb\nc\nd\n0\n\n") <= COPSE_CONLLX);
    CHECK(format_of("a\tb\nX\n0\n\n") <= COPSE_CONLLX);
    CHECK(format_of("1\ta\ta\tD\tDT\t_\t0\tROOT\t_\n") <= COPSE_CONLLX); // nine columns
    CHECK(format_of("2\ta\ta\tD\tDT\t_\t0\tROOT\n") <= COPSE_CONLLX);
    CHECK_INT(
        format_of(
            "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n3\t0\t0\t0\t0\t0\t0\t0\t0\t0\n\n"),
        COPSE_CONLLX); // three lines of ten values, the last of them numbers
    CHECK(format_of("") <= COPSE_CONLLX);
}

static void the_same_format_is_byte_for_byte(void)
{
    static const char *const texts[] = {MST,
                                        BRACKETS,
                                        NINE,
                                        EIGHT,
                                        SIX,
                                        "\xef\xbb\xbf" EIGHT " \n\r\n" EIGHT "\n",
                                        "\n" MST "\n\r\n#\r\nX\r\n0\r\n",
                                        "\n ( (S (NN a)) )  ( (S (NN b)) )\n\n\n(S (NN c) )\n \n",
                                        "( (S (-NONE- *)))"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect(texts[i], -1, texts[i]);
}

static void a_format_can_be_forced(void)
{
    expect_with("(NN rain)\n", forced(COPSE_BRACKETS), COPSE_CONLLU,
                "1\train\t_\t_\tNN\t_\t0\tROOT\t_\t_\n\n");
    expect_with("a\tdog\nDT\tNN\n\n", forced(COPSE_MST), COPSE_CONLLX6,
                "1\ta\t_\tDT\tDT\t_\n2\tdog\t_\tNN\tNN\t_\n\n");
    expect_with(MST, forced(COPSE_CONLLU), COPSE_CONLLU, "error 1: 3 columns instead of 10");
    expect_with("1\ta\t_\tX\tY\t_\t0\tr\t_\t_\n\n", forced(COPSE_CONLLX), COPSE_CONLLU,
                "1\ta\t_\tX\tY\t_\t0\tr\t_\t_\n\n");
    expect_with("", forced(COPSE_FORMATS), COPSE_CONLLU, "error 0: format 8 is none");
}

// ---------------------------------------------------------------------------------------------------
// CoNLL-X with fewer columns

static void missing_columns_are_filled_up(void)
{
    expect(EIGHT, COPSE_CONLLX,
           "1\ta\ta\tD\tDT\t_\t2\tNMOD\t_\t_\n2\tdog\tdog\tN\tNN\tsg\t0\tROOT\t_\t_\n\n");
    expect(SIX, COPSE_CONLLX, "1\ta\ta\tD\tDT\t_\t_\t_\t_\t_\n2\tdog\tdog\tN\tNN\tsg\t_\t_\t_\t_\n\n");
    expect(SIX, COPSE_CONLLX8, "1\ta\ta\tD\tDT\t_\t_\t_\n2\tdog\tdog\tN\tNN\tsg\t_\t_\n\n");
    expect(EIGHT, COPSE_CONLLX6, SIX);
    expect_round(EIGHT, recognised, COPSE_CONLLX8);
    expect_round(SIX, recognised, COPSE_CONLLX6);
    expect(EIGHT "\n1\ta\ta\tD\tDT\t_\n", COPSE_CONLLX, "error 5: 6 columns instead of 8");
    expect("1\ta\ta\tD\tDT\t_\n3\tb\tb\tD\tDT\t_\n", COPSE_CONLLX, "error 2: id 3 where 2 was expected");
    expect(SIX "\n3\tb\tb\tD\tDT\t_\n", COPSE_CONLLX, "error 5: id 3 where 1 was expected");
}

static void what_fewer_columns_lose_is_counted(void)
{
    copse_lost lost = {0};
    char *out = converted("# c\n1\ta b\t_\tX\t_\t_\t0\troot\t0:root\tPHead=0|A=b\n\n", &recognised,
                          COPSE_CONLLX6, &lost);
    CHECK_STRING(out, "1\ta_b\t_\tX\t_\t_\n\n");
    CHECK_INT(lost.comments, 1);
    CHECK_INT(lost.heads, 1);
    CHECK_INT(lost.labels, 1);
    CHECK_INT(lost.projective, 1);
    CHECK_INT(lost.deps, 1);
    CHECK_INT(lost.misc, 1);
    CHECK_INT(lost.spaces, 1);
    mem_free(out);
}

// ---------------------------------------------------------------------------------------------------
// MSTParser

static void lines_become_words(void)
{
    expect(MST, COPSE_CONLLU,
           "1\ta\t_\t_\tDT\t_\t2\tNMOD\t_\t_\n2\tdog\t_\t_\tNN\t_\t3\tSBJ\t_\t_\n3\tbarks\t_\t_\tVBZ\t_"
           "\t0\tROOT\t_\t_\n\n");
    expect("New York\tX\nNOUN\tPU\n2\t0\n", COPSE_CONLLU,
           "1\tNew York\t_\tNOUN\tNOUN\t_\t2\t_\t_\t_\n2\tX\t_\t_\tPU\t_\t0\t_\t_\t_\n\n");
    expect(
        MST, COPSE_CONLLX8,
        "1\ta\t_\tDT\tDT\t_\t2\tNMOD\n2\tdog\t_\tNN\tNN\t_\t3\tSBJ\n3\tbarks\t_\tVBZ\tVBZ\t_\t0\tROOT\n\n");
    expect_round(MST "New York\tX\nNNP\tPU\nx\ty\n2\t0\n\n", recognised, COPSE_MST);
    expect_round("a\tb\nNN\tNOUN\n2\t0\n\n", recognised, COPSE_MST_UNLABELLED);
    expect(MST, COPSE_MST_UNLABELLED, "a\tdog\tbarks\nDT\tNN\tVBZ\n2\t3\t0\n\n");
}

static void wrong_lines_are_refused(void)
{
    expect(MST "a\tb\nX\n1\t2\n\n", COPSE_CONLLU, "error 7: 1 tags for 2 words");
    expect(MST "\na\tb\nX\tY\nl\tl\n1\n\n", COPSE_CONLLU, "error 10: 1 heads for 2 words");
    expect(MST "a\nX\nl\n0\n0\n\n", COPSE_CONLLU,
           "error 6: more than four lines where a sentence has lines of words, tags, labels and heads");
    expect(MST "a\n\n", COPSE_CONLLU,
           "error 6: one line where a sentence has lines of words, tags, labels and heads");
}

static void what_mst_loses_is_counted(void)
{
    copse_lost lost = {0};
    char *out = converted("1\ta\tx\tX\tXX\tF=1\t_\t_\t0:root\tA=b\n2\t \tx\tX\tX\t_\t0\troot\t_\t_\n\n",
                          &recognised, COPSE_MST, &lost);
    CHECK_STRING(out, "a\t_\nXX\tX\n_\troot\n0\t0\n\n");
    CHECK_INT(lost.lemmas, 2);
    CHECK_INT(lost.tags, 1);
    CHECK_INT(lost.feats, 1);
    CHECK_INT(lost.unknown, 1);
    CHECK_INT(lost.deps, 1);
    CHECK_INT(lost.misc, 1);
    CHECK_INT(lost.labels, 0);
    mem_free(out);
}

// ---------------------------------------------------------------------------------------------------
// CoNLL-2009

static void columns_become_items(void)
{
    expect(NINE, COPSE_CONLLU,
           "1\ta\ta\t_\tDT\t_\t2\tNMOD\t_\tPLemma=a|PPOS=DT|PHead=2|PDeprel=NMOD\n"
           "2\tdogs\tdog\t_\tNNS\tn=p\t3\tSBJ\t_\tPLemma=dogs|PPOS=NN|PFeat=n=p%7Cx=%25|PHead=3|PDeprel=SBJ|"
           "APred1=A0\n"
           "3\tbark\tbark\t_\tVBP\t_\t0\tROOT\t_\tPLemma=bark|PPOS=VB|PHead=0|PDeprel=ROOT|FillPred=Y|Pred="
           "bark.01\n\n");
    copse_read_options predicted = {.predicted = true};
    expect_with(NINE, predicted, COPSE_CONLLX8,
                "1\ta\ta\tDT\tDT\t_\t2\tNMOD\n2\tdogs\tdogs\tNN\tNN\tn=p|x=%"
                "\t3\tSBJ\n3\tbark\tbark\tVB\tVB\t_\t0\tROOT\n\n");
    expect_round(NINE, recognised, COPSE_CONLL2009);
    expect_round(NINE NINE, predicted, COPSE_CONLL2009);
    // %25 in a column of its own is no escape.
    expect_round("1\ta%25|b\tl%7C\t_\tX\t_\tf|g%25\tp%25\t0\t_\tr\t_\t_\t_\n\n", recognised, COPSE_CONLL2009);
}

static void predicates_have_columns(void)
{
    static const char in[] = "1\ta\t_\t_\t_\t_\t_\t_\t0\t_\tr\t_\tY\tp.1\tA0\t_\tA2\n"
                             "2\tb\t_\t_\t_\t_\t_\t_\t1\t_\td\t_\tY\tp.2\t_\t_\t_\n"
                             "3\tc\t_\t_\t_\t_\t_\t_\t1\t_\td\t_\tY\tp.3\t_\tA1\t_\n\n";
    expect_round(in, recognised, COPSE_CONLL2009);
    copse_lost lost = {0};
    char *out = converted(
        "1\ta\t_\tX\t_\t_\t0\tr\t_\tPred=p|APred1=A0|APred2=A9|Z=1\n2\tb\t_\tX\t_\t_\t1\tr\t_\tAPred1=x\n\n",
        &recognised, COPSE_CONLL2009, &lost);
    CHECK_STRING(
        out, "1\ta\t_\t_\tX\t_\t_\t_\t0\t_\tr\t_\t_\tp\tA0\n2\tb\t_\t_\tX\t_\t_\t_\t1\t_\tr\t_\t_\t_\tx\n\n");
    CHECK_INT(lost.misc, 1);
    mem_free(out);
}

static void wrong_columns_are_refused(void)
{
    expect(NINE "\n1\ta\n", COPSE_CONLLU, "error 6: 2 columns where CoNLL-2009 has 14 or more");
    expect("1\ta\t_\t_\t_\t_\t_\t_\t0\t_\tr\t_\t_\t_\t_\n2\ta\t_\t_\t_\t_\t_\t_\t0\t_\tr\t_\t_\t_\n",
           COPSE_CONLLU, "error 2: 14 columns after lines of 15");
    expect(NINE "2\ta\t_\t_\t_\t_\t_\t_\t0\t_\tr\t_\t_\t_\n", COPSE_CONLLU,
           "error 5: id 2 where 1 was expected");
    expect_with(NINE, recognised, COPSE_BRACKETS, "error 0: Penn Treebank brackets cannot be written");
}

// ---------------------------------------------------------------------------------------------------
// Lines of the file

static void words_keep_their_lines(void)
{
    static const struct {
        const char *in;
        long first, second;
    } of[] = {
        {"\n( (S\n (NN a)\n (NN\n b)))\n", 3, 5},
        {"\n\na\tb\nX\tY\nl\tl\n2\t0\n", 6, 6},
        {"\n1\ta\ta\tD\tDT\t_\n2\tdog\tdog\tN\tNN\tsg\n", 2, 3},
        {"\n\n" NINE, 3, 4},
    };
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        copse_error err;
        copse_sentence *s = copse_sentence_new();
        copse_reader *r = copse_reader_memory(of[i].in, strlen(of[i].in), "in", &err);
        CHECK_INT(copse_reader_next(r, s, &err), 1);
        CHECK_INT(copse_sentence_line(s, 1), of[i].first);
        CHECK_INT(copse_sentence_line(s, 2), of[i].second);
        copse_reader_close(r);
        copse_sentence_free(s);
    }
}

// A sentence object goes from one format to another.
static void a_sentence_forgets_the_format_before(void)
{
    copse_error err;
    copse_sentence *s = copse_sentence_new();
    copse_writer *w = copse_writer_memory();
    static const char *const texts[] = {MST, "1\ta\t_\tX\tY\t_\t0\tr\t_\t_\n\n", SIX, NINE};
    size_t expected = 0, size;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        copse_reader *r = copse_reader_memory(texts[i], strlen(texts[i]), "in", &err);
        while (copse_reader_next(r, s, &err) > 0)
            CHECK_INT(copse_writer_convert(w, s, copse_reader_format(r), NULL, &err), 0);
        copse_reader_close(r);
        expected += strlen(texts[i]);
    }
    copse_writer_data(w, &size);
    CHECK_INT(size, expected);
    copse_writer_free(w);
    copse_sentence_free(s);
}

// ---------------------------------------------------------------------------------------------------
// Reduced tags

static void reduced(const char *in, const char *expected)
{
    copse_error err;
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_memory(in, strlen(in), "in", &err);
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    if (copse_sentence_reduce_tags(s, &err)) {
        CHECK_STRING(err.message, expected);
    } else {
        const copse_str tag = copse_sentence_column(s, 1, COPSE_XPOS);
        CHECK_INT(tag.len, 2);
        CHECK(memcmp(tag.s, expected, 2) == 0 && expected[2] == 0);
    }
    copse_reader_close(r);
    copse_sentence_free(s);
}

static void tags_are_reduced(void)
{
    reduced("1\ta\t_\tNOUN\tNNMS1-----A----\t_\t0\troot\t_\t_\n\n", "N1");
    reduced("1\ta\t_\tVERB\tVpYS---XR-AA---\t_\t0\troot\t_\t_\n\n", "Vp");
    reduced("1\ta\t_\tPUNCT\tZ:-------------\t_\t0\troot\t_\t_\n\n", "Z:");
    reduced("1\ta\t_\tN\tN\tGen=M|Cas=4\t0\tObj\t_\t_\n\n", "N4");
    reduced("1\ta\t_\tV\tB\tNum=S\t0\tPred\t_\t_\n\n", "VB");
    reduced("1\ta\ta\ta\tP\tP\tSubPOS=D|Cas=X\t_\t0\t_\tx\t_\t_\t_\n\n", "PX");
    reduced("1\ta\ta\ta\tJ\tJ\tSubPOS=^\t_\t0\t_\tx\t_\t_\t_\n\n", "J^");
    reduced("1\ta\t_\tNOUN\tNN\t_\t0\troot\t_\t_\n\n",
            "tag 'NN' of word 1 is no positional tag of 15 characters, nor a letter with SubPOS or Cas in "
            "FEATS: it cannot "
            "be reduced");
    reduced("1\ta\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n",
            "tag '_' of word 1 is no positional tag of 15 characters, nor a letter with SubPOS or Cas in "
            "FEATS: it cannot "
            "be reduced");
}

TESTS(TEST(the_table_is_in_order), TEST(formats_are_recognised_by_content), TEST(other_files_are_conll),
      TEST(the_same_format_is_byte_for_byte), TEST(a_format_can_be_forced),
      TEST(missing_columns_are_filled_up), TEST(what_fewer_columns_lose_is_counted), TEST(lines_become_words),
      TEST(wrong_lines_are_refused), TEST(what_mst_loses_is_counted), TEST(columns_become_items),
      TEST(predicates_have_columns), TEST(wrong_columns_are_refused), TEST(words_keep_their_lines),
      TEST(a_sentence_forgets_the_format_before), TEST(tags_are_reduced))
