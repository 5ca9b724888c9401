// SPDX-License-Identifier: MIT
// Greedy parsing with a trained model.
//
// Some systems take quadratic time: with them a sentence of more than TP_MOST_QUADRATIC words is parsed in
// pieces (pieces.h).
#include "transition/model.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "common/model/pieces.h"
#include "common/treebank/sentence.h"
#include "common/treebank/pseudo_projective.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tp_init(tparser *p, const tmodel *m)
{
    memset(p, 0, sizeof *p);
    p->model = m;
    p->single_root = m->single_root;
    cfg_init(&p->config);
    p->key = mem_alloc(fm_most(&m->features) + 1, sizeof *p->key);
    p->scratch = mem_alloc(fm_scratch(&m->features) + 1, 1);
    for (uint32_t i = 0; i < m->sets; i++)
        cls_scratch_fit(&p->cls, &m->set[i]);
    tp_known_init(&p->known, m);
}

void tp_want_columns(tparser *p)
{
    p->column = mem_alloc(fm_most(&p->model->features) + 1, sizeof *p->column);
    p->column[0] = EX_NO_COLUMN;
}

void tp_done(tparser *p)
{
    cfg_done(&p->config);
    fm_words_done(&p->words);
    mem_free(p->key);
    mem_free(p->column);
    mem_free(p->score);
    mem_free(p->lead);
    mem_free(p->scratch);
    mem_free(p->step);
    tp_keep_done(p);
    cls_scratch_done(&p->cls);
    tp_known_done(&p->known);
    copse_tree_free(p->piece);
}

void tp_start(tparser *p, const stage_input *in, int at)
{
    const tmodel *m = p->model;
    const copse_sentence *s = in->sentence;
    fm_words_set(&p->words, &m->features, s, m->pos);
    if (in->guide)
        fm_guides_set(&p->words, &m->features, in->guide, at);
    p->steps = 0;
    p->returns = 0;
    tp_keep(p, in->given);
    cfg_reset(&p->config, s->n, m->root, p->single_root);
    p->weighs = in->temperature > 0;
    p->score = mem_grow(p->score, &p->score_cap, (size_t)s->n + 1, sizeof *p->score);
    p->lead = mem_grow(p->lead, &p->lead_cap, (size_t)s->n + 1, sizeof *p->lead);
    m->system->start(&p->config);
}

size_t tp_features(tparser *p)
{
    p->key[0] = TP_BIAS;
    return 1 + fm_extract_columns(&p->model->features, &p->words, &p->config, p->key + 1,
                                  p->column ? p->column + 1 : NULL, p->scratch);
}

uint64_t tp_split_value(const tparser *p)
{
    return p->model->split_term < 0 ? 0 : fm_value(p->scratch, p->model->split_term);
}

const classifier_set *tp_set(const tparser *p)
{
    const tmodel *m = p->model;
    uint64_t value = tp_split_value(p);
    uint32_t low = 0, high = m->sets - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (m->split[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return &m->set[low < m->sets - 1 && m->split[low] == value ? low + 1 : 0];
}

void tp_choose(tparser *p, size_t n, choice *out)
{
    const tmodel *m = p->model;
    const cls_labels may = tp_labels(p);
    cls_choose(tp_set(p), p->key, n, sys_legal(m->system, &p->config), &may, &p->cls, out);
}

cls_labels tp_labels(const tparser *p)
{
    const tmodel *m = p->model;
    return (cls_labels){
        .allowed = m->allowed,
        .from_root = sys_from_root(m->system, &p->config),
        .root = m->root_label,
        .any = m->any_label,
    };
}

float tp_confidence(float margin)
{
    return 1 / (1 + expf(-2 * margin));
}

static int label_of(const tparser *p, int d)
{
    return p->config.head[d] == CFG_NONE ? p->model->root_label : p->config.label[d];
}

// A marked arc that was not moved down stays under the root, with a label that may not stand there. Such
// labels are replaced.
static void mend_labels(const tparser *p, copse_tree *tree)
{
    const tmodel *m = p->model;
    for (int d = 1; d <= tree->n; d++)
        if (!lp_allowed(m->seen, label_of(p, d), tree->head[d]))
            tree->label[d] = tm_own_label(m, (size_t)(tree->head[d] == 0 ? m->root_label : m->any_label));
}

static void fill(const tparser *p, copse_tree *tree)
{
    const config *c = &p->config;
    const tmodel *m = p->model;
    tree_resize(tree, c->n);
    for (int d = 1; d <= c->n; d++) {
        bool attached = c->head[d] != CFG_NONE;
        tree->head[d] = attached ? c->head[d] : 0;
        tree->label[d] = tab_name(&m->labels, (size_t)label_of(p, d));
        tree->score[d] = attached ? p->score[d] : 0.5F;
        tree->evidence[d] = (tree_evidence){tree->score[d], attached ? p->lead[d] : 0};
    }
    tree->scored = p->scores;
    tree->weighed = p->weighs;
    if (m->pproj >= 0) {
        tp_keep_lifted(p, tree);
        pproj_restore(tree, (copse_pproj)m->pproj);
    }
    mend_labels(p, tree);
    tp_keep_tree(p, tree);
}

void tp_derive(tparser *p)
{
    const tsystem *system = p->model->system;
    for (unsigned step = 1; !system->final(&p->config); step++) {
        choice next;
        if (step % WATCH_STEPS == 0)
            watch_at(p->config.next, p->config.n);
        tp_decide(p, &next);
        next.label = tp_kept_label(p, next.type, next.label);
        if (system->loose)
            tp_note(p, &next);
        if (p->trace)
            tp_trace_add(p, &next);
        if (next.label != CFG_NONE) {
            int head, dependent;
            sys_arc(system, &p->config, next.type, &head, &dependent);
            p->score[dependent] = tp_confidence(next.margin);
            p->lead[dependent] = next.lead;
        }
        system->apply(&p->config, next.type, next.label);
    }
}

void tp_end(tparser *p, copse_tree *tree)
{
    tp_attach(p, NULL, NULL);
    tp_finish(p);
    fill(p, tree);
}

// Parses a sentence, or a piece of one that begins after word at.
static void parse_piece(void *parser, const stage_input *in, int at, copse_tree *tree)
{
    tparser *p = parser;
    tp_start(p, in, at);
    do
        tp_derive(p);
    while (tp_go_back(p));
    tp_end(p, tree);
}

static bool in_pieces(const tparser *p, const stage_input *in)
{
    return p->model->system->squared > 0 && in->sentence->n > TP_MOST_QUADRATIC;
}

void tp_parse(tparser *p, const stage_input *in, copse_tree *tree)
{
    enum { PIECE = 1000 };
    const tmodel *m = p->model;
    if (!in_pieces(p, in)) {
        parse_piece(p, in, 0, tree);
        return;
    }
    const pieces all = {.parser = p,
                        .parse = parse_piece,
                        .words = PIECE,
                        .single_root = p->single_root,
                        .root = tm_own_label(m, (size_t)m->root_label),
                        .hung = tm_own_label(m, (size_t)m->any_label)};
    if (!p->piece)
        p->piece = copse_tree_new();
    pieces_parse(&all, in, p->piece, tree);
}

// ---------------------------------------------------------------------------------------------------
// The interface of stages

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&tm_stage, b, err) != 0)
        return NULL;
    tmodel *m = mem_alloc(1, sizeof *m);
    if (tm_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    tm_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    tparser *p = mem_alloc(1, sizeof *p);
    tp_init(p, model);
    p->scores = options->scores;
    if (options->single_root != COPSE_ROOT_AS_TRAINED)
        p->single_root = options->single_root == COPSE_ROOT_SINGLE;
    return p;
}

static void kind_worker_free(void *worker)
{
    tp_done(worker);
    mem_free(worker);
}

static void kind_parse(void *worker, const stage_input *in, copse_tree *tree)
{
    tp_parse(worker, in, tree);
}

static void kind_kbest(void *worker, const stage_input *in, stage_list *list)
{
    tparser *p = worker;
    if (!in_pieces(p, in)) {
        tp_kbest(p, in, list);
        return;
    }
    tp_parse(p, in, list->tree[0]);
    stage_list_one(list);
}

static void kind_arcs(void *worker, const stage_input *in, double temperature, stage_arcs *out)
{
    tp_arcs(worker, in, temperature, out);
}

static void kind_min_risk(void *worker, const stage_input *in, double temperature, copse_tree *tree)
{
    tp_min_risk(worker, in, temperature, tree);
}

static stage_limits kind_limits(const void *worker, int n)
{
    const tparser *p = worker;
    (void)n;
    return (stage_limits){.single_root = p->single_root,
                          .projective = p->model->system->projective && p->model->pproj < 0};
}

static int kind_guides(const void *model)
{
    return ((const tmodel *)model)->guides;
}

static unsigned kind_reads(const void *model)
{
    const tmodel *m = model;
    return fm_reads(&m->features, m->pos);
}

const stage_kind tm_stage = {.name = "transition",
                             .tag = "TMOD",
                             .writes = STAGE_PARSER_WRITES,
                             .reads = kind_reads,
                             .load = kind_load,
                             .free = kind_free,
                             .worker_new = kind_worker_new,
                             .worker_free = kind_worker_free,
                             .parse = kind_parse,
                             .guides = kind_guides,
                             .kbest = kind_kbest,
                             .arcs = kind_arcs,
                             .min_risk = kind_min_risk,
                             .limits = kind_limits};
