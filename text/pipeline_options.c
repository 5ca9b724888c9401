// SPDX-License-Identifier: MIT
// The family of pipelines: its options and checks.
#include "text/pipeline.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

#define AT(member) offsetof(pipeline_options, member)
static const opt_row rows[] = {
    {.long_name = "parser",
     .type = OPT_STRING,
     .offset = AT(parser),
     .def = "graph",
     .arg = "NAME",
     .help = "the parser: transition, graph, generative, stack or ensemble, as 'copse train NAME' trains it; "
             "members of an ensemble, separated by commas; or none: the model tags and lemmatises only",
     .stored = true},
    {.long_name = "parser-options",
     .type = OPT_STRING,
     .offset = AT(parser_options),
     .arg = "OPTIONS",
     .help = "options of 'copse train' for the parser, as one word: '--hash-bits 20'",
     .stored = true},
    {.long_name = "tags",
     .type = OPT_CHOICE,
     .offset = AT(tags),
     .def = "mixed",
     .allowed = "mixed|predicted|gold",
     .help = "the tags and lemmas that the parser learns from: predicted by models of other parts of TRAIN, "
             "as they will be in new text; those of TRAIN, gold; or mixed: half of the sentences, others in "
             "each round, have gold ones",
     .stored = true},
    {.long_name = "folds",
     .type = OPT_INT,
     .offset = AT(folds),
     .def = "5",
     .allowed = "2..100",
     .arg = "K",
     .help = "the parts of TRAIN that get their tags and lemmas from models of the others",
     .stored = true},
    {.long_name = NULL},
};

static size_t tables(void *values, opt_table *list)
{
    list[0] = (opt_table){rows, values};
    list[1] = (opt_table){tag_rows, &((pipeline_options *)values)->tagger};
    return 2;
}

// Families that make a parser.
static const char *const parsers[] = {"transition", "graph", "generative", "stack", "ensemble", NULL};

static const family *family_of(const char *name)
{
    for (size_t i = 0; parsers[i]; i++)
        if (strcmp(parsers[i], name) == 0)
            return fam_find(name);
    return NULL;
}

static int refuse(const char *option, copse_error *err)
{
    char message[sizeof err->message];
    snprintf(message, sizeof message, "%s: %.900s", option, err->message);
    return err_set(err, err->code == COPSE_EMEMORY ? COPSE_EMEMORY : COPSE_EINPUT, NULL, 0, "%s", message);
}

// Members that are named by --parser itself.
static int set_members(copse_options *made, const char *members, copse_error *err)
{
    char *before = options_value(made, "members");
    int code = before ? err_set(err, COPSE_EINPUT, NULL, 0,
                                "--members in --parser-options has no meaning with members in --parser")
                      : 0;
    mem_free(before);
    if (!code && (copse_options_set(made, "members", members, err) || copse_options_check(made, err)))
        code = refuse("--parser", err);
    return code;
}

int popt_parser(const copse_options *options, copse_options **made, copse_error *err)
{
    const pipeline_options *o = popt_of(options);
    const char *words = o->parser_options ? o->parser_options : "";
    char seed[32];
    *made = NULL;
    if (strcmp(o->parser, "none") == 0)
        return o->parser_options
                   ? err_set(err, COPSE_EINPUT, NULL, 0, "--parser-options has no meaning for --parser none")
                   : 0;
    const family *named = family_of(o->parser), *f = named ? named : fam_find("ensemble");
    copse_options *parser = options_parse(f, words, err);
    if (!parser)
        return refuse("--parser-options", err);
    const int code = named ? 0 : set_members(parser, o->parser, err);
    if (code) {
        copse_options_free(parser);
        return code;
    }
    snprintf(seed, sizeof seed, "%ld", options->common.seed);
    options_fix(parser, "seed", seed);
    if (o->tagger.clusters)
        options_offer(parser, "clusters", o->tagger.clusters);
    parser->common.calibrate = options->common.calibrate;
    *made = parser;
    return 0;
}

static int check(const copse_options *options, copse_error *err)
{
    copse_options *parser;
    const int code = popt_parser(options, &parser, err);
    copse_options_free(parser);
    return code;
}

static int check_member(const copse_options *options, copse_error *err)
{
    (void)options;
    return err_set(err, COPSE_EINPUT, NULL, 0,
                   "a pipeline makes sentences of text, and cross-validation needs them as they are: "
                   "cross-validate its parser");
}

extern const family fam_pipeline;
const family fam_pipeline = {
    .name = "pipeline",
    .summary = "train a tokeniser, a tagger, a lemmatiser and a parser as one model, which takes plain text",
    .details =
        "TRAIN is a treebank. 'copse parse -m MODEL' then makes trees of plain text, and fills in the "
        "columns "
        "that a treebank lacks. Columns that TRAIN never fills are left out.\n"
        "\n"
        "The parser learns from right tags and lemmas and from ones with the usual mistakes of a tagger: "
        "TRAIN is cut into --folds parts, and each gets predicted ones from models of the others. The tagger "
        "and the lemmatiser in MODEL learn from all of TRAIN.\n"
        "\n"
        "With --dev the accuracy on FILE is reported at the end: on its own tokens, and on its text. A "
        "parser "
        "that uses --dev, as the graph-based one to choose an iteration, gets FILE with predicted tags and "
        "lemmas.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(pipeline_options),
    .tables = tables,
    .check = check,
    .train = pipe_train,
    .check_member = check_member,
};
