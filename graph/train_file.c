// SPDX-License-Identifier: MIT
// From options and a treebank to the sections of a model.
#include "graph/train.h"

#include "graph/presets.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "common/treebank/sentence.h"

#include <math.h>

void gopt_settle(copse_options *options)
{
    graph_options *o = options->values;
    preset_apply(options);
    o->label_bits = opt_int(o->label_bits, o->hash_bits);
    o->cost = opt_real(o->cost, (double)INFINITY);
    o->label_loss = opt_real(o->label_loss, o->labels == GM_JOINT);
}

static void write_model(box_writer *w, const gmodel *m, const treebank *train, const copse_options *options,
                        const gt_iterations *iterations)
{
    text meta = {0};
    meta_begin(&meta, options, "graph", train);
    meta_add(&meta, "parts-of-speech", sen_tag_name(m->pos));
    meta_number(&meta, "order", m->method.order);
    meta_add(&meta, "grandparents", m->method.grand ? "yes" : "no");
    meta_add(&meta, "decoder", m->method.decoder->name);
    meta_add(&meta, "single-root", m->method.single_root ? "yes" : "no");
    meta_number(&meta, "labels", (long)m->labels.n);
    if (m->clusters.n)
        meta_number(&meta, "words-with-clusters", (long)m->clusters.n);
    meta_number(&meta, "iterations-finished", iterations->finished);
    if (iterations->kept)
        meta_number(&meta, "kept-iteration", iterations->kept);
    if (gopt_of(options)->drop_columns)
        meta_option(&meta, options, "drop-columns");
    meta_save(&meta, w);
    options_save(options, w);
    columns_save(w, train);
    gm_save(m, w);
}

int gt_make_parser(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                   const copse_environment *environment, copse_error *err)
{
    gmodel model;
    copse_options *settled = options_copy(options), *chosen = options_copy(options);
    gopt_settle(settled);
    preset_apply(chosen); // what is stored
    gt_iterations iterations;
    const int code = gtrain(&model, train, dev, settled, environment, &iterations, err);
    copse_options_free(settled);
    if (code) {
        copse_options_free(chosen);
        return code;
    }
    const bool stopped = iterations.finished < gopt_of(options)->iterations;
    if (stopped || iterations.kept)
        report_line(environment->report, environment->context, "%s: the model is that of iteration %d",
                    stopped ? "stopped" : "kept", iterations.kept ? iterations.kept : iterations.finished);
    write_model(w, &model, train, chosen, &iterations);
    copse_options_free(chosen);
    gm_done(&model);
    return 0;
}

int gt_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
            const copse_environment *environment, copse_error *err)
{
    return (gopt_of(options)->heads ? gt_make_several : gt_make_parser)(options, w, train, dev, environment,
                                                                        err);
}
