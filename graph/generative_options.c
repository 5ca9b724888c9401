// SPDX-License-Identifier: MIT
// The family of generative models: its options, the checks of their combinations, and its functions.
#include "graph/generative_options.h"

#include "common/base/error.h"

#include <string.h>

#define AT(member) offsetof(gen_options, member)
static const opt_row rows[] = {
    {.long_name = "model",
     .type = OPT_CHOICE,
     .offset = AT(model),
     .def = "auto",
     .help = "what the choices of a head depend on; auto: c, but b with --unsupervised, and a with --decoder "
             "nonprojective, which has no other",
     .stored = true,
     .choices = gen_variant_choice},
    {.long_name = "decoder",
     .type = OPT_CHOICE,
     .offset = AT(decoder),
     .def = "auto",
     .allowed = "projective|nonprojective",
     .help = "the trees that have a probability: projective ones, or all; auto: projective. The "
             "non-projective model "
             "has independent arcs and parses worse, also where arcs cross",
     .stored = true},
    {.long_name = "tree-prior",
     .type = OPT_CHOICE,
     .offset = AT(tree_prior),
     .def = "auto",
     .allowed = "uniform|distance",
     .help =
         "in the non-projective model, all trees of a length are as probable (uniform), or those with the "
         "distances of the training data more; auto: distance. With --unsupervised distances weigh 1/d",
     .stored = true},
    {.long_name = "forms",
     .type = OPT_CHOICE,
     .offset = AT(forms),
     .def = "auto",
     .allowed = "yes|no",
     .help = "generate forms with the parts of speech, or parts of speech alone; auto: yes, but no with "
             "--unsupervised",
     .stored = true},
    {.long_name = "punct",
     .type = OPT_CHOICE,
     .offset = AT(punct),
     .def = "auto",
     .allowed = "all|none",
     .help = "generate punctuation (as defined by 'copse eval') like words, or leave it out: then each mark "
             "hangs on "
             "the word before it; auto: all, but none with --unsupervised",
     .stored = true},
    {.long_name = "smoothing",
     .type = OPT_REAL,
     .offset = AT(smoothing),
     .def = "auto",
     .allowed = "1e-6..1e6",
     .arg = "X",
     .help = "weight of the next coarser context, for each kind of outcome seen in a finer one; auto: 3, but "
             "0.01 "
             "with --unsupervised",
     .stored = true},
    {.long_name = "unsupervised",
     .type = OPT_FLAG,
     .offset = AT(unsupervised),
     .help = "learn from parts of speech alone, by expectation maximisation; heads and labels are not read",
     .stored = true},
    {.long_name = "start",
     .type = OPT_CHOICE,
     .offset = AT(start),
     .def = "harmonic",
     .allowed = "harmonic|random",
     .help = "with --unsupervised, the first probabilities: from heads chosen in proportion to 1/distance "
             "(Klein & "
             "Manning 2004), or random",
     .stored = true},
    {.long_name = "open-classes",
     .type = OPT_CHOICE,
     .offset = AT(open_classes),
     .def = "auto",
     .allowed = "yes|no",
     .help = "in the harmonic start, parts of speech with many different forms make the better heads; no: "
             "all are "
             "alike, and forms are not read; auto: yes",
     .stored = true},
    {.long_name = "iterations",
     .type = OPT_INT,
     .offset = AT(iterations),
     .def = "100",
     .allowed = "1..100000",
     .arg = "N",
     .help = "with --unsupervised, number of rounds over the training data at most",
     .stored = true},
    {.long_name = "eps",
     .type = OPT_REAL,
     .offset = AT(eps),
     .def = "1e-05",
     .allowed = "0..1",
     .arg = "E",
     .help = "with --unsupervised, stop when the log likelihood rises by less than this share of it",
     .stored = true},
    {.long_name = "most-words",
     .type = OPT_INT,
     .offset = AT(most_words),
     .def = "10",
     .allowed = "1..1000",
     .arg = "N",
     .help =
         "with --unsupervised, learn from sentences of up to N words (punctuation not counted if it is left "
         "out)",
     .stored = true},
    FAM_SINGLE_ROOT(AT(single_root)),
    FAM_POS(AT(pos)),
    {.long_name = NULL},
};

static size_t tables(void *values, opt_table *list)
{
    list[0] = (opt_table){rows, values};
    return 1;
}

// The first option given that has a meaning only with --unsupervised, or NULL.
static const char *only_unsupervised(const gen_options *o)
{
    static const char *const name[] = {"start", "iterations", "eps", "most-words"};
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++)
        for (const opt_row *row = rows; row->long_name; row++)
            if (strcmp(row->long_name, name[i]) == 0 && !opt_is_default(row, o))
                return name[i];
    return NULL;
}

static int check(const copse_options *options, copse_error *err)
{
    const gen_options *o = gen_options_of(options);
    const char *without = o->unsupervised ? NULL : only_unsupervised(o);
    const gen_variant *v = o->model == OPT_AUTO_CHOICE ? NULL : gen_variants[o->model];
    if (without)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning without --unsupervised", without);
    if (o->open_classes != OPT_AUTO_CHOICE && (!o->unsupervised || o->start != GEN_START_HARMONIC))
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--open-classes has no meaning without --unsupervised and --start harmonic");
    if (o->unsupervised && options->common.calibrate != 0)
        return err_set(
            err, COPSE_EINPUT, NULL, 0,
            "--unsupervised has no gold trees to calibrate scores with: --calibrate has no meaning for it");
    if (o->unsupervised && o->forms == 0)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--unsupervised learns no forms: --forms yes has no meaning for it");
    if (o->decoder == GEN_NONPROJECTIVE && v && v->stops != GEN_NOTHING)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--decoder nonprojective sums over independent arcs: it has --model a alone, not %s",
                       v->name);
    if (o->decoder != GEN_NONPROJECTIVE && o->tree_prior != OPT_AUTO_CHOICE)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--tree-prior has no meaning without --decoder nonprojective");
    return 0;
}

static bool headless(const copse_options *options)
{
    return gen_options_of(options)->unsupervised;
}

extern const family fam_generative;
const family fam_generative = {
    .name = "generative",
    .summary = "train a generative model of trees: a parser and a language model",
    .crossval = "parse a treebank by generative models trained on the rest of it",
    .details =
        "TRAIN is a treebank in which every sentence is a tree. The model is the joint probability of a "
        "sentence and its tree: every word generates its dependents, from the inside out, and stops. It is "
        "estimated by counting. 'copse parse' finds the most probable tree of a sentence, 'copse lm' sums "
        "over all its "
        "trees.\n"
        "\n"
        "With --unsupervised only the parts of speech of TRAIN are read, and the probabilities are those "
        "that "
        "expectation maximisation finds from the start. The log likelihood of the training data is reported "
        "after each "
        "iteration and never falls; with --dev so are the shares of words whose head is right (directed) and "
        "whose link is right in either direction (undirected), in sentences of up to --most-words words. "
        "Ctrl-C ends training: the model is then that of the last finished iteration.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(gen_options),
    .stops_whole = true,
    .tables = tables,
    .check = check,
    .train = gen_make,
    .headless = headless,
};
