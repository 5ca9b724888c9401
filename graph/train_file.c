// SPDX-License-Identifier: MIT
// From options and a treebank file to a model file.
#include "graph/train.h"

#include "common/base/error.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/model/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int choose(gtrain_options *t, const copse_graph_options *o, copse_error *err)
{
    static const char *const labels[] = {"two-stage", "joint", "none"};
    const graph_trainer *trainer = trainer_find(o->trainer);
    int labelling = -1;
    for (int i = 0; i < 3; i++)
        labelling = strcmp(o->labels, labels[i]) == 0 ? i : labelling;
    if (!trainer)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown trainer '%s'", o->trainer);
    if (labelling < 0)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown way of labelling '%s'", o->labels);
    if (o->order < 1 || o->order > 2)
        return err_set(err, COPSE_EINPUT, NULL, 0, "order %ld: there are 1 and 2", o->order);
    if (o->order == 1 && o->grandparents == 1)
        return err_set(err, COPSE_EINPUT, NULL, 0, "grandparents are of order 2");
    if (o->order > trainer->most_order)
        return err_set(err, COPSE_EINPUT, NULL, 0, "order %ld: the trainer %s has only order %d", o->order,
                       trainer->name, trainer->most_order);
    const opt_choice decoder = dec_choice((size_t)o->decoder - 1);
    if (o->decoder && !decoder.name)
        return err_set(err, COPSE_EINPUT, NULL, 0, "unknown decoder %d", o->decoder);
    const long bits[] = {o->hash_bits, o->label_bits ? o->label_bits : o->hash_bits};
    for (int i = 0; i < 2; i++)
        if (bits[i] < GW_LEAST_BITS || bits[i] > GW_MOST_BITS)
            return err_set(err, COPSE_EINPUT, NULL, 0, "%ld bits: between %d and %d are possible", bits[i],
                           GW_LEAST_BITS, GW_MOST_BITS);
    if (o->k < 1 || o->iterations < 1)
        return err_set(err, COPSE_EINPUT, NULL, 0, "k and iterations are at least 1");
    if (o->runs < 1 || o->runs > GT_MOST_RUNS)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%ld runs: between 1 and %d are possible", o->runs,
                       GT_MOST_RUNS);
    t->order = (int)o->order;
    t->grandparents = o->order == 2 && o->grandparents != 2;
    t->decoder = o->decoder ? dec_find(decoder.name) : NULL;
    t->trainer = trainer;
    t->k = (int)o->k;
    t->iterations = (int)o->iterations;
    t->runs = (int)o->runs;
    t->threads = o->threads > 1 ? (int)o->threads : 1;
    t->labelling = (gm_labels)labelling;
    t->hash_bits = (int)bits[0];
    t->label_bits = (int)bits[1];
    t->C = o->cost > 0 ? o->cost : INFINITY;
    t->punctuation = !o->skip_punctuation;
    t->label_loss = o->label_loss;
    t->single_root = o->single_root == 0 ? -1 : o->single_root == 1;
    t->pos = o->pos == 0 ? -1 : o->pos == 1 ? COPSE_XPOS : COPSE_UPOS;
    t->seed = (uint64_t)o->seed;
    t->stop = o->stop;
    return 0;
}

static void write_model(box_writer *w, const gmodel *m, const treebank *train, const copse_graph_options *o,
                        int finished)
{
    char meta[512];
    int n = snprintf(
        meta, sizeof meta,
        "kind=graph\nversion=%s\nseed=%ld\ntreebank-digest=%016" PRIx64
        "\nsentences=%zu\nwords=%ld\nskipped=%ld\nparts-of-speech=%s\norder=%d\ngrandparents=%s\ndecoder=%s\n"
        "single-root=%s\nlabels=%zu\niterations-finished=%d\n",
        COPSE_VERSION, o->seed, train->digest, train->n, train->words, train->skipped,
        m->pos == COPSE_XPOS ? "XPOS" : "UPOS", m->method.order, m->method.grand ? "yes" : "no",
        m->method.decoder->name, m->method.single_root ? "yes" : "no", m->labels.n, finished);
    box_begin(w, "META");
    box_raw(w, meta, (size_t)n);
    box_begin(w, "OPTS");
    if (o->stored)
        box_raw(w, o->stored, strlen(o->stored));
    columns_save(w, train);
    gm_save(m, w);
}

int gt_make(box_writer *w, const treebank *train, const treebank *dev, const copse_graph_options *options,
            copse_report_fn report, void *context, copse_error *err)
{
    gmodel model;
    gtrain_options t = {.report = report, .report_context = context, .dev = dev};
    int finished = 0, code = choose(&t, options, err);
    if (!code)
        code = gtrain(&model, train, &t, &finished, err);
    if (code)
        return code;
    if (finished < t.iterations)
        report_line(report, context, "stopped: the model is that of iteration %d", finished);
    write_model(w, &model, train, options, finished);
    gm_done(&model);
    return 0;
}

static int make(box_writer *w, treebank *train, const treebank *dev, const void *options,
                copse_report_fn report, void *context, copse_error *err)
{
    return gt_make(w, train, dev, options, report, context, err);
}

int copse_train_graph(const char *train, const char *model, const copse_graph_options *options,
                      copse_report_fn report, void *context, copse_error *err)
{
    return training_run(train, options->dev, options->skip_bad, model, make, options, report, context, err);
}
