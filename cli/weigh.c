// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/study_report.h"

typedef struct weigh_options {
    cli_common common;
    const char *by;
} weigh_options;

static const opt_row rows[] = {
    {.long_name = "by",
     .type = OPT_STRING,
     .offset = offsetof(weigh_options, by),
     .def = "none",
     .arg = "FACTORS",
     .help = "what the weights depend on besides the system: none, learned, or factors joined by commas"},
    {.long_name = NULL},
};

static int run(void *options, const char **operand, int operand_n)
{
    const weigh_options *o = options;
    copse_error err;
    if (copse_weigh_check(o->by, &err) != 0)
        return cli_refuse(&verb_weigh, "--by: ", &err);
    if (study_twice_stdin(operand, operand_n))
        return cli_usage(&verb_weigh, "standard input can be only one of the files");
    if (copse_weigh(operand[0], operand + 1, (size_t)operand_n - 1, o->by, o->common.output, &err) < 0)
        return cli_fail(&err);
    return CLI_DONE;
}

const cli_verb verb_weigh = {
    .name = "weigh",
    .operands = "GOLD SYSTEM SYSTEM...",
    .least = 2,
    .most = -1,
    .summary = "estimate the weights of parsers' votes from gold trees",
    .details =
        "GOLD has the gold trees; each SYSTEM is the same text parsed by a parser that was not trained on "
        "it. The weights are text, for 'copse combine --weights' and 'copse parse --weights'. A system "
        "has the name of its file, without the folder and without .conllu, .conllx, .conll, .model, .gz, "
        ".zst, "
        "or that given as NAME=FILE.\n"
        "\n"
        "  pos              part of speech of the dependent, UPOS or CPOSTAG\n"
        "  label            label that the system gives\n"
        "  length           words from head to dependent\n"
        "  direction        left or right of the head\n"
        "  root-distance    arcs from the root in the system's tree\n"
        "  siblings         other words with the same head in the system's tree\n"
        "  degree           degree of non-projectivity in the system's tree\n"
        "  sentence-length  words of the sentence\n"
        "  agreement        which systems give the word this head\n"
        "  score            the system's confidence, as 'copse parse --scores' writes it\n"
        "  none             one weight for each system\n"
        "  learned          a classifier that sees most of these together",
    .rows = rows,
    .size = sizeof(weigh_options),
    .run = run,
    .common = CLI_OUTPUT,
};
