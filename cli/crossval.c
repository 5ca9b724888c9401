// SPDX-License-Identifier: MIT
// copse crossval FAMILY: one verb for each family of trainers.
#include "cli/cli.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

typedef struct crossval_options {
    cli_common common;
    long folds;
} crossval_options;

static const opt_row rows[] = {
    {.long_name = "folds",
     .type = OPT_INT,
     .offset = offsetof(crossval_options, folds),
     .def = "10",
     .allowed = "2..100",
     .arg = "K",
     .help = "number of folds of consecutive sentences, each parsed by a model trained on the others"},
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(cli_common, output),
     .arg = "PREDICTIONS",
     .help = "write TRAIN with the predicted heads and labels, in the same order; the file appears whole "
             "or not at all"},
    {.long_name = NULL},
};

static double per_cent(long part, long whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print(const copse_crossval_result *r)
{
    copse_fold all = {0};
    double las = 0, uas = 0;
    printf("%-8s %10s %10s %7s %7s\n", "fold", "sentences", "words", "LAS", "UAS");
    for (long i = 0; i < r->folds; i++) {
        const copse_fold *f = &r->fold[i];
        printf("%-8ld %10ld %10ld %7.2f %7.2f\n", i + 1, f->sentences, f->words, per_cent(f->both, f->words),
               per_cent(f->head, f->words));
        las += per_cent(f->both, f->words) / (double)r->folds;
        uas += per_cent(f->head, f->words) / (double)r->folds;
        all.sentences += f->sentences;
        all.words += f->words;
        all.both += f->both;
        all.head += f->head;
    }
    printf("%-8s %10s %10s %7.2f %7.2f\n", "mean", "", "", las, uas);
    printf("%-8s %10ld %10ld %7.2f %7.2f\n", "all", all.sentences, all.words, per_cent(all.both, all.words),
           per_cent(all.head, all.words));
}

static int run(void *options, const char **operand, int operand_n)
{
    const crossval_options *o = options;
    const cli_common *common = &o->common;
    copse_error err;
    (void)operand_n;
    if (options_check_member(common->train, &err) != 0)
        return cli_refuse(common->verb, "", &err);
    if (common->output && strcmp(common->output, "-") == 0)
        return cli_usage(common->verb, "-o needs a file: the figures go to standard output");
    if (common->output && cli_check_output(common->output, &err) != 0)
        return cli_fail(&err);
    copse_crossval_result *result = mem_zero(1, sizeof *result);
    const copse_environment environment = cli_progress_start(common, NULL);
    const int code =
        copse_crossval(common->train, o->folds, operand[0], common->output, result, &environment, &err);
    cli_progress_stop();
    if (code == 0) {
        cli_progress_written(common, common->output ? common->output : common->verb->name);
        print(result);
    }
    mem_free(result);
    return code ? cli_fail(&err) : CLI_DONE;
}

static const char details[] =
    "TRAIN is cut into K folds of consecutive sentences. Each fold is parsed by a parser that was trained "
    "on the others with the options of 'copse train'. The table has the accuracy on each fold, the mean of "
    "the folds, and the accuracy over all words, which 'copse eval TRAIN PREDICTIONS' shows too. Sentences "
    "left out by --skip-bad are in PREDICTIONS as they are in TRAIN.\n"
    "\n"
    "Neighbouring sentences often come from one text. If they were in different folds, they would be "
    "parsed by models that have seen their neighbours, and the figures would be too high.\n"
    "\n"
    "Options may also stand before the parser's name: 'copse crossval --folds 5 graph TRAIN'. The same "
    "treebank, options and seed give the same bytes.";

cli_verb cli_crossval_verb(const family *f, const char *name)
{
    return (cli_verb){
        .name = name,
        .operands = "[-o PREDICTIONS] TRAIN",
        .least = 1,
        .most = 1,
        .summary = f->crossval,
        .details = details,
        .rows = rows,
        .family = f,
        .size = sizeof(crossval_options),
        .run = run,
        .common = CLI_THREADS,
    };
}
