// SPDX-License-Identifier: MIT
// Reading graphs: arcs, faults, empty nodes, both formats.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/treebank/deps.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"

#include <stdlib.h>

// A sentence of three words; the second has this DEPS.
static copse_sentence *with(const char *column)
{
    char text[512];
    copse_error err;
    snprintf(text, sizeof text,
             "1\ta\ta\tNOUN\tN\tCase=Nom\t2\tnsubj\t2:nsubj\t_\n2\tb\tb\tVERB\tV\t_\t0\troot\t%s\t_\n"
             "2.1\te\te\tVERB\tV\t_\t_\t_\t2:conj\t_\n3\tc\tc\tNOUN\tN\t_\t2\tobj\t2:obj\t_\n\n",
             column);
    copse_reader *r = copse_reader_memory(text, strlen(text), "bank", &err);
    copse_sentence *s = copse_sentence_new();
    if (!r || copse_reader_next(r, s, &err) != 1)
        abort();
    copse_reader_close(r);
    s->file = "bank";
    return s;
}

static void check_read(const char *column, const char *expected)
{
    char got[512] = "";
    copse_error err = {0};
    copse_sentence *s = with(column);
    deps g = {0};
    if (deps_read(&g, s, &err) != 0)
        snprintf(got, sizeof got, "%ld: %.400s", err.line, err.message);
    else
        for (size_t i = g.first[2]; i < g.first[3]; i++) {
            const size_t n = strlen(got);
            snprintf(got + n, sizeof got - n, "%s%d:%.*s", n ? "|" : "", g.arc[i].head,
                     (int)g.arc[i].label.len, g.arc[i].label.s);
        }
    CHECK_STRING(got, expected);
    deps_done(&g);
    copse_sentence_free(s);
}

static void reads_and_sorts(void)
{
    check_read("_", "");
    check_read("0:root", "0:root");
    check_read("3:obl:in|0:root|1:b|1:a", "0:root|1:a|1:b|3:obl:in");
    check_read("2.1:conj|0:root|8.12:x", "0:root");
}

static void refuses(void)
{
    check_read("5:a|x", "2: '5:a' in DEPS of word 2 has a head out of range");
    check_read("1:a|x", "2: 'x' in DEPS of word 2 is not a head, a colon and a label");
    check_read(":", "2: ':' in DEPS of word 2 has no label");
    check_read(":a", "2: ':a' in DEPS of word 2 has no number as its head");
    check_read("1:", "2: '1:' in DEPS of word 2 has no label");
    check_read("99:foo", "2: '99:foo' in DEPS of word 2 has a head out of range");
    check_read("-1:foo", "2: '-1:foo' in DEPS of word 2 has no number as its head");
    check_read("01:foo", "2: '01:foo' in DEPS of word 2 has no number as its head");
    check_read("1.x:foo", "2: '1.x:foo' in DEPS of word 2 has no number as its head");
    check_read("2:foo", "2: '2:foo' in DEPS of word 2 makes the word its own head");
    check_read("1:a|0:root|1:a", "2: 'a' in DEPS of word 2 is the label of the same arc twice");
    check_read("1:a||0:root", "2: '' in DEPS of word 2 is not a head, a colon and a label");
    check_read("1:a|", "2: '' in DEPS of word 2 stands after the last bar");
    check_read("1:\xff",
               "2: '1:\\xff' in DEPS of word 2 has a label that is not UTF-8 or has control characters");
}

static void passes_by_and_counts(void)
{
    copse_sentence *s = with("1:a|x|2.1:e|1:a|99:z|0:root");
    deps g = {0};
    deps_scan(&g, s);
    CHECK_INT(deps_count(&g, 2), 2);
    CHECK_INT(g.bad, 2);
    CHECK_INT(g.empty, 1);
    CHECK(deps_given(s));
    deps_done(&g);
    copse_sentence_free(s);
}

static void reads_conllx(void)
{
    static const char text[] = "1\ta\ta\tN\tN\t_\t2\tSBJ\t3\tOBJ\n2\tb\tb\tV\tV\t_\t0\tROOT\t0\tROOT\n"
                               "3\tc\tc\tV\tV\t_\t2\tVG\t_\t_\n\n";
    copse_error err;
    copse_reader *r = copse_reader_memory(text, sizeof text - 1, "bank", &err);
    copse_sentence *s = copse_sentence_new();
    deps g = {0};
    REQUIRE(r && copse_reader_next(r, s, &err) == 1);
    REQUIRE(s->format == COPSE_CONLLX);
    REQUIRE(deps_read(&g, s, &err) == 0);
    CHECK_INT(deps_count(&g, 1), 2);
    CHECK_INT(deps_count(&g, 2), 1);
    CHECK_INT(deps_count(&g, 3), 1);
    CHECK_INT(g.arc[1].head, 3);
    CHECK(str_is(g.arc[1].label, "OBJ"));
    deps_done(&g);
    copse_sentence_free(s);
    copse_reader_close(r);
}

// Whatever stands in the column: what is read is in range, in order, without repetition, and what the strict
// reader takes has nothing bad.
static void any_text(void)
{
    static const char letters[] = "0123|:.ax-_";
    rng r;
    deps g = {0}, strict = {0};
    rng_seed(&r, 3);
    for (int round = 0; round < 20000; round++) {
        char text[16] = "";
        copse_error err;
        const size_t n = 1 + rng_below(&r, sizeof text - 2);
        for (size_t i = 0; i < n; i++)
            text[i] = letters[rng_below(&r, sizeof letters - 1)];
        copse_sentence *s = with(text);
        deps_scan(&g, s);
        for (size_t i = g.first[2]; i < g.first[3]; i++) {
            CHECK(g.arc[i].head >= 0 && g.arc[i].head <= 3 && g.arc[i].head != 2 && g.arc[i].label.len);
            CHECK(i == g.first[2] || deps_compare(&g.arc[i - 1], &g.arc[i]) < 0);
        }
        if (deps_read(&strict, s, &err) == 0)
            CHECK(g.bad == 0 && deps_count(&g, 2) == deps_count(&strict, 2));
        copse_sentence_free(s);
    }
    deps_done(&g);
    deps_done(&strict);
}

TESTS(TEST(reads_and_sorts), TEST(refuses), TEST(passes_by_and_counts), TEST(reads_conllx), TEST(any_text))
