// SPDX-License-Identifier: MIT
// The family of transition-based parsers: its options, their checks, and its entry in the registry.
#include "transition/options.h"

#include "common/base/error.h"
#include "common/model/clusters.h"
#include "transition/train.h"

#include <math.h>
#include <string.h>

// Writes "X with liblinear, Y with libsvm", as the registry has it; nothing about learners without a value.
static void by_learner(FILE *out, double (*value)(const learner *l))
{
    for (size_t i = 0, n = 0; learn_all[i]; i++)
        if (!isnan(value(learn_all[i])))
            fprintf(out, "%s%g with %s", n++ ? ", " : "", value(learn_all[i]), learn_all[i]->name);
}

static double cost_of(const learner *l)
{
    return l->cost > 0 ? l->cost : NAN;
}

static double exploration_of(const learner *l)
{
    return l->exploration;
}

static double joint_labels_of(const learner *l)
{
    return l->joint_labels;
}

static void more_cost(FILE *out)
{
    by_learner(out, cost_of);
}

static void more_exploration(FILE *out)
{
    by_learner(out, exploration_of);
    for (size_t i = 0; sys_all[i]; i++)
        if (sys_all[i]->unexplored)
            fprintf(out, ", 0 for %s", sys_all[i]->name);
}

static void more_joint_labels(FILE *out)
{
    by_learner(out, joint_labels_of);
}

static void more_root(FILE *out)
{
    static const char *const where[] = {"first", "last", "none"}; // as in cfg_root
    for (size_t i = 0; sys_all[i]; i++)
        fprintf(out, "%s%s for %s", i ? ", " : "", where[sys_all[i]->root], sys_all[i]->name);
}

#define AT(member) offsetof(transition_options, member)
static const opt_row first_rows[] = {
    {.long_name = "algorithm",
     .type = OPT_CHOICE,
     .offset = AT(algorithm),
     .def = "arc-eager",
     .arg = "NAME",
     .help = "the transition system",
     .stored = true,
     .choices = sys_choice},
    {.long_name = "learner",
     .type = OPT_CHOICE,
     .offset = AT(learner),
     .def = "liblinear",
     .help = "what trains the classifiers",
     .stored = true,
     .choices = learn_choice},
    {.long_name = "features",
     .type = OPT_STRING,
     .offset = AT(features),
     .arg = "NAME|FILE",
     .help = "a shipped feature model or a file with one (default: the one named like the algorithm)",
     .stored = true},
    CLUSTERS_ROW(AT(clusters)),
    {.long_name = "pseudo-projective",
     .type = OPT_CHOICE,
     .offset = AT(pproj),
     .def = "auto",
     .allowed = "none|head|path|head+path|skip",
     .help =
         "how non-projective arcs are made projective for training and put back after parsing; auto: head if "
         "at least one arc in 1000 is non-projective, else none; none: they are lifted and not put back; "
         "skip: "
         "trees stay as they are, and arcs that cannot be derived are not learnt",
     .stored = true},
    {.long_name = "split-by",
     .type = OPT_STRING,
     .offset = AT(split_by),
     .arg = "FEATURE",
     .help = "one set of classifiers for each value of a term such as pos(B0) (default: one for all)",
     .stored = true},
    {.long_name = "split-threshold",
     .type = OPT_INT,
     .offset = AT(split_threshold),
     .def = "auto",
     .allowed = "1..",
     .arg = "N",
     .help = "examples that a value needs for a set of its own; the other values share one; only with "
             "--split-by; auto: 1000",
     .stored = true},
    {.long_name = "cost",
     .type = OPT_REAL,
     .offset = AT(cost),
     .def = "auto",
     .allowed = "1e-9..1e9",
     .arg = "C",
     .help = "the cost of errors, C of the libraries; auto: ",
     .stored = true,
     .more = more_cost},
    {.long_name = "eps",
     .type = OPT_REAL,
     .offset = AT(eps),
     .def = "auto",
     .allowed = "1e-9..1e9",
     .arg = "E",
     .help = "the tolerance at which training stops; only with a library; auto: 1",
     .stored = true},
    {.long_name = NULL},
};

static const opt_row last_rows[] = {
    {.long_name = "exploration",
     .type = OPT_INT,
     .offset = AT(exploration),
     .def = "auto",
     .allowed = "0..100",
     .arg = "ROUNDS",
     .help = "rounds of training on configurations that the parser itself reaches; auto: ",
     .stored = true,
     .more = more_exploration},
    {.long_name = "exploration-heat",
     .type = OPT_REAL,
     .offset = AT(heat),
     .def = "auto",
     .allowed = "0..1e9",
     .arg = "X",
     .help = "how readily exploration follows transitions that score lower; 0: only the best; auto: 0.1",
     .stored = true},
    {.long_name = "root",
     .type = OPT_CHOICE,
     .offset = AT(root),
     .def = "auto",
     .allowed = "first|last|none",
     .help = "where the artificial root stands; auto: ",
     .stored = true,
     .more = more_root},
    FAM_SINGLE_ROOT(AT(single_root)),
    FAM_POS(AT(pos)),
    FAM_DROP_COLUMNS(AT(drop_columns)),
    {.long_name = "joint-labels",
     .type = OPT_INT,
     .offset = AT(joint_labels),
     .def = "auto",
     .allowed = "0..65534",
     .arg = "N",
     .help = "how many of the most frequent labels of each direction are chosen with the transition; auto: ",
     .stored = true,
     .more = more_joint_labels},
    {.long_name = "cutoff",
     .type = OPT_INT,
     .offset = AT(cutoff),
     .def = "1",
     .allowed = "1..1000000",
     .arg = "N",
     .help = "leave out features seen less than N times",
     .stored = true},
    {.long_name = NULL},
};

const tsystem *topt_system(const transition_options *o)
{
    return sys_all[o->algorithm];
}

const learner *topt_learner(const transition_options *o)
{
    return learn_all[o->learner];
}

long topt_exploration(const transition_options *o)
{
    return opt_int(o->exploration, topt_system(o)->unexplored ? 0 : topt_learner(o)->exploration);
}

static opt_table own_table(const transition_options *o, size_t i)
{
    return (opt_table){learn_all[i]->rows, (void *)(uintptr_t)&o->own[i]};
}

static size_t tables(void *values, opt_table *list)
{
    size_t n = 0;
    list[n++] = (opt_table){first_rows, values};
    for (size_t i = 0; learn_all[i]; i++)
        if (learn_all[i]->rows)
            list[n++] = own_table(values, i);
    list[n++] = (opt_table){last_rows, values};
    return n;
}

// Options of another learner would have no effect.
static int check_learners(const transition_options *o, copse_error *err)
{
    const learner *mine = topt_learner(o);
    for (size_t i = 0; learn_all[i]; i++) {
        const opt_table own = own_table(o, i);
        const opt_row *given = own.rows && learn_all[i] != mine ? opt_first_given(&own) : NULL;
        if (given)
            return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --learner %s",
                           given->long_name, mine->name);
    }
    if (mine->cost <= 0 && (!opt_auto_real(o->cost) || !opt_auto_real(o->eps)))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning for --learner %s",
                       opt_auto_real(o->cost) ? "eps" : "cost", mine->name);
    return mine->check ? mine->check(&o->own[o->learner], err) : 0;
}

static int check(const copse_options *options, copse_error *err)
{
    const transition_options *o = topt_of(options);
    int code = check_learners(o, err);
    if (code)
        return code;
    if (sys_derives_all(topt_system(o)) && o->pproj > TOPT_LIFT)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--pseudo-projective has no meaning for --algorithm %s",
                       topt_system(o)->name);
    if (!opt_auto_int(o->split_threshold) && !o->split_by)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--split-threshold has no meaning without --split-by");
    if (!opt_auto_real(o->heat) && topt_exploration(o) == 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--exploration-heat has no meaning without --exploration");
    return 0;
}

static void variant(size_t i, const char **name, const char **option, const char **value)
{
    *name = *value = sys_choice(i).name;
    *option = "algorithm";
}

static void variant_of(const copse_options *options, char name[FAM_NAME])
{
    snprintf(name, FAM_NAME, "%s", topt_system(topt_of(options))->name);
}

// With exploration two halves are trained before the whole.
static double effort(const copse_options *options)
{
    const transition_options *o = topt_of(options);
    return 65.0 * (double)(1 + topt_exploration(o));
}

extern const family fam_transition;
const family fam_transition = {
    .name = "transition",
    .summary = "train a transition-based parser in the manner of MaltParser",
    .crossval = "parse a treebank by transition-based parsers trained on the rest of it",
    .details =
        "TRAIN is a treebank in which every sentence is a tree. Classifiers learn which transition to take "
        "in every configuration of the parser: first along the derivations of the trees, then, with "
        "--exploration, also where the parser's own mistakes lead. 'copse parse -m MODEL' needs none of "
        "these options; 'copse info MODEL' shows them.\n"
        "\n"
        "The same treebank, options and seed give the same bytes.",
    .size = sizeof(transition_options),
    .alone = true,
    .tables = tables,
    .check = check,
    .train = tt_make,
    .effort = effort,
    .variant = variant,
    .variant_of = variant_of,
};
