// SPDX-License-Identifier: MIT
// The overview, the help of a verb and the manual page, all made from the table of verbs.
//
// The details of a verb are paragraphs, separated by an empty line and filled to the width of the page. A
// paragraph that begins with a space is shown line by line as it is.
#include "cli/cli.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

// Calls put for each paragraph of text, terminated.
static void each_paragraph(FILE *out, const char *text, void (*put)(FILE *out, const char *paragraph))
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t len = end ? (size_t)(end - text) : strlen(text);
        char *paragraph = mem_string(text, len);
        if (len)
            put(out, paragraph);
        free(paragraph);
        text += len;
        text += strspn(text, "\n");
    }
}

static void put_paragraph(FILE *out, const char *paragraph)
{
    fputc('\n', out);
    if (paragraph[0] == ' ')
        fprintf(out, "%s\n", paragraph);
    else
        opt_wrap(out, paragraph, 0, 0);
}

static void put_roff_paragraph(FILE *out, const char *paragraph)
{
    bool verbatim = paragraph[0] == ' ';
    fputs(verbatim ? ".PP\n.nf\n" : ".PP\n", out);
    opt_roff_text(out, paragraph);
    fputs(verbatim ? "\n.fi\n" : "\n", out);
}

void cli_print_overview(FILE *out)
{
    fprintf(out, "Usage: copse VERB [OPTION...] [FILE...]\n"
                 "Dependency treebanks and parsers: CoNLL-U and CoNLL-X in, the same out.\n\n"
                 "Verbs:\n");
    for (const cli_verb *const *verb = cli_verbs; *verb; verb++) {
        fprintf(out, "  %-19s  ", (*verb)->name);
        opt_wrap(out, (*verb)->summary, 23, 23);
    }
    fprintf(out, "\n"
                 "copse VERB --help   the options of a verb\n"
                 "copse --man         the manual page, for man -l -\n"
                 "copse --version     the version\n\n"
                 "A FILE named - is standard input; files named *.gz and *.zst are decompressed.\n"
                 "Exit status: 0 done; 1 the input or the system is bad; 2 the command is wrong.\n");
}

void cli_print_help(FILE *out, const cli_verb *verb)
{
    char *options = opt_help(cli_tables(verb));
    fprintf(out, "Usage: copse %s [OPTION...] %s\n", verb->name, verb->operands);
    opt_wrap(out, verb->summary, 0, 0);
    fprintf(out, "\nOptions:\n%s", options);
    if (verb->details)
        each_paragraph(out, verb->details, put_paragraph);
    free(options);
}

static void put_verb(FILE *out, const cli_verb *verb)
{
    char *options = opt_roff(cli_tables(verb));
    fputs(".SS ", out);
    opt_roff_text(out, verb->name);
    fputs("\n.B copse ", out);
    opt_roff_text(out, verb->name);
    fputs("\n.RI [ OPTION ...]\n", out);
    opt_roff_text(out, verb->operands);
    fputs("\n.PP\n", out);
    opt_roff_text(out, verb->summary);
    fputs("\n", out);
    if (verb->details)
        each_paragraph(out, verb->details, put_roff_paragraph);
    fputs(options, out);
    free(options);
}

void cli_print_manual(FILE *out)
{
    fprintf(out, ".TH COPSE 1 \"\" \"copse %s\" \"User Commands\"\n", copse_version());
    fputs(".SH NAME\n"
          "copse \\- dependency treebanks and parsers\n"
          ".SH SYNOPSIS\n"
          ".B copse\n"
          ".I VERB\n"
          ".RI [ OPTION ...]\n"
          ".RI [ FILE ...]\n"
          ".SH DESCRIPTION\n"
          "Copse checks, describes, converts, transforms and evaluates dependency treebanks in the\n"
          "CoNLL\\-U and CoNLL\\-X formats, which it tells apart by content.\n"
          "A file named \\- is standard input; files named *.gz and *.zst are decompressed.\n"
          "Long options take their value as \\-\\-name VALUE or \\-\\-name=VALUE;\n"
          "\\-\\- ends the options.\n"
          ".SH VERBS\n",
          out);
    for (const cli_verb *const *verb = cli_verbs; *verb; verb++)
        put_verb(out, *verb);
    fputs(".SH EXIT STATUS\n"
          ".TP\n.B 0\nDone.\n"
          ".TP\n.B 1\nThe input, the model or the environment is bad; one line on standard error says how.\n"
          ".TP\n.B 2\nThe command line is wrong.\n",
          out);
}
