// SPDX-License-Identifier: MIT
// copse classify: a learner on files of instances.
#include "cli/cli.h"
#include "learn/learner.h"
#include "transition/options.h"

#include <math.h>
#include <string.h>

typedef struct classify_options {
    cli_common common;
    int format; // a copse_instance_format, or OPT_AUTO_CHOICE
    bool distances, votes;
} classify_options;

#define AT(member) offsetof(classify_options, member)
static const opt_row rows[] = {
    {.long_name = "format",
     .type = OPT_CHOICE,
     .offset = AT(format),
     .def = "auto",
     .allowed = "timbl|libsvm",
     .help = "of both files; auto: by the first line of TRAIN"},
    {.long_name = "distances",
     .type = OPT_FLAG,
     .offset = AT(distances),
     .help = "show the distance of the nearest instances too; only with --learner memory"},
    {.long_name = "votes",
     .type = OPT_FLAG,
     .offset = AT(votes),
     .help = "show the votes of all classes that have some, or with another learner all scores"},
    {.long_name = NULL},
};

// The options of training that are about learning.
static bool takes(const opt_row *row)
{
    static const char *const names[] = {"learner", "cost", "eps", "seed"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(row->long_name, names[i]) == 0)
            return true;
    for (size_t i = 0; learn_all[i]; i++)
        for (const opt_row *own = learn_all[i]->rows; own && own->long_name; own++)
            if (strcmp(row->long_name, own->long_name) == 0)
                return true;
    return false;
}

typedef struct showing {
    FILE *out;
    const classify_options *o;
} showing;

static void show(void *context, const copse_answer *a)
{
    const showing *s = context;
    const bool memory = !isnan(a->distance);
    fputs(a->chosen, s->out);
    if (s->o->distances)
        fprintf(s->out, "\t%.14g", a->distance);
    if (s->o->votes) {
        fputc('\t', s->out);
        for (size_t i = 0, n = 0; i < a->n; i++)
            if (!memory || a->vote[i] > 0)
                fprintf(s->out, "%s%s %.6g", n++ ? ", " : "", a->classes[i], a->vote[i]);
    }
    fputc('\n', s->out);
}

static int run(void *options, const char **operand, int operand_n)
{
    const classify_options *o = options;
    const cli_common *common = &o->common;
    const learner *l = topt_learner(topt_of(common->train));
    copse_error err;
    (void)operand_n;
    if (copse_options_check(common->train, &err) != 0)
        return cli_refuse(common->verb, "", &err);
    if (o->distances && strcmp(l->name, "memory") != 0)
        return cli_usage(common->verb, "--distances has no meaning for --learner %s", l->name);
    const int status = cli_check_input(common->verb, operand[0], operand[1]);
    if (status != CLI_DONE)
        return status;
    cli_text out;
    cli_text_open(&out);
    showing to = {out.stream, o};
    const copse_classify_request request = {.train = operand[0],
                                            .test = operand[1],
                                            .known_format = o->format != OPT_AUTO_CHOICE,
                                            .format = (copse_instance_format)(o->format > 0),
                                            .fn = show,
                                            .context = &to};
    copse_classify_result result;
    copse_environment environment = cli_progress_start(common, "instances");
    environment.threads = 1;
    const int code = copse_classify(common->train, &request, &result, &environment, &err);
    cli_progress_stop();
    if (code) {
        cli_text_drop(&out);
        return cli_fail(&err);
    }
    if (!common->quiet && result.instances > 0)
        cli_note("accuracy %.2f: %ld of %ld instances; %ld ties",
                 100 * (double)result.right / (double)result.instances, result.right, result.instances,
                 result.ties);
    return cli_text_close(&out, common->output);
}

extern const family fam_transition;
const cli_verb verb_classify = {
    .name = "classify",
    .operands = "TRAIN-INSTANCES TEST-INSTANCES",
    .least = 2,
    .most = 2,
    .summary = "train a learner on instances and classify others",
    .details =
        "The files are those of 'copse instances', or others in the formats of TiMBL (columns separated by "
        "spaces, the class last) and LIBSVM (binary features). The class of each test line is printed, one "
        "a line; the accuracy goes to standard error.",
    .rows = rows,
    .family = &fam_transition,
    .takes = takes,
    .size = sizeof(classify_options),
    .run = run,
    .common = CLI_OUTPUT,
};
