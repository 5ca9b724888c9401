// SPDX-License-Identifier: MIT
// What all verbs share: complaints, text output, the common options.
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

const opt_row *const *cli_tables(const cli_verb *verb)
{
    static opt_row rows[5];
    static const opt_row *tables[3];
    opt_row *row = rows;
    memset(rows, 0, sizeof rows);
    if (verb->common & CLI_OUTPUT)
        *row++ = (opt_row){'o',
                           "output",
                           OPT_STRING,
                           offsetof(cli_common, output),
                           NULL,
                           NULL,
                           "FILE",
                           "write to FILE, which appears whole or not at all "
                           "(default: standard output)",
                           false};
    if (verb->common & CLI_THREADS)
        *row++ = (opt_row){
            0,    "threads", OPT_INT, offsetof(cli_common, threads),
            NULL, "1..1024", "N",     "threads to use, by default one for each of the machine's cores",
            false};
    if (verb->common & CLI_QUIET)
        *row++ = (opt_row){
            'q', "quiet", OPT_FLAG, offsetof(cli_common, quiet), NULL, NULL, NULL, "say nothing but what is wrong", false};
    *row = (opt_row){'h',  "help", OPT_FLAG, offsetof(cli_common, help),
                     NULL, NULL,   NULL,     "show this help and leave",
                     false};
    size_t n = 0;
    if (verb->rows)
        tables[n++] = verb->rows;
    tables[n++] = rows;
    tables[n] = NULL;
    return tables;
}
