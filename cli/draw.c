// SPDX-License-Identifier: MIT
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct draw_options {
    cli_common common;
    long width;
    bool vertical, tags, ascii;
} draw_options;

static const opt_row rows[] = {
    {0, "width", OPT_INT, offsetof(draw_options, width), "0", "0..100000", "N",
     "columns to fit into; 0 takes $COLUMNS, or 80", false},
    {0, "vertical", OPT_FLAG, offsetof(draw_options, vertical), NULL, NULL, NULL,
     "one word a line, also where a row would fit", false},
    {0, "tags", OPT_FLAG, offsetof(draw_options, tags), NULL, NULL, NULL, "the parts of speech too", false},
    {0, "ascii", OPT_FLAG, offsetof(draw_options, ascii), NULL, NULL, NULL, "no box characters", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static int columns(long asked)
{
    const char *set = getenv("COLUMNS");
    if (asked)
        return (int)asked;
    if (set) {
        char *end;
        errno = 0;
        long n = strtol(set, &end, 10);
        if (end != set && !*end && !errno && n > 0 && n <= 100000)
            return (int)n;
    }
    return 80;
}

typedef struct input { // one of the files that are drawn
    copse_reader *reader;
    copse_sentence *sentence;
    copse_tree *tree;
} input;

static int input_open(input *in, const char *file, copse_error *err)
{
    in->sentence = copse_sentence_new();
    in->tree = copse_tree_new();
    in->reader = copse_reader_open(file, err);
    return in->reader ? 0 : err->code;
}

static void input_close(input *in)
{
    copse_reader_close(in->reader);
    copse_tree_free(in->tree);
    copse_sentence_free(in->sentence);
}

// The next sentence that has words: 1, 0 at the end, or negative.
static int input_next(input *in, copse_error *err)
{
    int code;
    while ((code = copse_reader_next(in->reader, in->sentence, err)) > 0)
        if (copse_sentence_length(in->sentence) > 0) {
            int bad = copse_tree_read(in->tree, in->sentence, err);
            return bad < 0 ? bad : 1;
        }
    return code;
}

// Are the two at the same sentence? Fills err if not.
static int same_length(const input *in, const char *const *file, const int *more, copse_error *err)
{
    int n[2] = {more[0] ? copse_sentence_length(in[0].sentence) : 0,
                more[1] ? copse_sentence_length(in[1].sentence) : 0};
    if (n[0] == n[1])
        return 0;
    int at = more[1] ? 1 : 0;
    *err = (copse_error){.code = COPSE_EINPUT, .line = copse_sentence_line(in[at].sentence, 0)};
    snprintf(err->file, sizeof err->file, "%s", file[at]);
    if (more[0] && more[1])
        snprintf(err->message, sizeof err->message, "the sentence has %d words here and %d in %s", n[at],
                 n[1 - at], file[1 - at]);
    else
        snprintf(err->message, sizeof err->message, "%s ends before this sentence", file[1 - at]);
    return err->code;
}

static int run(void *options, const char **operand, int operand_n)
{
    const draw_options *o = options;
    const copse_draw_options how = {columns(o->width), o->vertical, o->tags, o->ascii};
    copse_error err;
    input in[2] = {{0}};
    const bool two = operand_n == 2;
    copse_writer *writer = NULL;
    int code = input_open(&in[0], operand_n ? operand[0] : NULL, &err);
    if (code == 0 && two)
        code = input_open(&in[1], operand[1], &err);
    if (code < 0 || !(writer = copse_writer_open(o->common.output, &err))) {
        code = -1;
        goto done;
    }
    for (long i = 0;; i++) {
        int more[2] = {0};
        if ((code = more[0] = input_next(&in[0], &err)) < 0)
            break;
        if (two && ((code = more[1] = input_next(&in[1], &err)) < 0 ||
                    (code = same_length(in, operand, more, &err)) < 0))
            break;
        if ((code = more[0]) == 0)
            break;
        size_t length;
        char *text = copse_draw(in[0].sentence, in[0].tree, two ? in[1].tree : NULL, &how, &length);
        code = i ? copse_writer_bytes(writer, "\n", 1, &err) : 0;
        if (code == 0)
            code = copse_writer_bytes(writer, text, length, &err);
        free(text);
        if (code < 0)
            break;
    }
    if (code == 0)
        code = copse_writer_commit(writer, &err);
done:
    copse_writer_free(writer);
    input_close(&in[0]);
    input_close(&in[1]);
    return code < 0 ? cli_fail(&err) : CLI_DONE;
}

const cli_verb verb_draw = {
    .name = "draw",
    .operands = "[FILE [OTHER]]",
    .least = 0,
    .most = 2,
    .summary = "show trees as text",
    .details =
        "The words stand in a row with the arcs above them, or, where that is too wide, one a line with the "
        "arcs at the left.\n"
        "With OTHER, another analysis of the same sentences, each word whose head or label is different "
        "there says what it is.",
    .rows = rows,
    .size = sizeof(draw_options),
    .run = run,
    .common = CLI_OUTPUT,
};
