// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "common/model/model.h"
#include "common/treebank/formats.h"
#include "common/treebank/reader.h"

#include <string.h>

typedef struct parse_options {
    cli_common common;
    opt_list models;
    int input; // an index of input_choice, or OPT_AUTO_CHOICE
    bool presegmented, pretokenized, ranges, retag;
    const char *output; // a format or a file
    const char *weights, *member;
    int single_root; // 0 yes, 1 no
    bool scores, unpruned, keep_heads;
    int decode; // a copse_decode
    long kbest;
} parse_options;

enum { INPUT_TEXT, INPUT_LINES, INPUT_TOKENS, INPUT_FORMATS }; // then the formats of treebanks

static opt_choice input_choice(size_t i)
{
    static const opt_choice plain[] = {{"text", "plain text; a blank line ends a paragraph"},
                                       {"lines", "plain text, each line a sentence"},
                                       {"tokens", "the same, with blanks between the tokens"}};
    return i < INPUT_FORMATS ? plain[i] : fmt_source(i - INPUT_FORMATS);
}

static const char *const formats[] = {"conllu", "json", "text"}; // in the order of copse_rendering

static const opt_row rows[] = {
    {.short_name = 'm',
     .long_name = "model",
     .type = OPT_LIST,
     .offset = offsetof(parse_options, models),
     .arg = "MODEL",
     .help =
         "the model to parse with, or NAME=MODEL. Several models vote on the tree; weights of votes know "
         "them "
         "by NAME, or by the names of their files. Without it: the file in the variable COPSE_MODEL, or the "
         "model that was installed with copse"},
    {.long_name = "input",
     .type = OPT_CHOICE,
     .offset = offsetof(parse_options, input),
     .def = "auto",
     .choices = input_choice,
     .help = "what INPUT is; auto: what its first lines look like. Models with a tokeniser take text"},
    {.long_name = "presegmented",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, presegmented),
     .help = "the same as --input lines"},
    {.long_name = "pretokenized",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, pretokenized),
     .help = "the same as --input tokens"},
    {.long_name = "ranges",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, ranges),
     .help = "of text: write to MISC where each token stands in it, as TokenRange=FROM:TO, in characters "
             "from 0"},
    {.long_name = "retag",
     .type = OPT_FLAG,
     .offset = offsetof(parse_options, retag),
     .help =
         "the model's tagger and lemmatiser replace the tags and lemmas that are in INPUT; otherwise they "
         "fill in those that are '_'"},
    {.short_name = 'o',
     .long_name = "output-file",
     .type = OPT_STRING,
     .offset = offsetof(cli_common, output),
     .arg = "FILE",
     .help = "write to FILE, which appears whole or not at all, compressed if it ends in .gz or .zst "
             "(default: standard output)"},
    {.long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(parse_options, output),
     .arg = "conllu|json|text",
     .help =
         "write CoNLL-U (the default; or CoNLL-X, as INPUT), JSON, a line for each sentence, or text, the "
         "tokens with blanks between them. Any other word is a FILE, as with -o"},
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

// --- What is read, what is written

// The choice of --input with the options that stand for one. Returns CLI_DONE or CLI_USAGE.
static int settle_input(parse_options *o)
{
    const bool hint = o->presegmented || o->pretokenized;
    if (hint && o->input >= INPUT_FORMATS)
        return cli_usage(&verb_parse, "--%s has no meaning for --input %s",
                         o->pretokenized ? "pretokenized" : "presegmented",
                         input_choice((size_t)o->input).name);
    if (hint && (o->pretokenized || o->input != INPUT_TOKENS))
        o->input = o->pretokenized ? INPUT_TOKENS : INPUT_LINES;
    if (o->ranges && o->input >= INPUT_FORMATS)
        return cli_usage(&verb_parse, "--ranges has no meaning for --input %s",
                         input_choice((size_t)o->input).name);
    return CLI_DONE;
}

// --output has always been the long name of -o. So it takes a file too, unless it is a format.
static int settle_output(parse_options *o, copse_rendering *as)
{
    for (size_t i = 0; o->output && i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(o->output, formats[i]) == 0) {
            *as = (copse_rendering)i;
            return CLI_DONE;
        }
    if (o->output && o->common.output)
        return cli_usage(&verb_parse, "two files to write, %s and %s; the formats are conllu, json and text",
                         o->common.output, o->output);
    if (!o->output)
        return CLI_DONE;
    if (!o->common.quiet && !strpbrk(o->output, "./") && strcmp(o->output, "-") != 0)
        cli_note("--output %s is a file; the formats are conllu, json and text", o->output);
    o->common.output = o->output;
    o->output = NULL; // each string is freed once
    return CLI_DONE;
}

static copse_reader *open_input(const parse_options *o, const char *path, const copse_model *model,
                                copse_error *err)
{
    const copse_text_options how_text = {.form = o->input == INPUT_LINES    ? COPSE_TEXT_LINES
                                                 : o->input == INPUT_TOKENS ? COPSE_TEXT_TOKENS
                                                                            : COPSE_TEXT_PLAIN,
                                         .ranges = o->ranges};
    if (o->input == OPT_AUTO_CHOICE)
        return copse_reader_any(path, model, &how_text, err);
    if (o->input < INPUT_FORMATS)
        return copse_reader_text(path, model, &how_text, err);
    const copse_read_options how = {.forced = true, .format = fmt_at((size_t)o->input - INPUT_FORMATS)->id};
    return copse_reader_open_with(path, &how, err);
}

// Says what the input was taken for where that is not plain to see.
static void tell_input(const parse_options *o, const copse_reader *in)
{
    if (o->common.quiet || o->input != OPT_AUTO_CHOICE)
        return;
    if (copse_reader_is_text(in))
        cli_note("%s: read as plain text (--input text)", rd_name(in));
    else if (o->ranges)
        cli_note("--ranges has no effect: %s is no plain text", rd_name(in));
}

// ---------------------------------------------------------------------------------------------------

static int set_up(copse_model *model, const parse_options *o, copse_error *err)
{
    int code = 0;
    if (o->weights)
        code = copse_model_weights(model, strcmp(o->weights, "uniform") == 0 ? NULL : o->weights, err);
    return code || !o->member ? code : copse_model_member(model, o->member, err);
}

// Says that --retag changes nothing, if there is no stage whose values it concerns.
static void note_retag(const parse_options *o, const copse_model *m)
{
    bool tags = false;
    for (size_t i = 0; i < m->n; i++)
        tags |= m->stage[i].kind->run && m->stage[i].kind->writes & (1U << COPSE_UPOS | 1U << COPSE_LEMMA);
    if (o->retag && !tags && !o->common.quiet)
        cli_note("--retag has no effect: the model has no tagger and no lemmatiser");
}

static int parse(const parse_options *o, const copse_parse_options *how, const char *input,
                 copse_model *model, copse_error *err)
{
    long words = 0;
    copse_reader *in = open_input(o, input, model, err);
    if (!in)
        return err->code;
    tell_input(o, in);
    copse_writer *out = copse_writer_open(o->common.output, err);
    const copse_environment environment = cli_progress_start(&o->common, "words");
    int code = out ? copse_parse_stream(model, how, in, out, &environment, &words, err) : err->code;
    if (code == 0)
        code = copse_writer_commit(out, err);
    cli_progress_stop();
    copse_writer_free(out);
    copse_reader_close(in);
    if (code == 0)
        cli_progress_summary(&o->common, "parsed", (double)words);
    return code;
}

// Options that do not go together.
static int check(const parse_options *o, const copse_parse_options *how, const char *input)
{
    if (o->member && o->weights)
        return cli_usage(&verb_parse, "--weights has no meaning with --member");
    if (o->kbest > 1 && how->decode == COPSE_DECODE_MIN_RISK)
        return cli_usage(&verb_parse, "--kbest has no meaning with --decode min-risk");
    if (how->output == COPSE_RENDER_TEXT && (o->kbest > 1 || o->scores))
        return cli_usage(&verb_parse, "--%s has no meaning with --output text: text shows no trees",
                         o->scores ? "scores" : "kbest");
    if (o->weights && strcmp(o->weights, "-") == 0 && strcmp(input, "-") == 0)
        return cli_usage(&verb_parse, "standard input can be only one of the files");
    return CLI_DONE;
}

static int run(void *options, const char **operand, int operand_n)
{
    parse_options *o = options;
    copse_parse_options how = {.single_root = (copse_root_choice)(o->single_root - OPT_AUTO_CHOICE),
                               .scores = o->scores,
                               .decode = (copse_decode)o->decode,
                               .unpruned = o->unpruned,
                               .kbest = (int)o->kbest,
                               .keep_heads = o->keep_heads,
                               .retag = o->retag};
    const char *input = operand_n ? operand[0] : "-";
    copse_error err;
    int status = settle_input(o);
    status = status ? status : settle_output(o, &how.output);
    status = status ? status : check(o, &how, input);
    status = status || o->models.n ? status : cli_default_model(&o->common, &o->models);
    if (status != CLI_DONE)
        return status;
    copse_model *model = cli_load_models(&o->models, &err);
    if (!model)
        return cli_fail(&err);
    int code = set_up(model, o, &err);
    if (code == 0)
        cli_note_unpruned(&o->common, o->unpruned, model);
    note_retag(o, model);
    if (code == 0)
        code = parse(o, &how, input, model, &err);
    copse_model_free(model);
    return code < 0 ? cli_fail(&err) : CLI_DONE;
}

const cli_verb verb_parse = {
    .name = "parse",
    .operands = "[-m MODEL...] [INPUT]",
    .least = 0,
    .most = 1,
    .summary = "parse text, or the sentences of a treebank, with a trained model",
    .details =
        "INPUT is plain text, if the model has a tokeniser ('copse train pipeline'), or a treebank. Of a "
        "treebank, heads and labels are replaced (but see --keep-heads), columns that are '_' are filled in "
        "by the model's tagger and lemmatiser, and everything else passes through byte for byte. If a column "
        "that the parser learnt from is missing, a line on standard error says so. Every sentence gets a "
        "tree.\n\nWith several models "
        "each sentence is parsed by all of them. Every tree votes for its arcs, and the best tree under the "
        "votes is written, as by "
        "'copse combine --weights uniform' on their outputs.\n\nA sentence is parsed and written as soon as "
        "it has been read, so a program may write one, wait for its tree, and write the next.",
    .rows = rows,
    .size = sizeof(parse_options),
    .run = run,
    .common = CLI_THREADS,
};
