// SPDX-License-Identifier: MIT
#include "cli/trainers.h"

#include <signal.h>
#include <stdlib.h>

typedef struct train_options {
    train_common base;
    int order;                 // 0: auto
    int grandparents, decoder; // as in copse_graph_options
    int trainer, labels;
    long k, iterations, runs, hash_bits, label_bits;
    double cost, label_loss;
    int loss_punct; // 0 all, 1 none
    int single_root, pos;
    long seed;
    bool skip_bad;
} train_options;

// In the order of the choices.
static const char *const trainers[] = {"mira", "factored-mira", "perceptron", "crf"};
static const char *const labels[] = {"two-stage", "joint", "none"};
enum { MIRA, FACTORED_MIRA, PERCEPTRON, CRF };
enum { JOINT = 1, NO_LABELS };

#define AT(member) offsetof(train_options, member)
const opt_row graph_rows[] = {
    {0, "order", OPT_CHOICE, AT(order), "auto", "auto|1|2", NULL,
     "what is scored: arcs (1), or adjacent siblings and grandparents too (2); auto: 2, but 1 with --trainer "
     "crf",
     true},
    {0, "grandparents", OPT_CHOICE, AT(grandparents), "auto", "auto|yes|no", NULL,
     "score the head of an arc's head; no: siblings alone, faster and less accurate; auto: with order 2",
     true},
    {0, "decoder", OPT_CHOICE, AT(decoder), "auto", "auto|projective|nonprojective", NULL,
     "which trees are searched; auto: nonprojective if at least 7 arcs in 1000 of the training data are",
     true},
    {0, "trainer", OPT_CHOICE, AT(trainer), "mira", "mira|factored-mira|perceptron|crf", NULL,
     "how weights are learnt; crf gives each arc a probability, for 'copse parse --scores'", true},
    {0, "k", OPT_INT, AT(k), "1", "1..100", "K", "trees that mira learns from at a time", true},
    {0, "iterations", OPT_INT, AT(iterations), "10", "1..1000", "N", "rounds over the training data", true},
    {0, "runs", OPT_INT, AT(runs), "3", "1..16", "N",
     "trainings side by side, in other orders of sentences; the model is the mean of their weights", true},
    {0, "labels", OPT_CHOICE, AT(labels), "two-stage", "two-stage|joint|none", NULL,
     "labels are found once the tree is there, with the arcs, or not at all (all are _)", true},
    {0, "hash-bits", OPT_INT, AT(hash_bits), "23", "8..26", "N",
     "2^N weights for trees; each takes a byte in the model and twelve in each run of training, sixteen with "
     "--trainer crf",
     true},
    {0, "label-bits", OPT_INT, AT(label_bits), "auto", "8..26", "N",
     "2^N weights for labels in the search, and as many for labels of trees; auto: as for trees", true},
    {0, "cost", OPT_REAL, AT(cost), "auto", "1e-9..1e9", "C", "a bound on the steps of mira; auto: none",
     true},
    {0, "loss-punct", OPT_CHOICE, AT(loss_punct), "all", "all|none", NULL,
     "whether wrong heads of punctuation count while training", true},
    {0, "label-loss", OPT_REAL, AT(label_loss), "auto", "0..100", "X",
     "what a wrong label costs while training the search, a wrong head being 1; auto: 1 with --labels joint, "
     "otherwise 0, for its labels are forgotten",
     true},
    {0, "single-root", OPT_CHOICE, AT(single_root), "auto", "auto|yes|no", NULL,
     "one root word in every sentence; auto: if the training data always has one", true},
    {0, "pos", OPT_CHOICE, AT(pos), "auto", "auto|xpos|upos", NULL,
     "the column of parts of speech; auto: XPOS/POSTAG if it has from 2 to 200 values, else UPOS/CPOSTAG",
     true},
    {0, "seed", OPT_INT, AT(seed), "1", "0..4294967295", "N", "for the order of sentences", true},
    {0, "skip-bad", OPT_FLAG, AT(skip_bad), NULL, NULL, NULL,
     "leave malformed sentences out and count them, instead of stopping at the first", true},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static const opt_row rows[] = {
    {'o', "output", OPT_STRING, offsetof(cli_common, output), NULL, NULL, "MODEL",
     "the model to write, which appears whole or not at all; must be given", false},
    {0, "dev", OPT_STRING, offsetof(train_common, dev), NULL, NULL, "FILE",
     "report the accuracy on FILE after each iteration", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

// Nothing that is given may be without effect.
static int check_together(const cli_verb *verb, const void *options)
{
    const train_options *o = options;
    if (o->trainer != MIRA && o->k != 1)
        return cli_usage(verb, "--k has no meaning for --trainer %s", trainers[o->trainer]);
    if (o->trainer == CRF && o->order == 2)
        return cli_usage(verb, "--trainer crf is of first order: --order 2 has no meaning for it");
    if ((o->trainer == CRF || o->order == 1) && o->grandparents != 0)
        return cli_usage(verb, "--grandparents has no meaning for --order 1");
    if ((o->trainer == PERCEPTRON || o->trainer == CRF) && !opt_auto_real(o->cost))
        return cli_usage(verb, "--cost has no meaning for --trainer %s", trainers[o->trainer]);
    if (o->trainer == CRF && (o->loss_punct || !opt_auto_real(o->label_loss)))
        return cli_usage(verb, "--%s has no meaning for --trainer crf",
                         o->loss_punct ? "loss-punct" : "label-loss");
    if (!opt_auto_int(o->label_bits) && o->labels == NO_LABELS)
        return cli_usage(verb, "--label-bits has no meaning for --labels none");
    if (!opt_auto_real(o->label_loss) && o->labels == NO_LABELS)
        return cli_usage(verb, "--label-loss has no meaning for --labels none");
    return CLI_DONE;
}

static volatile int stop;

// The first Ctrl-C ends training after what is at hand; a second one ends the process.
static void on_interrupt(int signal_number)
{
    stop = 1;
    signal(signal_number, SIG_DFL);
}

copse_graph_options graph_for_library(const void *options, const char *stored)
{
    const train_options *o = options;
    return (copse_graph_options){
        .order = o->order            ? o->order
                 : o->trainer == CRF ? 1
                                     : 2,
        .grandparents = o->grandparents,
        .decoder = o->decoder,
        .trainer = trainers[o->trainer],
        .k = o->k,
        .iterations = o->iterations,
        .runs = o->runs,
        .threads = o->base.common.threads,
        .labels = labels[o->labels],
        .hash_bits = o->hash_bits,
        .label_bits = opt_auto_int(o->label_bits) ? 0 : o->label_bits,
        .cost = opt_auto_real(o->cost) ? 0 : o->cost,
        .skip_punctuation = o->loss_punct == 1,
        .label_loss = opt_auto_real(o->label_loss) ? o->labels == JOINT : o->label_loss,
        .single_root = o->single_root,
        .pos = o->pos,
        .seed = o->seed,
        .skip_bad = o->skip_bad,
        .dev = o->base.dev,
        .stored = stored,
    };
}

_Static_assert(sizeof(train_options) <= TRAINER_SIZE, "TRAINER_SIZE is too small");
const cli_trainer trainer_graph = {graph_rows, sizeof(train_options), check_together};

static int run(void *options, const char **operand, int operand_n)
{
    const cli_verb *verb = &verb_train_graph;
    const train_common *base = options;
    copse_error err;
    struct sigaction before;
    (void)operand_n;
    if (!base->common.output)
        return cli_usage(verb, "-o MODEL is needed");
    int status = check_together(verb, options);
    if (status == CLI_DONE)
        status = trainer_check_files(verb, operand[0], base->dev);
    if (status != CLI_DONE)
        return status;
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        signal(SIGINT, on_interrupt);
    char *as_text = trainer_stored(&trainer_graph, options);
    copse_graph_options g = graph_for_library(options, as_text);
    g.stop = &stop;
    if (cli_check_output(base->common.output, &err) != 0 ||
        copse_train_graph(operand[0], base->common.output, &g, base->common.quiet ? NULL : cli_report, NULL,
                          &err) != 0)
        status = cli_fail(&err);
    free(as_text);
    return status;
}

const cli_verb verb_train_graph = {
    .name = "train graph",
    .operands = "-o MODEL TRAIN",
    .least = 1,
    .most = 1,
    .summary = "train a graph-based parser in the manner of MSTParser",
    .details =
        "TRAIN is a treebank in which every sentence is a tree. Weights of features of arcs, and of pairs of "
        "arcs that share a word, are learnt online so that the best tree of each sentence is its own; a "
        "second stage learns labels. 'copse parse -m MODEL' needs none of these options again; 'copse info "
        "MODEL' "
        "shows them.\n"
        "\n"
        "Ctrl-C ends training: the model is then that of the last finished iteration.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .rows = rows,
    .more = graph_rows,
    .size = sizeof(train_options),
    .run = run,
};
