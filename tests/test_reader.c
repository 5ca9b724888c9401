// SPDX-License-Identifier: MIT
#include "copse.h"
#include "tests/files.h"
#include "tests/harness.h"
#include "common/base/random.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"
#include "common/base/mem.h"

#include <zlib.h>
#include <zstd.h>

#define W(id, form, head, label) id "\t" form "\t_\tNOUN\t_\t_\t" head "\t" label "\t_\t_\n"

static void count(void *context, const copse_problem *problem)
{
    (void)problem;
    ++*(int *)context;
}

// Reads a file and compares the sentences laid end to end with its bytes. Returns the number of sentences, or
// a negative code. With problems given, reads on over them.
static int round_trip(const char *path, const char *bytes, size_t size, int *problems)
{
    copse_error err;
    copse_reader *r = copse_reader_open(path, &err);
    copse_sentence *s = copse_sentence_new();
    size_t at = 0;
    int sentences = 0, code = r ? 0 : err.code;
    if (r && problems)
        rd_on_problem(r, count, problems);
    while (r && (code = copse_reader_next(r, s, &err)) > 0) {
        CHECK(at + s->text_len <= size && memcmp(bytes + at, s->text, s->text_len) == 0);
        for (int w = 1; w <= s->n; w++)
            for (copse_column k = COPSE_ID; k < COPSE_COLUMNS; k++)
                CHECK(s->word[w].column[k + 1] <= s->text_len + SEN_SLACK &&
                      sen_column(s, w, k).len < size + 1);
        at += s->text_len;
        sentences++;
    }
    if (code == 0)
        CHECK_INT(at, size);
    copse_sentence_free(s);
    copse_reader_close(r);
    return code < 0 ? code : sentences;
}

static int trip(const char *text)
{
    return round_trip(scratch_text("t.conllu", text), text, strlen(text), NULL);
}

static void every_byte_survives(void)
{
    CHECK_INT(trip(""), 0);
    CHECK_INT(trip("\n\n\n"), 1);
    CHECK_INT(trip("# only a comment"), 1);
    CHECK_INT(trip(W("1", "a", "0", "root") "\n"), 1);
    CHECK_INT(trip(W("1", "a", "0", "root")), 1);
    CHECK_INT(trip("1\ta\t_\t_\t_\t_\t0\troot\t_\t_"), 1);
    CHECK_INT(trip("\n\n# c\n\n" W("1", "a", "0", "root") "\n\n\n" W("1", "b c", "_", "_") "\n\n  \n"), 3);
    CHECK_INT(
        trip("\xef\xbb\xbf# c\r\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n1\tb\t_\t_\t_\t_\t0\troot\t_\t_\r\n"),
        2);
    CHECK_INT(trip("0.1\tx\t_\t_\t_\t_\t_\t_\t0:root\t_\n# inside\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" W(
                  "1", "a", "2", "x")
                       W("2", "b", "0",
                         "root") "2.1\tx\t_\t_\t_\t_\t_\t_\t1:x\t_\n2.2\tx\t_\t_\t_\t_\t_\t_\t1:x\t_\n\n"),
              1);
}

static copse_format format_of(const char *text)
{
    copse_error err;
    copse_reader *r = copse_reader_open(scratch_text("f", text), &err);
    copse_format format = copse_reader_format(r);
    copse_reader_close(r);
    return format;
}

static void formats_are_recognised(void)
{
    CHECK_INT(format_of("1\ta\ta\tN\tNN\tsg|nom\t0\tROOT\t_\t_\n"), COPSE_CONLLX);
    CHECK_INT(format_of("1\ta\ta\tNOUN\tNN\t_\t0\tROOT\t0\tROOT\n"), COPSE_CONLLX);
    CHECK_INT(format_of("# c\n1\ta\ta\tN\tNN\t_\t0\troot\t_\t_\n"), COPSE_CONLLU);
    CHECK_INT(format_of("1\ta\ta\tNOUN\tNN\tCase=Nom\t0\troot\t0:root\t_\n"), COPSE_CONLLU);
    CHECK_INT(format_of("1\ta\ta\tNOUN\tNN\t_\t0\troot\t_\tSpaceAfter=No\n"), COPSE_CONLLU);
    CHECK_INT(format_of(""), COPSE_CONLLU);
}

static void words_have_columns_and_lines(void)
{
    copse_error err;
    copse_reader *r = copse_reader_open(scratch_text("c", "\n# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" W(
                                                              "1", "a", "2", "x") W("2", "b", "0", "root")),
                                        &err);
    copse_sentence *s = copse_sentence_new();
    REQUIRE(copse_reader_next(r, s, &err) == 1);
    CHECK_INT(copse_sentence_length(s), 2);
    CHECK_INT(copse_sentence_line(s, 0), 2);
    CHECK_INT(copse_sentence_line(s, 1), 4);
    CHECK_INT(copse_sentence_line(s, 2), 5);
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_FORM), "b"));
    CHECK(str_is(copse_sentence_column(s, 1, COPSE_DEPREL), "x"));
    CHECK(str_is(copse_sentence_column(s, 2, COPSE_MISC), "_"));
    CHECK_INT(s->multiword, 1);
    CHECK_INT(s->comments, 1);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_sentence_free(s);
    copse_reader_close(r);
}

// The complaint about a text, or "" if there is none.
static const char *complaint(const char *text)
{
    static char buf[2048];
    copse_error err;
    copse_reader *r = copse_reader_open(scratch_text("bad", text), &err);
    copse_sentence *s = copse_sentence_new();
    int code;
    while ((code = copse_reader_next(r, s, &err)) > 0)
        ;
    copse_sentence_free(s);
    copse_reader_close(r);
    if (code == 0)
        return "";
    const char *whole = copse_error_text(&err, buf, sizeof buf);
    return strstr(whole, "bad:") + 4;
}

static void malformed_lines_are_named(void)
{
    CHECK_STRING(complaint("# c\n1\ta\n"), "2: 2 columns instead of 10");
    CHECK_STRING(complaint("1 a _ _ _ _ 0 root _ _\n"),
                 "1: 1 column instead of 10 (they are separated by tabs)");
    CHECK_STRING(complaint("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\t_\n"), "1: 11 columns instead of 10");
    CHECK_STRING(complaint(W("1", "a", "0", "root") W("3", "b", "1", "x")), "2: id 3 where 2 was expected");
    CHECK_STRING(complaint(W("x", "a", "0", "root")), "1: 'x' is not an id");
    CHECK_STRING(complaint(W("01", "a", "0", "root")), "1: '01' is not an id");
    CHECK_STRING(complaint(W("99999999999", "a", "0", "root")), "1: '99999999999' is not an id");
    CHECK_STRING(complaint(W("2-3", "a", "_", "_") W("1", "b", "0", "root")),
                 "1: multiword token 2-3 out of order: the next word is 1");
    CHECK_STRING(complaint(W("1-3", "a", "_", "_") W("1", "b", "0", "root")),
                 "1: multiword token ends at 3, but the last word is 1");
    CHECK_STRING(complaint(W("1.1", "a", "_", "_") W("1", "b", "0", "root")),
                 "1: empty node 1.1 where 0.1 was expected");
    CHECK_STRING(complaint(W("1", "b", "0", "root") "\n" W("1", "b", "x", "root")), "");
}

static void nul_bytes_are_refused(void)
{
    static const char text[] = "# c\n1\ta\0b\t_\t_\t_\t_\t0\troot\t_\t_\n";
    copse_error err;
    copse_sentence *s = copse_sentence_new();
    copse_reader *r = copse_reader_open(scratch_bytes("nul", text, sizeof text - 1), &err);
    CHECK(copse_reader_next(r, s, &err) == COPSE_EINPUT);
    CHECK_INT(err.line, 2);
    copse_sentence_free(s);
    copse_reader_close(r);
}

static void heads_are_numbers_or_not(void)
{
    static const struct {
        const char *head;
        int value;
    } cases[] = {{"0", 0},
                 {"1", 1},
                 {"_", SEN_NO_HEAD},
                 {"", SEN_NO_HEAD},
                 {"01", SEN_BAD_HEAD},
                 {"+1", SEN_BAD_HEAD},
                 {"-1", SEN_BAD_HEAD},
                 {"1.0", SEN_BAD_HEAD},
                 {"x", SEN_BAD_HEAD},
                 {"999999999", 999999999},
                 {"9999999999", SEN_BAD_HEAD},
                 {"1 ", SEN_BAD_HEAD}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "1\ta\t_\t_\t_\t_\t%s\tx\t_\t_\n", cases[i].head);
        copse_error err;
        copse_reader *r = copse_reader_open(scratch_text("h", text), &err);
        copse_sentence *s = copse_sentence_new();
        CHECK(copse_reader_next(r, s, &err) == 1);
        CHECK_INT(s->word[1].head, cases[i].value);
        copse_sentence_free(s);
        copse_reader_close(r);
    }
}

// A sentence of n words as text, in memory of the caller's.
static char *long_sentence(int n, size_t *size)
{
    char *text = mem_alloc(1, (size_t)n * 48 + 64), *p = text;
    for (int i = 1; i <= n; i++)
        p += sprintf(p, "%d\tw%d\t_\tNOUN\t_\t_\t%d\tx\t_\t_\n", i, i, i - 1);
    p += sprintf(p, "\n");
    *size = (size_t)(p - text);
    return text;
}

static void long_sentences_and_lines(void)
{
    size_t size;
    char *text = long_sentence(20000, &size);
    CHECK_INT(round_trip(scratch_bytes("long", text, size), text, size, NULL), 1);
    mem_free(text);
    size = 1 << 20;
    text = mem_alloc(1, size + 1);
    memset(text, 'x', size);
    text[size] = 0;
    CHECK_INT(round_trip(scratch_bytes("line", text, size), text, size, NULL), COPSE_EINPUT);
    text[0] = '#';
    CHECK_INT(round_trip(scratch_bytes("line", text, size), text, size, NULL), 1);
    mem_free(text);
}

static void endless_sentences_are_refused(void)
{
    size_t size = (size_t)SEN_MAX_BYTES + (2 << 20);
    char *text = mem_alloc(1, size);
    memset(text, 'x', size);
    CHECK_INT(round_trip(scratch_bytes("endless", text, size), text, size, NULL), COPSE_ELIMIT);
    mem_free(text);
    size = 2 * ((size_t)SEN_MAX_LINES + 2);
    text = mem_alloc(1, size);
    for (size_t i = 0; i < size; i += 2)
        memcpy(text + i, "1\n", 2);
    int problems = 0;
    CHECK_INT(round_trip(scratch_bytes("endless", text, size), text, size, &problems), COPSE_ELIMIT);
    mem_free(text);
}

enum { MB = 1 << 20 };

// `size` bytes of `fill` again and again, then a sentence. CoNLL-X by its tags.
static char *after_much(const char *fill, size_t size, size_t *total)
{
    static const char words[] = "1\ta\t_\tN1\tN1\tf\t2\tx\t_\t_\n2\tb\t_\tV\tV\tf\t0\ty\t_\t_\n\n";
    const size_t len = strlen(fill);
    *total = size / len * len + sizeof words - 1;
    char *text = mem_alloc(1, *total);
    for (size_t at = 0; at + len <= size; at += len)
        memcpy(text + at, fill, len);
    memcpy(text + *total - (sizeof words - 1), words, sizeof words - 1);
    return text;
}

// Blank lines and comments have no limit; neither does memory grow with them.
static void much_before_a_sentence(void)
{
    static const char *const fill[] = {
        "                                                                         \r\n",
        "# a comment, and a comment, and a comment, and a comment, and one more\n",
        "\n\n# comments, and blank lines in between, which make the time of this test\n",
    };
    for (size_t i = 0; i < sizeof fill / sizeof fill[0]; i++) {
        size_t size, longest = 0;
        char *text = after_much(fill[i], 70 * MB, &size);
        const char *path = scratch_bytes("much", text, size);
        CHECK(round_trip(path, text, size, NULL) > 1);
        copse_error err;
        copse_reader *r = copse_reader_open(path, &err);
        copse_sentence *s = copse_sentence_new();
        while (copse_reader_next(r, s, &err) > 0 && s->n == 0)
            longest = s->text_len > longest ? s->text_len : longest;
        CHECK(longest <= (size_t)(strchr(fill[i], '#') ? 33 : 2) * MB);
        CHECK_INT(s->n, 2);
        CHECK_INT(sen_line(s, 1), (long)(70 * MB / strlen(fill[i])) * (i == 2 ? 3 : 1) + 1);
        CHECK_INT(s->format, strchr(fill[i], '#') ? COPSE_CONLLU : COPSE_CONLLX);
        CHECK_INT(copse_reader_format(r), s->format);
        CHECK_INT(copse_reader_next(r, s, &err), 0);
        copse_sentence_free(s);
        copse_reader_close(r);
        mem_free(text);
    }
    // A few stay with their sentence.
    size_t size;
    char *text = after_much("\n", MB / 2, &size);
    CHECK_INT(round_trip(scratch_bytes("few", text, size), text, size, NULL), 1);
    mem_free(text);
    text = after_much("# c\n", 20 * MB, &size);
    CHECK_INT(round_trip(scratch_bytes("few", text, size), text, size, NULL), 1);
    mem_free(text);
}

static void a_line_too_long(void)
{
    const size_t size = 70 * MB;
    char *text = mem_alloc(1, size);
    copse_error err;
    memset(text, 'x', size);
    memcpy(text, "\n\n#", 3);
    CHECK(!copse_reader_open(scratch_bytes("line", text, size), &err));
    CHECK(err.code == COPSE_ELIMIT && err.line == 3 && strstr(err.message, "a line of more than 64 MB"));
    mem_free(text);
}

static void compressed_files(void)
{
    size_t size;
    char *text = long_sentence(9000, &size);
    gzFile gz = gzopen(scratch("t.gz"), "wb");
    gzwrite(gz, text, (unsigned)size);
    gzclose(gz);
    CHECK_INT(round_trip(scratch("t.gz"), text, size, NULL), 1);
    size_t cap = ZSTD_compressBound(size);
    char *packed = mem_alloc(1, cap);
    size_t n = ZSTD_compress(packed, cap, text, size, 3);
    CHECK_INT(round_trip(scratch_bytes("t.zst", packed, n), text, size, NULL), 1);
    CHECK_INT(round_trip(scratch_bytes("cut.zst", packed, n / 2), text, size, NULL), COPSE_EINPUT);
    packed[n / 2] ^= 0x55;
    CHECK(round_trip(scratch_bytes("bad.zst", packed, n), text, size, NULL) < 0);
    mem_free(packed);
    packed = slurp(scratch("t.gz"), &n);
    CHECK_INT(round_trip(scratch_bytes("cut.gz", packed, n / 2), text, size, NULL), COPSE_EINPUT);
    packed[n / 2] ^= 0x55;
    CHECK(round_trip(scratch_bytes("bad.gz", packed, n), text, size, NULL) < 0);
    mem_free(packed);
    mem_free(text);
}

static void files_that_cannot_be_read(void)
{
    copse_error err;
    CHECK(!copse_reader_open("/nonexistent/file", &err) && err.code == COPSE_EIO);
    CHECK(!copse_reader_open("/", &err) && err.code == COPSE_EIO && strstr(err.message, "directory"));
}

// Any bytes: the strict reader stops or returns them all; the tolerant one always returns them all.
static void garbage_is_survived(void)
{
    static const char alphabet[] = "\t\t\t\t\n\n# 1234567890-._ab=|:\r\xc3\xa9\xff";
    rng random;
    rng_seed(&random, 7);
    char text[400];
    for (int round = 0; round < 3000; round++) {
        size_t size = rng_below(&random, sizeof text);
        for (size_t i = 0; i < size; i++)
            text[i] =
                round % 3 ? alphabet[rng_below(&random, sizeof alphabet - 1)] : (char)rng_below(&random, 256);
        const char *path = scratch_bytes("garbage", text, size);
        int problems = 0;
        round_trip(path, text, size, NULL);
        CHECK(round_trip(path, text, size, &problems) >= 0);
    }
}

TESTS(TEST(every_byte_survives), TEST(formats_are_recognised), TEST(words_have_columns_and_lines),
      TEST(malformed_lines_are_named), TEST(nul_bytes_are_refused), TEST(heads_are_numbers_or_not),
      TEST(long_sentences_and_lines), TEST(endless_sentences_are_refused), TEST(much_before_a_sentence),
      TEST(a_line_too_long), TEST(compressed_files), TEST(files_that_cannot_be_read),
      TEST(garbage_is_survived))
