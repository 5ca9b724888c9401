// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "common/treebank/formats.h"

#include <stdio.h>
#include <string.h>

typedef struct convert_options {
    cli_common common;
    int to;              // 0: same; else a copse_format, plus 1
    int from;            // a copse_format, or OPT_AUTO_CHOICE
    int columns, labels; // indices in the choices below
    const char *head_rules;
    bool reduce_tags;
} convert_options;

enum { GOLD, PREDICTED };
enum { BY_RULES, BY_PHRASES };

static const opt_row rows[] = {
    {.long_name = "to",
     .type = OPT_CHOICE,
     .offset = offsetof(convert_options, to),
     .def = "same",
     .choices = fmt_target,
     .help = "output format"},
    {.long_name = "from",
     .type = OPT_CHOICE,
     .offset = offsetof(convert_options, from),
     .def = "auto",
     .choices = fmt_source,
     .help = "input format; auto recognises it by content"},
    {.long_name = "columns",
     .type = OPT_CHOICE,
     .offset = offsetof(convert_options, columns),
     .def = "gold",
     .allowed = "gold|predicted",
     .help = "which lemmas, tags and features of CoNLL-2009 are read"},
    {.long_name = "head-rules",
     .type = OPT_STRING,
     .offset = offsetof(convert_options, head_rules),
     .arg = "FILE",
     .help = "head rules for brackets, instead of Yamada and Matsumoto's for English"},
    {.long_name = "labels",
     .type = OPT_CHOICE,
     .offset = offsetof(convert_options, labels),
     .def = "rules",
     .allowed = "rules|phrases",
     .help = "labels of dependencies made from brackets: by the lines 'label' of the head rules (SBJ, OBJ, "
             "NMOD), or the "
             "categories of phrases (NP, VP)"},
    {.long_name = "reduce-tags",
     .type = OPT_FLAG,
     .offset = offsetof(convert_options, reduce_tags),
     .help = "make tags of the Prague Dependency Treebank two characters long: part of speech and case, or "
             "detailed part "
             "of speech"},
    {.long_name = NULL},
};

// Prints one line on what the other format could not hold.
static void report_lost(const char *file, copse_format to, const copse_lost *lost)
{
    const struct {
        long n;
        const char *what;
    } part[] = {
        {lost->comments, "comments"},
        {lost->multiword, "multiword tokens"},
        {lost->empty_nodes, "empty nodes"},
        {lost->lemmas, "lemmas"},
        {lost->tags, "second tags"},
        {lost->feats, "FEATS values"},
        {lost->heads, "heads"},
        {lost->labels, "labels"},
        {lost->projective, "PHEAD and PDEPREL values"},
        {lost->deps, "DEPS values"},
        {lost->misc, "MISC values"},
        {lost->spaces, "forms or lemmas whose spaces are now underscores"},
        {lost->unknown, "unknown heads, which are now 0"},
    };
    const char *separator = "";
    bool any = false;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        any |= part[i].n > 0;
    if (!any)
        return;
    fprintf(stderr, "copse: %s: %s has no place for ", file, copse_format_title(to));
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (!part[i].n)
            continue;
        fprintf(stderr, "%s%ld %s", separator, part[i].n, part[i].what);
        separator = ", ";
    }
    fputc('\n', stderr);
}

// Do the options apply to a file of this format, and can the output be written? CLI_DONE or CLI_USAGE.
static int check_options(const convert_options *o, copse_format from, copse_format to)
{
    const cli_verb *verb = o->common.verb;
    const char *const name = copse_format_title(from);
    if (o->head_rules && from != COPSE_BRACKETS)
        return cli_usage(verb, "--head-rules is for brackets, but the input is %s", name);
    if (o->labels != BY_RULES && from != COPSE_BRACKETS)
        return cli_usage(verb, "--labels is for brackets, but the input is %s", name);
    if (o->columns != GOLD && from != COPSE_CONLL2009)
        return cli_usage(verb, "--columns is for CoNLL-2009, but the input is %s", name);
    if (o->reduce_tags && !fmt_of(to)->write)
        return cli_usage(verb, "%s cannot be written with other tags; --to names a format that can", name);
    return CLI_DONE;
}

static int copy(const convert_options *o, copse_reader *reader, copse_writer *writer, copse_format to,
                copse_lost *lost, copse_error *err)
{
    copse_sentence *s = copse_sentence_new();
    int code;
    while ((code = copse_reader_next(reader, s, err)) > 0) {
        code = o->reduce_tags ? copse_sentence_reduce_tags(s, err) : 0;
        if (code == 0)
            code = copse_writer_convert(writer, s, to, lost, err);
        if (code < 0)
            break;
    }
    copse_sentence_free(s);
    return code < 0 ? code : copse_writer_commit(writer, err);
}

static int run(void *options, const char **operand, int operand_n)
{
    const convert_options *o = options;
    const char *file = operand_n ? operand[0] : NULL;
    const copse_read_options how = {.forced = o->from != OPT_AUTO_CHOICE,
                                    .format = (copse_format)opt_chosen(o->from, 0),
                                    .predicted = o->columns == PREDICTED,
                                    .head_rules = o->head_rules,
                                    .phrase_labels = o->labels == BY_PHRASES};
    copse_error err;
    copse_lost lost = {0};
    copse_writer *writer = NULL;
    int status = CLI_DONE, code = -1;
    copse_reader *reader = copse_reader_open_with(file, &how, &err);
    if (!reader)
        return cli_fail(&err);
    const copse_format from = copse_reader_format(reader), to = o->to ? (copse_format)(o->to - 1) : from;
    status = check_options(o, from, to);
    if (status == CLI_DONE && (writer = copse_writer_open(o->common.output, &err)))
        code = copy(o, reader, writer, to, &lost, &err);
    if (status == CLI_DONE && code < 0)
        status = cli_fail(&err);
    if (status == CLI_DONE && !o->common.quiet)
        report_lost(file && strcmp(file, "-") != 0 ? file : "<stdin>", to, &lost);
    copse_writer_free(writer);
    copse_reader_close(reader);
    return status;
}

const cli_verb verb_convert = {
    .name = "convert",
    .operands = "[FILE]",
    .least = 0,
    .most = 1,
    .summary = "copy a treebank, or write it in another format",
    .details =
        "What the output has no place for is left out, and one line on standard error says how much it was. "
        "Spaces in forms and lemmas become underscores in CoNLL-X. PHEAD and PDEPREL become the MISC items "
        "PHead and PDeprel in CoNLL-U, and columns again on the way back; so do the other columns of "
        "CoNLL-2009. FEATS stay as they are.\n\n"
        "Brackets become dependencies by head rules, without traces. They can be read only.",
    .rows = rows,
    .size = sizeof(convert_options),
    .run = run,
    .common = CLI_OUTPUT,
};
