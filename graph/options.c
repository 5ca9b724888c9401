// SPDX-License-Identifier: MIT
// The family of graph-based parsers: its options, the checks of their combinations, and its functions.
#include "graph/options.h"

#include "common/base/error.h"
#include "graph/train.h"

#include <string.h>

#define AT(member) offsetof(graph_options, member)
static const opt_row rows[] = {
    {.long_name = "order",
     .type = OPT_CHOICE,
     .offset = AT(order),
     .def = "auto",
     .allowed = "1|2",
     .help =
         "score arcs (1), or adjacent siblings and grandparents too (2); auto: 2, but 1 with --trainer crf",
     .stored = true},
    {.long_name = "grandparents",
     .type = OPT_CHOICE,
     .offset = AT(grandparents),
     .def = "auto",
     .allowed = "yes|no",
     .help = "score each arc with the head of its head; no: siblings alone, faster and less accurate; "
             "auto: yes with order 2",
     .stored = true},
    {.long_name = "decoder",
     .type = OPT_CHOICE,
     .offset = AT(decoder),
     .def = "auto",
     .help = "the search for the best tree; auto: nonprojective if at least 7 arcs in 1000 of the training "
             "data are",
     .stored = true,
     .choices = dec_choice},
    {.long_name = "trainer",
     .type = OPT_CHOICE,
     .offset = AT(trainer),
     .def = "mira",
     .help = "how the weights are learnt",
     .stored = true,
     .choices = trainer_choice},
    {.long_name = "k",
     .type = OPT_INT,
     .offset = AT(k),
     .def = "1",
     .allowed = "1..100",
     .arg = "K",
     .help = "number of trees that mira learns from in each step",
     .stored = true},
    {.long_name = "iterations",
     .type = OPT_INT,
     .offset = AT(iterations),
     .def = "10",
     .allowed = "1..1000",
     .arg = "N",
     .help = "number of rounds over the training data",
     .stored = true},
    {.long_name = "keep",
     .type = OPT_CHOICE,
     .offset = AT(keep),
     .def = "auto",
     .allowed = "best|last",
     .help =
         "keep the iteration with the highest LAS on the --dev file, or the last one; auto: best with --dev"},
    {.long_name = "runs",
     .type = OPT_INT,
     .offset = AT(runs),
     .def = "3",
     .allowed = "1..16",
     .arg = "N",
     .help = "number of training runs, each with another order of sentences; the model is the mean of their "
             "weights",
     .stored = true},
    {.long_name = "labels",
     .type = OPT_CHOICE,
     .offset = AT(labels),
     .def = "two-stage",
     .allowed = "two-stage|joint|none",
     .help = "find labels after the tree, together with the arcs, or not at all (every label is _)",
     .stored = true},
    {.long_name = "hash-bits",
     .type = OPT_INT,
     .offset = AT(hash_bits),
     .def = "23",
     .allowed = "8..26",
     .arg = "N",
     .help = "2^N weights for trees; each takes 1 byte in the model, and in training 12 bytes a run, 16 with "
             "--trainer crf",
     .stored = true},
    {.long_name = "label-bits",
     .type = OPT_INT,
     .offset = AT(label_bits),
     .def = "auto",
     .allowed = "8..26",
     .arg = "N",
     .help = "2^N weights for labels in the search, and as many for the second stage; auto: as --hash-bits",
     .stored = true},
    {.long_name = "cost",
     .type = OPT_REAL,
     .offset = AT(cost),
     .def = "auto",
     .allowed = "1e-9..1e9",
     .arg = "C",
     .help = "upper bound on a step of MIRA; auto: no bound",
     .stored = true},
    {.long_name = "loss-punct",
     .type = OPT_CHOICE,
     .offset = AT(loss_punct),
     .def = "all",
     .allowed = "all|none",
     .help = "count wrong heads of punctuation (as defined by 'copse eval') in the loss, or not",
     .stored = true},
    {.long_name = "label-loss",
     .type = OPT_REAL,
     .offset = AT(label_loss),
     .def = "auto",
     .allowed = "0..100",
     .arg = "X",
     .help =
         "loss of a wrong label in training the search; a wrong head costs 1; auto: 1 with --labels joint, "
         "otherwise 0, since the second stage replaces these labels",
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

static int meaningless(const char *option, const graph_trainer *trainer, copse_error *err)
{
    return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --trainer %s", option, trainer->name);
}

static int check(const copse_options *options, copse_error *err)
{
    const graph_options *o = gopt_of(options);
    const graph_trainer *t = trainer_all[o->trainer];
    const bool label_loss = !opt_auto_real(o->label_loss);
    if (!t->takes_k && o->k != 1)
        return meaningless("k", t, err);
    if (o->order + 1 > t->most_order)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--trainer %s is of first order: --order %d has no meaning for it", t->name,
                       o->order + 1);
    if (gopt_order(o) == 1 && o->grandparents != OPT_AUTO_CHOICE)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--grandparents has no meaning for --order 1");
    const bool grand = gopt_order(o) == 2 && opt_chosen(o->grandparents, 0) == 0;
    if (o->decoder != OPT_AUTO_CHOICE && !dec_has(dec_all[o->decoder], gopt_order(o), grand))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--decoder %s has no search for --order 2%s",
                       dec_all[o->decoder]->name,
                       dec_all[o->decoder]->siblings ? " with --grandparents yes" : "");
    if (o->keep == 0 && !options->common.dev)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--keep best has no meaning without --dev");
    if (!t->takes_cost && !opt_auto_real(o->cost))
        return meaningless("cost", t, err);
    if (!t->takes_loss && (o->loss_punct || label_loss))
        return meaningless(o->loss_punct ? "loss-punct" : "label-loss", t, err);
    if (o->labels == GM_NONE && (!opt_auto_int(o->label_bits) || label_loss))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --labels none",
                       label_loss ? "label-loss" : "label-bits");
    return 0;
}

static const char *const orders[] = {"1", "2"}, *const names[] = {"graph1", "graph2", NULL};

static void variant(size_t i, const char **name, const char **option, const char **value)
{
    *name = i < 2 ? names[i] : NULL;
    *option = "order";
    *value = i < 2 ? orders[i] : NULL;
}

static void variant_of(const copse_options *options, char name[FAM_NAME])
{
    snprintf(name, FAM_NAME, "%s", names[gopt_order(gopt_of(options)) - 1]);
}

static double effort(const copse_options *options)
{
    const graph_options *o = gopt_of(options);
    return (gopt_order(o) == 2 ? 6.0 : 3.0) * (double)(o->iterations * o->runs + 1);
}

// One run is as sure as the mean of several.
static void lighten(copse_options *options)
{
    graph_options *o = options->values;
    o->runs = 1;
    o->keep = OPT_AUTO_CHOICE; // there is no dev
}

int gopt_order(const graph_options *o)
{
    return o->order != OPT_AUTO_CHOICE ? o->order + 1 : trainer_all[o->trainer]->most_order;
}

extern const family fam_graph;
const family fam_graph = {
    .name = "graph",
    .summary = "train a graph-based parser in the manner of MSTParser",
    .crossval = "parse a treebank by graph-based parsers trained on the rest of it",
    .details =
        "TRAIN is a treebank in which every sentence is a tree. Online training learns weights for features "
        "of arcs, and of pairs of arcs that share a word, so that the gold tree of each sentence scores "
        "best. A second stage learns labels. The model stores these options: 'copse parse -m MODEL' does not "
        "take them again, and 'copse info MODEL' shows them.\n"
        "\n"
        "With --dev the accuracy is reported after each iteration, and the model is that of the best one "
        "(--keep). Ctrl-C ends training: the model is then that of the last finished iteration, or of the "
        "best one so far.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(graph_options),
    .alone = true,
    .stops_whole = true,
    .tables = tables,
    .check = check,
    .train = gt_make,
    .lighten = lighten,
    .effort = effort,
    .variant = variant,
    .variant_of = variant_of,
};
