// SPDX-License-Identifier: MIT
// Trains an ensemble: cross-validates the parsers whose trees are needed, trains every parser on the whole
// treebank, and estimates the weights of the votes.
//
// A stacked parser must learn from trees like those that its guides will give it, with the mistakes that
// they make on new text: trees of cross-validation. When the stacked parser is cross-validated itself, the
// same guide trees serve to train and to parse, so that no nested folds are needed. The guides of a fold's
// training part have then seen the fold, but not the sentences they parsed.
#include "common/base/processes.h"
#include "common/model/columns.h"
#include "common/model/meta.h"
#include "ensemble/options.h"
#include "ensemble/train.h"
#include "graph/decoders.h"
#include "ensemble/jackknife.h"
#include "ensemble/ensemble.h"
#include "ensemble/observe.h"
#include "common/base/error.h"
#include "eval/eval.h"
#include "common/base/mem.h"
#include "common/base/parallel.h"
#include "common/base/report.h"
#include "common/treebank/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct assembly {
    const copse_options *options;
    const ensemble_options *o;
    const copse_environment *env;
    plan plan;
    const treebank *train, *dev; // dev may be NULL
    label_pool pool;
    copse_tree ***tree; // [plan][sentences] of cross-validation, NULL where there was none
    ensemble e;         // as it is saved: nodes without models
    box_writer *w;
    meter meter;
} assembly;

static void free_trees(copse_tree **tree, size_t n)
{
    for (size_t i = 0; tree && i < n; i++)
        copse_tree_free(tree[i]);
    mem_free(tree);
}

static bool wants_weights(const assembly *a)
{
    return a->e.voters > 1 && strcmp(eopt_by(a->o), "uniform") != 0;
}

// ---------------------------------------------------------------------------------------------------
// Training

// Makes the nodes of the plan and sets how they vote.
static void lay_out(assembly *a)
{
    for (size_t k = 0; k < a->plan.n; k++) {
        const recipe *r = &a->plan.recipe[k];
        en_node *node = en_add(&a->e, r->name);
        node->reverse = r->reverse;
        node->votes = r->votes;
        node->guides = r->guides;
        node->guide = mem_alloc(r->guides + 1, sizeof *node->guide);
        if (r->guides)
            memcpy(node->guide, r->guide, r->guides * sizeof *r->guide);
    }
    en_settle(&a->e);
    a->e.vote.single_root = a->train->single_root;
    a->e.vote.decoder = a->o->decoder == OPT_AUTO_CHOICE || a->o->base ? dec_for(tb_is_projective(a->train))
                                                                       : dec_all[a->o->decoder];
    a->e.vote.confidence = a->o->confidence;
}

// Are the trees of recipe k by cross-validation needed?
static bool is_validated(const assembly *a, size_t k)
{
    bool needed = wants_weights(a) && !a->dev && a->plan.recipe[k].votes;
    for (size_t other = k + 1; other < a->plan.n; other++)
        for (size_t g = 0; g < a->plan.recipe[other].guides; g++)
            needed |= a->plan.recipe[other].guide[g] == k;
    return needed;
}

// The training time of a parser, relative to others.
static double effort(const recipe *r)
{
    return r->options->family->effort(r->options);
}

static bool has_trees(const void *assembly_, size_t k)
{
    const assembly *a = assembly_;
    return is_validated(a, k) && a->e.voters > 1;
}

static double observe_effort(const assembly *a)
{
    return a->options->common.sample ? en_observe_effort(&a->plan, has_trees, a) : 0;
}

// The total effort: all parsers, and for each fold of cross-validation training on the other folds.
static double all_effort(const assembly *a)
{
    double sum = 0;
    for (size_t k = 0; k < a->plan.n; k++)
        sum += effort(&a->plan.recipe[k]) * (is_validated(a, k) ? (double)a->o->folds : 1);
    return sum + observe_effort(a);
}

static int cross_validate(assembly *a, copse_error *err)
{
    int code = 0;
    for (size_t k = 0; k < a->plan.n && !code; k++) {
        const recipe *r = &a->plan.recipe[k];
        treebank guided;
        if (!is_validated(a, k))
            continue;
        const copse_environment env = meter_part(&a->meter, effort(r) * (double)(a->o->folds - 1));
        a->tree[k] = mem_alloc(a->train->n, sizeof *a->tree[k]);
        add_guides(&guided, a->train, r, a->tree);
        code = jackknife(a->tree[k], &guided, r, a->o->folds, &a->pool, &env, err);
        tb_done(&guided);
    }
    return code;
}

// Passes on the reports of a parser in training, with its name before them.
typedef struct named_listener {
    const copse_environment *to;
    const char *name;
} named_listener;

static void tell_named(void *context, const char *line)
{
    const named_listener *n = context;
    report_line(n->to->report, n->to->context, "%s: %s", n->name, line);
}

static void tell_progress(void *context, const copse_progress *p)
{
    const named_listener *n = context;
    char what[128];
    snprintf(what, sizeof what, "%s: %s", n->name, p->what);
    n->to->progress(n->to->context, &(copse_progress){what, p->done, p->total});
}

static int train_one(void *context, size_t k, text *result, const copse_environment *listener,
                     copse_error *err)
{
    const assembly *a = context;
    const recipe *r = &a->plan.recipe[k];
    const size_t members = a->plan.n;
    named_listener named = {listener, r->name};
    copse_environment env = {.threads = a->env->threads, .stop = listener->stop};
    treebank guided;
    box_writer *member = box_writer_new();
    size_t size;
    env.threads = (size_t)env.threads > members ? env.threads / (int)members : 1;
    // Lines of several parsers in training mix, so a listener that shows progress does not get them.
    env.report = listener->report && !listener->progress ? tell_named : NULL;
    env.progress = listener->progress ? tell_progress : NULL;
    env.context = &named;
    report_line(listener->report, listener->context, "training %s, %zu of %zu", r->name, k + 1, members);
    add_guides(&guided, a->train, r, a->tree);
    int code = recipe_train(r, member, &guided, &env, err);
    void *bytes = code ? NULL : box_bytes(member, &size, err);
    if (bytes)
        text_add(result, bytes, size);
    else
        code = err->code;
    mem_free(bytes);
    tb_done(&guided);
    box_writer_free(member);
    return code;
}

static int take_one(void *context, size_t k, copse_str model, copse_error *err)
{
    const assembly *a = context;
    (void)k;
    (void)err;
    box_begin(a->w, "MEMB");
    box_raw(a->w, model.s, model.len);
    return 0;
}

static int train_members(assembly *a, copse_error *err)
{
    double *weight = mem_alloc(a->plan.n, sizeof *weight), sum = 0;
    for (size_t k = 0; k < a->plan.n; k++)
        sum += weight[k] = effort(&a->plan.recipe[k]);
    const proc_work w = {.context = a,
                         .n = a->plan.n,
                         .processes = a->env->threads,
                         .work = train_one,
                         .take = take_one,
                         .listener = meter_part(&a->meter, sum),
                         .weight = weight};
    const int code = proc_run(&w, err);
    mem_free(weight);
    return code;
}

static void write_head(assembly *a)
{
    text meta = {0};
    char digest[32];
    meta_begin(&meta, a->options, "ensemble", a->train);
    meta_add(&meta, "decoder", a->e.vote.decoder->name);
    meta_add(&meta, "single-root", a->e.vote.single_root ? "yes" : "no");
    if (a->e.voters > 1) {
        meta_add(&meta, "weights-by", eopt_by(a->o));
        meta_add(&meta, "weights-from", !wants_weights(a) ? "nothing" : a->dev ? "dev" : "cross-validation");
    }
    if (a->dev) {
        snprintf(digest, sizeof digest, "%016" PRIx64, a->dev->digest);
        meta_add(&meta, "dev-digest", digest);
    }
    meta_number(&meta, "members", (long)a->plan.n);
    for (size_t k = 0; k < a->plan.n; k++) {
        char name[32];
        text value = {0};
        snprintf(name, sizeof name, "member-%zu", k + 1);
        text_cat(&value, a->plan.recipe[k].name);
        text_add(&value, a->plan.recipe[k].votes ? "" : " (guide)", a->plan.recipe[k].votes ? 1 : 9);
        meta_add(&meta, name, value.s);
        text_done(&value);
    }
    meta_save(&meta, a->w);
    options_save(a->options, a->w);
    columns_save(a->w, a->train);
    en_save(&a->e, a->w);
}

// ---------------------------------------------------------------------------------------------------
// Weights and figures

typedef struct dev_parse {
    en_parser **parser; // [threads]
    const treebank *t;
    copse_tree ***tree; // [nodes][sentences]
} dev_parse;

// Takes a node's tree, with all that it owns, and leaves fresh in its place.
static copse_tree *swap(en_parser *p, size_t k, copse_tree *fresh)
{
    copse_tree *full = p->tree[k];
    p->tree[k] = fresh;
    return full;
}

static void parse_one(void *context, size_t i, int thread)
{
    const dev_parse *d = context;
    en_parser *p = d->parser[thread];
    en_parse_nodes(p, &(stage_input){.sentence = d->t->sentence[i]});
    for (size_t k = 0; k < p->e->n; k++)
        d->tree[k][i] = swap(p, k, d->tree[k][i]);
}

static void parse_dev(const assembly *a, const ensemble *e, copse_tree ***tree)
{
    const copse_parse_options options = {.scores = true};
    const size_t threads = (size_t)a->env->threads;
    dev_parse d = {.t = a->dev, .tree = tree};
    d.parser = mem_alloc(threads, sizeof *d.parser);
    for (size_t i = 0; i < threads; i++)
        d.parser[i] = en_parser_new(e, &options);
    for (size_t k = 0; k < e->n; k++) {
        tree[k] = mem_alloc(a->dev->n, sizeof *tree[k]);
        for (size_t i = 0; i < a->dev->n; i++)
            tree[k][i] = copse_tree_new();
    }
    par_for(a->dev->n, (int)threads, parse_one, &d);
    for (size_t i = 0; i < threads; i++)
        en_parser_free(d.parser[i]);
    mem_free(d.parser);
}

// Parses dev with all nodes, by the models as they will be in the file.
static int try_dev(assembly *a, copse_tree ***tree, copse_error *err)
{
    size_t size;
    ensemble e = {0};
    void *bytes = box_bytes(a->w, &size, err);
    box *b = bytes ? box_memory(bytes, size, "the new model", err) : NULL;
    int code = b ? en_load(&e, b, err) : err->code;
    if (!code) {
        parse_dev(a, &e, tree);
        for (size_t k = 0; k < e.n; k++)
            for (size_t i = 0; i < a->dev->n; i++)
                pool_keep(&a->pool, tree[k][i]);
        en_done(&e);
    }
    box_close(b);
    mem_free(bytes);
    return code;
}

static void tell_figures(const assembly *a, const char *what, const char *name, eval_figures figures)
{
    report_line(a->env->report, a->env->context, "%s: %s: LAS %.2f, UAS %.2f", what, name, figures.las,
                figures.uas);
}

static const copse_tree *tree_at(void *trees, size_t i, copse_tree *scratch)
{
    (void)scratch;
    return ((copse_tree **)trees)[i];
}

typedef struct dev_vote {
    const ensemble *e;
    const treebank *gold;
    copse_tree ***tree; // [nodes][sentences]
    voter *v;
    const copse_tree **voting; // [voters]
} dev_vote;

static const copse_tree *vote_on(void *vote, size_t i, copse_tree *scratch)
{
    const dev_vote *d = vote;
    for (size_t k = 0; k < d->e->n; k++)
        if (d->e->node[k].votes)
            d->voting[d->e->node[k].votes - 1] = d->tree[k][i];
    vote_combine(d->v, d->gold->sentence[i], d->voting, scratch);
    return scratch;
}

// Reports the accuracy of every node that has trees, and of the vote.
static void tell_accuracy(const assembly *a, const char *what, const treebank *gold, copse_tree ***tree)
{
    const size_t n = a->e.voters;
    for (size_t k = 0; k < a->e.n; k++)
        if (tree[k])
            tell_figures(a, what, a->e.node[k].name, eval_treebank(gold, tree_at, tree[k]));
    if (n < 2)
        return;
    dev_vote d = {&a->e, gold, tree, vote_new(n, a->e.weights, &a->e.vote), mem_alloc(n, sizeof *d.voting)};
    tell_figures(a, what, "vote", eval_treebank(gold, vote_on, &d));
    mem_free(d.voting);
    vote_free(d.v);
}

static int estimate(assembly *a, const treebank *gold, copse_tree ***tree, copse_error *err)
{
    const size_t n = a->e.voters;
    copse_tree **matrix = mem_alloc(gold->n * n, sizeof *matrix);
    const char **names = mem_alloc(n, sizeof *names);
    for (size_t i = 0; i < gold->n; i++)
        for (size_t k = 0; k < a->e.n; k++)
            if (a->e.node[k].votes)
                matrix[i * n + a->e.node[k].votes - 1] = tree[k][i];
    en_voters(&a->e, names);
    a->e.weights = wt_estimate(eopt_by(a->o), gold, matrix, names, n, err);
    mem_free(matrix);
    mem_free(names);
    if (!a->e.weights)
        return err->code;
    text lines = {0};
    wt_print(a->e.weights, &lines);
    box_begin(a->w, "WGTS");
    box_raw(a->w, lines.s, lines.n);
    text_done(&lines);
    return 0;
}

static int weigh(assembly *a, copse_error *err)
{
    const treebank *gold = a->dev ? a->dev : a->train;
    copse_tree ***tree = a->dev ? mem_zero(a->e.n, sizeof *tree) : a->tree;
    int code = a->dev ? try_dev(a, tree, err) : 0;
    if (!code && wants_weights(a))
        code = estimate(a, gold, tree, err);
    else if (!code)
        a->e.weights = wt_uniform(a->e.voters);
    if (!code && (a->dev || wants_weights(a)))
        tell_accuracy(a, a->dev ? "dev" : "cross-validation", gold, tree);
    for (size_t k = 0; a->dev && k < a->e.n; k++)
        free_trees(tree[k], a->dev->n);
    if (a->dev)
        mem_free(tree);
    return code;
}

// Evidence for the calibration, if it is wanted.
static int observe(assembly *a, copse_error *err)
{
    if (!a->options->common.sample)
        return 0;
    report_line(a->env->report, a->env->context, "parsing held-out sentences, to calibrate scores");
    const en_observation o = {.plan = &a->plan,
                              .e = &a->e,
                              .t = a->train,
                              .tree = a->tree,
                              .pool = &a->pool,
                              .env = meter_part(&a->meter, observe_effort(a))};
    return en_observe(a->options->common.sample, &o, err);
}

// ---------------------------------------------------------------------------------------------------

// An ensemble that was stopped halfway is not saved.
static int check_stop(const assembly *a, copse_error *err)
{
    return copse_stop_is_set(a->env->stop)
               ? err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before all parsers were trained")
               : 0;
}

int en_train(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
             const copse_environment *environment, copse_error *err)
{
    assembly a = {
        .options = options, .o = eopt_of(options), .env = environment, .train = train, .dev = dev, .w = w};
    int code = plan_make(&a.plan, options, err);
    a.tree = mem_zero(a.plan.n + 1, sizeof *a.tree);
    if (!code) {
        lay_out(&a);
        meter_start(&a.meter, environment, all_effort(&a));
        write_head(&a);
        code = cross_validate(&a, err);
    }
    if (!code)
        code = check_stop(&a, err);
    if (!code)
        code = train_members(&a, err);
    if (!code)
        code = check_stop(&a, err);
    if (!code)
        code = weigh(&a, err);
    if (!code)
        code = observe(&a, err);
    for (size_t k = 0; k < a.plan.n; k++)
        free_trees(a.tree[k], train->n);
    mem_free(a.tree);
    en_done(&a.e);
    plan_done(&a.plan);
    pool_done(&a.pool);
    return code;
}
