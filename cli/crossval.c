// SPDX-License-Identifier: MIT
#include "cli/trainers.h"

#include <stdlib.h>
#include <string.h>

static const opt_row rows[] = {
    {0, "folds", OPT_INT, offsetof(train_common, folds), "10", "2..100", "K",
     "stretches of consecutive sentences that TRAIN is cut into, each parsed by a model trained on the "
     "others",
     false},
    {'o', "output", OPT_STRING, offsetof(cli_common, output), NULL, NULL, "PREDICTIONS",
     "write TRAIN with the predicted heads and labels, in its order; the file appears whole or not at all",
     false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
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

static int run(const cli_verb *verb, const cli_trainer *trainer, const void *options, const char *train)
{
    const train_common *base = options;
    const cli_common *common = &base->common;
    copse_error err;
    int status = trainer->check(verb, options);
    if (status != CLI_DONE)
        return status;
    if (common->output && strcmp(common->output, "-") == 0)
        return cli_usage(verb, "-o needs a file: the figures go to standard output");
    const bool is_graph = trainer == &trainer_graph;
    copse_transition_options t = {0};
    copse_graph_options g = {0};
    if (is_graph)
        g = graph_for_library(options, NULL);
    else
        t = transition_for_library(options, NULL);
    const copse_crossval_options o = {.folds = base->folds,
                                      .transition = is_graph ? NULL : &t,
                                      .graph = is_graph ? &g : NULL,
                                      .threads = common->threads};
    copse_crossval_result *result = calloc(1, sizeof *result);
    if (!result)
        abort();
    if ((common->output && cli_check_output(common->output, &err) != 0) ||
        copse_crossval(train, common->output, &o, result, common->quiet ? NULL : cli_report, NULL, &err) != 0)
        status = cli_fail(&err);
    else
        print(result);
    free(result);
    return status;
}

static int run_transition(void *options, const char **operand, int operand_n)
{
    (void)operand_n;
    return run(&verb_crossval_transition, &trainer_transition, options, operand[0]);
}

static int run_graph(void *options, const char **operand, int operand_n)
{
    (void)operand_n;
    return run(&verb_crossval_graph, &trainer_graph, options, operand[0]);
}

static const char details[] = "TRAIN is cut into K stretches of consecutive sentences. For each, a parser is "
                              "trained on the others with the "
                              "options of 'copse train', and parses it. The figures are for each fold, their "
                              "mean, and over all words, which "
                              "is what 'copse eval TRAIN PREDICTIONS' gives. Sentences left out by "
                              "--skip-bad are in PREDICTIONS as they are "
                              "in TRAIN.\n"
                              "\n"
                              "Sentences next to each other often come from one text: dealt out in turn they "
                              "would be parsed by models that "
                              "have seen their neighbours, and the figures would be too high.\n"
                              "\n"
                              "Options may stand before the parser's name too: 'copse crossval --folds 5 "
                              "graph TRAIN'. The same treebank, "
                              "options and seed give the same bytes.";

const cli_verb verb_crossval_transition = {
    .name = "crossval transition",
    .operands = "[-o PREDICTIONS] TRAIN",
    .least = 1,
    .most = 1,
    .summary = "parse a treebank by transition-based parsers trained on the rest of it",
    .details = details,
    .rows = rows,
    .more = transition_rows,
    .size = TRAINER_SIZE,
    .run = run_transition,
    .common = CLI_THREADS,
};

const cli_verb verb_crossval_graph = {
    .name = "crossval graph",
    .operands = "[-o PREDICTIONS] TRAIN",
    .least = 1,
    .most = 1,
    .summary = "parse a treebank by graph-based parsers trained on the rest of it",
    .details = details,
    .rows = rows,
    .more = graph_rows,
    .size = TRAINER_SIZE,
    .run = run_graph,
    .common = CLI_THREADS,
};
