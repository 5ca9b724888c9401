// SPDX-License-Identifier: MIT
// What all verbs share: error messages, text output, the common options.
#include "cli/cli.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int cli_fail(const copse_error *err)
{
    char text[sizeof err->file + sizeof err->message + 32];
    cli_progress_wipe();
    fprintf(stderr, "copse: %s\n", copse_error_text(err, text, sizeof text));
    return CLI_BAD;
}

// The whole line goes out in one write, so that lines of several processes do not mix.
int cli_usage(const cli_verb *verb, const char *format, ...)
{
    char message[sizeof((copse_error *)0)->message], hint[128] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const size_t n = strlen(message);
    if (n == 0 || message[n - 1] != '?') // a question is a hint already
        snprintf(hint, sizeof hint, "; try 'copse %s%s--help'", verb ? verb->name : "", verb ? " " : "");
    cli_progress_wipe();
    fprintf(stderr, "copse: %s%s%s%s\n", verb ? verb->name : "", verb ? ": " : "", message, hint);
    return CLI_USAGE;
}

int cli_refuse(const cli_verb *verb, const char *what, const copse_error *err)
{
    return err->code == COPSE_EMEMORY ? cli_fail(err) : cli_usage(verb, "%s%s", what, err->message);
}

void cli_note(const char *format, ...)
{
    char message[sizeof((copse_error *)0)->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    cli_progress_wipe();
    fprintf(stderr, "copse: %s\n", message);
}

struct cli_kept {
    FILE *stream; // NULL: closed
    char *bytes;  // [size] by malloc
    size_t size;
};

static void drop(void *block)
{
    struct cli_kept *k = block;
    if (k->stream)
        fclose(k->stream);
    free(k->bytes);
}

void cli_text_open(cli_text *text)
{
    struct cli_kept *k = mem_zero(1, sizeof *k);
    mem_on_release(k, drop);
    k->stream = open_memstream(&k->bytes, &k->size);
    if (!k->stream)
        mem_fail(sizeof *k->stream);
    *text = (cli_text){k->stream, k};
}

int cli_text_close(cli_text *text, const char *path)
{
    copse_error err;
    struct cli_kept *k = text->kept;
    const int closed = fclose(k->stream);
    k->stream = NULL;
    if (closed != 0)
        mem_fail(k->size);
    copse_writer *out = copse_writer_open(path, &err);
    bool ok =
        out && copse_writer_bytes(out, k->bytes, k->size, &err) == 0 && copse_writer_commit(out, &err) == 0;
    copse_writer_free(out);
    cli_text_drop(text);
    return ok ? CLI_DONE : cli_fail(&err);
}

void cli_text_drop(cli_text *text)
{
    if (text->kept)
        drop(text->kept);
    mem_free(text->kept);
    *text = (cli_text){0};
}

int cli_text_flush(cli_text *text, copse_writer *out, copse_error *err)
{
    struct cli_kept *k = text->kept;
    if (fflush(k->stream) != 0)
        mem_fail(k->size);
    const int code = copse_writer_bytes(out, k->bytes, k->size, err);
    rewind(k->stream);
    return code;
}

int cli_flush(void)
{
    static bool failed;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_DONE;
    if (!failed) // reported once
        fprintf(stderr, "copse: <stdout>: cannot write: %s\n",
                errno ? strerror(errno) : "an earlier write failed");
    failed = true;
    return CLI_BAD;
}

int cli_check_input(const cli_verb *verb, const char *first, const char *second)
{
    if (second && strcmp(second, "-") == 0 && strcmp(first, "-") == 0)
        return cli_usage(verb, "standard input can be only one of the files");
    return CLI_DONE;
}

int cli_check_output(const char *path, copse_error *err)
{
    struct stat st;
    if (strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return 0;
    copse_writer *probe = copse_writer_open(path, err);
    copse_writer_free(probe);
    return probe ? 0 : err->code;
}

int cli_make_folder(const char *path, copse_error *err)
{
    struct stat st;
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST)
        return err_system(err, path, "cannot make the folder");
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
        return err_set(err, COPSE_EIO, path, 0, "not a folder");
    return 0;
}

static const struct {
    unsigned bit; // in cli_verb.common; 0: for every verb
    opt_row row;
} shared[] = {
    {CLI_OUTPUT,
     {.short_name = 'o',
      .long_name = "output",
      .type = OPT_STRING,
      .offset = offsetof(cli_common, output),
      .arg = "FILE",
      .help = "write to FILE, which appears whole or not at all, compressed if it ends in .gz or .zst "
              "(default: standard output)"}},
    {0,
     {.long_name = "threads",
      .type = OPT_INT,
      .offset = offsetof(cli_common, threads),
      .allowed = "1..1024",
      .arg = "N",
      .help = "threads to use, by default one for each of the machine's cores"}},
    {0,
     {.short_name = 'q',
      .long_name = "quiet",
      .type = OPT_FLAG,
      .offset = offsetof(cli_common, quiet),
      .help = "print errors only"}},
    {0,
     {.short_name = 'h',
      .long_name = "help",
      .type = OPT_FLAG,
      .offset = offsetof(cli_common, help),
      .help = "show this help and exit"}},
};

// Copies the wanted rows of src, with an end row. Returns how many.
static size_t keep_rows(opt_row *dst, const opt_row *src, bool (*wanted)(const opt_row *row))
{
    size_t n = 0;
    for (; src->long_name; src++)
        if (wanted(src))
            dst[n++] = *src;
    dst[n] = (opt_row){.long_name = NULL};
    return n;
}

static bool is_stored(const opt_row *row)
{
    return row->stored;
}

static size_t shared_rows(opt_row *rows, const cli_verb *verb)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        if (shared[i].bit && !(verb->common & shared[i].bit))
            continue;
        rows[n] = shared[i].row;
        if (rows[n].offset == offsetof(cli_common, threads) && !(verb->common & CLI_THREADS))
            rows[n].help = "accepted by every verb; this one uses a single thread";
        n++;
    }
    rows[n] = (opt_row){.long_name = NULL};
    return n;
}

static bool has_name(const opt_row *rows, const char *name)
{
    for (; rows && rows->long_name; rows++)
        if (strcmp(rows->long_name, name) == 0)
            return true;
    return false;
}

// The rows, or a copy in which no name is one of the verb's own.
static const opt_row *without_clash(cli_call *call, const opt_row *rows, const cli_verb *verb)
{
    size_t n = 0, clashes = 0;
    for (; rows[n].long_name; n++)
        clashes += has_name(verb->rows, rows[n].long_name);
    if (!clashes)
        return rows;
    opt_row *copy = mem_alloc(n + 1, sizeof *copy);
    memcpy(copy, rows, (n + 1) * sizeof *copy);
    for (opt_row *row = copy; row->long_name; row++) {
        if (!has_name(verb->rows, row->long_name))
            continue;
        if (call->names_n == CLI_RENAMED)
            abort();
        char *name = call->name[call->names_n++];
        snprintf(name, sizeof call->name[0], "train-%s", row->long_name);
        row->long_name = name;
    }
    call->renamed[call->renamed_n++] = copy;
    return copy;
}

// Adds the family's tables; of the last one, common to all families, only the rows that the verb takes.
static size_t add_family(cli_call *call, size_t n, const cli_verb *verb)
{
    const opt_table *t = call->options->train->table;
    size_t taken = 0;
    for (; t->rows && verb->takes; t++) {
        const size_t rows = keep_rows(call->taken + taken, t->rows, verb->takes);
        if (rows > 0)
            call->tables[n++] = (opt_table){call->taken + taken, t->values};
        taken += rows ? rows + 1 : 0;
    }
    if (verb->takes)
        return n;
    for (; t->rows; t++)
        call->tables[n++] = (opt_table){without_clash(call, t->rows, verb), t->values};
    if (!verb->all_of_family) {
        keep_rows(call->family, call->tables[n - 1].rows, is_stored);
        call->tables[n - 1].rows = call->family;
    }
    return n;
}

void cli_open(cli_call *call, const cli_verb *verb)
{
    size_t n = 0;
    copse_error err;
    memset(call, 0, sizeof *call);
    call->options = mem_zero(1, verb->size < sizeof *call->options ? sizeof *call->options : verb->size);
    call->options->verb = verb;
    if (verb->rows)
        call->tables[n++] = (opt_table){verb->rows, call->options};
    if (verb->family) {
        call->options->train = copse_options_new(verb->family->name, &err);
        if (!call->options->train)
            mem_fail(sizeof *call->options->train);
        n = add_family(call, n, verb);
    }
    shared_rows(call->shared, verb);
    call->tables[n] = (opt_table){call->shared, call->options};
    for (size_t i = 0; i <= n; i++) // the family's already have their defaults
        if (call->tables[i].values == call->options)
            opt_defaults((opt_table[]){call->tables[i], {NULL, NULL}});
}

void cli_close(cli_call *call)
{
    for (size_t i = 0; call->tables[i].rows; i++)
        if (call->tables[i].values == call->options)
            opt_done((opt_table[]){call->tables[i], {NULL, NULL}});
    for (size_t i = 0; i < call->renamed_n; i++)
        mem_free(call->renamed[i]);
    copse_options_free(call->options->train);
    mem_free(call->options);
}
