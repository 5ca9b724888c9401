// SPDX-License-Identifier: MIT
// copse instances: the examples that a transition-based parser learns from.
#include "cli/cli.h"

#include <string.h>

typedef struct instances_options {
    cli_common common;
    int format;     // a copse_instance_format
    int classifier; // a copse_classifier
    const char *where, *map;
    opt_list output;
} instances_options;

#define AT(member) offsetof(instances_options, member)
static const opt_row rows[] = {
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = AT(format),
     .def = "timbl",
     .allowed = "timbl|libsvm",
     .help = "timbl: columns of symbols, then the class; libsvm: numbers of class and features"},
    {.long_name = "classifier",
     .type = OPT_CHOICE,
     .offset = AT(classifier),
     .def = "transitions",
     .allowed = "transitions|left-labels|right-labels",
     .help = "whose examples; the classifiers of labels have those that --joint-labels leaves them"},
    {.long_name = "where",
     .type = OPT_STRING,
     .offset = AT(where),
     .arg = "TERM=VALUE",
     .help =
         "only the examples where a term of features has this value, such as 'pos(B0)=NOUN': those of one "
         "classifier of --split-by"},
    {.long_name = "map",
     .type = OPT_STRING,
     .offset = AT(map),
     .arg = "FILE",
     .help = "write the names of classes, columns and features to FILE"},
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_LIST,
     .offset = AT(output),
     .arg = "FILE",
     .help = "write to this file, which appears whole or not at all; once for each treebank, in their order"},
    {.long_name = NULL},
};

// The options of training that shape the examples.
static bool takes(const opt_row *row)
{
    static const char *const names[] = {"algorithm", "features",    "clusters", "pseudo-projective",
                                        "root",      "single-root", "pos",      "joint-labels",
                                        "skip-bad"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(row->long_name, names[i]) == 0)
            return true;
    return false;
}

static int run(void *options, const char **operand, int operand_n)
{
    const instances_options *o = options;
    const cli_common *common = &o->common;
    copse_error err;
    if (copse_options_check(common->train, &err) != 0)
        return cli_refuse(common->verb, "", &err);
    if (o->output.n ? o->output.n != (size_t)operand_n : operand_n > 1)
        return cli_usage(common->verb, "%d treebanks need as many -o FILE, not %zu", operand_n, o->output.n);
    for (size_t i = 0; i < o->output.n; i++)
        if (cli_check_output(o->output.item[i], &err) != 0)
            return cli_fail(&err);
    const copse_instances_request request = {.format = (copse_instance_format)o->format,
                                             .classifier = (copse_classifier)o->classifier,
                                             .where = o->where,
                                             .treebank = operand,
                                             .output = o->output.n ? o->output.item : NULL,
                                             .n = (size_t)operand_n,
                                             .map = o->map};
    const copse_environment environment = cli_progress_start(common, o->output.n ? NULL : "words");
    const int code = copse_instances(common->train, &request, &environment, &err);
    cli_progress_stop();
    return code ? cli_fail(&err) : CLI_DONE;
}

extern const family fam_transition;
const cli_verb verb_instances = {
    .name = "instances",
    .operands = "TREEBANK [TREEBANK...]",
    .least = 1,
    .most = -1,
    .summary = "write the examples that a transition-based parser learns from",
    .details =
        "One line for each configuration on the way to the trees: what the classifier sees and the class "
        "that it should choose, such as SHIFT or LEFT:nsubj. The first treebank decides which features and "
        "classes there are, as in training; the others, such as a development set, are written in the same "
        "numbers: 'copse instances --format libsvm train.conllu dev.conllu -o train.svm -o dev.svm'.\n"
        "\n"
        "By default all labels are part of the class, as with --joint-labels 65534.\n"
        "\n"
        "With --format timbl the columns are those of the feature model, separated by spaces. Spaces, "
        "commas, backslashes, bars, ampersands, percent signs and control characters in values are written "
        "as %XX.",
    .rows = rows,
    .family = &fam_transition,
    .takes = takes,
    .size = sizeof(instances_options),
    .run = run,
};
