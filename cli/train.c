// SPDX-License-Identifier: MIT
// copse train FAMILY: one verb for each family of trainers, with the family's options.
#include "cli/cli.h"

static const opt_row rows[] = {
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(cli_common, output),
     .arg = "MODEL",
     .help = "write the model to this file, which appears whole or not at all; must be given"},
    {.long_name = NULL},
};

static int train(const cli_common *o, const char *treebank_file)
{
    copse_error err;
    if (cli_check_output(o->output, &err) != 0)
        return cli_fail(&err);
    const bool stops = o->verb->family->stops_whole;
    copse_environment environment = cli_progress_start(o, NULL);
    environment.stop = stops ? cli_signals_stop(o) : NULL;
    const int code = copse_train(o->train, treebank_file, o->output, &environment, &err);
    cli_signals_end();
    if (stops)
        cli_signals_unstop();
    cli_progress_stop();
    if (code)
        return cli_fail(&err);
    cli_progress_written(o, o->output);
    return CLI_DONE;
}

static int run(void *options, const char **operand, int operand_n)
{
    const cli_common *o = options;
    copse_error err;
    (void)operand_n;
    if (!o->output)
        return cli_usage(o->verb, "-o MODEL is needed");
    if (box_check_path(o->output, &err) != 0)
        return cli_usage(o->verb, "%s: %s", err.file, err.message);
    if (copse_options_check(o->train, &err) != 0)
        return cli_refuse(o->verb, "", &err);
    int status = cli_check_input(o->verb, operand[0], o->train->common.dev);
    if (status != CLI_DONE)
        return status;
    return train(o, operand[0]);
}

cli_verb cli_train_verb(const family *f, const char *name)
{
    return (cli_verb){
        .name = name,
        .operands = "-o MODEL TRAIN",
        .least = 1,
        .most = 1,
        .summary = f->summary,
        .details = f->details,
        .rows = rows,
        .family = f,
        .all_of_family = true,
        .size = sizeof(cli_common),
        .run = run,
        .common = CLI_THREADS,
    };
}
