// SPDX-License-Identifier: MIT
// Several heads: the model is a sequence of the parser, which is the same as without graphs, and an enhancer,
// which learns from gold trees. (Trees of a parser trained on other sentences made graphs worse: where a
// tree is wrong there is nothing regular to learn.)
#include "graph/train.h"

#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "common/model/model.h"
#include "common/model/rehearsal.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "eval/graph_scores.h"
#include "graph/enhancer_train.h"

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
                          .pos = fam_pos(o->pos, train),
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

// --- the accuracy on the development data

typedef struct dev_run {
    gparser parser;
    void *worker; // of the enhancer
    copse_tree *tree;
    copse_sentence *twin;
    deps gold, system;
    copse_graph_scores scores;
} dev_run;

// Parses a sentence, finds its graph, and compares that with the gold one.
static void run_dev(dev_run *r, const copse_sentence *s, const copse_tree *gold)
{
    gp_parse(&r->parser, &(stage_input){.sentence = s}, r->tree);
    sen_twin(r->twin, s);
    ov_put_tree(r->twin, r->tree);
    ge_stage.run(r->worker, r->twin);
    deps_scan(&r->gold, s);
    deps_scan(&r->system, r->twin);
    const graph_pair pair = {.sentence = s,
                             .gold = &r->gold,
                             .system = &r->system,
                             .gold_head = gold->head,
                             .head = r->tree->head,
                             .label = r->tree->label};
    graph_scores_add(&r->scores, &pair, false);
}

static double f_of(const copse_graph_arcs *a)
{
    return a->gold + a->system ? 200 * (double)a->both / (double)(a->gold + a->system) : 0;
}

static void compare_dev(const gmodel *parser, const gemodel *graphs, const treebank *dev,
                        const copse_environment *environment)
{
    static const copse_parse_options plain;
    dev_run r = {.tree = copse_tree_new(),
                 .twin = mem_zero(1, sizeof *r.twin),
                 .worker = ge_stage.worker_new(graphs, &plain)};
    gp_init(&r.parser, parser);
    for (size_t i = 0; i < dev->n; i++)
        if (deps_given(dev->sentence[i]))
            run_dev(&r, dev->sentence[i], dev->tree[i]);
    report_line(environment->report, environment->context,
                "graphs: F of labelled arcs %.2f, of secondary ones %.2f; with copies of the trees %.2f",
                f_of(&r.scores.labelled), f_of(&r.scores.secondary), f_of(&r.scores.copied));
    gp_done(&r.parser);
    ge_stage.worker_free(r.worker);
    sen_twin_done(r.twin);
    mem_free(r.twin);
    deps_done(&r.gold);
    deps_done(&r.system);
    copse_tree_free(r.tree);
}

// Reports F on the development data, with the models as they will be loaded.
static int report_dev(const copse_str bytes[2], const treebank *dev, const copse_environment *environment,
                      copse_error *err)
{
    gmodel parser;
    gemodel graphs;
    box *first = box_memory(bytes[0].s, bytes[0].len, "parser", err),
        *second = first ? box_memory(bytes[1].s, bytes[1].len, "enhancer", err) : NULL;
    int code = second ? gm_load(&parser, first, err) : err->code;
    if (!code) {
        code = ge_load(&graphs, second, err);
        if (!code) {
            compare_dev(&parser, &graphs, dev, environment);
            ge_done(&graphs);
        }
        gm_done(&parser);
    }
    box_close(second);
    box_close(first);
    return code;
}

// The parser, as without graphs: its model has the same bytes.
static int make_parser(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                       const copse_environment *environment, copse_error *err)
{
    copse_options *alone = options_copy(options);
    ((graph_options *)alone->values)->heads = 0;
    const int code = reh_train(alone, w, train, dev, environment, err);
    copse_options_free(alone);
    return code;
}

static int make_sequence(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                         const ge_survey *survey, const copse_environment *environment, copse_error *err)
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
        if (dev && environment->report)
            code = report_dev(bytes, dev, environment, err);
    }
    for (int i = 0; i < 2; i++) {
        mem_free((void *)(uintptr_t)bytes[i].s);
        box_writer_free(stage[i]);
    }
    return code;
}

int gt_make_several(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
                    const copse_environment *environment, copse_error *err)
{
    ge_survey survey;
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
