// SPDX-License-Identifier: MIT
#include "cli/trainers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the measurements of docs/EXPERIMENTS.md speak for.
#define DEFAULT_MEMBERS "graph2+arc-eager+arc-eager:reverse,graph2,arc-eager,arc-eager:reverse"
#define DEFAULT_BY "uniform"
#define DEFAULT_FOLDS "2"

typedef struct ensemble_options {
    train_common base;
    const char *members, *by;
    const char *stack_base, *guide; // of train stack
    const char *transition, *graph; // options of the trainers
    bool confidence;
    int decoder;
    long seed;
    bool skip_bad;
} ensemble_options;

#define AT(member) offsetof(ensemble_options, member)

static const opt_row ensemble_rows[] = {
    {'o', "output", OPT_STRING, offsetof(cli_common, output), NULL, NULL, "MODEL",
     "the model to write, which appears whole or not at all; must be given", false},
    {0, "members", OPT_STRING, AT(members), NULL, NULL, "NAME,NAME,...",
     "the parsers that vote (default: see below)", true},
    {0, "by", OPT_STRING, AT(by), DEFAULT_BY, NULL, "FACTORS",
     "what the weight of a vote depends on: uniform (all count the same), or as for 'copse weigh --by'",
     true},
    {0, "confidence", OPT_FLAG, AT(confidence), NULL, NULL, NULL,
     "multiply each vote by the parser's own confidence in the arc", true},
    {0, "decoder", OPT_CHOICE, AT(decoder), "auto", "auto|projective|nonprojective", NULL,
     "which trees the votes choose from; auto: nonprojective if at least 7 arcs in 1000 of the training data "
     "are",
     true},
    {0, "dev", OPT_STRING, offsetof(train_common, dev), NULL, NULL, "FILE",
     "report the accuracy on FILE, and estimate weights on it (without it, by cross-validation)", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static const opt_row stack_rows[] = {
    {'o', "output", OPT_STRING, offsetof(cli_common, output), NULL, NULL, "MODEL",
     "the model to write, which appears whole or not at all; must be given", false},
    {0, "base", OPT_STRING, AT(stack_base), NULL, NULL, "NAME", "the parser that listens; must be given",
     true},
    {0, "guide", OPT_STRING, AT(guide), NULL, NULL, "NAME,NAME,...",
     "the parser, or the parsers, whose trees it listens to; must be given", true},
    {0, "dev", OPT_STRING, offsetof(train_common, dev), NULL, NULL, "FILE",
     "report the accuracy on FILE in the end", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

// Of both verbs.
static const opt_row more[] = {
    {0, "folds", OPT_INT, offsetof(train_common, folds), DEFAULT_FOLDS, "2..100", "K",
     "folds of cross-validation", true},
    {0, "transition-options", OPT_STRING, AT(transition), NULL, NULL, "OPTIONS",
     "options of 'copse train transition' for all parsers of that family, as one word: '--cutoff 2 --prune "
     "0.05'",
     true},
    {0, "graph-options", OPT_STRING, AT(graph), NULL, NULL, "OPTIONS",
     "options of 'copse train graph' for all parsers of that family: '--hash-bits 20'", true},
    {0, "seed", OPT_INT, AT(seed), "1", "0..4294967295", "N", "for all parsers whose name has none", true},
    {0, "skip-bad", OPT_FLAG, AT(skip_bad), NULL, NULL, NULL,
     "leave malformed sentences out and count them, instead of stopping at the first", true},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static int train(const cli_verb *verb, const ensemble_options *o, const char *members, const char *train_file)
{
    const cli_common *common = &o->base.common;
    const opt_row *const tables[] = {verb->rows, more, NULL};
    trainer_defaults defaults;
    copse_error err;
    int status = trainer_check_files(verb, train_file, o->base.dev);
    if (status != CLI_DONE)
        return status;
    if (!common->output)
        return cli_usage(verb, "-o MODEL is needed");
    if ((status = trainer_defaults_init(&defaults, verb, o->transition, o->graph)) != CLI_DONE) {
        trainer_defaults_done(&defaults);
        return status;
    }
    char *stored = opt_dump(tables, o);
    const copse_ensemble_options e = {.members = members,
                                      .by = o->by ? o->by : "uniform",
                                      .confidence = o->confidence,
                                      .decoder = o->decoder,
                                      .dev = o->base.dev,
                                      .folds = o->base.folds,
                                      .seed = o->seed,
                                      .threads = common->threads,
                                      .skip_bad = o->skip_bad,
                                      .stored = stored,
                                      .transition = &defaults.transition,
                                      .graph = &defaults.graph};
    if (copse_ensemble_check(&e, &err) != 0)
        status = cli_usage(verb, "%s", err.message);
    else if (cli_check_output(common->output, &err) != 0 ||
             copse_train_ensemble(train_file, common->output, &e, common->quiet ? NULL : cli_report, NULL,
                                  &err) != 0)
        status = cli_fail(&err);
    free(stored);
    trainer_defaults_done(&defaults);
    return status;
}

static int run_ensemble(void *options, const char **operand, int operand_n)
{
    const ensemble_options *o = options;
    (void)operand_n;
    return train(&verb_train_ensemble, o, o->members ? o->members : DEFAULT_MEMBERS, operand[0]);
}

// BASE+GUIDE+...
static int run_stack(void *options, const char **operand, int operand_n)
{
    const ensemble_options *o = options;
    (void)operand_n;
    if (!o->stack_base || !o->guide)
        return cli_usage(&verb_train_stack, "%s is needed", o->stack_base ? "--guide NAME" : "--base NAME");
    if (strpbrk(o->stack_base, "+,"))
        return cli_usage(&verb_train_stack, "--base: '%s' is not one parser", o->stack_base);
    const size_t size = strlen(o->stack_base) + strlen(o->guide) + 2;
    char *recipe = malloc(size);
    if (!recipe)
        abort();
    snprintf(recipe, size, "%s+%s", o->stack_base, o->guide);
    for (char *p = recipe; (p = strchr(p, ','));)
        *p = '+';
    int status = train(&verb_train_stack, o, recipe, operand[0]);
    free(recipe);
    return status;
}

#define NAMES                                                                    \
    "  arc-eager, arc-standard, covington-projective, covington-nonprojective\n" \
    "                     transition-based, by their algorithm\n"                \
    "  graph1, graph2     graph-based, by their order\n"                         \
    "  transition, graph  what 'copse train' trains by default\n"                \
    "  NAME:reverse       reads from right to left\n"                            \
    "  NAME:seed=N        trained with another seed\n"

const cli_verb verb_train_ensemble = {
    .name = "train ensemble",
    .operands = "[--members NAME,...] -o MODEL TRAIN",
    .least = 1,
    .most = 1,
    .summary = "train several parsers whose votes are reparsed, as one model",
    .details = "Trains every member on TRAIN and puts them into one file. 'copse parse -m MODEL' parses with "
               "all of them; "
               "each arc gets the votes of the members that found it, and the best tree under the votes is "
               "the result. "
               "'copse parse --member NAME' parses with one of them alone. The names:\n"
               "\n" NAMES "  BASE+GUIDE+...     BASE listens to the trees of its guides\n"
               "\n"
               "A parser that is named several times, as a member or as a guide, is trained, stored and run "
               "once. Where votes are equal, the member that is named first decides.\n"
               "\n"
               "With another --by than uniform, how much a vote counts is estimated on --dev, or by "
               "cross-validation on TRAIN, which trains every member K times more. Guides are "
               "cross-validated in any case: those that listen to them learn from trees with a guide's usual "
               "mistakes.\n"
               "\n"
               "The default members are\n"
               "\n"
               "  " DEFAULT_MEMBERS "\n"
               "\n"
               "The same treebank, options and seed give the same bytes.",
    .rows = ensemble_rows,
    .more = more,
    .size = sizeof(ensemble_options),
    .run = run_ensemble,
    .common = CLI_THREADS,
};

const cli_verb verb_train_stack = {
    .name = "train stack",
    .operands = "--base NAME --guide NAME -o MODEL TRAIN",
    .least = 1,
    .most = 1,
    .summary = "train a parser that listens to another one's trees, as one model",
    .details = "The base parser sees the arcs and labels that the guide has found as features. To learn how "
               "far to trust "
               "them it needs trees with a guide's usual mistakes, so TRAIN is parsed by cross-validation "
               "with guides "
               "trained on the rest of it. Then the guide is trained on all of TRAIN. Both are in the model. "
               "The names:\n"
               "\n" NAMES "\n"
               "The same treebank, options and seed give the same bytes.",
    .rows = stack_rows,
    .more = more,
    .size = sizeof(ensemble_options),
    .run = run_stack,
    .common = CLI_THREADS,
};
