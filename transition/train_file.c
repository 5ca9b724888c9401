// SPDX-License-Identifier: MIT
// From options and a treebank file to a model file.
#include "transition/train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/option.h"
#include "common/model/columns.h"
#include "common/model/training.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int choose(ttrain_options *t, const copse_transition_options *o, copse_error *err)
{
    t->system = sys_find(o->algorithm);
    t->learner = learn_find(o->learner);
    if (!t->system)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown algorithm '%s'", o->algorithm);
    if (!t->learner)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown learner '%s'", o->learner);
    bool svm = t->learner == &learn_libsvm;
    t->features = o->features;
    t->pproj = o->pseudo_projective == COPSE_PPROJ_AUTO ? -2 : o->pseudo_projective - COPSE_PPROJ_AS_HEAD;
    t->root = o->root - 1;
    t->single_root = o->single_root == 0 ? -1 : o->single_root == 1;
    t->pos = o->pos == 0 ? -1 : o->pos == 1 ? COPSE_XPOS : COPSE_UPOS;
    t->joint = (int)o->joint_labels;
    t->rounds = (int)(o->exploration >= 0 ? o->exploration : svm ? 0 : 1);
    t->explore = o->exploration_heat;
    t->split_by = o->split_by;
    t->split_threshold = o->split_threshold;
    t->cutoff = (int)o->cutoff;
    t->seed = (uint64_t)o->seed;
    t->learn = (learn_options){
        .solver = o->solver >= 0 ? (int)o->solver : 1,
        .cost = o->cost > 0 ? o->cost
                : svm       ? 0.5
                            : 0.1,
        .eps = o->eps > 0 ? o->eps : 1.0,
        .kernel = (learn_kernel)o->kernel,
        .degree = o->degree,
        .gamma = o->gamma,
        .coef0 = o->coef0,
        .cache_mb = 400,
        .drop = o->prune,
        .processes = (int)o->processes,
        .seed = (uint64_t)o->seed,
    };
    return 0;
}

// What was left open by the options, as it was decided.
typedef struct decided {
    int pproj, root, single_root;
    long rounds, sets;
    double cost, eps;
} decided;

#define ROW(name, type, member, allowed)                                        \
    {                                                                           \
        0, name, type, offsetof(decided, member), NULL, allowed, NULL, "", true \
    }
static const opt_row decided_rows[] = {
    ROW("pseudo-projective", OPT_CHOICE, pproj, "none|head|path|head+path"),
    ROW("root", OPT_CHOICE, root, "first|last|none"),
    ROW("single-root", OPT_CHOICE, single_root, "no|yes"),
    ROW("exploration", OPT_INT, rounds, NULL),
    ROW("cost", OPT_REAL, cost, NULL),
    ROW("eps", OPT_REAL, eps, NULL),
    ROW("guides", OPT_INT, sets, NULL),
    {0, NULL, OPT_FLAG, 0, NULL, NULL, NULL, NULL, false},
};

static char *decided_text(const tmodel *m, const ttrain_options *t)
{
    static const opt_row *const tables[] = {decided_rows, NULL};
    const decided d = {m->pproj + 1,  (int)m->root,  m->single_root, t->rounds,
                       (long)m->sets, t->learn.cost, t->learn.eps};
    return opt_dump(tables, &d);
}

static void write_model(box_writer *w, const tmodel *m, const treebank *train,
                        const copse_transition_options *o, const ttrain_options *t)
{
    char meta[512], *decisions = decided_text(m, t);
    int n = snprintf(meta, sizeof meta,
                     "kind=transition\nversion=%s\nseed=%ld\ntreebank-digest=%016" PRIx64
                     "\nsentences=%zu\nwords=%ld\nskipped=%ld\nparts-of-speech=%s\n",
                     COPSE_VERSION, o->seed, train->digest, train->n, train->words, train->skipped,
                     m->pos == COPSE_XPOS ? "XPOS" : "UPOS");
    box_begin(w, "META");
    box_raw(w, meta, (size_t)n);
    box_raw(w, decisions, strlen(decisions));
    free(decisions);
    box_begin(w, "OPTS");
    if (o->stored)
        box_raw(w, o->stored, strlen(o->stored));
    columns_save(w, train);
    tm_save(m, w);
}

int tt_make(box_writer *w, treebank *train, const treebank *dev, const copse_transition_options *options,
            copse_report_fn report, void *context, copse_error *err)
{
    tmodel model;
    ttrain_options t = {.report = report, .report_context = context, .dev = dev};
    int code = choose(&t, options, err);
    if (!code)
        code = tt_train(&model, train, &t, err);
    if (code)
        return code;
    write_model(w, &model, train, options, &t);
    tm_done(&model);
    return 0;
}

static int make(box_writer *w, treebank *train, const treebank *dev, const void *options,
                copse_report_fn report, void *context, copse_error *err)
{
    return tt_make(w, train, dev, options, report, context, err);
}

int copse_train_transition(const char *train, const char *model, const copse_transition_options *options,
                           copse_report_fn report, void *context, copse_error *err)
{
    return training_run(train, options->dev, options->skip_bad, model, make, options, report, context, err);
}
