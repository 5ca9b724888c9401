// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "common/base/mem.h"
#include "common/base/error.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct draw_options {
    cli_common common;
    long width;
    bool vertical, tags, ascii, beside, differing;
} draw_options;

static const opt_row rows[] = {
    {.long_name = "width",
     .type = OPT_INT,
     .offset = offsetof(draw_options, width),
     .def = "0",
     .allowed = "0..100000",
     .arg = "N",
     .help = "most columns of a row of words; 0: $COLUMNS, or 80"},
    {.long_name = "vertical",
     .type = OPT_FLAG,
     .offset = offsetof(draw_options, vertical),
     .help = "draw one word a line, even if a row would fit"},
    {.long_name = "tags",
     .type = OPT_FLAG,
     .offset = offsetof(draw_options, tags),
     .help = "show the parts of speech too"},
    {.long_name = "ascii",
     .type = OPT_FLAG,
     .offset = offsetof(draw_options, ascii),
     .help = "draw without box characters"},
    {.long_name = "beside",
     .type = OPT_FLAG,
     .offset = offsetof(draw_options, beside),
     .help = "draw the trees of any number of files side by side, a word a line"},
    {.long_name = "differing",
     .type = OPT_FLAG,
     .offset = offsetof(draw_options, differing),
     .help = "draw only sentences whose trees differ"},
    {.long_name = NULL},
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

typedef struct drawing {
    input *in; // [n]
    const copse_tree **tree;
    const char **file; // [n] "-" is standard input
    size_t n;
    copse_draw_options how;
    bool beside, differing;
    copse_writer *writer;
    long drawn;
} drawing;

static int complain(const drawing *d, size_t at, copse_error *err, const char *format, ...)
{
    va_list arguments;
    *err = (copse_error){.code = COPSE_EINPUT, .line = copse_sentence_line(d->in[at].sentence, 0)};
    snprintf(err->file, sizeof err->file, "%s", d->file[at]);
    va_start(arguments, format);
    vsnprintf(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    return err->code;
}

// The next sentence of all files: 1, 0 at the end of all, or negative.
static int next(const drawing *d, copse_error *err)
{
    const int first = input_next(&d->in[0], err);
    for (size_t i = 1; i < d->n && first >= 0; i++) {
        const int more = input_next(&d->in[i], err);
        if (more < 0)
            return more;
        if (more != first)
            return complain(d, more ? i : 0, err, "%s ends before this sentence", d->file[more ? 0 : i]);
        const int n = copse_sentence_length(d->in[0].sentence),
                  own = copse_sentence_length(d->in[i].sentence);
        if (first && own != n)
            return complain(d, i, err, "the sentence has %d words here and %d in %s", own, n, d->file[0]);
    }
    return first;
}

static bool all_alike(const drawing *d)
{
    for (size_t i = 1; i < d->n; i++)
        for (int w = 1; w <= copse_tree_length(d->tree[0]); w++) {
            const copse_str a = copse_tree_label(d->tree[0], w), b = copse_tree_label(d->tree[i], w);
            if (copse_tree_head(d->tree[0], w) != copse_tree_head(d->tree[i], w) || a.len != b.len ||
                memcmp(a.s, b.s, a.len) != 0)
                return false;
        }
    return true;
}

static int draw_one(drawing *d, copse_error *err)
{
    size_t length;
    if (d->differing && all_alike(d))
        return 0;
    char *text =
        d->beside ? copse_draw_beside(d->in[0].sentence, d->tree, d->file, d->n, &d->how, &length)
                  : copse_draw(d->in[0].sentence, d->tree[0], d->n > 1 ? d->tree[1] : NULL, &d->how, &length);
    if (!text)
        return err_set(err, COPSE_EMEMORY, NULL, 0, "out of memory: a drawing does not fit");
    int code = d->drawn++ ? copse_writer_bytes(d->writer, "\n", 1, err) : 0;
    if (code == 0)
        code = copse_writer_bytes(d->writer, text, length, err);
    free(text);
    return code;
}

static int draw_all(drawing *d, const char *output, copse_error *err)
{
    int code = 0;
    for (size_t i = 0; i < d->n; i++) {
        if ((code = input_open(&d->in[i], d->file[i], err)))
            return code;
        d->tree[i] = d->in[i].tree;
    }
    if (!(d->writer = copse_writer_open(output, err)))
        return err->code;
    while ((code = next(d, err)) > 0)
        if ((code = draw_one(d, err)) < 0)
            break;
    return code ? code : copse_writer_commit(d->writer, err);
}

static int run(void *options, const char **operand, int operand_n)
{
    const draw_options *o = options;
    copse_error err;
    const size_t n = operand_n ? (size_t)operand_n : 1;
    if (operand_n > 2 && !o->beside)
        return cli_usage(&verb_draw, "more than two files are drawn with --beside only");
    if (o->differing && n < 2)
        return cli_usage(&verb_draw, "--differing compares two files or more");
    drawing d = {.n = n,
                 .how = {columns(o->width), o->vertical, o->tags, o->ascii},
                 .beside = o->beside,
                 .differing = o->differing};
    d.in = mem_zero(n, sizeof *d.in);
    d.tree = mem_zero(n, sizeof *d.tree);
    d.file = mem_zero(n, sizeof *d.file);
    for (size_t i = 0; i < n; i++)
        d.file[i] = operand_n ? operand[i] : "-";
    const int code = draw_all(&d, o->common.output, &err);
    copse_writer_free(d.writer);
    for (size_t i = 0; i < n; i++)
        input_close(&d.in[i]);
    mem_free(d.in);
    mem_free(d.tree);
    mem_free(d.file);
    return code < 0 ? cli_fail(&err) : CLI_DONE;
}

const cli_verb verb_draw = {
    .name = "draw",
    .operands = "[FILE [OTHER...]]",
    .least = 0,
    .most = -1,
    .summary = "draw trees as text",
    .details =
        "The words stand in a row with the arcs above them. If the row is too wide, they stand one a line "
        "with the arcs at the left. With OTHER, another analysis of the same sentences, each word with "
        "another head or label there shows both. With --beside the trees of all files stand side by side.",
    .rows = rows,
    .size = sizeof(draw_options),
    .run = run,
    .common = CLI_OUTPUT,
};
