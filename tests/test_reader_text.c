// SPDX-License-Identifier: MIT
// Reading plain text: what is taken for text and what for a treebank, and what a reader makes of a splitter's
// sentences.
#include "tests/harness.h"
#include "tests/files.h"
#include "tests/stages.h"

#include "common/base/mem.h"
#include "common/treebank/reader.h"

#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static copse_model *toy_model(const stage_kind *kind)
{
    toy *t = mem_zero(1, sizeof *t);
    return model_of(kind, t);
}

// All sentences as bytes, or NULL and err; the caller frees them.
static char *read_all(copse_reader *r, copse_error *err)
{
    text t = {0};
    copse_sentence *s = copse_sentence_new();
    int got;
    while (r && (got = copse_reader_next(r, s, err)) > 0)
        text_add(&t, s->text, s->text_len);
    const bool fine = r && got == 0;
    copse_sentence_free(s);
    copse_reader_close(r);
    text_add(&t, "", 1);
    if (fine)
        return t.s;
    text_done(&t);
    return NULL;
}

#define REST "\t_\t_\t_\t_\t_\t_\t_\t_\n"
#define HEADS "\t_\tX\t_\t_\t0\troot\t_\t_\n"

static void text_and_treebanks_are_told_apart(void)
{
    static const struct {
        const char *in;
        bool is_text;
        copse_format format;
    } all[] = {
        {"Hello world.\n", true, COPSE_CONLLU},
        {"Hello", true, COPSE_CONLLU},
        {"\n\n  \nHello\n", true, COPSE_CONLLU},
        {"1\ta" HEADS "\n", false, COPSE_CONLLU},
        {"\n\n# c\n1\ta" HEADS, false, COPSE_CONLLU},
        {"1-2\tab" REST "1\ta" HEADS "2\tb" HEADS "\n", false, COPSE_CONLLU},
        {"0.1\te" REST "1\ta" HEADS "\n", false, COPSE_CONLLU},
        {"1\ta\tb\tNN\tNN\tm|sg\t0\tROOT\t_\t_\n\n", false, COPSE_CONLLX},
        {"1\ta\t_\tNN\tNN\t_\n2\tb\t_\tNN\tNN\t_\n\n", false, COPSE_CONLLX6},
        {"1\ta\t_\tNN\tNN\t_\t0\tROOT\n2\tb\t_\tNN\tNN\t_\t1\tX\n\n", false, COPSE_CONLLX8},
        {"a\tb\nN\tV\nx\ty\n2\t0\n\n", false, COPSE_MST},
        {"a\tb\nN\tV\n2\t0\n\n", false, COPSE_MST},
        {"( (S (NP (N a)) (VP (V b))) )\n", false, COPSE_BRACKETS},
        {"(S (NP (N a)))", false, COPSE_BRACKETS},
        {"(He (the king) left.)\n", true, COPSE_CONLLU},
        {"(see below)\n", true, COPSE_CONLLU},
        {"name\tage\nJohn\t5\n", true, COPSE_CONLLU},
        {"1 Introduction\n2 Methods\n", true, COPSE_CONLLU},
        {"1984", true, COPSE_CONLLU},
        {"1984\n", true, COPSE_CONLLU},
        {"-\tone\n", false, COPSE_CONLLU}, // an id is wrong, not the format
        {"", false, COPSE_CONLLU},
        {"\n\n", false, COPSE_CONLLU},
        {"# sent_id = 1\n", false, COPSE_CONLLU},
        {"#\n# c\n", false, COPSE_CONLLU},
        {"#hashtag\n", true, COPSE_CONLLU},
        {"# Title\n\nSome words.\n", true, COPSE_CONLLU},
        {"#1 of all\n1\ta" HEADS "\n", false, COPSE_CONLLU},
        {"\xef\xbb\xbf"
         "1\ta" HEADS "\n",
         false, COPSE_CONLLU},
        {"\xef\xbb\xbf"
         "Hello\n",
         true, COPSE_CONLLU},
    };
    copse_model *m = toy_model(&toy_splitter), *none = toy_model(&toy_tagger);
    CHECK(copse_model_reads_text(m));
    CHECK(!copse_model_reads_text(none));
    CHECK(!copse_model_reads_text(NULL));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        copse_error err = {0};
        copse_reader *r = copse_reader_any_memory(all[i].in, strlen(all[i].in), NULL, m, NULL, &err);
        if (!r || copse_reader_is_text(r) != all[i].is_text || copse_reader_format(r) != all[i].format) {
            printf("  '%s': %s\n", all[i].in, r ? copse_format_name(copse_reader_format(r)) : err.message);
            CHECK(false);
        }
        copse_reader_close(r);
        r = copse_reader_any_memory(all[i].in, strlen(all[i].in), NULL, none, NULL, &err);
        CHECK(r && !copse_reader_is_text(r));
        copse_reader_close(r);
    }
    copse_model_free(m);
    copse_model_free(none);
}

// The error that people see who give text to a model without a tokeniser.
static void text_needs_a_tokeniser(void)
{
    static const char in[] = "Hello world.\n", advice[] = "plain text needs a model with a tokeniser";
    copse_model *none = toy_model(&toy_tagger);
    copse_error err = {0};
    CHECK(!read_all(copse_reader_any_memory(in, strlen(in), "f", none, NULL, &err), &err));
    CHECK_INT(err.code, COPSE_EINPUT);
    CHECK_INT(err.line, 1);
    CHECK(strstr(err.message, "1 column instead of 10") && strstr(err.message, advice));
    CHECK(!copse_reader_text_memory(in, strlen(in), "f", none, NULL, &err));
    CHECK(err.code == COPSE_EINPUT && strstr(err.message, advice));
    CHECK(!copse_reader_text_memory(in, strlen(in), "f", NULL, NULL, &err));
    // a treebank with a mistake is none of that
    static const char bad[] = "1\ta\tb\n\n";
    CHECK(!read_all(copse_reader_any_memory(bad, strlen(bad), "f", none, NULL, &err), &err));
    CHECK(strstr(err.message, "3 columns instead of 10") && !strstr(err.message, advice));
    CHECK(!copse_reader_text(scratch("nowhere"), none, NULL, &err));
    CHECK_INT(err.code, COPSE_EIO);
    CHECK(!copse_reader_text_memory(NULL, 3, NULL, none, NULL, &err));
    CHECK_INT(err.code, COPSE_EINPUT);
    copse_model_free(none);
}

static void sentences_come_from_the_splitter(void)
{
    static const char in[] = "\xef\xbb\xbf"
                             "ab cd\n\n\nef",
                      out[] = "1\tab" REST "2\tcd" REST "\n1\tef" REST "\n";
    copse_model *m = toy_model(&toy_splitter);
    copse_error err = {0};
    char *got = read_all(copse_reader_text_memory(in, strlen(in), NULL, m, NULL, &err), &err);
    REQUIRE(got);
    CHECK_STRING(got, out);
    mem_free(got);
    got = read_all(copse_reader_text(scratch_text("in", in), m, NULL, &err), &err);
    REQUIRE(got);
    CHECK_STRING(got, out);
    mem_free(got);
    got = read_all(copse_reader_text_memory("", 0, NULL, m, NULL, &err), &err);
    REQUIRE(got);
    CHECK_STRING(got, "");
    mem_free(got);
    // a treebank as text, if that is asked for
    got = read_all(copse_reader_text_memory("1\ta\n", 4, NULL, m, NULL, &err), &err);
    CHECK(!got && err.line == 1); // the toy leaves the tab in the form
    CHECK(!read_all(copse_reader_text_memory("a\nb\0c\n", 6, "f", m, NULL, &err), &err));
    CHECK_INT(err.code, COPSE_EINPUT);
    CHECK_INT(err.line, 2);
    CHECK(strstr(err.message, "a NUL byte"));
    copse_model_free(m);
}

// Messages give the line of the text where a sentence begins.
static void lines_are_those_of_the_text(void)
{
    static const char in[] = "\nab cd\n\nef gh\n";
    copse_model *m = toy_model(&toy_splitter);
    copse_error err = {0};
    copse_reader *r = copse_reader_text_memory(in, strlen(in), NULL, m, NULL, &err);
    copse_sentence *s = copse_sentence_new();
    REQUIRE(r);
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(copse_sentence_line(s, 2), 2);
    CHECK_INT(copse_reader_next(r, s, &err), 1);
    CHECK_INT(copse_sentence_line(s, 0), 4);
    CHECK_INT(copse_sentence_line(s, 2), 4);
    CHECK_INT(copse_reader_next(r, s, &err), 0);
    copse_sentence_free(s);
    copse_reader_close(r);
    copse_model_free(m);
}

// --- A text that comes in pieces

typedef struct pieces {
    const char *path, *text;
    size_t size;
} pieces;

static void *write_pieces(void *context)
{
    const pieces *p = context;
    FILE *f = fopen(p->path, "w");
    setvbuf(f, NULL, _IONBF, 0);
    for (size_t i = 0; i < strlen(p->text); i += p->size) {
        const size_t left = strlen(p->text) - i;
        fwrite(p->text + i, 1, left < p->size ? left : p->size, f);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    fclose(f);
    return NULL;
}

static void pieces_make_no_difference(void)
{
    static const char in[] = "ab cd\n\nef\ng hi\n\n\njk";
    static const char out[] =
        "1\tab" REST "2\tcd" REST "\n1\tef" REST "\n1\tg" REST "2\thi" REST "\n1\tjk" REST "\n";
    copse_model *m = toy_model(&toy_splitter);
    for (size_t size = 1; size <= sizeof in; size++) {
        char path[256];
        snprintf(path, sizeof path, "%s", scratch("in.fifo"));
        REQUIRE(mkfifo(path, 0600) == 0);
        pieces p = {path, in, size};
        pthread_t thread;
        copse_error err = {0};
        REQUIRE(pthread_create(&thread, NULL, write_pieces, &p) == 0);
        copse_reader *r =
            size % 2 ? copse_reader_text(path, m, NULL, &err) : copse_reader_any(path, m, NULL, &err);
        copse_sentence *s = copse_sentence_new();
        text t = {0};
        int got;
        while ((rd_ready(r) || true) && (got = copse_reader_next(r, s, &err)) > 0)
            text_add(&t, s->text, s->text_len);
        CHECK_INT(got, 0);
        pthread_join(thread, NULL);
        text_add(&t, "", 1);
        CHECK_STRING(t.s, out);
        text_done(&t);
        copse_sentence_free(s);
        copse_reader_close(r);
        unlink(path);
    }
    copse_model_free(m);
}

TESTS(TEST(text_and_treebanks_are_told_apart), TEST(text_needs_a_tokeniser),
      TEST(sentences_come_from_the_splitter), TEST(lines_are_those_of_the_text),
      TEST(pieces_make_no_difference))
