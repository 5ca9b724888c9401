// SPDX-License-Identifier: MIT
// Memory-based learning as a learner: its options.
#include "learn/memory.h"

#include "common/base/error.h"

#include <math.h>
#include <stddef.h>

// The options with every "auto" resolved.
static memory_options settle(const learn_options *o)
{
    memory_options own = *(const memory_options *)o->own;
    own.neighbours = opt_int(own.neighbours, 5);
    own.metric = opt_chosen(own.metric, MBL_MVDM);
    own.least = opt_int(own.least, 3);
    own.vote = opt_chosen(own.vote, MBL_INVERSE);
    own.decay = opt_real(own.decay, 1);
    own.power = opt_real(own.power, 1);
    own.weights = opt_chosen(own.weights, MBL_GAIN_RATIO);
    return own;
}

static int check_size(const examples *ex, const learn_options *o, copse_error *err)
{
    if (ex->n == 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%s: no examples to learn from", o->what);
    if (ex->columns == 0 || !ex->column)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%s: memory-based learning needs symbolic features",
                       o->what);
    if (ex->columns > MBL_MOST_COLUMNS)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%s: %u symbolic features (limit %d)", o->what,
                       (unsigned)ex->columns, MBL_MOST_COLUMNS);
    if (ex->classes > MBL_MOST_CLASSES)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%s: %u classes (limit %d)", o->what,
                       (unsigned)ex->classes, MBL_MOST_CLASSES);
    if ((double)ex->n * ex->columns > UINT32_MAX / 4.0 || ex->features > UINT32_MAX / 8)
        return err_set(err, COPSE_ELIMIT, NULL, 0, "%s: %zu examples of %u columns are too many (limit %u)",
                       o->what, ex->n, (unsigned)ex->columns, UINT32_MAX / 4);
    return 0;
}

static scorer *train(const examples *ex, const learn_options *options, copse_error *err)
{
    const memory_options own = settle(options);
    return check_size(ex, options, err) == 0 ? mbl_make(ex, &own) : NULL;
}

#define AT(member) offsetof(memory_options, member)
static const opt_row rows[] = {
    {.long_name = "neighbours",
     .type = OPT_INT,
     .offset = AT(neighbours),
     .def = "auto",
     .allowed = "1..1000",
     .arg = "K",
     .help = "the instances at the K smallest distances vote; only with memory; auto: 5",
     .stored = true},
    {.long_name = "metric",
     .type = OPT_CHOICE,
     .offset = AT(metric),
     .def = "auto",
     .allowed = "overlap|mvdm",
     .help = "how far two values are apart: equal or not, or by how their classes differ; only with memory; "
             "auto: mvdm",
     .stored = true},
    {.long_name = "mvdm-least",
     .type = OPT_INT,
     .offset = AT(least),
     .def = "auto",
     .allowed = "1..1000000000",
     .arg = "L",
     .help = "values seen less than L times are compared by overlap; only with --metric mvdm; auto: 3",
     .stored = true},
    {.long_name = "vote",
     .type = OPT_CHOICE,
     .offset = AT(vote),
     .def = "auto",
     .allowed = "majority|inverse-distance|inverse-linear|exponential",
     .help = "how an instance's vote falls with its distance; only with memory; auto: inverse-distance",
     .stored = true},
    {.long_name = "decay",
     .type = OPT_REAL,
     .offset = AT(decay),
     .def = "auto",
     .allowed = "0..1e9",
     .arg = "A",
     .help = "of exponential votes, exp(-A distance^B); only with --vote exponential; auto: 1",
     .stored = true},
    {.long_name = "decay-power",
     .type = OPT_REAL,
     .offset = AT(power),
     .def = "auto",
     .allowed = "0..1e9",
     .arg = "B",
     .help = "the power of the distance there; auto: 1",
     .stored = true},
    {.long_name = "feature-weights",
     .type = OPT_CHOICE,
     .offset = AT(weights),
     .def = "auto",
     .allowed = "none|gain-ratio|information-gain|chi-square|shared-variance",
     .help = "how much the features count in distances; only with memory; auto: gain-ratio",
     .stored = true},
    {.long_name = NULL},
};
_Static_assert(sizeof(memory_options) <= sizeof(learn_own), "learn_own is too small");

// Refuses options of another metric or vote, which would have no effect.
static int check(const void *options, copse_error *err)
{
    const memory_options *own = options;
    if (!opt_auto_int(own->least) && opt_chosen(own->metric, MBL_MVDM) != MBL_MVDM)
        return err_set(err, COPSE_EINPUT, NULL, 0, "--mvdm-least has no meaning for --metric overlap");
    if (opt_chosen(own->vote, MBL_INVERSE) != MBL_EXPONENTIAL &&
        (!opt_auto_real(own->decay) || !opt_auto_real(own->power)))
        return err_set(err, COPSE_EINPUT, NULL, 0, "--%s has no meaning without --vote exponential",
                       opt_auto_real(own->decay) ? "decay-power" : "decay");
    return 0;
}

extern const learner learn_memory;
const learner learn_memory = {
    .name = "memory",
    .help = "memory-based: the nearest training examples vote, as in TiMBL; nothing to train",
    .joint_labels = 65534,
    .rows = rows,
    .check = check,
    .scorer = &scorer_memory,
    .train = train,
};
