// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct parse_options {
    cli_common common;
    opt_list models;
    const char *weights, *member;
    int single_root; // 0 yes, 1 no
    bool scores, unpruned, keep_heads;
    int decode; // a copse_decode
    long kbest;
} parse_options;

static const opt_row rows[] = {
    {.short_name = 'm',
     .long_name = "model",
     .type = OPT_LIST,
     .offset = offsetof(parse_options, models),
     .arg = "MODEL",
     .help = "the model to parse with; must be given. Several models vote on the tree"},
    {.long_name = "weights",
     .type = OPT_STRING,
     .offset = offsetof(parse_options, weights),
     .arg = "uniform|FILE",
     .help = "the weights of the votes of several models, or of an ensemble's members: all equal, or from "
             "a file of 'copse weigh' (default: as an ensemble was trained; all equal for several models)"},
    {.long_name = "member",
     .type = OPT_STRING,
     .offset = offsetof(parse_options, member),
     .arg = "NAME",
     .help = "parse with one member of an ensemble alone; 'copse info MODEL' shows their names"},
    {.long_name = "single-root",
     .type = OPT_CHOICE,
     .offset = offsetof(parse_options, single_root),
     .def = "auto",
     .allowed = "yes|no",
     .help = "exactly one root word in every sentence; auto: as the model was trained"},
    {.long_name = "scores",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, scores),
     .help =
         "write the probability that each head is right to MISC as Score=, and that head and label are as "
         "LabelScore=; models without a calibration write numbers from 0 to 1 that only order arcs"},
    {.long_name = "decode",
     .type = OPT_CHOICE,
     .offset = offsetof(parse_options, decode),
     .def = "best",
     .allowed = "best|min-risk",
     .help = "the tree that scores best, or the one with the most arcs that are expected to be right"},
    {.long_name = "kbest",
     .type = OPT_INT,
     .offset = offsetof(parse_options, kbest),
     .def = "1",
     .allowed = "1..1000",
     .arg = "K",
     .help = "write the K best trees of each sentence one after the other, as sentences with the comments "
             "rank, score and probability"},
    {.long_name = "unpruned",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, unpruned),
     .help = "graph-based parsers score every arc, not only those from likely heads: slower"},
    {.long_name = "keep-heads",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, keep_heads),
     .help = "keep the heads that are in INPUT, and their labels; the parser fills in those that are '_'"},
    {.long_name = NULL},
};

static int set_up(copse_model *model, const parse_options *o, copse_error *err)
{
    int code = 0;
    if (o->weights)
        code = copse_model_weights(model, strcmp(o->weights, "uniform") == 0 ? NULL : o->weights, err);
    return code || !o->member ? code : copse_model_member(model, o->member, err);
}

static int run(void *options, const char **operand, int operand_n)
{
    const parse_options *o = options;
    const copse_parse_options how = {.single_root = (copse_root_choice)(o->single_root - OPT_AUTO_CHOICE),
                                     .scores = o->scores,
                                     .decode = (copse_decode)o->decode,
                                     .unpruned = o->unpruned,
                                     .kbest = (int)o->kbest,
                                     .keep_heads = o->keep_heads};
    const char *input = operand_n ? operand[0] : "-";
    copse_error err;
    long words = 0;
    if (o->models.n == 0)
        return cli_usage(&verb_parse, "-m MODEL is needed");
    if (o->member && o->weights)
        return cli_usage(&verb_parse, "--weights has no meaning with --member");
    if (o->kbest > 1 && how.decode == COPSE_DECODE_MIN_RISK)
        return cli_usage(&verb_parse, "--kbest has no meaning with --decode min-risk");
    if (o->weights && strcmp(o->weights, "-") == 0 && strcmp(input, "-") == 0)
        return cli_usage(&verb_parse, "standard input can be only one of the files");
    copse_model *model = cli_load_models(&o->models, &err);
    if (!model)
        return cli_fail(&err);
    const copse_environment environment = cli_progress_start(&o->common, "words");
    int code = set_up(model, o, &err);
    if (code == 0)
        cli_note_unpruned(&o->common, o->unpruned, model);
    if (code == 0)
        code = copse_parse_file(model, &how, input, o->common.output, &environment, &words, &err);
    copse_model_free(model);
    cli_progress_stop();
    if (code < 0)
        return cli_fail(&err);
    cli_progress_summary(&o->common, "parsed", (double)words);
    return CLI_DONE;
}

const cli_verb verb_parse = {
    .name = "parse",
    .operands = "-m MODEL [-m MODEL...] [INPUT]",
    .least = 0,
    .most = 1,
    .summary = "parse sentences with a trained model",
    .details =
        "INPUT is tokenised and tagged text with the columns that the model was trained on; if a column is "
        "missing, a line on standard error says so. Heads and labels are replaced (but see --keep-heads), "
        "everything else passes through byte for byte. Every sentence gets a tree.\n\nWith several models "
        "each sentence is parsed by all of them. Every tree votes for its arcs, and the best tree under the "
        "votes is written, as by "
        "'copse combine --weights uniform' on their outputs.\n\nA sentence is parsed and written as soon as "
        "it has been read, so a program may write one, wait for its tree, and write the next.",
    .rows = rows,
    .size = sizeof(parse_options),
    .run = run,
    .common = CLI_OUTPUT | CLI_THREADS,
};
