// SPDX-License-Identifier: MIT
#include "cli.h"

typedef struct parse_options {
    cli_common common;
    opt_list models;
    int single_root; // as in copse_parse_options
    bool scores;
} parse_options;

static const opt_row rows[] = {
    {'m', "model", OPT_LIST, offsetof(parse_options, models), NULL, "1", "MODEL",
     "the model to parse with; must be given, in this version once", false},
    {0, "single-root", OPT_CHOICE, offsetof(parse_options, single_root), "auto", "auto|yes|no", NULL,
     "one root word in every sentence; auto: as the model was trained", false},
    {0, "scores", OPT_FLAG, offsetof(parse_options, scores), NULL, NULL, NULL,
     "write the confidence in each arc, between 0 and 1, to MISC as Score=", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static int run(void *options, const char **operand, int operand_n)
{
    const parse_options *o = options;
    const copse_parse_options how = {.single_root = o->single_root, .scores = o->scores};
    copse_error err;
    cli_progress watch;
    long words = 0;
    if (o->models.n == 0)
        return cli_usage(&verb_parse, "-m MODEL is needed");
    if (o->models.n > 1)
        return cli_usage(&verb_parse, "%zu models: this version parses with one, it cannot combine votes yet",
                         o->models.n);
    copse_model *model = copse_model_load(o->models.item[0], &err);
    if (!model)
        return cli_fail(&err);
    cli_progress_start(&watch, &o->common, "parsed", "words", 0);
    int code = copse_parse_file(model, &how, operand_n ? operand[0] : NULL, o->common.output,
                                (int)o->common.threads, &words, &err);
    copse_model_free(model);
    if (code < 0)
        return cli_fail(&err);
    cli_progress_end(&watch, (double)words);
    return CLI_DONE;
}

const cli_verb verb_parse = {
    .name = "parse",
    .operands = "-m MODEL [INPUT]",
    .least = 0,
    .most = 1,
    .summary = "parse sentences with a trained model",
    .details =
        "INPUT is tokenised and tagged text with the columns that the model was trained on; its heads and "
        "labels, if any, are replaced. Everything else passes through byte for byte. Every sentence gets a "
        "tree.\n"
        "\n"
        "A sentence is parsed and written as soon as it has been read, so a program may write one, wait for "
        "its tree, and write the next.",
    .rows = rows,
    .size = sizeof(parse_options),
    .run = run,
    .common = CLI_OUTPUT | CLI_THREADS,
};
