// SPDX-License-Identifier: MIT
// copse train FAMILY: one verb for each family of trainers, whose options are its own.
#include "cli/cli.h"

#include <signal.h>
#include <string.h>

static const opt_row rows[] = {
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(cli_common, output),
     .arg = "MODEL",
     .help = "the model to write, which appears whole or not at all; must be given"},
    {.long_name = NULL},
};

static copse_stop *stop;

// The first Ctrl-C ends training after what is at hand; a second one ends the process.
static void on_interrupt(int signal_number)
{
    copse_stop_set(stop);
    signal(signal_number, SIG_DFL);
}

// Training that has something to show for it when it is interrupted is asked to stop.
static void watch_interrupts(void)
{
    struct sigaction before;
    stop = copse_stop_new();
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        signal(SIGINT, on_interrupt);
}

static int train(const cli_common *o, const char *treebank_file)
{
    copse_error err;
    const copse_environment environment = {
        .report = o->quiet ? NULL : cli_report, .threads = (int)o->threads, .stop = stop};
    if (cli_check_output(o->output, &err) != 0 ||
        copse_train(o->train, treebank_file, o->output, &environment, &err) != 0)
        return cli_fail(&err);
    return CLI_DONE;
}

static int run(void *options, const char **operand, int operand_n)
{
    const cli_common *o = options;
    copse_error err;
    (void)operand_n;
    if (!o->output)
        return cli_usage(o->verb, "-o MODEL is needed");
    if (copse_options_check(o->train, &err) != 0)
        return cli_usage(o->verb, "%s", err.message);
    int status = cli_check_input(o->verb, operand[0], o->train->common.dev);
    if (status != CLI_DONE)
        return status;
    if (o->verb->family->stops_whole)
        watch_interrupts();
    status = train(o, operand[0]);
    if (stop) {
        signal(SIGINT, SIG_DFL);
        copse_stop_free(stop);
        stop = NULL;
    }
    return status;
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
