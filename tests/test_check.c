// SPDX-License-Identifier: MIT
// Every kind of problem, by line and exact words. Expectations are written as "LINE KIND message\n".
#include "tests/harness.h"

#include "common/treebank/check.h"
#include "copse.h"
#include "tests/files.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>

typedef struct seen {
    char *text;
    size_t len, cap;
    long count, last_line;
    bool ordered;
} seen;

static void see(void *context, const copse_problem *p)
{
    static const char *const kinds[COPSE_P_KINDS] = {
        "COLUMNS", "ID",    "EMPTY", "NUMBER",  "RANGE",      "SELF_LOOP",  "CYCLE",
        "NO_ROOT", "ROOTS", "UTF8",  "CONTROL", "ROOT_LABEL", "ROOT_BELOW", "DEPS"};
    seen *s = context;
    s->text = mem_grow(s->text, &s->cap, s->len + strlen(p->message) + 64, 1);
    s->len += (size_t)sprintf(s->text + s->len, "%ld %s %s\n", p->line, kinds[p->kind], p->message);
    s->ordered &= p->line >= s->last_line;
    s->last_line = p->line;
    s->count++;
}

static seen run(const void *bytes, size_t size, const copse_check_options *options,
                copse_check_result *result)
{
    seen s = {.ordered = true};
    copse_error err;
    const char *path = scratch_bytes("in.conllu", bytes, size);
    s.text = mem_grow(NULL, &s.cap, 1, 1);
    s.text[0] = 0;
    CHECK_INT(copse_check(path, options, see, &s, result, &err), 0);
    CHECK_INT(s.count, result->total);
    long sum = 0;
    for (int k = 0; k < COPSE_P_KINDS; k++)
        sum += result->problems[k];
    CHECK_INT(sum, result->total);
    return s;
}

static void expect_bytes(const void *bytes, size_t size, bool several_roots, const char *expected)
{
    copse_check_result result;
    const copse_check_options options = {.several_roots = several_roots};
    seen s = run(bytes, size, &options, &result);
    CHECK_STRING(s.text, expected);
    mem_free(s.text);
}

static void expect(const char *text, const char *expected)
{
    expect_bytes(text, strlen(text), false, expected);
}

// A sentence of the words a, b, c, ... with the heads given, separated by spaces.
static void expect_heads(const char *heads, const char *expected)
{
    char text[4096];
    size_t used = 0;
    for (int w = 1; *heads; w++) {
        int len = (int)strcspn(heads, " ");
        used += (size_t)snprintf(text + used, sizeof text - used, "%d\t%c\t_\tX\t_\t_\t%.*s\tdep\t_\t_\n", w,
                                 'a' + (w - 1) % 26, len, heads);
        heads += len;
        heads += *heads == ' ';
    }
    text[used++] = '\n';
    expect_bytes(text, used, false, expected);
}

#define W(id, form, head) id "\t" form "\t_\tX\t_\t_\t" head "\tdep\t_\t_\n"

static void a_good_file_has_no_problems(void)
{
    const char *text = "\xef\xbb\xbf# a comment\twith a tab \xc3\xa9\r\n" W("1-2", "ab", "_") W("1", "a", "2")
        W("2", "b b", "0") "2.1\tx\t_\t_\t_\t_\t_\t_\t2:dep\t_\n"
                           "\n\n\n" W("1", "\xe6\x97\xa5", "0") "\n# the end\n";
    copse_check_result result;
    seen s = run(text, strlen(text), NULL, &result);
    CHECK_STRING(s.text, "");
    CHECK_INT(result.sentences, 2);
    CHECK_INT(result.words, 3);
    CHECK_INT(result.total, 0);
    mem_free(s.text);
    expect("", "");
    expect("\n\n", "");
    expect("# only\n", "");
}

#define D(id, form, head, deps) id "\t" form "\t_\tX\t_\t_\t" head "\tdep\t" deps "\t_\n"

static void graphs(void)
{
    // Empty nodes are heads and have heads; a label may have colons; the tree need not be in the graph.
    expect(D("0.1", "x", "_", "1:nsubj") D("1", "a", "0", "0:root|0.1:dep|2:conj:and|2.2:x")
               D("2", "b", "1", "1:obj|2.1:x") D("2.1", "y", "_", "1:dep|2.2:x")
                   D("2.2", "z", "_", "2:conj") "\n",
           "");
    expect(D("1", "a", "0", "0:root|x|:dep|2:|1x:dep|-1:dep|02:dep")
               D("2", "b", "1", "1.0:dep|.1:dep|1.:dep|1 :dep") "\n",
           "1 DEPS 'x' in DEPS of word 1 is not a head, a colon and a label\n"
           "1 DEPS ':dep' in DEPS of word 1 has no number as its head\n"
           "1 DEPS '2:' in DEPS of word 1 has no label\n"
           "1 DEPS '1x:dep' in DEPS of word 1 has no number as its head\n"
           "1 DEPS '-1:dep' in DEPS of word 1 has no number as its head\n"
           "1 DEPS '02:dep' in DEPS of word 1 has no number as its head\n"
           "2 DEPS '1.0:dep' in DEPS of word 2 has no number as its head\n"
           "2 DEPS '.1:dep' in DEPS of word 2 has no number as its head\n"
           "2 DEPS '1.:dep' in DEPS of word 2 has no number as its head\n"
           "2 DEPS '1 :dep' in DEPS of word 2 has no number as its head\n");
    expect(D("1", "a", "0", "1:dep|2:dep|3:dep") D("1.1", "x", "_", "1.1:dep|1.2:dep|9.1:dep")
               D("2", "b", "1", "1.1:dep") "\n",
           "1 DEPS '1:dep' in DEPS of word 1 makes the word its own head\n"
           "1 DEPS '3:dep' in DEPS of word 1 has a head that is not in the sentence\n"
           "2 DEPS '1.1:dep' in DEPS of node 1.1 makes the node its own head\n"
           "2 DEPS '1.2:dep' in DEPS of node 1.1 has a head that is not in the sentence\n"
           "2 DEPS '9.1:dep' in DEPS of node 1.1 has a head that is not in the sentence\n");
    // Order is by head, then by label; of one column the first item out of order is named.
    expect(D("1", "a", "0", "2:b|0:root|2.1:x|2:a") D("2", "b", "1", "1:b|1:b|1:a")
               D("2.1", "c", "_", "2:x|") "\n",
           "1 DEPS '0:root' in DEPS of word 1 is out of order\n"
           "2 DEPS '1:b' in DEPS of word 2 is there twice\n"
           "2 DEPS '1:a' in DEPS of word 2 is out of order\n"
           "3 DEPS '2:x|' in DEPS of node 2.1 ends with a bar\n");
    // Where ids are wrong it is not known which heads there are. CoNLL-X has other columns.
    expect(D("1", "a", "0", "5:dep|0:root") D("3", "b", "1", "3:dep|x") "\n",
           "1 DEPS '0:root' in DEPS of word 1 is out of order\n"
           "2 ID id 3 where 2 was expected\n"
           "2 DEPS 'x' in DEPS of word 3 is not a head, a colon and a label\n");
    expect("1\ta\t_\tX\tX\t_\t0\troot\t7\tx\n\n", "");
}

static void columns(void)
{
    expect(W("1", "a", "0") "2\tb\t_\tX\t_\t_\t1\n\n", "2 COLUMNS 7 columns instead of 10\n");
    expect(W("1", "a", "0") "2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\t_\n\n", "2 COLUMNS 11 columns instead of 10\n");
    expect("word\n\n", "1 COLUMNS 1 column instead of 10\n");
    // A short line has no head, no root, and no empty columns to complain about; others may depend on it.
    expect("1\ta\n" W("2", "b", "1") "\n", "1 COLUMNS 2 columns instead of 10\n");
    expect(W("1", "a", "0") "2\tb\t_\tX\t_\tzz\t2\t\t_\n\n", "2 COLUMNS 9 columns instead of 10\n");
    expect("x\n" W("1", "a", "2") "\n", "1 COLUMNS 1 column instead of 10\n");
}

static void ids(void)
{
    expect(W("1", "a", "0") W("3", "b", "1") "\n", "2 ID id 3 where 2 was expected\n");
    expect(W("x", "a", "0") W("1", "b", "2") "\n", "1 ID 'x' is not an id\n");
    expect(W("1", "a", "0") W("1", "b", "1") W("2", "c", "1") "\n", "2 ID id 1 where 2 was expected\n");
    expect(W("0", "a", "0") W("1", "b", "1") "\n",
           "1 ID id 0 where 1 was expected\n2 SELF_LOOP word 1 is its own head\n");
    expect(W("", "a", "0") "\n", "1 ID '' is not an id\n");
    // Heads follow the ids as written: 5 is a word here, 4 may have been meant, 6 cannot be.
    expect(W("1", "a", "5") W("2", "b", "4") W("3", "c", "6") W("5", "d", "0") "\n",
           "3 RANGE head 6 of word 3 is out of range: the sentence has 5 words\n"
           "4 ID id 5 where 4 was expected\n");
    // The cycle is between ids 2 and 9, which are the second and the third word.
    expect(W("1", "a", "0") W("2", "b", "9") W("9", "c", "2") "\n",
           "2 CYCLE cycle: 2 -> 9 -> 2 (b, c)\n3 ID id 9 where 3 was expected\n");
    expect(W("1", "a", "0") W("3", "b", "3") "\n",
           "2 ID id 3 where 2 was expected\n2 SELF_LOOP word 3 is its own head\n");
    // Which word 1 is the head is not known, so this is no cycle.
    expect(W("1", "a", "2") W("1", "b", "0") W("2", "c", "1") "\n", "2 ID id 1 where 2 was expected\n");
    expect(W("1", "a", "0") W("3", "b", "0") W("4", "c", "0") "\n",
           "2 ID id 3 where 2 was expected\n2 ROOTS 3 words have head 0: 1, 3, 4\n");
}

static void head_numbers(void)
{
    expect_heads("0 x", "2 NUMBER head 'x' of word 2 is not a number\n");
    expect_heads("0 +1", "2 NUMBER head '+1' of word 2 is not a number\n");
    expect_heads("0 01", "2 NUMBER head '01' of word 2 is not a number\n");
    expect_heads("0 00", "2 NUMBER head '00' of word 2 is not a number\n");
    expect_heads("0 1.0", "2 NUMBER head '1.0' of word 2 is not a number\n");
    expect_heads("0 -1", "2 NUMBER head '-1' of word 2 is not a number\n");
    expect_heads("0 0x1", "2 NUMBER head '0x1' of word 2 is not a number\n");
    expect_heads("0 1e0", "2 NUMBER head '1e0' of word 2 is not a number\n");
    expect(W("1", "a", "0") W("2", "b", " 1") W("3", "c", "1 ") "\n",
           "2 NUMBER head ' 1' of word 2 is not a number\n3 NUMBER head '1 ' of word 3 is not a number\n");
    expect_heads("0 _ 1", "2 NUMBER word 2 has no head\n");
    expect_heads("_ _ 2", "1 NUMBER word 1 has no head\n2 NUMBER word 2 has no head\n");
    expect_heads("_ _ _", "1 NUMBER no word has a head: the sentence is not annotated\n");
    expect_heads("_", "1 NUMBER no word has a head: the sentence is not annotated\n");
    expect_heads("_ x", "1 NUMBER word 1 has no head\n2 NUMBER head 'x' of word 2 is not a number\n");
}

static void head_ranges(void)
{
    expect_heads("0 3", "2 RANGE head 3 of word 2 is out of range: the sentence has 2 words\n");
    expect_heads("2", "1 RANGE head 2 of word 1 is out of range: the sentence has 1 word\n"
                      "1 NO_ROOT no word has head 0\n");
    expect_heads("0 99999999999999999999",
                 "2 RANGE head 99999999999999999999 of word 2 is out of range: the sentence has 2 words\n");
    expect_heads("0 2147483648 4294967297",
                 "2 RANGE head 2147483648 of word 2 is out of range: the sentence has 3 words\n"
                 "3 RANGE head 4294967297 of word 3 is out of range: the sentence has 3 words\n");
}

static void loops_and_cycles(void)
{
    expect_heads("0 2 1", "2 SELF_LOOP word 2 is its own head\n");
    expect_heads("0 3 2 1", "2 CYCLE cycle: 2 -> 3 -> 2 (b, c)\n");
    // Two cycles, a tail that hangs from one, a self-loop; each is told once, at its first word.
    expect_heads("0 5 6 2 4 3 3 8 1",
                 "2 CYCLE cycle: 2 -> 5 -> 4 -> 2 (b, e, d)\n3 CYCLE cycle: 3 -> 6 -> 3 (c, f)\n"
                 "8 SELF_LOOP word 8 is its own head\n");
    expect_heads("2 1", "1 CYCLE cycle: 1 -> 2 -> 1 (a, b)\n1 NO_ROOT no word has head 0\n");
}

static void roots(void)
{
    expect_heads("2 3 1", "1 CYCLE cycle: 1 -> 2 -> 3 -> 1 (a, b, c)\n1 NO_ROOT no word has head 0\n");
    expect_heads("1", "1 SELF_LOOP word 1 is its own head\n1 NO_ROOT no word has head 0\n");
    expect_heads("0 1 1 0", "4 ROOTS 2 words have head 0: 1, 4\n");
    expect_heads("0 0 0 0 0 0 0 0 0 0 0 1",
                 "2 ROOTS 11 words have head 0: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...\n");
    expect_heads("x 1", "1 NUMBER head 'x' of word 1 is not a number\n"); // it may be the root
    const char *two = W("1", "a", "0") W("2", "b", "0") "\n";
    expect_bytes(two, strlen(two), true, "");
}

static void empty_columns(void)
{
    expect(W("1", "", "0") "\n", "1 EMPTY column FORM is empty\n");
    expect("1\t\t\tX\t\t_\t\tdep\t_\t\n# comment\n\n",
           "1 EMPTY column FORM is empty\n1 EMPTY column LEMMA is empty\n1 EMPTY column XPOS is empty\n"
           "1 NUMBER column HEAD is empty\n1 EMPTY column MISC is empty\n");
    expect("1-1\t\t_\t_\t_\t_\t\t_\t_\t_\n" W("1", "a", "0") "\n",
           "1 EMPTY column FORM is empty\n1 EMPTY column HEAD is empty\n"); // no word, so no head is missing
    // CoNLL-X has its own names.
    expect(
        "1\ta\t_\tNN\t\t_\t0\tROOT\t\t\r\n\r\n",
        "1 EMPTY column POSTAG is empty\n1 EMPTY column PHEAD is empty\n1 EMPTY column PDEPREL is empty\n");
}

static void bytes_that_are_not_text(void)
{
    expect(W("1",
             "a\xff"
             "b\xc3",
             "0") "\n",
           "1 UTF8 invalid UTF-8: 0xFF at byte offset 3, 0xC3 at byte offset 5\n");
    expect("# \xed\xa0\x80 surrogate, \xc0\xaf overlong\n" W("1", "a", "0") "\n",
           "1 UTF8 invalid UTF-8: 0xED at byte offset 2, 0xC0 at byte offset 17\n");
    expect(W("1", "a\x07", "0") "\n", "1 CONTROL control character: U+0007 at byte offset 3\n");
    expect("# \x01\x02\x7f\xc2\x85\n" W("1", "a", "0") "\n",
           "1 CONTROL control characters: U+0001 at byte offset 2, U+0002 at byte offset 3, U+007F at byte "
           "offset 4, U+0085 at byte offset 5\n");
    expect(
        "# \x1a\x1a\x1a\x1a\x1a\x1a\x1a\x1a\n" W("1", "a", "0") "\n",
        "1 CONTROL control characters: U+001A at byte offset 2, U+001A at byte offset 3, U+001A at byte "
        "offset 4, U+001A at byte offset 5, U+001A at byte offset 6, U+001A at byte offset 7 and 2 more\n");
    expect(W("1", "a\rb", "0") "\r\n", "1 CONTROL control character: U+000D at byte offset 3\n");
    const char nul[] = W("1", "a\0b", "0") "\n";
    expect_bytes(nul, sizeof nul - 1, false, "1 CONTROL control character: U+0000 at byte offset 3\n");
    const char bom[] = "\xef\xbb\xbf# \x01\n" W("1", "a", "0") "\n";
    expect_bytes(bom, sizeof bom - 1, false, "1 CONTROL control character: U+0001 at byte offset 5\n");
}

static void all_at_once_in_order(void)
{
    expect("# \xff\n"                // 1
           W("1", "a", "2")          // 2
           W("2", "b", "1")          // 3
           "3\tc\n"                  // 4
           W("4", "", "4")           // 5
           W("6", "d\x02", "9")      // 6
           W("6", "e", "y")          // 7
           "\n\n"                    // 8
           W("1", "a", "0")          // 10
           W("2", "b", "0")          // 11
           "\n"                      // 12
           W("1", "a", "2")          // 13
           W("2", "b", "_")          // 14
           "\n" W("1", "last", "1"), // 16, without a blank line after it
           "1 UTF8 invalid UTF-8: 0xFF at byte offset 2\n"
           "2 CYCLE cycle: 1 -> 2 -> 1 (a, b)\n"
           "4 COLUMNS 2 columns instead of 10\n"
           "5 EMPTY column FORM is empty\n"
           "5 SELF_LOOP word 4 is its own head\n"
           "6 ID id 6 where 5 was expected\n"
           "6 CONTROL control character: U+0002 at byte offset 3\n"
           "6 RANGE head 9 of word 6 is out of range: the sentence has 6 words\n"
           "7 ID id 6 where 7 was expected\n"
           "7 NUMBER head 'y' of word 6 is not a number\n"
           "11 ROOTS 2 words have head 0: 1, 2\n"
           "14 NUMBER word 2 has no head\n"
           "16 SELF_LOOP word 1 is its own head\n"
           "16 NO_ROOT no word has head 0\n");
}

#define L(id, head, label) id "\ta\t_\tX\t_\t_\t" head "\t" label "\t_\t_\n"

static void expect_ud(const char *text, const char *expected)
{
    copse_check_result result;
    // one root word is the rule, whatever is said of several
    const copse_check_options options[] = {{.ud = true}, {.ud = true, .several_roots = true}};
    for (int i = 0; i < 2; i++) {
        seen s = run(text, strlen(text), &options[i], &result);
        CHECK_STRING(s.text, expected);
        mem_free(s.text);
    }
    seen s = run(text, strlen(text), NULL, &result);
    CHECK_INT(result.problems[COPSE_P_ROOT_LABEL] + result.problems[COPSE_P_ROOT_BELOW], 0);
    mem_free(s.text);
}

static void root_labels_of_ud(void)
{
    expect_ud(L("1", "0", "root") L("2", "1", "dep") "\n" L("1", "0", "root:x") "\n", "");
    expect_ud(L("1", "2", "dep") L("2", "0", "nsubj") "\n",
              "2 ROOT_LABEL word 2 has head 0 and the label 'nsubj', not root\n");
    expect_ud(L("1", "2", "root") L("2", "0", "root") L("3", "2", "root:y") "\n",
              "1 ROOT_BELOW word 1 has the label 'root' and head 2, not 0\n"
              "3 ROOT_BELOW word 3 has the label 'root:y' and head 2, not 0\n");
    expect_ud(L("1", "0", "rooted") L("2", "1", "roo") L("3", "1", "Root") "\n",
              "1 ROOT_LABEL word 1 has head 0 and the label 'rooted', not root\n");
    expect_ud(L("1", "0", "root") L("2", "0", "punct") L("3", "0", "root") "\n",
              "2 ROOTS 3 words have head 0: 1, 2, 3\n"
              "2 ROOT_LABEL word 2 has head 0 and the label 'punct', not root\n");
    // what is no head, or has no label, has its complaint
    expect_ud(L("1", "0", "root") L("2", "9", "root") L("3", "3", "root") L("4", "x", "root") "\n",
              "2 RANGE head 9 of word 2 is out of range: the sentence has 4 words\n"
              "3 SELF_LOOP word 3 is its own head\n4 NUMBER head 'x' of word 4 is not a number\n");
    expect_ud(L("1", "0", "") "\n", "1 EMPTY column DEPREL is empty\n");
    expect_ud(L("1", "_", "_") L("2", "_", "_") "\n",
              "1 NUMBER no word has a head: the sentence is not annotated\n");
}

static void one_sentence_by_itself(void)
{
    const char *text = W("1", "a", "0") W("2", "b", "2") "\n";
    copse_error err;
    const char *path = scratch_text("in.conllu", text);
    copse_reader *reader = copse_reader_open(path, &err);
    copse_sentence *s = copse_sentence_new();
    seen all = {.ordered = true};
    REQUIRE(reader && copse_reader_next(reader, s, &err) == 1);
    CHECK_INT(chk_sentence(s, NULL, see, &all), 1);
    CHECK_STRING(all.text, "2 SELF_LOOP word 2 is its own head\n");
    CHECK_INT(chk_sentence(s, NULL, NULL, NULL), 1);
    mem_free(all.text);
    copse_sentence_free(s);
    copse_reader_close(reader);
}

// 20,000 words: a cycle of all, then ten thousand cycles of two, then all heads bad, with ids backwards.
static void long_sentences_are_no_trouble(void)
{
    enum { N = 20000 };
    char *text = mem_alloc((size_t)N * 3, 64);
    for (int round = 0; round < 3; round++) {
        size_t used = 0;
        for (int w = 1; w <= N; w++) {
            int head = round == 0 ? w % N + 1 : round == 1 ? ((w - 1) ^ 1) + 1 : N + 1;
            int id = round == 2 ? N + 1 - w : w;
            used += (size_t)sprintf(text + used, "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", id, head);
        }
        copse_check_result result;
        seen s = run(text, used, NULL, &result);
        CHECK_INT(result.sentences, 1);
        CHECK_INT(result.words, N);
        CHECK_INT(result.problems[COPSE_P_CYCLE], round == 0 ? 1 : round == 1 ? N / 2 : 0);
        CHECK_INT(result.problems[COPSE_P_NO_ROOT], 1);
        CHECK_INT(result.problems[COPSE_P_HEAD_RANGE], round == 2 ? N : 0);
        CHECK_INT(result.problems[COPSE_P_ID], round == 2 ? N : 0);
        CHECK(s.ordered);
        mem_free(s.text);
    }
    mem_free(text);
}

static void many_problems_come_in_batches(void)
{
    enum { N = 100000 };
    char *text = mem_alloc(N, 2);
    for (int i = 0; i < N; i++)
        memcpy(text + 2 * i, "x\n", 2);
    copse_check_result result;
    seen s = run(text, (size_t)N * 2, NULL, &result);
    CHECK_INT(result.problems[COPSE_P_COLUMNS], N);
    CHECK_INT(result.total, N);
    mem_free(s.text);
    mem_free(text);
}

static void random_bytes_are_survived(void)
{
    static const char pieces[] = "\t\t\t\t\t\t\n\n0123456789_--..# ab\r\x00\xff\xc3\xa9\xef\xbb\xbf";
    rng r;
    rng_seed(&r, 5);
    for (int round = 0; round < 200; round++) {
        char bytes[3000];
        size_t size = rng_below(&r, sizeof bytes);
        for (size_t i = 0; i < size; i++)
            bytes[i] = round % 2 ? (char)rng_next(&r) : pieces[rng_below(&r, sizeof pieces - 1)];
        copse_check_result result;
        const copse_check_options options = {.several_roots = round % 3 == 0, .ud = round % 2};
        seen s = run(bytes, size, &options, &result);
        CHECK(s.ordered || result.sentences != 1);
        mem_free(s.text);
    }
}

// Token lines with ids and heads at random: what is complained about must be true.
static void no_complaint_about_random_trees(void)
{
    rng r;
    rng_seed(&r, 9);
    for (int round = 0; round < 100; round++) {
        char text[8192];
        size_t used = 0;
        int n = 1 + (int)rng_below(&r, 12), root = 1 + (int)rng_below(&r, (uint64_t)n), order[13];
        for (int w = 1; w <= n; w++) { // a random order that begins with the root; heads come before
            int k = 1 + (int)rng_below(&r, (uint64_t)w);
            order[w] = order[k];
            order[k] = w;
        }
        for (int k = 1; k <= n; k++)
            if (order[k] == root) {
                order[k] = order[1];
                order[1] = root;
            }
        for (int w = 1; w <= n; w++) {
            int at = 1;
            while (order[at] != w)
                at++;
            int head = at == 1 ? 0 : order[1 + rng_below(&r, (uint64_t)at - 1)];
            used += (size_t)sprintf(text + used, "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", w, head);
        }
        text[used++] = '\n';
        expect_bytes(text, used, false, "");
    }
}

static void files_that_cannot_be_read(void)
{
    copse_check_result result;
    copse_error err;
    CHECK_INT(copse_check("/nonexistent/file", NULL, NULL, NULL, &result, &err), COPSE_EIO);
    CHECK_STRING(err.file, "/nonexistent/file");
    CHECK(copse_check("/", NULL, NULL, NULL, &result, &err) < 0);
}

TESTS(TEST(a_good_file_has_no_problems), TEST(graphs), TEST(columns), TEST(ids), TEST(head_numbers),
      TEST(head_ranges), TEST(loops_and_cycles), TEST(roots), TEST(root_labels_of_ud), TEST(empty_columns),
      TEST(bytes_that_are_not_text), TEST(all_at_once_in_order), TEST(one_sentence_by_itself),
      TEST(long_sentences_are_no_trouble), TEST(many_problems_come_in_batches),
      TEST(random_bytes_are_survived), TEST(no_complaint_about_random_trees), TEST(files_that_cannot_be_read))
