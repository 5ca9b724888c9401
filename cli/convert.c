// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

typedef struct convert_options {
    cli_common common;
    int to; // index in the choices below
} convert_options;

enum { TO_SAME, TO_CONLLU, TO_CONLLX };

static const opt_row rows[] = {
    {.long_name = "to",
     .type = OPT_CHOICE,
     .offset = offsetof(convert_options, to),
     .def = "same",
     .allowed = "same|conllu|conllx",
     .help = "output format; same copies the input byte for byte"},
    {.long_name = NULL},
};

// Prints one line on what the other format could not hold.
static void report_lost(const char *file, const copse_lost *lost)
{
    const struct {
        long n;
        const char *what;
    } part[] = {
        {lost->comments, "comments"},
        {lost->multiword, "multiword tokens"},
        {lost->empty_nodes, "empty nodes"},
        {lost->deps, "DEPS values"},
        {lost->misc, "MISC values"},
        {lost->spaces, "forms or lemmas whose spaces are now underscores"},
    };
    const char *separator = "";
    bool any = false;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        any |= part[i].n > 0;
    if (!any)
        return;
    fprintf(stderr, "copse: %s: CoNLL-X has no place for ", file);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (!part[i].n)
            continue;
        fprintf(stderr, "%s%ld %s", separator, part[i].n, part[i].what);
        separator = ", ";
    }
    fputc('\n', stderr);
}

static int run(void *options, const char **operand, int operand_n)
{
    const convert_options *o = options;
    const char *file = operand_n ? operand[0] : NULL;
    copse_error err;
    copse_lost lost = {0};
    copse_sentence *sentence = copse_sentence_new();
    copse_writer *writer = NULL;
    int code = -1;
    copse_reader *reader = copse_reader_open(file, &err);
    if (!reader || !(writer = copse_writer_open(o->common.output, &err)))
        goto done;
    copse_format to = o->to == TO_SAME     ? copse_reader_format(reader)
                      : o->to == TO_CONLLU ? COPSE_CONLLU
                                           : COPSE_CONLLX;
    while ((code = copse_reader_next(reader, sentence, &err)) > 0)
        if ((code = copse_writer_convert(writer, sentence, to, &lost, &err)) < 0)
            break;
    if (code == 0)
        code = copse_writer_commit(writer, &err);
    if (code == 0 && !o->common.quiet)
        report_lost(file && strcmp(file, "-") != 0 ? file : "<stdin>", &lost);
done:
    copse_writer_free(writer);
    copse_reader_close(reader);
    copse_sentence_free(sentence);
    return code < 0 ? cli_fail(&err) : CLI_DONE;
}

const cli_verb verb_convert = {
    .name = "convert",
    .operands = "[FILE]",
    .least = 0,
    .most = 1,
    .summary = "copy a treebank, or write it in the other CoNLL format",
    .details = "CoNLL-X has no place for comments, multiword tokens, empty nodes, DEPS and MISC, which are "
               "left out, nor for spaces in forms and lemmas, which become underscores. One line on standard "
               "error says how many. PHEAD and PDEPREL become the MISC items PHead and PDeprel in CoNLL-U, "
               "and columns again on the way back. FEATS stay as they are.",
    .rows = rows,
    .size = sizeof(convert_options),
    .run = run,
    .common = CLI_OUTPUT,
};
