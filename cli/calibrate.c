// SPDX-License-Identifier: MIT
#include "cli/cli.h"

typedef struct calibrate_options {
    cli_common common;
    const char *model;
    bool skip_bad;
} calibrate_options;

static const opt_row rows[] = {
    {.short_name = 'm',
     .long_name = "model",
     .type = OPT_STRING,
     .offset = offsetof(calibrate_options, model),
     .arg = "MODEL",
     .help = "the model to calibrate; must be given"},
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(calibrate_options, common.output),
     .arg = "MODEL",
     .help =
         "write the model with its new calibration to this file, which appears whole or not at all; may be "
         "the same file; must be given"},
    {.long_name = "skip-bad",
     .type = OPT_FLAG,
     .offset = offsetof(calibrate_options, skip_bad),
     .help = "leave sentences without ten columns or without a tree out, instead of stopping at the first"},
    {.long_name = NULL},
};

static void tell(const copse_calibration *c)
{
    cli_note("%ld words of %ld sentences, %s regression, temperature %.3f", c->words, c->sentences,
             c->isotonic ? "isotonic" : "logistic", c->temperature);
    cli_note("expected calibration error: heads %.4f before, %.4f after; heads and labels %.4f, %.4f",
             c->ece_before, c->ece_after, c->label_ece_before, c->label_ece_after);
}

static int run(void *options, const char **operand, int operand_n)
{
    const calibrate_options *o = options;
    copse_calibration result;
    copse_error err;
    (void)operand_n;
    if (!o->model)
        return cli_usage(&verb_calibrate, "-m MODEL is needed");
    if (!o->common.output)
        return cli_usage(&verb_calibrate, "-o MODEL is needed");
    if (box_check_path(o->common.output, &err) != 0)
        return cli_usage(&verb_calibrate, "%s: %s", err.file, err.message);
    const copse_environment environment = cli_progress_start(&o->common, NULL);
    const int code =
        copse_calibrate(o->model, operand[0], o->skip_bad, o->common.output, &environment, &result, &err);
    cli_progress_stop();
    if (code)
        return cli_fail(&err);
    if (!o->common.quiet)
        tell(&result);
    return CLI_DONE;
}

const cli_verb verb_calibrate = {
    .name = "calibrate",
    .operands = "-m MODEL -o MODEL DEV",
    .least = 1,
    .most = 1,
    .summary = "fit the confidences of a model to a treebank that it was not trained on",
    .details =
        "DEV has gold trees. The model parses it, and the map from its scores to probabilities is fitted to "
        "what is right. 'copse parse --scores' then writes these probabilities. Nothing else in the model "
        "changes. Training already calibrates on sentences that it holds out; do it again for text of "
        "another kind.\n"
        "\n"
        "The errors are shown before and after; after: each half of DEV with the map of the other half.",
    .rows = rows,
    .size = sizeof(calibrate_options),
    .run = run,
    .common = CLI_THREADS,
};
