// SPDX-License-Identifier: MIT
// What all verbs share: complaints, text output, the common options.
#include "cli/cli.h"

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
static void complain(const cli_verb *verb, const char *format, va_list args, const char *hint)
{
    char message[sizeof((copse_error *)0)->message];
    vsnprintf(message, sizeof message, format, args);
    cli_progress_wipe();
    fprintf(stderr, "copse: %s%s%s%s\n", verb ? verb->name : "", verb ? ": " : "", message, hint);
}

int cli_usage(const cli_verb *verb, const char *format, ...)
{
    char hint[128];
    va_list args;
    snprintf(hint, sizeof hint, "; try 'copse %s%s--help'", verb ? verb->name : "", verb ? " " : "");
    va_start(args, format);
    complain(verb, format, args, hint);
    va_end(args);
    return CLI_USAGE;
}

void cli_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(NULL, format, args, "");
    va_end(args);
}

void cli_text_open(cli_text *text)
{
    *text = (cli_text){0};
    text->stream = open_memstream(&text->bytes, &text->size);
    if (!text->stream)
        abort();
}

int cli_text_close(cli_text *text, const char *path)
{
    copse_error err;
    if (fclose(text->stream) != 0)
        abort();
    copse_writer *out = copse_writer_open(path, &err);
    bool ok = out && copse_writer_bytes(out, text->bytes, text->size, &err) == 0 &&
              copse_writer_commit(out, &err) == 0;
    copse_writer_free(out);
    free(text->bytes);
    *text = (cli_text){0};
    return ok ? CLI_DONE : cli_fail(&err);
}

void cli_text_drop(cli_text *text)
{
    if (text->stream)
        fclose(text->stream);
    free(text->bytes);
    *text = (cli_text){0};
}

int cli_flush(void)
{
    static bool failed;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_DONE;
    if (!failed) // said once
        cli_note("<stdout>: cannot write: %s", errno ? strerror(errno) : "an earlier write failed");
    failed = true;
    return CLI_BAD;
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

void cli_report(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
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
      .help = "write to FILE, which appears whole or not at all (default: standard output)"}},
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
      .help = "say nothing but what is wrong"}},
    {0,
     {.short_name = 'h',
      .long_name = "help",
      .type = OPT_FLAG,
      .offset = offsetof(cli_common, help),
      .help = "show this help and leave"}},
};

const opt_row *const *cli_tables(const cli_verb *verb)
{
    enum { N = sizeof shared / sizeof shared[0] };
    static opt_row rows[N + 1];
    static const opt_row *tables[4];
    size_t row_n = 0, n = 0;
    memset(rows, 0, sizeof rows);
    for (size_t i = 0; i < N; i++) {
        if (shared[i].bit && !(verb->common & shared[i].bit))
            continue;
        rows[row_n] = shared[i].row;
        if (rows[row_n].offset == offsetof(cli_common, threads) && !(verb->common & CLI_THREADS))
            rows[row_n].help = "for scripts that pass it to every verb: this one needs a single thread";
        row_n++;
    }
    if (verb->rows)
        tables[n++] = verb->rows;
    if (verb->more)
        tables[n++] = verb->more;
    tables[n++] = rows;
    tables[n] = NULL;
    return tables;
}
