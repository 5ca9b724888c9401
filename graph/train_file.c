// SPDX-License-Identifier: MIT
// From options and a treebank to the sections of a model.
#include "graph/train.h"

#include "graph/presets.h"
#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "common/model/model.h"
#include "graph/enhancer_train.h"

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
    meta_add(&meta, "parts-of-speech", m->pos == COPSE_XPOS ? "XPOS" : "UPOS");
    meta_number(&meta, "order", m->method.order);
    meta_add(&meta, "grandparents", m->method.grand ? "yes" : "no");
    meta_add(&meta, "decoder", m->method.decoder->name);
    meta_add(&meta, "single-root", m->method.single_root ? "yes" : "no");
    meta_number(&meta, "labels", (long)m->labels.n);
    meta_number(&meta, "iterations-finished", iterations->finished);
    if (iterations->kept)
        meta_number(&meta, "kept-iteration", iterations->kept);
    meta_save(&meta, w);
    options_save(options, w);
    columns_save(w, train);
    gm_save(m, w);
}

// Trains a parser and writes its sections.
static int make_parser(const copse_options *options, box_writer *w, const treebank *train,
                       const treebank *dev, const copse_environment *environment, copse_error *err)
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

// ---------------------------------------------------------------------------------------------------
// Several heads: a sequence of the parser and an enhancer

enum { GRAPH_BITS = 20 }; // more gain nothing

static const double PARSER_SHARE = 90, GRAPH_SHARE = 10;

static void write_enhancer(box_writer *w, const gemodel *m, const treebank *train,
                           const copse_options *options, const ge_survey *survey, int rounds)
{
    text meta = {0};
    meta_begin(&meta, options, ge_stage.name, train);
    meta_add(&meta, "parts-of-speech", m->pos == COPSE_XPOS ? "XPOS" : "UPOS");
    meta_add(&meta, "cycles", m->cycles ? "yes" : "no");
    meta_number(&meta, "arcs", survey->arcs);
    meta_number(&meta, "secondary-arcs", survey->secondary);
    meta_number(&meta, "arcs-from-empty-nodes", survey->empty);
    meta_number(&meta, "classes-of-labels", (long)m->classes);
    meta_number(&meta, "paths", (long)m->paths.n);
    meta_number(&meta, "iterations-finished", rounds);
    meta_save(&meta, w);
    ge_save(m, w);
}

static void make_enhancer(const copse_options *options, box_writer *w, const treebank *train,
                          const ge_survey *survey, const copse_environment *environment)
{
    gemodel model;
    copse_options *settled = options_copy(options);
    gopt_settle(settled);
    const graph_options *o = gopt_of(settled);
    const int bits = (int)o->label_bits;
    const ge_plan plan = {.t = train,
                          .tree = train->tree,
                          .survey = survey,
                          .pos = gopt_pos(o, train),
                          .bits = bits < GRAPH_BITS ? bits : GRAPH_BITS,
                          .iterations = o->iterations,
                          .C = o->cost,
                          .seed = (uint64_t)options->common.seed,
                          .env = environment};
    const int rounds = ge_train(&model, &plan);
    write_enhancer(w, &model, train, options, survey, rounds);
    ge_done(&model);
    copse_options_free(settled);
}

static int make_sequence(const copse_options *options, box_writer *w, const treebank *train,
                         const treebank *dev, const ge_survey *survey, const copse_environment *environment,
                         copse_error *err)
{
    static const char *const name[] = {"parser", "enhancer"};
    box_writer *stage[2] = {box_writer_new(), box_writer_new()};
    copse_str bytes[2] = {{NULL, 0}, {NULL, 0}};
    meter m;
    meter_start(&m, environment, PARSER_SHARE + GRAPH_SHARE);
    const copse_environment first = meter_part(&m, PARSER_SHARE);
    int code = make_parser(options, stage[0], train, dev, &first, err);
    const copse_environment second = meter_part(&m, GRAPH_SHARE);
    if (!code)
        make_enhancer(options, stage[1], train, survey, &second);
    for (int i = 0; i < 2 && !code; i++)
        if (!(bytes[i].s = box_bytes(stage[i], &bytes[i].len, err)))
            code = err->code;
    if (!code) {
        seq_save(w, 2, name, bytes);
        columns_save(w, train);
    }
    for (int i = 0; i < 2; i++) {
        mem_free((void *)(uintptr_t)bytes[i].s);
        box_writer_free(stage[i]);
    }
    return code;
}

int gt_make(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
            const copse_environment *environment, copse_error *err)
{
    ge_survey survey;
    if (!gopt_of(options)->heads)
        return make_parser(options, w, train, dev, environment, err);
    int code = ge_look(&survey, train, options->common.skip_bad, err);
    if (code)
        return code;
    if (survey.skipped)
        report_line(environment->report, environment->context,
                    "%s: %ld sentence%s with malformed graphs: trees are learnt from them, graphs are not",
                    train->name, survey.skipped, survey.skipped == 1 ? "" : "s");
    code = make_sequence(options, w, train, dev, &survey, environment, err);
    mem_free(survey.learnt);
    return code;
}
