// SPDX-License-Identifier: MIT
// Training an ensemble: cross-validation where its trees are needed, every parser on the whole treebank, the
// weights of the votes.
//
// A stacked parser learns from trees of its guides as it will see them when it parses, with the mistakes of
// parsers that do not know the text: those of cross-validation. For its own cross-validation the same trees
// serve on both sides, so that no folds within folds are needed; the guides of a fold's training part have
// then seen the fold, but not the sentences they parsed.
#include "common/base/processes.h"
#include "ensemble/jackknife.h"
#include "ensemble/ensemble.h"
#include "common/base/error.h"
#include "eval/eval.h"
#include "common/base/mem.h"
#include "common/base/parallel.h"
#include "common/base/report.h"
#include "common/model/columns.h"
#include "common/treebank/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct assembly {
    const copse_ensemble_options *o;
    copse_report_fn report;
    void *context;
    plan plan;
    treebank train, dev; // dev is empty without one
    label_pool pool;
    copse_tree ***tree; // [plan][sentences] of cross-validation, NULL where there was none
    ensemble e;         // as it is saved: nodes without models
    box_writer *w;
} assembly;

static void free_trees(copse_tree **tree, size_t n)
{
    for (size_t i = 0; tree && i < n; i++)
        copse_tree_free(tree[i]);
    free(tree);
}

static bool wants_weights(const assembly *a)
{
    return a->e.voters > 1 && strcmp(a->o->by, "uniform") != 0;
}

// ---------------------------------------------------------------------------------------------------
// Training

// The nodes of the plan, and how they vote.
static void lay_out(assembly *a)
{
    const int decoder = a->o->decoder;
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
    a->e.vote.single_root = a->train.single_root;
    a->e.vote.decoder = dec_for(decoder ? decoder == 1 : tb_is_projective(&a->train));
    a->e.vote.confidence = a->o->confidence;
}

static int cross_validate(assembly *a, copse_error *err)
{
    const bool weigh = wants_weights(a) && !a->dev.n;
    int code = 0;
    for (size_t k = 0; k < a->plan.n && !code; k++) {
        const recipe *r = &a->plan.recipe[k];
        copse_crossval_result result;
        treebank guided;
        bool needed = weigh && r->votes;
        for (size_t other = k + 1; other < a->plan.n; other++)
            for (size_t g = 0; g < a->plan.recipe[other].guides; g++)
                needed |= a->plan.recipe[other].guide[g] == k;
        if (!needed)
            continue;
        a->tree[k] = mem_alloc(a->train.n, sizeof *a->tree[k]);
        cv_add_guides(&guided, &a->train, r, a->tree);
        code = rc_predict(a->tree[k], &guided, r, a->o, true, &a->pool, &result, a->report, a->context, err);
        tb_done(&guided);
    }
    return code;
}

// Lines of a parser in training, with its name before them.
typedef struct named_report {
    copse_report_fn say;
    void *context;
    const char *name;
} named_report;

static void tell_named(void *context, const char *line)
{
    const named_report *n = context;
    report_line(n->say, n->context, "%s: %s", n->name, line);
}

static int train_one(void *context, size_t k, text *result, copse_report_fn say, void *say_context,
                     copse_error *err)
{
    const assembly *a = context;
    const recipe *r = &a->plan.recipe[k];
    const size_t members = a->plan.n;
    named_report named = {say, say_context, r->name};
    copse_ensemble_options o = *a->o;
    treebank guided;
    box_writer *member = box_writer_new();
    size_t size;
    o.threads = (size_t)o.threads > members ? o.threads / (long)members : 1;
    report_line(say, say_context, "training %s, %zu of %zu", r->name, k + 1, members);
    cv_add_guides(&guided, &a->train, r, a->tree);
    int code = rc_train(member, r, &guided, &o, say ? tell_named : NULL, &named, err);
    void *bytes = code ? NULL : box_bytes(member, &size, err);
    if (bytes)
        text_add(result, bytes, size);
    else
        code = err->code;
    free(bytes);
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
    const proc_work w = {a, a->plan.n, (int)a->o->threads, train_one, take_one, a->report, a->context};
    return proc_run(&w, err);
}

static void add_line(text *t, const char *name, const char *value)
{
    text_cat(t, name);
    text_cat(t, "=");
    text_cat(t, value);
    text_cat(t, "\n");
}

static void write_head(assembly *a)
{
    const copse_ensemble_options *o = a->o;
    char line[512], name[32];
    text meta = {0};
    snprintf(line, sizeof line,
             "kind=ensemble\nversion=%s\nseed=%ld\ntreebank-digest=%016" PRIx64
             "\nsentences=%zu\nwords=%ld\nskipped=%ld\ndecoder=%s\nsingle-root=%s\n",
             COPSE_VERSION, o->seed, a->train.digest, a->train.n, a->train.words, a->train.skipped,
             a->e.vote.decoder->name, a->e.vote.single_root ? "yes" : "no");
    text_cat(&meta, line);
    if (a->e.voters > 1) {
        add_line(&meta, "weights-by", o->by);
        add_line(&meta, "weights-from",
                 !wants_weights(a) ? "nothing"
                 : a->dev.n        ? "dev"
                                   : "cross-validation");
    }
    if (a->dev.n) {
        snprintf(line, sizeof line, "%016" PRIx64, a->dev.digest);
        add_line(&meta, "dev-digest", line);
    }
    snprintf(line, sizeof line, "%zu", a->plan.n);
    add_line(&meta, "members", line);
    for (size_t k = 0; k < a->plan.n; k++) {
        snprintf(name, sizeof name, "member-%zu", k + 1);
        text_cat(&meta, name);
        text_cat(&meta, "=");
        text_cat(&meta, a->plan.recipe[k].name);
        text_cat(&meta, a->plan.recipe[k].votes ? "\n" : " (guide)\n");
    }
    box_begin(a->w, "META");
    box_raw(a->w, meta.s, meta.n);
    text_done(&meta);
    box_begin(a->w, "OPTS");
    if (o->stored)
        box_raw(a->w, o->stored, strlen(o->stored));
    columns_save(a->w, &a->train);
    en_save(&a->e, a->w);
}

// ---------------------------------------------------------------------------------------------------
// Weights and figures

typedef struct dev_parse {
    en_parser **parser; // [threads]
    const treebank *t;
    copse_tree ***tree; // [nodes][sentences]
} dev_parse;

// Takes a node's tree with all that it owns, and gives another one for it.
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
    en_parse_nodes(p, d->t->sentence[i]);
    for (size_t k = 0; k < p->e->n; k++)
        d->tree[k][i] = swap(p, k, d->tree[k][i]);
}

static void parse_dev(const assembly *a, const ensemble *e, copse_tree ***tree)
{
    const copse_parse_options options = {.scores = true};
    const size_t threads = (size_t)a->o->threads;
    dev_parse d = {.t = &a->dev, .tree = tree};
    d.parser = mem_alloc(threads, sizeof *d.parser);
    for (size_t i = 0; i < threads; i++)
        d.parser[i] = en_parser_new(e, &options);
    for (size_t k = 0; k < e->n; k++) {
        tree[k] = mem_alloc(a->dev.n, sizeof *tree[k]);
        for (size_t i = 0; i < a->dev.n; i++)
            tree[k][i] = copse_tree_new();
    }
    par_for(a->dev.n, (int)threads, parse_one, &d);
    for (size_t i = 0; i < threads; i++)
        en_parser_free(d.parser[i]);
    free(d.parser);
}

// The trees of all nodes for dev, by the models as they are in the file to be.
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
            for (size_t i = 0; i < a->dev.n; i++)
                pool_keep(&a->pool, tree[k][i]);
        en_done(&e);
    }
    box_close(b);
    free(bytes);
    return code;
}

static void tell_figures(const assembly *a, const char *what, const char *name, eval *ev)
{
    copse_scores scores;
    eval_finish(ev, &scores);
    const double tokens = (double)scores.tokens / 100;
    report_line(a->report, a->context, "%s: %s: LAS %.2f, UAS %.2f", what, name, (double)scores.both / tokens,
                (double)scores.head / tokens);
    copse_scores_done(&scores);
}

// The accuracy of every node that has trees, and of the vote.
static void tell_accuracy(const assembly *a, const char *what, const treebank *gold, copse_tree ***tree)
{
    const size_t n = a->e.voters;
    for (size_t k = 0; k < a->e.n; k++) {
        eval *ev = eval_begin(NULL);
        for (size_t i = 0; i < gold->n && tree[k]; i++)
            eval_add(ev, gold->sentence[i], gold->tree[i], tree[k][i]->head, tree[k][i]->label);
        if (tree[k])
            tell_figures(a, what, a->e.node[k].name, ev);
        else
            eval_free(ev);
    }
    if (n < 2)
        return;
    eval *ev = eval_begin(NULL);
    voter *v = vote_new(n, a->e.weights, &a->e.vote);
    copse_tree *out = copse_tree_new();
    const copse_tree **voting = mem_alloc(n, sizeof *voting);
    for (size_t i = 0; i < gold->n; i++) {
        for (size_t k = 0; k < a->e.n; k++)
            if (a->e.node[k].votes)
                voting[a->e.node[k].votes - 1] = tree[k][i];
        vote_combine(v, gold->sentence[i], voting, out);
        eval_add(ev, gold->sentence[i], gold->tree[i], out->head, out->label);
    }
    tell_figures(a, what, "vote", ev);
    free(voting);
    copse_tree_free(out);
    vote_free(v);
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
    a->e.weights = wt_estimate(a->o->by, gold, matrix, names, n, err);
    free(matrix);
    free(names);
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
    const treebank *gold = a->dev.n ? &a->dev : &a->train;
    copse_tree ***tree = a->dev.n ? mem_zero(a->e.n, sizeof *tree) : a->tree;
    int code = a->dev.n ? try_dev(a, tree, err) : 0;
    if (!code && wants_weights(a))
        code = estimate(a, gold, tree, err);
    else if (!code)
        a->e.weights = wt_uniform(a->e.voters);
    if (!code && (a->dev.n || wants_weights(a)))
        tell_accuracy(a, a->dev.n ? "dev" : "cross-validation", gold, tree);
    for (size_t k = 0; a->dev.n && k < a->e.n; k++)
        free_trees(tree[k], a->dev.n);
    if (a->dev.n)
        free(tree);
    return code;
}

// ---------------------------------------------------------------------------------------------------

static int read_treebanks(assembly *a, const char *train, copse_error *err)
{
    int code = tb_read(&a->train, train, a->o->skip_bad, err);
    if (!code)
        tb_report(&a->train, a->report, a->context);
    if (!code && a->o->dev)
        code = tb_read(&a->dev, a->o->dev, a->o->skip_bad, err);
    return code;
}

static int check(plan *p, const copse_ensemble_options *o, copse_error *err)
{
    int code = plan_make(p, o, err);
    return code || strcmp(o->by, "uniform") == 0 ? code : wt_check_by(o->by, err);
}

int copse_ensemble_check(const copse_ensemble_options *options, copse_error *err)
{
    plan p;
    int code = check(&p, options, err);
    plan_done(&p);
    return code;
}

int copse_train_ensemble(const char *train, const char *model, const copse_ensemble_options *options,
                         copse_report_fn report, void *context, copse_error *err)
{
    assembly a = {.o = options, .report = report, .context = context};
    int code = check(&a.plan, options, err);
    if (!code)
        code = read_treebanks(&a, train, err);
    a.w = box_writer_new();
    a.tree = mem_zero(a.plan.n + 1, sizeof *a.tree);
    if (!code) {
        lay_out(&a);
        write_head(&a);
        code = cross_validate(&a, err);
    }
    if (!code)
        code = train_members(&a, err);
    if (!code)
        code = weigh(&a, err);
    if (!code)
        code = box_save(a.w, model, err);
    for (size_t k = 0; k < a.plan.n; k++)
        free_trees(a.tree[k], a.train.n);
    free(a.tree);
    box_writer_free(a.w);
    en_done(&a.e);
    plan_done(&a.plan);
    pool_done(&a.pool);
    tb_done(&a.dev);
    tb_done(&a.train);
    return code;
}
