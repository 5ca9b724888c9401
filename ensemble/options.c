// SPDX-License-Identifier: MIT
// The families of stacked parsers and of ensembles: their options and checks.
#include "ensemble/options.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "ensemble/recipe.h"
#include "ensemble/train.h"
#include "ensemble/weights.h"
#include "graph/decoders.h"

#include <stdlib.h>
#include <string.h>

// Chosen by the measurements of docs/EXPERIMENTS.md.
#define DEFAULT_MEMBERS "graph2+arc-eager+arc-eager:reverse,graph2,arc-eager,arc-eager:reverse"

// Options of members: text that becomes an object when it is set.
static void *make_transition(const char *words, copse_error *err)
{
    return options_parse(fam_find("transition"), words, err);
}

static void *make_graph(const char *words, copse_error *err)
{
    return options_parse(fam_find("graph"), words, err);
}

static void *copy_options(const void *made)
{
    return options_copy(made);
}

static void free_options(void *made)
{
    copse_options_free(made);
}

static void offer_option(void *made, const char *name, const char *value)
{
    options_offer(made, name, value);
}

static const opt_class transition_class = {make_transition, copy_options, free_options, offer_option},
                       graph_class = {make_graph, copy_options, free_options, offer_option};

#define AT(member) offsetof(ensemble_options, member)
static const opt_row ensemble_rows[] = {
    {.long_name = "members",
     .type = OPT_STRING,
     .offset = AT(members),
     .arg = "NAME,NAME,...",
     .help = "the parsers that vote (default: see below)",
     .stored = true},
    {.long_name = "by",
     .type = OPT_STRING,
     .offset = AT(by),
     .def = "uniform",
     .arg = "FACTORS",
     .help = "what the weight of a vote depends on: uniform (all votes count the same), or factors as in "
             "'copse weigh --by', estimated on --dev or else by cross-validation",
     .stored = true},
    {.long_name = "confidence",
     .type = OPT_FLAG,
     .offset = AT(confidence),
     .help = "multiply each vote by the parser's own confidence in the arc",
     .stored = true},
    {.long_name = "decoder",
     .type = OPT_CHOICE,
     .offset = AT(decoder),
     .def = "auto",
     .help = "the trees that the votes choose from; auto: nonprojective if at least 7 arcs in 1000 of the "
             "training data are nonprojective",
     .stored = true,
     .choices = dec_choice},
    {.long_name = NULL},
};

static const opt_row stack_rows[] = {
    {.long_name = "base",
     .type = OPT_STRING,
     .offset = AT(base),
     .arg = "NAME",
     .help = "the parser that sees the trees of the guides; must be given",
     .stored = true},
    {.long_name = "guide",
     .type = OPT_STRING,
     .offset = AT(stack_guide),
     .arg = "NAME,NAME,...",
     .help = "the parser, or the parsers, whose trees the base sees; must be given",
     .stored = true},
    {.long_name = NULL},
};

// Options of both families.
static const opt_row member_rows[] = {
    {.long_name = "folds",
     .type = OPT_INT,
     .offset = AT(folds),
     .def = "2",
     .allowed = "2..100",
     .arg = "K",
     .help = "folds of cross-validation",
     .stored = true},
    {.long_name = "transition-options",
     .type = OPT_OBJECT,
     .offset = AT(transition),
     .arg = "OPTIONS",
     .help = "options of 'copse train transition' for all parsers of that family, as one word: "
             "'--cutoff 2 --prune 0.05'",
     .stored = true,
     .class = &transition_class},
    {.long_name = "graph-options",
     .type = OPT_OBJECT,
     .offset = AT(graph),
     .arg = "OPTIONS",
     .help = "options of 'copse train graph' for all parsers of that family: '--hash-bits 20'",
     .stored = true,
     .class = &graph_class},
    {.long_name = NULL},
};

static size_t ensemble_tables(void *values, opt_table *list)
{
    list[0] = (opt_table){ensemble_rows, values};
    list[1] = (opt_table){member_rows, values};
    return 2;
}

static size_t stack_tables(void *values, opt_table *list)
{
    list[0] = (opt_table){stack_rows, values};
    list[1] = (opt_table){member_rows, values};
    return 2;
}

// BASE+GUIDE+...
static char *stacked(const ensemble_options *o)
{
    text members = {0};
    text_cat(&members, o->base);
    text_cat(&members, "+");
    text_cat(&members, o->stack_guide);
    text_add(&members, "", 1);
    for (char *p = members.s; (p = strchr(p, ','));)
        *p = '+';
    return members.s;
}

char *eopt_members(const ensemble_options *o)
{
    const char *members = o->members ? o->members : DEFAULT_MEMBERS;
    return o->base ? stacked(o) : mem_string(members, strlen(members));
}

const char *eopt_by(const ensemble_options *o)
{
    return o->by ? o->by : "uniform";
}

const copse_options *eopt_of_members(const ensemble_options *o, const family *f)
{
    const copse_options *const each[] = {o->transition.made, o->graph.made};
    for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
        if (each[i]->family == f)
            return each[i];
    return NULL;
}

static int check(const copse_options *options, copse_error *err)
{
    const ensemble_options *o = eopt_of(options);
    plan p;
    int code = plan_make(&p, options, err);
    plan_done(&p);
    return code || strcmp(eopt_by(o), "uniform") == 0 ? code : wt_check_by(o->by, err);
}

static int check_stack(const copse_options *options, copse_error *err)
{
    const ensemble_options *o = eopt_of(options);
    if (!o->base || !o->stack_guide)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%s is needed", o->base ? "--guide NAME" : "--base NAME");
    char quoted[ERR_QUOTE];
    if (strpbrk(o->base, "+,"))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--base: %s is not one parser",
                       err_quote(quoted, (copse_str){o->base, strlen(o->base)}));
    return check(options, err);
}

// They have the trees of cross-validation at hand.
static bool observes(const copse_options *options, size_t n)
{
    (void)options;
    (void)n;
    return true;
}

extern const family fam_ensemble, fam_stack;
const family fam_ensemble = {
    .name = "ensemble",
    .summary = "train several parsers that vote on each arc, as one model",
    .crossval = "parse a treebank by ensembles trained on the rest of it",
    .operands = "[--members NAME,...]",
    .details =
        "Trains every member on TRAIN and puts them into one file. 'copse parse -m MODEL' parses with all of "
        "them: each arc gets the votes of the members that found it, and the result is the tree with the "
        "most votes. 'copse parse --member NAME' parses with one of them alone. The names:\n"
        "\n"
        "{members}\n"
        "  BASE+GUIDE+...     BASE sees the trees of its guides\n"
        "\n"
        "A parser that is named several times, as a member or as a guide, is trained, stored and run once. "
        "--seed applies to parsers whose name has no seed. Where votes are equal, the member that is named "
        "first decides.\n"
        "\n"
        "Unless --by is uniform, the weights of the votes are estimated on --dev, or by cross-validation on "
        "TRAIN, which trains every member K times more. Guides are always cross-validated, so that the base "
        "learns from trees with a guide's usual mistakes.\n"
        "\n"
        "The default members are\n"
        "\n"
        "  " DEFAULT_MEMBERS "\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(ensemble_options),
    .tables = ensemble_tables,
    .check = check,
    .train = en_train,
    .observes = observes,
};

const family fam_stack = {
    .name = "stack",
    .summary = "train a parser that sees the trees of other parsers, as one model",
    .crossval = "parse a treebank by stacked parsers trained on the rest of it",
    .operands = "--base NAME --guide NAME",
    .details =
        "The base sees the arcs and labels that the guide has found as features. To learn how far to trust "
        "them it needs trees with a guide's usual mistakes, so TRAIN is parsed by cross-validation with "
        "guides trained on the rest of it. Then the guide is trained on all of TRAIN. Both are in the model. "
        "The names:\n"
        "\n"
        "{members}\n"
        "\n"
        "--seed applies to parsers whose name has no seed. "
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(ensemble_options),
    .tables = stack_tables,
    .check = check_stack,
    .train = en_train,
    .observes = observes,
};
