// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <string.h>

typedef struct combine_options {
    cli_common common;
    const char *weights;
    int decoder;     // index in the choices below
    int single_root; // as in copse_combine_options
    bool confidence, scores;
} combine_options;

enum { NONPROJECTIVE, PROJECTIVE };

static const opt_row rows[] = {
    {0, "weights", OPT_STRING, offsetof(combine_options, weights), "uniform", NULL, "uniform|FILE",
     "what votes count: all the same, or as 'copse weigh' has found out", false},
    {0, "decoder", OPT_CHOICE, offsetof(combine_options, decoder), "nonprojective",
     "nonprojective|projective", NULL, "the best of all trees, or the best projective one", false},
    {0, "single-root", OPT_CHOICE, offsetof(combine_options, single_root), "auto", "auto|yes|no", NULL,
     "one root word; auto: in sentences where all systems have one", false},
    {0, "confidence", OPT_FLAG, offsetof(combine_options, confidence), NULL, NULL, NULL,
     "multiply votes by the scores that 'copse parse --scores' writes to MISC", false},
    {0, "scores", OPT_FLAG, offsetof(combine_options, scores), NULL, NULL, NULL,
     "write the share of votes for each arc, between 0 and 1, to MISC as Score=", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static int run(void *options, const char **operand, int operand_n)
{
    const combine_options *o = options;
    const copse_combine_options how = {
        .weights = strcmp(o->weights, "uniform") == 0 ? NULL : o->weights,
        .projective = o->decoder == PROJECTIVE,
        .single_root = o->single_root,
        .confidence = o->confidence,
        .scores = o->scores,
    };
    copse_error err;
    cli_progress watch;
    long words = 0;
    int stdins = how.weights && strcmp(how.weights, "-") == 0;
    for (int i = 0; i < operand_n; i++)
        stdins += strcmp(operand[i], "-") == 0;
    if (stdins > 1)
        return cli_usage(&verb_combine, "standard input can be only one of the files");
    cli_progress_start(&watch, &o->common, "combined", "words", 0);
    if (copse_combine(operand, (size_t)operand_n, &how, o->common.output, &words, &err) < 0)
        return cli_fail(&err);
    cli_progress_end(&watch, (double)words);
    return CLI_DONE;
}

const cli_verb verb_combine = {
    .name = "combine",
    .operands = "SYSTEM SYSTEM...",
    .least = 1,
    .most = -1,
    .summary = "make one tree of several parsers' trees, by weighted votes",
    .details =
        "Each SYSTEM is the same text parsed by another parser, in CoNLL-U or CoNLL-X. Every tree votes for "
        "its arcs, and the tree with most votes is found, which need not be one of them (Sagae & Lavie "
        "2006). "
        "Labels are voted on by those who proposed the arc. Ties go to the system named first.\n"
        "\n"
        "The output is the first file with heads and labels replaced.",
    .rows = rows,
    .size = sizeof(combine_options),
    .run = run,
    .common = CLI_OUTPUT,
};
