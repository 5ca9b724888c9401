// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "common/treebank/system_name.h"
#include "graph/decoders.h"

#include <string.h>

typedef struct combine_options {
    cli_common common;
    const char *weights;
    int decoder;     // index in the registry
    int single_root; // 0 yes, 1 no
    bool confidence, scores;
} combine_options;

static const opt_row rows[] = {
    {.long_name = "weights",
     .type = OPT_STRING,
     .offset = offsetof(combine_options, weights),
     .def = "independent",
     .arg = "independent|uniform|FILE",
     .help = "the weight of each system's votes: lower the more it agrees with the others, so that similar "
             "parsers do not outvote the rest (independent); all equal (uniform); or from a file of 'copse "
             "weigh'"},
    {.long_name = "decoder",
     .type = OPT_CHOICE,
     .offset = offsetof(combine_options, decoder),
     .def = "nonprojective",
     .help = "which trees the votes choose from",
     .choices = dec_choice},
    {.long_name = "single-root",
     .type = OPT_CHOICE,
     .offset = offsetof(combine_options, single_root),
     .def = "auto",
     .allowed = "yes|no",
     .help = "exactly one root word; auto: in sentences where all systems have one"},
    {.long_name = "confidence",
     .type = OPT_FLAG,
     .offset = offsetof(combine_options, confidence),
     .help = "multiply votes by the scores that 'copse parse --scores' writes to MISC"},
    {.long_name = "scores",
     .type = OPT_FLAG,
     .offset = offsetof(combine_options, scores),
     .help = "write the share of votes for each arc, between 0 and 1, to MISC as Score=, and that for arc "
             "and label as LabelScore="},
    {.long_name = NULL},
};

// Notes ties if they decide more than one arc in a hundred.
static void note_ties(const copse_combine_result *r)
{
    if (r->tied * 100 > r->words)
        cli_note("%.1f%% of the arcs were decided by a tie, in favour of the file named earlier; weights of "
                 "'copse weigh' would decide by quality",
                 100.0 * (double)r->tied / (double)r->words);
}

static int run(void *options, const char **operand, int operand_n)
{
    const combine_options *o = options;
    const copse_combine_options how = {
        .weights = o->weights,
        .decoder = dec_choice((size_t)o->decoder).name,
        .single_root = (copse_root_choice)(o->single_root - OPT_AUTO_CHOICE),
        .confidence = o->confidence,
        .scores = o->scores,
    };
    copse_error err;
    copse_combine_result result;
    int stdins = strcmp(how.weights, "-") == 0;
    for (int i = 0; i < operand_n; i++)
        stdins += strcmp(system_file(operand[i]), "-") == 0;
    if (stdins > 1)
        return cli_usage(&verb_combine, "standard input can be only one of the files");
    cli_progress_start(&o->common, "words");
    const int code = copse_combine(operand, (size_t)operand_n, &how, o->common.output, &result, &err);
    cli_progress_stop();
    if (code < 0)
        return cli_fail(&err);
    cli_progress_summary(&o->common, "combined", (double)result.words);
    if (!o->common.quiet)
        note_ties(&result);
    return CLI_DONE;
}

const cli_verb verb_combine = {
    .name = "combine",
    .operands = "SYSTEM SYSTEM...",
    .least = 1,
    .most = -1,
    .summary = "combine the trees of several parsers into one, by weighted votes",
    .details =
        "Each SYSTEM is the same text parsed by another parser, in CoNLL-U or CoNLL-X: FILE or NAME=FILE, "
        "where "
        "the name is the system's in a file of weights. Every tree votes "
        "for its arcs. The result is the tree with most votes, which need not be one of the given trees "
        "(Sagae & Lavie 2006). The systems that proposed an arc vote on its label.\n"
        "\n"
        "The weights 'independent' need no gold trees, and the order of the files does not matter if there "
        "are more than two. Ties between systems of equal weight go to the file named first.\n"
        "\n"
        "The output is the first file with heads and labels replaced.",
    .rows = rows,
    .size = sizeof(combine_options),
    .run = run,
    .common = CLI_OUTPUT,
};
