// SPDX-License-Identifier: MIT
// Treebanks in memory.
#include "tests/harness.h"
#include "tests/files.h"

#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "common/treebank/treebank.h"

#define WORD(id, form, xpos, head, label) id "\t" form "\t_\tX\t" xpos "\t_\t" head "\t" label "\t_\t_\n"

static const char GOOD[] = "# one\n" WORD("1", "a", "A", "2", "x")
    WORD("2", "b", "B", "0", "root") "\n"
                                     "# two, not projective\n" WORD("1", "a", "A", "3", "x")
                                         WORD("2", "b", "B", "0", "root") WORD("3", "c", "C", "2", "y") "\n";
static const char CYCLE[] = WORD("1", "a", "A", "2", "x") WORD("2", "b", "B", "1", "y") "\n";
static const char RANGE[] = "# here\n" WORD("1", "a", "A", "7", "x") "\n";
static const char COLUMNS[] = "1\ta\n\n";
static const char ROOTS[] = WORD("1", "a", "A", "0", "root") WORD("2", "b", "B", "0", "root") "\n";

static const char *file(const char *a, const char *b, const char *c)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s%s%s", a, b, c);
    return scratch_text("bank.conllu", text);
}

static void good_files_are_read_whole(void)
{
    treebank t, again;
    copse_error err = {0};
    REQUIRE(tb_read(&t, file(GOOD, "# a comment at the end\n", ""), false, &err) == 0);
    CHECK_INT(t.n, 2);
    CHECK_INT(t.words, 5);
    CHECK_INT(t.skipped, 0);
    CHECK(t.single_root);
    CHECK_INT(t.nonprojective_arcs, 1);
    CHECK_INT(t.tree[1]->head[1], 3);
    CHECK(str_is(t.tree[1]->label[3], "y"));
    CHECK(str_is(sen_column(t.sentence[0], 2, COPSE_FORM), "b"));
    CHECK_STRING(t.sentence[0]->file, t.name); // not the reader's, which is gone
    CHECK_INT(copse_sentence_line(t.sentence[1], 1), 6);
    REQUIRE(tb_read(&again, file(GOOD, "# a comment at the end\n", ""), true, &err) == 0);
    CHECK(again.digest == t.digest);
    tb_done(&again);
    REQUIRE(tb_read(&again, file(GOOD, "", ""), true, &err) == 0);
    CHECK(again.digest != t.digest);
    tb_done(&again);
    tb_done(&t);
    tb_done(&t); // an empty one
}

static void several_roots_are_noted(void)
{
    treebank t;
    copse_error err = {0};
    REQUIRE(tb_read(&t, file(GOOD, ROOTS, ""), false, &err) == 0);
    CHECK_INT(t.n, 3);
    CHECK(!t.single_root);
    CHECK_INT(t.skipped, 0);
    tb_done(&t);
}

static void bad_sentences_fail_with_their_line(void)
{
    static const struct {
        const char *text;
        long line;
        const char *word;
    } bad[] = {{CYCLE, 10, "cycle"}, {RANGE, 11, "7"}, {COLUMNS, 10, "columns"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        treebank t;
        copse_error err = {0};
        const char *path = file(GOOD, bad[i].text, GOOD);
        CHECK_INT(tb_read(&t, path, false, &err), COPSE_EINPUT);
        CHECK_STRING(err.file, path);
        CHECK_INT(err.line, bad[i].line);
        CHECK(strstr(err.message, bad[i].word));
        CHECK(!t.sentence && !t.name); // nothing is left
        REQUIRE(tb_read(&t, path, true, &err) == 0);
        CHECK_INT(t.n, 4);
        CHECK_INT(t.skipped, 1);
        CHECK_INT(t.words, 10);
        CHECK(t.single_root);
        tb_done(&t);
    }
}

// What is only ugly is read and counted, with the line of the first.
static void blemishes_are_counted(void)
{
    static const char ugly[] = "# comment\x01\n" WORD("1", "a\xc2\x92", "A", "2", "x")
        WORD("2", "\xff", "", "0", "root") "\n" WORD("1", "", "A", "0", "root") "\n# end \x02\n";
    static const char cyclic[] = WORD("1", "\x03", "", "2", "") WORD("2", "b", "B", "1", "y") "\n";
    treebank t;
    copse_error err = {0};
    REQUIRE(tb_read(&t, file(cyclic, ROOTS, ugly), true, &err) == 0);
    CHECK_INT(t.n, 3);
    CHECK_INT(t.skipped, 1); // its blemishes do not count
    CHECK_INT(t.blemish.count[COPSE_P_CONTROL], 3);
    CHECK_INT(t.blemish.line[COPSE_P_CONTROL], 7);
    CHECK_INT(t.blemish.count[COPSE_P_UTF8], 1);
    CHECK_INT(t.blemish.line[COPSE_P_UTF8], 9);
    CHECK_INT(t.blemish.count[COPSE_P_EMPTY], 2);
    CHECK_INT(t.blemish.line[COPSE_P_EMPTY], 9);
    CHECK_INT(t.blemish.count[COPSE_P_ROOTS], 1);
    CHECK_INT(t.blemish.line[COPSE_P_ROOTS], 5);
    CHECK_INT(t.blemish.labels, 0);
    CHECK(str_is(sen_column(t.sentence[1], 1, COPSE_FORM), "a\xc2\x92"));
    tb_done(&t);
    CHECK_INT(tb_read(&t, file(GOOD, WORD("1", "a", "A", "", "x"), ""), false, &err), COPSE_EINPUT);
    CHECK_INT(err.line, 10);
    CHECK_STRING(err.message, "column HEAD is empty");
}

// The labels that training sees are text; the sentences keep theirs.
static void labels_are_cleaned(void)
{
    static const struct {
        const char *written, *learnt;
    } label[] = {{"", "_"},
                 {"_", "_"},
                 {"x\xc2\x92y", "x\xef\xbf\xbdy"},
                 {"x\x1by", "x\xef\xbf\xbdy"},
                 {"x\xffy", "x\xef\xbf\xbdy"},
                 {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
                 {"\xc3\xa9t\xc3\xa9\xc2\xa0", "\xc3\xa9t\xc3\xa9\xc2\xa0"}};
    enum { N = sizeof label / sizeof label[0] };
    char text[1024];
    size_t used = 0;
    treebank t, part;
    copse_error err = {0};
    for (int i = 0; i < N; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, WORD("%d", "a", "A", "%d", "%s"), i + 1, i,
                                 label[i].written);
    REQUIRE(tb_read(&t, file(GOOD, text, "\n"), false, &err) == 0);
    CHECK_INT(t.blemish.labels, 5);
    CHECK_INT(t.blemish.label_line, 10);
    CHECK(str_is(t.blemish.written, "") && str_is(t.blemish.learnt, "_"));
    tb_part(&part, &t, NULL, 0, false);
    for (int i = 0; i < N; i++) {
        CHECK(str_is(t.tree[2]->label[i + 1], label[i].learnt));
        CHECK(str_is(part.tree[2]->label[i + 1], label[i].learnt));
        CHECK(str_is(sen_column(t.sentence[2], i + 1, COPSE_DEPREL), label[i].written));
    }
    tb_done(&part);
    tb_done(&t);
}

static void long_labels_are_cut(void)
{
    enum { LONG = 1001 };
    char label[LONG + 1] = "x", text[4 * LONG];
    for (size_t i = 1; i < LONG; i += 2) // a character of two bytes ends after 1001
        memcpy(label + i, "\xc3\xa9", 2);
    treebank t;
    copse_error err = {0};
    for (int len = LONG - 2; len <= LONG; len += 2) {
        snprintf(text, sizeof text, WORD("1", "a", "A", "0", "%.*s") "\n", len, label);
        REQUIRE(tb_read(&t, scratch_text("long.conllu", text), false, &err) == 0);
        CHECK_INT(t.tree[0]->label[1].len, LONG - 2);
        CHECK_INT(t.blemish.labels, len == LONG);
        tb_done(&t);
    }
}

static void keep_line(void *context, const char *line)
{
    char *to = context;
    snprintf(to + strlen(to), 2048 - strlen(to), "%s\n", line);
}

static void blemishes_are_reported_in_one_line(void)
{
    treebank t;
    copse_error err = {0};
    char line[2048] = "", expected[2048];
    REQUIRE(tb_read(&t, file(GOOD, "", ""), false, &err) == 0);
    tb_report_blemishes(&t, keep_line, line);
    CHECK_STRING(line, "");
    tb_done(&t);
    const char *path = file(ROOTS, WORD("1", "a\x01", "", "0", "\x1b[31m"), "\n");
    REQUIRE(tb_read(&t, path, false, &err) == 0);
    tb_report(&t, keep_line, line);
    snprintf(expected, sizeof expected,
             "%s: 2 sentences, 3 words\n"
             "%s: problems that do not stop training: 1 empty column (line 4), 1 sentence with several roots "
             "(line 2), 1 line with control characters (line 4); 1 label is cleaned (line 4: '\\x1b[31m' is "
             "learnt as '\xef\xbf\xbd[31m'); copse check lists them\n",
             path, path);
    CHECK_STRING(line, expected);
    tb_report(&t, NULL, NULL);
    tb_done(&t);
}

static void nothing_to_train_on_is_said(void)
{
    treebank t;
    copse_error err = {0};
    CHECK_INT(tb_read(&t, file("", "", ""), false, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "no sentence"));
    CHECK_INT(tb_read(&t, file("# only a comment\n", "\n", ""), false, &err), COPSE_EINPUT);
    CHECK_INT(tb_read(&t, file(CYCLE, RANGE, ""), true, &err), COPSE_EINPUT);
    CHECK(strstr(err.message, "no sentence"));
    CHECK_INT(tb_read(&t, scratch("not-there"), false, &err), COPSE_EIO);
}

// n distinct values of XPOS.
static copse_column column_for(int n)
{
    static char text[64 * 300];
    size_t used = 0;
    treebank t;
    copse_error err = {0};
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, WORD("1", "w", "T%d", "0", "root") "\n", i);
    if (tb_read(&t, scratch_text("tags.conllu", text), false, &err))
        return COPSE_COLUMNS;
    copse_column column = tb_pos_column(&t);
    tb_done(&t);
    return column;
}

static void the_column_of_tags_is_chosen(void)
{
    CHECK_INT(column_for(1), COPSE_UPOS);
    CHECK_INT(column_for(2), COPSE_XPOS);
    CHECK_INT(column_for(200), COPSE_XPOS);
    CHECK_INT(column_for(201), COPSE_UPOS);
}

static void what_was_left_out_is_kept(void)
{
    treebank t;
    copse_error err = {0};
    REQUIRE(tb_read(&t, file(CYCLE, GOOD, "# a comment at the end\n"), true, &err) == 0);
    CHECK_INT(t.n, 2);
    REQUIRE(t.rest_n == 2);
    CHECK_INT(t.rest_at[0], 0);
    CHECK_INT(t.rest[0]->text_len, sizeof CYCLE - 1);
    CHECK_INT(t.rest_at[1], 2);
    CHECK_INT(t.rest[1]->n, 0);
    tb_done(&t);
}

static void parts_are_counted_anew(void)
{
    treebank t, one, others;
    copse_error err = {0};
    REQUIRE(tb_read(&t, file(GOOD, ROOTS, ""), false, &err) == 0);
    copse_tree *guide[6];
    for (int i = 0; i < 6; i++)
        guide[i] = t.tree[i / 2];
    t.guide = guide;
    t.guides = 2;
    const int fold[] = {0, 1, 2};
    tb_part(&one, &t, fold, 1, false);
    tb_part(&others, &t, fold, 1, true);
    CHECK_INT(one.n, 1);
    CHECK_INT(one.words, 3);
    CHECK_INT(one.nonprojective_arcs, 1);
    CHECK(one.single_root);
    CHECK(one.sentence[0] == t.sentence[1] && one.tree[0] != t.tree[1]);
    CHECK(tb_guide_trees(&one, 0)[1] == t.tree[1]);
    CHECK_INT(others.n, 2);
    CHECK_INT(others.words, 4);
    CHECK_INT(others.nonprojective_arcs, 0);
    CHECK(!others.single_root);
    CHECK(others.sentence[1] == t.sentence[2] && tb_guide_trees(&others, 1)[0] == t.tree[2]);
    CHECK(one.digest != t.digest && one.digest != others.digest);
    CHECK(copse_tree_projectivize(one.tree[0], COPSE_PPROJ_HEAD, &err) > 0);
    CHECK_INT(t.tree[1]->head[1], 3); // only the copy was changed
    tb_done(&one);
    tb_part(&one, &t, NULL, 0, false);
    CHECK(one.digest == t.digest);
    tb_done(&one);
    tb_done(&others);
    t.guide = NULL;
    tb_done(&t);
}

static void mirrors_are_reversed(void)
{
    treebank t, m, back;
    copse_error err = {0};
    REQUIRE(tb_read(&t, file(GOOD, ROOTS, ""), false, &err) == 0);
    copse_tree *guide[3] = {t.tree[0], t.tree[1], t.tree[2]};
    t.guide = guide;
    t.guides = 1;
    tb_mirror(&m, &t);
    CHECK_INT(m.n, 3);
    CHECK_INT(m.words, t.words);
    CHECK_INT(m.nonprojective_arcs, t.nonprojective_arcs);
    CHECK(m.digest == t.digest && m.single_root == t.single_root);
    CHECK(str_is(sen_column(m.sentence[1], 1, COPSE_FORM), "c"));
    CHECK_INT(m.tree[1]->head[3], 1);
    CHECK_INT(m.tree[1]->head[2], 0);
    CHECK_INT(m.tree[1]->head[1], 2);
    CHECK(str_is(m.tree[1]->label[1], "y"));
    CHECK_INT(tb_guide_trees(&m, 1)[0]->head[3], 1);
    CHECK_INT(t.tree[1]->head[1], 3);
    tb_mirror(&back, &m);
    for (size_t i = 0; i < t.n; i++)
        for (int d = 1; d <= t.tree[i]->n; d++) {
            CHECK_INT(back.tree[i]->head[d], t.tree[i]->head[d]);
            CHECK(str_equal(back.tree[i]->label[d], t.tree[i]->label[d]));
            CHECK(str_equal(sen_column(back.sentence[i], d, COPSE_XPOS),
                            sen_column(t.sentence[i], d, COPSE_XPOS)));
        }
    tb_done(&back);
    tb_done(&m);
    t.guide = NULL;
    tb_done(&t);
}

TESTS(TEST(good_files_are_read_whole), TEST(several_roots_are_noted),
      TEST(bad_sentences_fail_with_their_line), TEST(blemishes_are_counted), TEST(labels_are_cleaned),
      TEST(long_labels_are_cut), TEST(blemishes_are_reported_in_one_line), TEST(nothing_to_train_on_is_said),
      TEST(the_column_of_tags_is_chosen), TEST(what_was_left_out_is_kept), TEST(parts_are_counted_anew),
      TEST(mirrors_are_reversed))
