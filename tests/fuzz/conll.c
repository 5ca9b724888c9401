// SPDX-License-Identifier: MIT
// Any bytes as a treebank, in the format they seem to have and in every other: read, checked, counted,
// converted, projectivized, drawn.
#include "tests/fuzz/fuzz.h"

#include "common/base/utf8.h"
#include "common/treebank/reader.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DRAWN = 100 }; // words; the size of a drawing is their square

// --- Conversion

typedef struct converted {
    copse_writer *writer;
    const uint8_t *bytes;
    size_t size;
    long words;
    int code; // the reader's last
} converted;

// from and to are a copse_format; -1: as recognised, and that of the input.
static converted convert_from(const uint8_t *bytes, size_t size, int from, int to)
{
    const copse_read_options how = {.forced = from >= 0,
                                    .format = from < 0 ? COPSE_CONLLU : (copse_format)from};
    copse_error err = {0};
    converted c = {.writer = copse_writer_memory(), .code = -1};
    copse_sentence *s = copse_sentence_new();
    copse_reader *reader = copse_reader_memory_with(bytes, size, NULL, &how, &err);
    FUZZ_REQUIRE(reader, "a small input is refused at opening: %s", err.message);
    const copse_format format = to < 0 ? copse_reader_format(reader) : (copse_format)to;
    while ((c.code = copse_reader_next(reader, s, &err)) > 0) {
        copse_lost lost = {0};
        const int put = copse_writer_convert(c.writer, s, format, &lost, &err);
        FUZZ_REQUIRE(put == 0, "a sentence cannot be written: %s", err.message);
        c.words += copse_sentence_length(s);
    }
    if (c.code < 0)
        fuzz_error(c.code, &err);
    c.bytes = copse_writer_data(c.writer, &c.size);
    copse_reader_close(reader);
    copse_sentence_free(s);
    return c;
}

static converted convert(const uint8_t *bytes, size_t size, int to)
{
    return convert_from(bytes, size, -1, to);
}

// The same format copies what was read byte for byte, and stops where the reader does.
static bool convert_same(const uint8_t *bytes, size_t size, int from)
{
    converted c = convert_from(bytes, size, from, -1);
    FUZZ_REQUIRE(c.size <= size && (c.size == 0 || memcmp(c.bytes, bytes, c.size) == 0), "a copy differs");
    FUZZ_REQUIRE(c.code < 0 || c.size == size, "a copy has %zu of %zu bytes", c.size, size);
    const bool whole = c.code == 0;
    copse_writer_free(c.writer);
    return whole;
}

// There and back: each step can be read and has the same words.
static void convert_round(const uint8_t *bytes, size_t size)
{
    converted first = convert(bytes, size, COPSE_CONLLX);
    converted back = convert(first.bytes, first.size, COPSE_CONLLU);
    converted again = convert(back.bytes, back.size, COPSE_CONLLX);
    FUZZ_REQUIRE(first.code == 0 && back.code == 0 && again.code == 0, "a converted file cannot be read");
    FUZZ_REQUIRE(first.words == back.words && back.words == again.words, "%ld words, then %ld, then %ld",
                 first.words, back.words, again.words);
    copse_writer_free(first.writer);
    copse_writer_free(back.writer);
    copse_writer_free(again.writer);
}

// Whatever can be read in a format can be written in every other, and read again there with as many words.
static void convert_to_all(const uint8_t *bytes, size_t size, int from)
{
    if (!convert_same(bytes, size, from))
        return;
    for (int to = 0; to < COPSE_BRACKETS; to++) {
        converted there = convert_from(bytes, size, from, to);
        converted back = convert_from(there.bytes, there.size, to, COPSE_CONLLU);
        FUZZ_REQUIRE(there.code == 0 && back.code == 0, "%s cannot be read again",
                     copse_format_title((copse_format)to));
        FUZZ_REQUIRE(there.words == back.words, "%ld words, then %ld as %s", there.words, back.words,
                     copse_format_title((copse_format)to));
        copse_writer_free(there.writer);
        copse_writer_free(back.writer);
    }
}

// --- Checks

typedef struct problems {
    long of[COPSE_P_KINDS], total;
} problems;

static void count(void *context, const copse_problem *problem)
{
    problems *p = context;
    FUZZ_REQUIRE(problem->kind < COPSE_P_KINDS && problem->line > 0, "a problem of kind %d in line %ld",
                 (int)problem->kind, problem->line);
    FUZZ_REQUIRE(utf8_is_shown((copse_str){problem->message, strlen(problem->message)}),
                 "a message that cannot be shown: %s", problem->message);
    p->of[problem->kind]++;
    p->total++;
}

static void check(const char *file, bool whole, unsigned how)
{
    const copse_check_options options = {.several_roots = how & 1, .ud = how & 2};
    copse_check_result result;
    copse_error err = {0};
    problems p = {.total = 0};
    const int code = copse_check(file, &options, count, &p, &result, &err);
    if (code < 0)
        fuzz_error(code, &err);
    FUZZ_REQUIRE(code < 0 || result.total == p.total, "%ld problems, %ld told", result.total, p.total);
    FUZZ_REQUIRE(code < 0 || whole || p.total > 0, "check accepts what the reader refuses");
    copse_stats stats;
    const int counted = copse_stats_read(&stats, file, &err);
    FUZZ_REQUIRE((counted == 0) == whole, "the statistics and the reader disagree: %d", counted);
    if (counted < 0) {
        fuzz_error(counted, &err);
        return;
    }
    FUZZ_REQUIRE(stats.sentences == result.sentences && stats.words == result.words,
                 "other counts than check");
    FUZZ_REQUIRE(p.total > 0 || stats.annotated == stats.sentences, "check accepts what is no tree");
    copse_stats_done(&stats);
}

// --- Trees

static void draw(const copse_sentence *s, const copse_tree *tree, unsigned how)
{
    const copse_tree *both[] = {tree, tree};
    const char *names[] = {"one", NULL};
    const copse_draw_options options = {
        .width = 1 << (how & 7), .vertical = how & 8, .tags = how & 16, .ascii = how & 32};
    const unsigned which = how >> 6 & 3;
    size_t length = 0;
    char *lines = which == 2 ? copse_draw_beside(s, both, names, 2, &options, &length)
                             : copse_draw(s, tree, which == 3 ? tree : NULL, &options, &length);
    FUZZ_REQUIRE(lines && strlen(lines) == length, "a drawing of %zu bytes has a NUL", length);
    FUZZ_REQUIRE(length == 0 || lines[length - 1] == '\n', "a drawing does not end its last line");
    free(lines);
}

static void projectivize(const copse_sentence *s, copse_tree *tree, copse_pproj mode)
{
    copse_error err = {0};
    const int n = copse_sentence_length(s);
    const bool projective = copse_tree_is_projective(tree);
    const int lifts = copse_tree_projectivize(tree, mode, &err);
    fuzz_tree(tree, n);
    if (lifts < 0)
        fuzz_error(lifts, &err);
    else
        FUZZ_REQUIRE(copse_tree_is_projective(tree) && (lifts > 0) == !projective, "%d lifts", lifts);
    const int moved = copse_tree_deprojectivize(tree, mode);
    FUZZ_REQUIRE(moved >= 0 && moved <= n, "%d of %d words moved", moved, n);
    fuzz_tree(tree, n);
}

// Writes a sentence with its own tree: what is read again has the same tree.
static void rewrite(const copse_sentence *s, const copse_tree *tree)
{
    copse_error err = {0};
    copse_writer *writer = copse_writer_memory();
    copse_sentence *again = copse_sentence_new();
    copse_tree *other = copse_tree_new();
    size_t size;
    const int put = copse_writer_put(writer, s, tree, &err);
    FUZZ_REQUIRE(put == 0, "a sentence cannot be written with its tree: %s", err.message);
    const void *bytes = copse_writer_data(writer, &size);
    copse_reader *reader = copse_reader_memory(bytes, size, "written", &err);
    FUZZ_REQUIRE(reader && copse_reader_next(reader, again, &err) == 1 &&
                     copse_tree_read(other, again, &err) == 0,
                 "what was written is no tree: %s", err.message);
    fuzz_tree(other, copse_tree_length(tree));
    for (int d = 1; d <= copse_tree_length(tree); d++) {
        const copse_str a = copse_tree_label(tree, d), b = copse_tree_label(other, d);
        FUZZ_REQUIRE(copse_tree_head(tree, d) == copse_tree_head(other, d), "word %d has another head", d);
        FUZZ_REQUIRE(a.len == 0 || (a.len == b.len && memcmp(a.s, b.s, a.len) == 0),
                     "word %d has another label", d);
    }
    copse_reader_close(reader);
    copse_tree_free(other);
    copse_sentence_free(again);
    copse_writer_free(writer);
}

static void use_trees(const uint8_t *bytes, size_t size, unsigned how)
{
    copse_error err = {0};
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_reader *reader = copse_reader_memory(bytes, size, "input", &err);
    while (reader && copse_reader_next(reader, s, &err) > 0) {
        const int n = copse_sentence_length(s), code = copse_tree_read(tree, s, &err);
        FUZZ_REQUIRE(copse_tree_length(tree) == (code ? 0 : n), "a tree of %d words",
                     copse_tree_length(tree));
        if (code) {
            fuzz_error(code, &err);
            continue;
        }
        fuzz_tree(tree, n);
        if (n <= MOST_DRAWN)
            draw(s, tree, how);
        if (n > 0)
            rewrite(s, tree);
        projectivize(s, tree, (copse_pproj)(how % 3));
    }
    copse_reader_close(reader);
    copse_tree_free(tree);
    copse_sentence_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    // The ways to check and draw come from the bytes without taking any: an input is a treebank and no more.
    unsigned how = (unsigned)size;
    for (size_t i = 0; i < size && i < 64; i++)
        how = how * 31 + bytes[i];
    uint8_t *text = fuzz_copy(bytes, size);
    const bool whole = convert_same(text, size, -1);
    if (whole)
        convert_round(text, size);
    convert_to_all(text, size, -1);
    convert_to_all(text, size, (int)(how >> 8) % COPSE_FORMATS);
    check(fuzz_file(0, "input.conllu", text, size), whole, how >> 16);
    use_trees(text, size, how);
    free(text);
    return 0;
}
