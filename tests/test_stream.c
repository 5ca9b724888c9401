// SPDX-License-Identifier: MIT
// Parsing streams: the same bytes for any number of threads, and an answer for a program that waits for one.
#include "tests/harness.h"
#include "tests/tinybank.h"

#include "common/base/mem.h"
#include "common/treebank/reader.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static copse_model *tiny_model(void)
{
    tmodel m;
    copse_error err = {0};
    if (tiny_train(&m, sys_find("arc-eager"), TINY_OPTIONS, &err))
        return NULL;
    const char *path = scratch("model");
    int code = tiny_save(&m, path, &err);
    tm_done(&m);
    return code ? NULL : copse_model_load(path, &err);
}

static char *repeated(int times, const char *end)
{
    const size_t len = strlen(TINY);
    char *text = mem_alloc(len * (size_t)times + strlen(end) + 1, 1);
    for (int i = 0; i < times; i++)
        memcpy(text + len * (size_t)i, TINY, len);
    strcpy(text + len * (size_t)times, end);
    return text;
}

static void threads_do_not_change_bytes(void)
{
    copse_model *m = tiny_model();
    REQUIRE(m);
    const copse_parse_options options = {.scores = true};
    char *text = repeated(300, "# the end\n"), *first = NULL;
    size_t first_size = 0;
    for (int threads = 1; threads <= 4; threads++) {
        copse_error err = {0};
        long words = 0;
        size_t size;
        const char *in = scratch_text("in.conllu", text), *out = scratch("out.conllu");
        CHECK_INT(
            copse_parse_file(m, &options, in, out, &(copse_environment){.threads = threads}, &words, &err),
            0);
        CHECK_INT(words, 300 * 16);
        char *bytes = slurp(out, &size);
        CHECK(strstr(bytes, "Score="));
        if (threads == 1) {
            first = bytes;
            first_size = size;
            continue;
        }
        CHECK(size == first_size && memcmp(bytes, first, size) == 0);
        mem_free(bytes);
    }
    mem_free(first);
    mem_free(text);
    copse_model_free(m);
}

// The model knows these sentences: without scores the file comes out as it went in.
static void gold_comes_out_as_it_went_in(void)
{
    copse_model *m = tiny_model();
    REQUIRE(m);
    copse_error err = {0};
    char *text = repeated(2, "");
    const char *in = scratch_text("gold.conllu", text), *out = scratch("parsed.conllu");
    CHECK_INT(copse_parse_file(m, NULL, in, out, &(copse_environment){.threads = 2}, NULL, &err), 0);
    char *bytes = slurp(out, NULL);
    CHECK_STRING(bytes, text);
    mem_free(bytes);
    mem_free(text);
    copse_model_free(m);
}

static void failures_leave_no_file(void)
{
    copse_model *m = tiny_model();
    REQUIRE(m);
    for (int threads = 1; threads <= 3; threads += 2) {
        copse_error err = {0};
        char *text = repeated(100, "1\tbroken\n\n");
        const char *in = scratch_text("broken.conllu", text);
        char out[256];
        snprintf(out, sizeof out, "%s", scratch("none.conllu"));
        CHECK_INT(copse_parse_file(m, NULL, in, out, &(copse_environment){.threads = threads}, NULL, &err),
                  COPSE_EINPUT);
        CHECK_INT(err.line, 21 * 100 + 1);
        CHECK(access(out, F_OK) != 0);
        mem_free(text);
    }
    copse_error err = {0};
    CHECK_INT(copse_parse_file(m, NULL, scratch("no-input"), scratch("none"), NULL, NULL, &err), COPSE_EIO);
    copse_model_free(m);
}

// --- A program that writes a sentence and waits for its parse before it writes the next

typedef struct conversation {
    copse_model *model;
    const char *in, *out;
    int threads, code;
} conversation;

static void *answer(void *context)
{
    conversation *c = context;
    copse_error err = {0};
    c->code = copse_parse_file(c->model, NULL, c->in, c->out, &(copse_environment){.threads = c->threads},
                               NULL, &err);
    return NULL;
}

// Reads up to a blank line.
static bool read_sentence(FILE *f, char *out, size_t size)
{
    char line[256];
    size_t used = 0;
    out[0] = 0;
    while (fgets(line, sizeof line, f)) {
        used += (size_t)snprintf(out + used, size - used, "%s", line);
        if (line[0] == '\n')
            return true;
    }
    return false;
}

static void waiting_programs_get_answers(void)
{
    static const char word[] = "1\tyes\tyes\tINTJ\tI\t_\t_\t_\t_\t_\n\n",
                      expected[] = "1\tyes\tyes\tINTJ\tI\t_\t0\troot\t_\t_\n\n";
    copse_model *m = tiny_model();
    REQUIRE(m);
    for (int threads = 1; threads <= 2; threads++) {
        char in[256], out[256], got[512];
        snprintf(in, sizeof in, "%s", scratch("in.fifo"));
        snprintf(out, sizeof out, "%s", scratch("out.fifo"));
        REQUIRE(mkfifo(in, 0600) == 0 && mkfifo(out, 0600) == 0);
        conversation c = {m, in, out, threads, 1};
        pthread_t thread;
        REQUIRE(pthread_create(&thread, NULL, answer, &c) == 0);
        alarm(20); // a parser that waits for more would wait for ever
        FILE *to = fopen(in, "w");
        REQUIRE(to);
        fputs(word, to); // enough to recognise the format
        fflush(to);
        FILE *from = fopen(out, "r");
        REQUIRE(from);
        for (int i = 0; i < 5; i++) {
            REQUIRE(read_sentence(from, got, sizeof got));
            CHECK_STRING(got, expected);
            fputs(word, to);
            fflush(to);
        }
        fclose(to);
        REQUIRE(read_sentence(from, got, sizeof got));
        CHECK(!read_sentence(from, got, sizeof got));
        fclose(from);
        pthread_join(thread, NULL);
        alarm(0);
        CHECK_INT(c.code, 0);
        unlink(in);
        unlink(out);
    }
    copse_model_free(m);
}

// --- Ends that the caller opens

static void several_streams_go_into_one(void)
{
    copse_model *m = tiny_model();
    REQUIRE(m);
    copse_error err = {0};
    char *text = repeated(2, ""), in[256];
    long words = 0;
    snprintf(in, sizeof in, "%s", scratch_text("gold.conllu", text));
    copse_writer *out = copse_writer_open(scratch("both.conllu"), &err);
    REQUIRE(out);
    for (int i = 0; i < 2; i++) {
        copse_reader *reader = copse_reader_open(in, &err);
        CHECK_INT(copse_parse_stream(m, NULL, reader, out, NULL, &words, &err), 0);
        CHECK_INT(words, 2 * 16);
        copse_reader_close(reader);
    }
    CHECK(access(scratch("both.conllu"), F_OK) != 0); // the caller commits
    CHECK_INT(copse_writer_commit(out, &err), 0);
    copse_writer_free(out);
    char *bytes = slurp(scratch("both.conllu"), NULL), *twice = repeated(4, "");
    CHECK_STRING(bytes, twice);
    mem_free(bytes);
    mem_free(twice);
    mem_free(text);
    copse_model_free(m);
}

static void stopping_stops(void)
{
    copse_model *m = tiny_model();
    REQUIRE(m);
    char *text = repeated(500, "");
    for (int threads = 1; threads <= 3; threads++) {
        copse_error err = {0};
        copse_stop *stop = copse_stop_new();
        const copse_environment e = {.threads = threads, .stop = stop};
        long words = -1;
        const char *in = scratch_text("long.conllu", text), *out = scratch("stopped.conllu");
        CHECK_INT(copse_parse_file(m, NULL, in, out, &e, &words, &err), 0); // not set: nothing happens
        CHECK_INT(words, 500 * 16);
        unlink(out);
        copse_stop_set(stop);
        CHECK_INT(copse_parse_file(m, NULL, in, out, &e, &words, &err), COPSE_ESTOPPED);
        CHECK_INT(words, 0);
        CHECK_STRING(err.message, "stopped");
        CHECK(access(out, F_OK) != 0);
        copse_stop_free(stop);
    }
    mem_free(text);
    copse_model_free(m);
}

static void readers_say_what_they_have(void)
{
    int end[2];
    char name[64];
    copse_error err = {0};
    REQUIRE(pipe(end) == 0);
    snprintf(name, sizeof name, "/dev/fd/%d", end[0]);
    static const char two[] = "1\ta\t_\tX\t_\t_\t_\t_\t_\t_\n\n1\tb\t_\tX\t_\t_\t_\t_\t_\t_\n\n1\tc\t_";
    REQUIRE(write(end[1], two, strlen(two)) == (ssize_t)strlen(two));
    copse_reader *r = copse_reader_open(name, &err);
    copse_sentence *s = copse_sentence_new();
    if (r) { // where there is no /dev/fd nothing is tested
        CHECK(rd_ready(r));
        CHECK(rd_ready(r));
        CHECK_INT(copse_reader_next(r, s, &err), 1);
        CHECK(rd_ready(r));
        CHECK_INT(copse_reader_next(r, s, &err), 1);
        CHECK(!rd_ready(r)); // half a sentence
        static const char rest[] = "\tX\t_\t_\t_\t_\t_\t_\n";
        CHECK(write(end[1], rest, strlen(rest)) == (ssize_t)strlen(rest));
        close(end[1]);
        CHECK_INT(copse_reader_next(r, s, &err), 1);
        CHECK_INT(copse_sentence_line(s, 1), 5);
        CHECK_INT(copse_reader_next(r, s, &err), 0);
        CHECK(!rd_ready(r));
    }
    copse_reader_close(r);
    copse_sentence_free(s);
    close(end[0]);
}

TESTS(TEST(threads_do_not_change_bytes), TEST(gold_comes_out_as_it_went_in), TEST(failures_leave_no_file),
      TEST(waiting_programs_get_answers), TEST(several_streams_go_into_one), TEST(stopping_stops),
      TEST(readers_say_what_they_have))
