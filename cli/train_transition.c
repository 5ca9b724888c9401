// SPDX-License-Identifier: MIT
#include "cli/trainers.h"

#include <stdlib.h>

typedef struct train_options {
    train_common base;
    int algorithm, learner; // indices in the choices below
    const char *features, *split_by;
    int pproj; // a copse_pproj_choice
    long split_threshold;
    int root, single_root, pos; // as in copse_transition_options
    long exploration;
    double heat;
    long joint_labels, cutoff, solver;
    double cost, eps, prune;
    int kernel; // one more than in copse_transition_options; 0: auto
    long degree;
    double gamma, coef0;
    long seed;
    bool skip_bad;
} train_options;

// In the order of the choices.
static const char *const algorithms[] = {"arc-eager", "arc-standard", "covington-projective",
                                         "covington-nonprojective"};
static const char *const learners[] = {"liblinear", "libsvm"};
enum { ARC_EAGER, ARC_STANDARD, COVINGTON_PROJECTIVE, COVINGTON_NONPROJECTIVE };
enum { LIBLINEAR, LIBSVM };
enum { KERNEL_AUTO, KERNEL_LINEAR, KERNEL_POLY, KERNEL_RBF };

#define AT(member) offsetof(train_options, member)
const opt_row transition_rows[] = {
    {0, "algorithm", OPT_CHOICE, AT(algorithm), "arc-eager",
     "arc-eager|arc-standard|covington-projective|covington-nonprojective", NULL, "the transition system",
     true},
    {0, "learner", OPT_CHOICE, AT(learner), "liblinear", "liblinear|libsvm", NULL,
     "the library that trains the classifiers", true},
    {0, "features", OPT_STRING, AT(features), NULL, NULL, "NAME|FILE",
     "a shipped feature model or a file with one (default: the one named like the algorithm)", true},
    {0, "pseudo-projective", OPT_CHOICE, AT(pproj), "auto", "auto|none|head|path|head+path", NULL,
     "how non-projective arcs are made projective for training and put back after parsing; auto: head if at "
     "least one arc in 1000 is non-projective, else none; none: they are lifted without a way back",
     true},
    {0, "split-by", OPT_STRING, AT(split_by), NULL, NULL, "FEATURE",
     "one set of classifiers for each value of a term such as pos(B0) (default: one for all)", true},
    {0, "split-threshold", OPT_INT, AT(split_threshold), "auto", "1..", "N",
     "examples a value needs for classifiers of its own, the others share one; only with --split-by; auto: "
     "1000",
     true},
    {0, "cost", OPT_REAL, AT(cost), "auto", "1e-9..1e9", "C",
     "the cost of errors, C of both libraries; auto: 0.1 with liblinear, 0.5 with libsvm", true},
    {0, "eps", OPT_REAL, AT(eps), "auto", "1e-9..1e9", "E", "when training stops; auto: 1", true},
    {0, "solver", OPT_INT, AT(solver), "auto", "0..7", "N",
     "LIBLINEAR's solver by its number; only with liblinear; auto: 1", true},
    {0, "prune", OPT_REAL, AT(prune), "auto", "0..1", "X",
     "features whose weights are below this share of the largest of their class are dropped; only with "
     "liblinear; auto: "
     "0.025",
     true},
    {0, "kernel", OPT_CHOICE, AT(kernel), "auto", "auto|linear|poly|rbf", NULL,
     "LIBSVM's kernel; only with libsvm; auto: poly", true},
    {0, "degree", OPT_INT, AT(degree), "auto", "1..100", "D",
     "of the kernel (gamma u'v + coef0)^degree; only with poly; auto: 2", true},
    {0, "gamma", OPT_REAL, AT(gamma), "auto", "0..1e9", "G",
     "of poly and rbf, exp(-gamma |u-v|^2); auto: 0.2 for poly, 0.01 for rbf", true},
    {0, "coef0", OPT_REAL, AT(coef0), "auto", "0..1e9", "R", "of poly; auto: 0", true},
    {0, "exploration", OPT_INT, AT(exploration), "auto", "0..100", "ROUNDS",
     "rounds of training on what the parser itself comes to; auto: 1 with liblinear, 0 with libsvm", true},
    {0, "exploration-heat", OPT_REAL, AT(heat), "auto", "0..1e9", "X",
     "how readily wrong transitions are followed then, 0: the parser's own only; auto: 0.1", true},
    {0, "root", OPT_CHOICE, AT(root), "auto", "auto|first|last|none", NULL,
     "where the artificial root stands; auto: last for arc-eager and arc-standard, none for Covington's",
     true},
    {0, "single-root", OPT_CHOICE, AT(single_root), "auto", "auto|yes|no", NULL,
     "one root word in every sentence; auto: if the training data always has one", true},
    {0, "pos", OPT_CHOICE, AT(pos), "auto", "auto|xpos|upos", NULL,
     "the column of parts of speech; auto: XPOS/POSTAG if it has from 2 to 200 values, else UPOS/CPOSTAG",
     true},
    {0, "joint-labels", OPT_INT, AT(joint_labels), "auto", "0..65534", "N",
     "labels of each direction, the most frequent, that are decided together with the transition; auto: 10 "
     "with "
     "liblinear, 0 with libsvm",
     true},
    {0, "cutoff", OPT_INT, AT(cutoff), "1", "1..1000000", "N", "features seen less often are left out", true},
    {0, "seed", OPT_INT, AT(seed), "1", "0..4294967295", "N", "for everything that is left to chance", true},
    {0, "skip-bad", OPT_FLAG, AT(skip_bad), NULL, NULL, NULL,
     "leave malformed sentences out and count them, instead of stopping at the first", true},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static const opt_row rows[] = {
    {'o', "output", OPT_STRING, offsetof(cli_common, output), NULL, NULL, "MODEL",
     "the model to write, which appears whole or not at all; must be given", false},
    {0, "dev", OPT_STRING, offsetof(train_common, dev), NULL, NULL, "FILE",
     "report the accuracy on FILE in the end", false},
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

// An option of the other learner, which would have no effect; or NULL.
static const char *not_of_learner(const train_options *o)
{
    if (o->learner == LIBSVM)
        return !opt_auto_int(o->solver) ? "--solver" : !opt_auto_real(o->prune) ? "--prune" : NULL;
    return o->kernel != KERNEL_AUTO   ? "--kernel"
           : !opt_auto_int(o->degree) ? "--degree"
           : !opt_auto_real(o->gamma) ? "--gamma"
           : !opt_auto_real(o->coef0) ? "--coef0"
                                      : NULL;
}

// An option of another kernel; or NULL.
static const char *not_of_kernel(const train_options *o)
{
    bool poly = o->kernel == KERNEL_AUTO || o->kernel == KERNEL_POLY;
    return !poly && !opt_auto_int(o->degree)                        ? "--degree"
           : !poly && !opt_auto_real(o->coef0)                      ? "--coef0"
           : o->kernel == KERNEL_LINEAR && !opt_auto_real(o->gamma) ? "--gamma"
                                                                    : NULL;
}

// Nothing that is given may be without effect.
static int check_together(const cli_verb *verb, const void *options)
{
    const train_options *o = options;
    static const char *const kernels[] = {"poly", "linear", "poly", "rbf"};
    const char *name;
    if ((name = not_of_learner(o)))
        return cli_usage(verb, "%s has no meaning for --learner %s", name, learners[o->learner]);
    if ((name = not_of_kernel(o)))
        return cli_usage(verb, "%s has no meaning for --kernel %s", name, kernels[o->kernel]);
    if (o->algorithm == COVINGTON_NONPROJECTIVE && o->pproj > COPSE_PPROJ_NONE)
        return cli_usage(verb, "--pseudo-projective has no meaning for --algorithm covington-nonprojective");
    if (!opt_auto_int(o->split_threshold) && !o->split_by)
        return cli_usage(verb, "--split-threshold has no meaning without --split-by");
    bool explores = opt_auto_int(o->exploration) ? o->learner == LIBLINEAR : o->exploration > 0;
    if (!opt_auto_real(o->heat) && !explores)
        return cli_usage(verb, "--exploration-heat has no meaning without --exploration");
    return CLI_DONE;
}

static double real(double value, double otherwise)
{
    return opt_auto_real(value) ? otherwise : value;
}

static long whole(long value, long otherwise)
{
    return opt_auto_int(value) ? otherwise : value;
}

copse_transition_options transition_for_library(const void *options, const char *stored)
{
    const train_options *o = options;
    return (copse_transition_options){
        .algorithm = algorithms[o->algorithm],
        .learner = learners[o->learner],
        .features = o->features,
        .pseudo_projective = o->pproj,
        .root = o->root,
        .single_root = o->single_root,
        .pos = o->pos,
        .joint_labels = whole(o->joint_labels, o->learner == LIBSVM ? 0 : 10),
        .exploration = whole(o->exploration, -1),
        .exploration_heat = real(o->heat, 0.1),
        .split_by = o->split_by,
        .split_threshold = whole(o->split_threshold, 1000),
        .cutoff = o->cutoff,
        .cost = real(o->cost, 0),
        .eps = real(o->eps, 0),
        .solver = whole(o->solver, -1),
        .kernel = o->kernel == KERNEL_AUTO ? KERNEL_POLY - 1 : o->kernel - 1,
        .degree = whole(o->degree, 2),
        .gamma = real(o->gamma, o->kernel == KERNEL_RBF ? 0.01 : 0.2),
        .coef0 = real(o->coef0, 0),
        .prune = real(o->prune, 0.025),
        .processes = o->base.common.threads,
        .seed = o->seed,
        .skip_bad = o->skip_bad,
        .dev = o->base.dev,
        .stored = stored,
    };
}

_Static_assert(sizeof(train_options) <= TRAINER_SIZE, "TRAINER_SIZE is too small");
const cli_trainer trainer_transition = {transition_rows, sizeof(train_options), check_together};

static int run(void *options, const char **operand, int operand_n)
{
    const cli_verb *verb = &verb_train_transition;
    const train_common *base = options;
    copse_error err;
    (void)operand_n;
    if (!base->common.output)
        return cli_usage(verb, "-o MODEL is needed");
    int status = check_together(verb, options);
    if (status == CLI_DONE)
        status = trainer_check_files(verb, operand[0], base->dev);
    if (status != CLI_DONE)
        return status;
    char *as_text = trainer_stored(&trainer_transition, options);
    const copse_transition_options t = transition_for_library(options, as_text);
    if (cli_check_output(base->common.output, &err) != 0 ||
        copse_train_transition(operand[0], base->common.output, &t, base->common.quiet ? NULL : cli_report,
                               NULL, &err) != 0)
        status = cli_fail(&err);
    free(as_text);
    return status;
}

const cli_verb verb_train_transition = {
    .name = "train transition",
    .operands = "-o MODEL TRAIN",
    .least = 1,
    .most = 1,
    .summary = "train a transition-based parser in the manner of MaltParser",
    .details =
        "TRAIN is a treebank in which every sentence is a tree. Classifiers learn which transition to take "
        "in "
        "every state of the parser, first along the derivations of the trees, then, with --exploration, also "
        "where the parser's own mistakes lead. 'copse parse -m MODEL' needs none of these options again; "
        "'copse info MODEL' shows them.\n"
        "\n"
        "  arc-eager, arc-standard   projective trees, in linear time\n"
        "  covington-projective      projective trees, in quadratic time\n"
        "  covington-nonprojective   any tree, in quadratic time\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .rows = rows,
    .more = transition_rows,
    .size = sizeof(train_options),
    .run = run,
    .common = CLI_THREADS,
};
