// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/oracle_kbest.h"
#include "cli/oracle_report.h"
#include "cli/study_report.h"
#include "common/treebank/system_name.h"

typedef struct oracle_options {
    cli_common common;
    opt_object punct;
    int format;
    bool subsets, kbest;
} oracle_options;

static const opt_row rows[] = {
    {.long_name = "subsets",
     .type = OPT_FLAG,
     .offset = offsetof(oracle_options, subsets),
     .help = "add both oracles for every subset of two or more systems (of 12 systems at most)"},
    {.long_name = "kbest",
     .type = OPT_FLAG,
     .offset = offsetof(oracle_options, kbest),
     .help =
         "SYSTEM has lists of trees, made by 'copse parse --kbest K': show the best of the first 1, 2, 5, "
         "10, ... trees"},
    PUNCT_ROW(offsetof(oracle_options, punct)),
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(oracle_options, format),
     .def = "text",
     .allowed = SHEET_CHOICES,
     .help = "output format"},
    {.long_name = NULL},
};

static int run(void *options, const char **operand, int operand_n)
{
    const oracle_options *o = options;
    const punct *p = punct_of(&o->punct);
    const copse_oracle_options wanted = {
        .skip_punctuation = p->skip, .skip_tags = p->tags, .subsets = o->subsets};
    const int systems = operand_n - 1;
    if (study_twice_stdin(operand, operand_n))
        return cli_usage(&verb_oracle, "standard input can be only one of the files");
    if (o->kbest && (systems != 1 || o->subsets))
        return cli_usage(&verb_oracle, "--kbest takes GOLD and one file of lists, without --subsets");
    if (o->kbest)
        return oracle_kbest_run(&o->common, operand[0], operand[1], (sheet_format)o->format, p);
    if (o->subsets && systems > COPSE_ORACLE_MOST)
        return cli_usage(&verb_oracle, "%d systems have too many subsets: --subsets takes %d at most",
                         systems, COPSE_ORACLE_MOST);
    copse_oracle result;
    copse_error err;
    cli_text text;
    if (copse_oracle_read(&result, operand[0], operand + 1, (size_t)systems, &wanted, &err) < 0)
        return cli_fail(&err);
    char **names = system_names(operand + 1, (size_t)systems);
    const oracle_report report = {operand, names, p, &result};
    cli_text_open(&text);
    oracle_print(text.stream, &report, (sheet_format)o->format);
    const int status = cli_text_close(&text, o->common.output);
    system_names_free(names, (size_t)systems);
    copse_oracle_done(&result);
    return status;
}

const cli_verb verb_oracle = {
    .name = "oracle",
    .operands = "GOLD SYSTEM...",
    .least = 2,
    .most = -1,
    .summary = "show the accuracy of the best choice among systems' parses or arcs",
    .details = "SYSTEM is FILE or NAME=FILE. The files must have the same sentences and words, and every "
               "sentence must be a tree. The "
               "output has the scores of each system, of an oracle that picks the best whole parse of each "
               "sentence, and of one that picks the best tree made of arcs that the systems propose. No vote "
               "over these arcs can be better than the last.",
    .rows = rows,
    .size = sizeof(oracle_options),
    .run = run,
    .common = CLI_OUTPUT,
};
