// SPDX-License-Identifier: MIT
// The overview, the help of a verb and the manual page, all generated from the table of verbs.
//
// The details of a verb are paragraphs, separated by an empty line and filled to the width of the page. A
// paragraph that begins with a space is printed line by line as it is.
#include "cli/cli.h"

#include "common/base/mem.h"
#include "common/base/text.h"

#include <stdlib.h>
#include <string.h>

// The names of parsers in recipes, family by family.
static void add_members(text *t)
{
    enum { WIDTH = 80 };
    for (const family *const *f = fam_all; *f; f++) {
        const char *name, *option, *value;
        if (!(*f)->alone)
            continue;
        size_t at = 1; // column
        text_cat(t, " ");
        for (size_t i = 0; (*f)->variant(i, &name, &option, &value), name; i++) {
            const bool breaks = at + strlen(name) + 3 > WIDTH;
            text_cat(t, !i ? " " : breaks ? ",\n  " : ", ");
            text_cat(t, name);
            at = (breaks ? 2 : at + (i ? 2 : 1)) + strlen(name);
        }
        text_cat(t, "\n                     ");
        text_cat(t, (*f)->name);
        text_cat(t, "-based, by the option --");
        (*f)->variant(0, &name, &option, &value);
        text_cat(t, option);
        text_cat(t, "\n  ");
        text_cat(t, (*f)->name);
        for (size_t i = strlen((*f)->name); i < 19; i++)
            text_cat(t, " ");
        text_cat(t, "as its options say\n");
    }
    text_cat(t, "  NAME:reverse       reads from right to left\n"
                "  NAME:seed=N        trained with another seed");
}

// A terminated copy of a paragraph. "{members}" at its beginning is replaced by the names of members.
static char *paragraph_of(const char *s, size_t len)
{
    static const char mark[] = "{members}";
    const size_t n = sizeof mark - 1;
    if (len < n || memcmp(s, mark, n) != 0)
        return mem_string(s, len);
    text t = {0};
    add_members(&t);
    text_add(&t, s + n, len - n);
    text_add(&t, "", 1);
    return t.s;
}

// Calls put for each paragraph, terminated.
static void each_paragraph(FILE *out, const char *details, void (*put)(FILE *out, const char *paragraph))
{
    while (*details) {
        const char *end = strstr(details, "\n\n");
        size_t len = end ? (size_t)(end - details) : strlen(details);
        char *paragraph = paragraph_of(details, len);
        if (len)
            put(out, paragraph);
        mem_free(paragraph);
        details += len;
        details += strspn(details, "\n");
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
    const cli_verb *verb;
    for (size_t i = 0; (verb = cli_verb_at(i)); i++) {
        fprintf(out, "  %-19s  ", verb->name);
        opt_wrap(out, verb->summary, 23, 23);
    }
    fprintf(out, "\n"
                 "copse VERB --help   the options of a verb\n"
                 "copse --man         the manual page, for man -l -\n"
                 "copse --version     the version\n\n"
                 "A FILE named - is standard input; files named *.gz and *.zst are compressed.\n"
                 "Exit status: 0 done; 1 the input or the system is bad; 2 the command is wrong.\n");
}

static void put_usage(FILE *out, const cli_verb *verb)
{
    const char *required = verb->family ? verb->family->operands : NULL;
    text operands = {0};
    if (required) {
        text_cat(&operands, required);
        text_cat(&operands, " ");
    }
    text_cat(&operands, verb->operands);
    text_add(&operands, "", 1);
    const int at = fprintf(out, "Usage: copse %s [OPTION...] ", verb->name);
    opt_wrap(out, operands.s, at, 2);
    text_done(&operands);
}

void cli_print_help(FILE *out, const cli_verb *verb)
{
    cli_call call;
    cli_open(&call, verb);
    char *options = opt_help(call.tables);
    put_usage(out, verb);
    opt_wrap(out, verb->summary, 0, 0);
    fprintf(out, "\nOptions:\n%s", options);
    if (verb->details)
        each_paragraph(out, verb->details, put_paragraph);
    free(options);
    cli_close(&call);
}

static void put_verb(FILE *out, const cli_verb *verb)
{
    cli_call call;
    cli_open(&call, verb);
    char *options = opt_roff(call.tables);
    fputs(".SS ", out);
    opt_roff_text(out, verb->name);
    fputs("\n.B copse ", out);
    opt_roff_text(out, verb->name);
    fputs("\n.RI [ OPTION ...]\n", out);
    if (verb->family && verb->family->operands) {
        opt_roff_text(out, verb->family->operands);
        fputs(" ", out);
    }
    opt_roff_text(out, verb->operands);
    fputs("\n.PP\n", out);
    opt_roff_text(out, verb->summary);
    fputs("\n", out);
    if (verb->details)
        each_paragraph(out, verb->details, put_roff_paragraph);
    fputs(options, out);
    free(options);
    cli_close(&call);
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
          "A file named \\- is standard input; files named *.gz and *.zst are decompressed when they are\n"
          "read and compressed when they are written.\n"
          "Long options take their value as \\-\\-name VALUE or \\-\\-name=VALUE;\n"
          "\\-\\- ends the options.\n"
          ".SH VERBS\n",
          out);
    const cli_verb *verb;
    for (size_t i = 0; (verb = cli_verb_at(i)); i++)
        put_verb(out, verb);
    fputs(".SH EXIT STATUS\n"
          ".TP\n.B 0\nDone.\n"
          ".TP\n.B 1\nThe input, the model or the environment is bad; one line on standard error says how.\n"
          ".TP\n.B 2\nThe command line is wrong.\n",
          out);
}
