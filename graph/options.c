// SPDX-License-Identifier: MIT
// The family of graph-based parsers: its options, the checks of their combinations, and its functions.
#include "graph/options.h"

#include "common/base/error.h"
#include "common/model/clusters.h"
#include "graph/presets.h"
#include "graph/train.h"

#include <string.h>

#define AT(member) offsetof(graph_options, member)
static const opt_row rows[] = {
    {.long_name = "preset",
     .type = OPT_CHOICE,
     .offset = AT(preset),
     .def = "none",
     .help = "the settings of a published parser, for options that are auto",
     .stored = true,
     .choices = preset_choice,
     .more = preset_explain},
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
             "auto: yes with order 2, if the features have any",
     .stored = true},
    {.long_name = "features",
     .type = OPT_CHOICE,
     .offset = AT(features),
     .def = "auto",
     .help = "what is seen of arcs and labels; auto: copse, or as the preset says",
     .stored = true,
     .choices = gf_set_choice},
    CLUSTERS_ROW(AT(clusters)),
    {.long_name = "unpruned",
     .type = OPT_CHOICE,
     .offset = AT(unpruned),
     .def = "auto",
     .allowed = "yes|no",
     .implied = "yes",
     .help = "score every arc: no pruner and no filter, slower; auto: no, or as the preset says",
     .stored = true},
    {.long_name = "decoder",
     .type = OPT_CHOICE,
     .offset = AT(decoder),
     .def = "auto",
     .help = "the search for the best tree; auto: nonprojective if at least 7 arcs in 1000 of the training "
             "data are",
     .stored = true,
     .choices = dec_choice},
    {.long_name = "climb-from",
     .type = OPT_CHOICE,
     .offset = AT(climb_from),
     .def = "auto",
     .allowed = "projective|first-order|both",
     .help = "the tree with which non-projective search of order 2 begins: the best projective one, the best "
             "one of order 1, or each in turn; auto: projective",
     .stored = true},
    {.long_name = "climb-most",
     .type = OPT_INT,
     .offset = AT(climb_most),
     .def = "auto",
     .allowed = "0..1000000",
     .arg = "N",
     .help = "most changes of a head in this search; auto: twice the number of words",
     .stored = true},
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
     .def = "auto",
     .allowed = "1..16",
     .arg = "N",
     .help = "number of training runs, each with another order of sentences; the model is the mean of their "
             "weights; auto: 3, or as the preset says",
     .stored = true},
    {.long_name = "labels",
     .type = OPT_CHOICE,
     .offset = AT(labels),
     .def = "two-stage",
     .allowed = "two-stage|joint|none",
     .help = "find labels after the tree, together with the arcs, or not at all (every label is _)",
     .stored = true},
    {.long_name = "search-labels",
     .type = OPT_CHOICE,
     .offset = AT(search_labels),
     .def = "auto",
     .allowed = "yes|no",
     .help = "count the best label of each arc in the search for the tree; auto: yes, but with --trainer crf "
             "only for --labels joint, or as the preset says",
     .stored = true},
    {.long_name = "joint-siblings",
     .type = OPT_CHOICE,
     .offset = AT(joint_siblings),
     .def = "no",
     .allowed = "yes|no",
     .help = "choose the label of an arc in the search by its sibling too, with order 2; slower",
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
    {.long_name = "loss-in-search",
     .type = OPT_CHOICE,
     .offset = AT(loss_in_search),
     .def = "auto",
     .allowed = "yes|no",
     .help = "MIRA learns from trees and labels that are best with their loss added, or under the weights "
             "alone; auto: yes, or as the preset says",
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
    FAM_DROP_COLUMNS(AT(drop_columns)),
    {.long_name = "heads",
     .type = OPT_CHOICE,
     .offset = AT(heads),
     .def = "one",
     .allowed = "one|several",
     .help = "heads of a word: one, in a tree; or several, in a graph too, which is learnt from DEPS (in "
             "CoNLL-X from PHEAD and PDEPREL)"},
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

// Of check: o has the preset's values, given only what was given.
static int check_trainer(const graph_options *o, const graph_options *given, copse_error *err)
{
    const graph_trainer *t = trainer_all[o->trainer];
    const bool label_loss = !opt_auto_real(o->label_loss);
    if (!t->takes_k && o->k != 1)
        return meaningless("k", t, err);
    if (o->order + 1 > t->most_order)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--trainer %s is of first order: --order %d has no meaning for it", t->name,
                       o->order + 1);
    if (!t->takes_cost && !opt_auto_real(o->cost))
        return meaningless("cost", t, err);
    if (!t->takes_loss && (o->loss_punct || label_loss))
        return meaningless(o->loss_punct ? "loss-punct" : "label-loss", t, err);
    if (!t->searches_loss && given->loss_in_search != OPT_AUTO_CHOICE)
        return meaningless("loss-in-search", t, err);
    if (!t->takes_sib_labels && o->joint_siblings == 0)
        return meaningless("joint-siblings", t, err);
    return 0;
}

static int check_search(const graph_options *o, const graph_options *given, copse_error *err)
{
    const int order = gopt_order(o);
    if (order == 1 && given->grandparents != OPT_AUTO_CHOICE)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--grandparents has no meaning for --order 1");
    if (gopt_grand(o) && !gf_set_all[o->features]->grand)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "--features %s has no features of grandparents: it needs --grandparents no",
                       gf_set_all[o->features]->name);
    const graph_decoder *d = o->decoder != OPT_AUTO_CHOICE ? dec_all[o->decoder] : NULL;
    if (d && !dec_has(d, order, gopt_grand(o)))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--decoder %s has no search for --order 2%s", d->name,
                       d->siblings ? " with --grandparents yes" : "");
    const bool from = o->climb_from != OPT_AUTO_CHOICE, most = !opt_auto_int(o->climb_most);
    if ((from || most) && (order == 1 || (d && !d->climb)))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --%s",
                       from ? "climb-from" : "climb-most", order == 1 ? "order 1" : "decoder projective");
    return 0;
}

static int check_labels(const graph_options *o, const graph_options *given, copse_error *err)
{
    const bool label_loss = !opt_auto_real(o->label_loss), searches = gopt_searches_labels(o);
    if (o->labels == GM_NONE && (!opt_auto_int(o->label_bits) || label_loss))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --labels none",
                       label_loss ? "label-loss" : "label-bits");
    if (o->labels != GM_TWO_STAGE && given->search_labels != OPT_AUTO_CHOICE)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--search-labels has no meaning for --labels %s",
                       o->labels == GM_JOINT ? "joint" : "none");
    if (!searches && (label_loss || o->joint_siblings == 0))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning without labels in the search",
                       label_loss ? "label-loss" : "joint-siblings");
    if (gopt_order(o) == 1 && o->joint_siblings == 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--joint-siblings has no meaning for --order 1");
    if (o->labels == GM_NONE && o->heads)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--heads several has no meaning for --labels none");
    return 0;
}

static copse_options *with_preset(const copse_options *options)
{
    copse_options *copy = options_copy(options);
    preset_apply(copy);
    return copy;
}

static int check(const copse_options *options, copse_error *err)
{
    const graph_options *given = gopt_of(options);
    if (given->keep == 0 && !options->common.dev)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--keep best has no meaning without --dev");
    copse_options *chosen = with_preset(options);
    const graph_options *o = gopt_of(chosen);
    int code = check_trainer(o, given, err);
    if (!code)
        code = check_search(o, given, err);
    if (!code)
        code = check_labels(o, given, err);
    copse_options_free(chosen);
    return code;
}

static int check_member(const copse_options *options, copse_error *err)
{
    if (!gopt_of(options)->heads)
        return 0;
    return err_set(
        err, COPSE_EINPUT, NULL, 0,
        "--heads several adds a graph to the tree, which cross-validation and ensembles cannot use");
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
    copse_options *chosen = with_preset(options);
    snprintf(name, FAM_NAME, "%s", names[gopt_order(gopt_of(chosen)) - 1]);
    copse_options_free(chosen);
}

static double effort(const copse_options *options)
{
    copse_options *chosen = with_preset(options);
    const graph_options *o = gopt_of(chosen);
    const double each = (gopt_order(o) == 2 ? 6.0 : 3.0) * (o->unpruned == 0 ? 3 : 1);
    const double all = each * (double)(o->iterations * o->runs + 1);
    copse_options_free(chosen);
    return all;
}

// One run is as sure as the mean of several.
static void lighten(copse_options *options)
{
    graph_options *o = options->values;
    o->runs = 1;
    o->keep = OPT_AUTO_CHOICE; // there is no dev
    o->heads = 0;              // graphs change nothing in the tree
}

int gopt_order(const graph_options *o)
{
    return o->order != OPT_AUTO_CHOICE ? o->order + 1 : trainer_all[o->trainer]->most_order;
}

bool gopt_grand(const graph_options *o)
{
    const bool has = gf_set_all[o->features]->grand;
    return gopt_order(o) == 2 && opt_chosen(o->grandparents, has ? 0 : 1) == 0;
}

bool gopt_searches_labels(const graph_options *o)
{
    const bool usual = gm_labels_by_default((gm_labels)o->labels, trainer_all[o->trainer]->log_linear);
    return o->labels == GM_TWO_STAGE ? opt_chosen(o->search_labels, usual ? 0 : 1) == 0 : usual;
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
        "With --heads several a further stage learns from the graphs in DEPS, in which a word may have "
        "several heads, and 'copse parse' writes DEPS.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(graph_options),
    .alone = true,
    .stops_whole = true,
    .tables = tables,
    .check = check,
    .train = gt_make,
    .lighten = lighten,
    .check_member = check_member,
    .effort = effort,
    .variant = variant,
    .variant_of = variant_of,
};
