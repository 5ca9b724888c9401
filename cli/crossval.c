// SPDX-License-Identifier: MIT
// copse crossval FAMILY: one verb for each family of trainers.
#include "cli/cli.h"

#include "cli/crossval_report.h"
#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

static const char *const splits[] = {"consecutive", "modulo", "random"}; // in the order of copse_split

typedef struct crossval_options {
    cli_common common;
    long folds;
    int split, by, format; // indices in the choices below
    opt_object punct;
} crossval_options;

static const opt_row rows[] = {
    {.long_name = "folds",
     .type = OPT_INT,
     .offset = offsetof(crossval_options, folds),
     .def = "10",
     .allowed = "2..100",
     .arg = "K",
     .help = "number of folds, each parsed by a model trained on the others"},
    {.long_name = "split",
     .type = OPT_CHOICE,
     .offset = offsetof(crossval_options, split),
     .def = "consecutive",
     .allowed = "consecutive|modulo|random",
     .help =
         "folds are stretches of consecutive sentences, or sentence i is in fold i mod K, or sentences are "
         "in folds at random, by --seed"},
    PUNCT_ROW(offsetof(crossval_options, punct)),
    {.long_name = "by",
     .type = OPT_CHOICE,
     .offset = offsetof(crossval_options, by),
     .def = "none",
     .allowed = "none|label|pos",
     .help = "add a table of means over folds, by gold label or by gold part of speech (UPOS, CPOSTAG)"},
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = offsetof(crossval_options, format),
     .def = "text",
     .allowed = SHEET_CHOICES,
     .help = "output format"},
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(cli_common, output),
     .arg = "PREDICTIONS",
     .help = "write TRAIN with the predicted heads and labels, in the same order; the file appears whole "
             "or not at all"},
    {.long_name = NULL},
};

// Prints, and makes the predictions appear: last, so that a failure leaves no file.
static int print(const crossval_options *o, const copse_crossval_options *how, const copse_scores *fold,
                 copse_writer *predictions)
{
    copse_error err;
    const crossval_report report = {.family = o->common.verb->family->name,
                                    .split = splits[o->split],
                                    .how = how,
                                    .fold = fold,
                                    .punct = punct_of(&o->punct),
                                    .by = o->by};
    cli_text text;
    cli_text_open(&text);
    crossval_print(text.stream, &report, (sheet_format)o->format);
    const int status = cli_text_close(&text, NULL);
    if (status == CLI_DONE && predictions && copse_writer_commit(predictions, &err) != 0)
        return cli_fail(&err);
    return status;
}

static int validate(const crossval_options *o, const char *train)
{
    const cli_common *common = &o->common;
    const copse_crossval_options how = {.folds = o->folds,
                                        .split = (copse_split)o->split,
                                        .evaluation = {.skip_punctuation = punct_of(&o->punct)->skip,
                                                       .skip_tags = punct_of(&o->punct)->tags}};
    copse_error err;
    copse_writer *predictions = common->output ? copse_writer_open(common->output, &err) : NULL;
    if (common->output && !predictions)
        return cli_fail(&err);
    copse_scores *fold = mem_zero((size_t)how.folds, sizeof *fold);
    const copse_environment environment = cli_progress_start(common, NULL);
    const int code = copse_crossval_scores(common->train, &how, train, predictions, fold, &environment, &err);
    cli_progress_stop();
    const int status = code ? cli_fail(&err) : print(o, &how, fold, predictions);
    if (status == CLI_DONE)
        cli_progress_written(common, predictions ? common->output : common->verb->name);
    copse_writer_free(predictions);
    for (long k = 0; k < how.folds; k++)
        copse_scores_done(&fold[k]);
    mem_free(fold);
    return status;
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
    return validate(o, operand[0]);
}

static const char details[] =
    "TRAIN is cut into K folds. Each fold is parsed by a parser that was trained on the others with the "
    "options of 'copse train'. The table has the accuracy on each fold, the mean of the folds with the "
    "standard deviation (sd), and the accuracy over all words, which 'copse eval TRAIN PREDICTIONS' shows "
    "too. Sentences left out by --skip-bad are in PREDICTIONS as they are in TRAIN.\n"
    "\n"
    "Neighbouring sentences often come from one text. With --split modulo and random they are in different "
    "folds and are parsed by models that have seen their neighbours: the figures are higher than on new "
    "text.\n"
    "\n"
    "An option of the trainer that has the name of one here is called --train-NAME. Options may also stand "
    "before the parser's name: 'copse crossval --folds 5 graph TRAIN'. The same treebank, options and seed "
    "give the same bytes.";

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
