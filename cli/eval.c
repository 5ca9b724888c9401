// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/eval_report.h"

#include <string.h>

enum { AS_TEXT, AS_JSON, AS_TSV };

typedef struct eval_options {
    cli_common common;
    opt_object punct;
    int by, format; // indices in the choices below
    bool nonprojective, calibration, graph;
    long samples, seed;
} eval_options;

static const opt_row rows[] = {
    PUNCT_ROW(offsetof(eval_options, punct)),
    {.long_name = "by",
     .type = OPT_CHOICE,
     .offset = offsetof(eval_options, by),
     .def = "none",
     .allowed = "none|label|pos",
     .help = "add a table by gold label or by gold part of speech (UPOS, CPOSTAG)"},
    {.long_name = "nonprojective",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, nonprojective),
     .help = "count only sentences whose gold tree has a non-projective arc"},
    {.long_name = "calibration",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, calibration),
     .help = "compare the confidences that 'copse parse --scores' writes with the share of right words"},
    {.long_name = "graph",
     .type = OPT_FLAG,
     .offset = offsetof(eval_options, graph),
     .help = "compare the graphs in DEPS too (in CoNLL-X: the tree, and PHEAD with PDEPREL)"},
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(eval_options, format),
     .def = "text",
     .allowed = "text|json|tsv",
     .help = "output format"},
    {.long_name = "samples",
     .type = OPT_INT,
     .offset = offsetof(eval_options, samples),
     .def = "10000",
     .allowed = "1..10000000",
     .arg = "N",
     .help = "number of random samples for the p-value of two systems"},
    {.long_name = "seed",
     .type = OPT_INT,
     .offset = offsetof(eval_options, seed),
     .def = "1",
     .allowed = "0..",
     .arg = "N",
     .help = "random seed of these samples"},
    {.long_name = NULL},
};

static const char *shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static int run(void *options, const char **operand, int operand_n)
{
    const eval_options *o = options;
    static void (*const print[])(FILE *, const eval_report *) = {
        [AS_TEXT] = eval_print_text,
        [AS_JSON] = eval_print_json,
        [AS_TSV] = eval_print_tsv,
    };
    eval_report report = {
        .gold = shown(operand[0]),
        .systems = operand_n - 1,
        .options = {.skip_punctuation = punct_of(&o->punct)->skip,
                    .skip_tags = punct_of(&o->punct)->tags,
                    .nonprojective_only = o->nonprojective,
                    .calibration = o->calibration,
                    .graph = o->graph},
        .punct = punct_of(&o->punct),
        .by = o->by,
        .seed = o->seed,
    };
    int stdins = strcmp(operand[0], "-") == 0;
    for (int k = 0; k < report.systems; k++) {
        report.system[k] = shown(operand[k + 1]);
        stdins += strcmp(operand[k + 1], "-") == 0;
    }
    if (stdins > 1)
        return cli_usage(&verb_eval, "standard input can be only one of the files");

    copse_error err;
    cli_text text;
    if (copse_evaluate_all(report.scores, operand[0], operand + 1, (size_t)report.systems, &report.options,
                           &err) < 0)
        return cli_fail(&err);
    int status = CLI_DONE;
    if (report.systems == 2 && copse_compare(&report.comparison, &report.scores[0], &report.scores[1],
                                             o->samples, (uint64_t)o->seed, &err) < 0)
        status = cli_fail(&err);
    if (status == CLI_DONE) {
        cli_text_open(&text);
        print[o->format](text.stream, &report);
        status = cli_text_close(&text, o->common.output);
    }
    for (int k = 0; k < report.systems; k++)
        copse_scores_done(&report.scores[k]);
    return status;
}

const cli_verb verb_eval = {
    .name = "eval",
    .operands = "GOLD SYSTEM [SYSTEM2]",
    .least = 2,
    .most = 3,
    .summary = "score a parsed file against the gold one, or compare two",
    .details =
        "The files must have the same sentences and words. A word of SYSTEM without a usable head is wrong. "
        "With two systems the differences are shown, and for LAS and UAS the p-value: the probability that "
        "chance alone makes a difference as large, by approximate randomisation over sentences, two-sided.",
    .rows = rows,
    .size = sizeof(eval_options),
    .run = run,
    .common = CLI_OUTPUT,
};
