// SPDX-License-Identifier: MIT
#include "ensemble/crossval.h"

#include "common/base/processes.h"
#include "ensemble/ensemble.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/parallel.h"
#include "common/base/progress.h"
#include "common/base/report.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

void pool_keep(label_pool *pool, copse_tree *tree)
{
    for (int d = 1; d <= tree->n; d++) {
        const size_t before = pool->known.n, i = tab_add(&pool->known, tree->label[d]);
        pool->at = mem_grow(pool->at, &pool->cap, i + 1, sizeof *pool->at);
        if (i == before)
            pool->at[i] = arena_copy(&pool->own, tree->label[d].s, tree->label[d].len);
        tree->label[d].s = pool->at[i];
    }
    arena_done(&tree->own); // nothing points there any more
}

void pool_done(label_pool *pool)
{
    arena_done(&pool->own);
    tab_done(&pool->known);
    free(pool->at);
    *pool = (label_pool){0};
}

void cv_add_guides(treebank *guided, const treebank *t, const recipe *r, copse_tree **const *tree)
{
    tb_part(guided, t, NULL, 0, false);
    if (r->guides == 0)
        return;
    guided->guides = (int)r->guides;
    guided->guide = mem_alloc(t->n * r->guides, sizeof *guided->guide);
    for (size_t i = 0; i < t->n; i++)
        for (size_t g = 0; g < r->guides; g++)
            guided->guide[i * r->guides + g] = tree[r->guide[g]][i];
}

int *cv_folds(size_t n, long folds, bool dealt)
{
    enum { MOST = 10 }; // sentences dealt out at a time
    const size_t k = (size_t)folds, share = n / (20 * k), hand = share > MOST ? MOST : share ? share : 1;
    int *fold = mem_alloc(n, sizeof *fold);
    for (size_t i = 0; i < n; i++)
        fold[i] = (int)(dealt ? i / hand % k : ((uint64_t)(i + 1) * k - 1) / n);
    return fold;
}

// ---------------------------------------------------------------------------------------------------
// Parsing a fold

typedef struct held_out {
    const stage_kind *kind;
    void **parser; // [threads]
    const treebank *t;
    copse_tree **tree;
    bool reverse;
} held_out;

static void parse_one(void *context, size_t i, int thread)
{
    const held_out *h = context;
    h->kind->parse(h->parser[thread], h->t->sentence[i], tb_guide_trees(h->t, i), h->tree[i]);
    if (h->reverse)
        tree_mirror(h->tree[i]);
}

static void parse_all(copse_tree **tree, const treebank *t, const recipe *r, const stage_kind *kind,
                      const void *model, long threads)
{
    const copse_parse_options options = {.scores = true};
    treebank mirror = {0};
    held_out h = {.kind = kind, .t = r->reverse ? &mirror : t, .tree = tree, .reverse = r->reverse};
    h.parser = mem_alloc((size_t)threads, sizeof *h.parser);
    for (long i = 0; i < threads; i++)
        h.parser[i] = kind->worker_new(model, &options);
    if (r->reverse)
        tb_mirror(&mirror, t);
    for (size_t i = 0; i < t->n; i++)
        tree[i] = copse_tree_new();
    par_for(t->n, (int)threads, parse_one, &h);
    if (r->reverse)
        tb_done(&mirror);
    for (long i = 0; i < threads; i++)
        kind->worker_free(h.parser[i]);
    free(h.parser);
}

// Trees as bytes for the way from one process to another: the length, heads, scores, labels.
static void pack(text *out, const copse_tree *tree)
{
    const size_t n = (size_t)tree->n;
    text_add(out, (const char *)&tree->n, sizeof tree->n);
    text_add(out, (const char *)(tree->head + 1), n * sizeof *tree->head);
    text_add(out, (const char *)(tree->score + 1), n * sizeof *tree->score);
    for (int d = 1; d <= tree->n; d++) {
        text_add(out, (const char *)&tree->label[d].len, sizeof tree->label[d].len);
        text_str(out, tree->label[d]);
    }
}

static void read_bytes(const char **at, void *to, size_t size)
{
    if (size)
        memcpy(to, *at, size);
    *at += size;
}

// The tree at *at, with labels in the pool; moves *at past it.
static copse_tree *unpack(const char **at, label_pool *pool)
{
    copse_tree *tree = copse_tree_new();
    int n;
    read_bytes(at, &n, sizeof n);
    tree_resize(tree, n);
    read_bytes(at, tree->head + 1, (size_t)n * sizeof *tree->head);
    read_bytes(at, tree->score + 1, (size_t)n * sizeof *tree->score);
    for (int d = 1; d <= n; d++) {
        read_bytes(at, &tree->label[d].len, sizeof tree->label[d].len);
        tree->label[d].s = *at;
        *at += tree->label[d].len;
    }
    tree->scored = true;
    pool_keep(pool, tree);
    return tree;
}

// Parses a treebank with the model that w holds.
static int parse_with(box_writer *w, const treebank *t, const recipe *r, long threads, text *out,
                      copse_error *err)
{
    size_t size;
    void *bytes = box_bytes(w, &size, err), *model = NULL;
    box *b = bytes ? box_memory(bytes, size, r->name, err) : NULL;
    const stage_kind *kind = b ? stage_of(b) : NULL;
    if (kind && (model = kind->load(b, err))) {
        copse_tree **tree = mem_alloc(t->n, sizeof *tree);
        parse_all(tree, t, r, kind, model, threads);
        for (size_t i = 0; i < t->n; i++) {
            pack(out, tree[i]);
            copse_tree_free(tree[i]);
        }
        free(tree);
        kind->free(model);
    }
    box_close(b);
    free(bytes);
    return model ? 0 : err->code;
}

static void count(copse_fold *f, const copse_tree *gold, const copse_tree *tree)
{
    f->sentences++;
    for (int d = 1; d <= tree->n; d++) {
        const bool head = tree->head[d] == gold->head[d];
        f->words++;
        f->head += head;
        f->both += head && str_equal(tree->label[d], gold->label[d]);
    }
}

// ---------------------------------------------------------------------------------------------------

typedef struct validation {
    copse_tree **tree; // [t->n]
    const treebank *t;
    const int *fold; // [t->n]
    const recipe *r;
    copse_ensemble_options o; // for one fold
    label_pool *pool;
    copse_crossval_result *result;
    copse_report_fn report;
    void *report_context;
    double started;
} validation;

static int work(void *context, size_t fold, text *result, copse_report_fn say, void *say_context,
                copse_error *err)
{
    const validation *v = context;
    treebank train, test;
    box_writer *w = box_writer_new();
    (void)say;
    (void)say_context;
    tb_part(&train, v->t, v->fold, (int)fold, true);
    tb_part(&test, v->t, v->fold, (int)fold, false);
    int code = rc_train(w, v->r, &train, &v->o, NULL, NULL, err);
    if (!code)
        code = parse_with(w, &test, v->r, v->o.threads, result, err);
    tb_done(&train);
    tb_done(&test);
    box_writer_free(w);
    return code;
}

static int take(void *context, size_t fold, copse_str result, copse_error *err)
{
    const validation *v = context;
    const long folds = v->o.folds;
    const char *at = result.s;
    copse_fold f = {0};
    (void)err;
    for (size_t i = 0; i < v->t->n; i++)
        if (v->fold[i] == (int)fold) {
            v->tree[i] = unpack(&at, v->pool);
            count(&f, v->t->tree[i], v->tree[i]);
        }
    v->result->fold[fold] = f;
    const double words = (double)f.words / 100, now = prog_now() - v->started, done = (double)fold + 1;
    report_line(v->report, v->report_context, "%s, fold %zu of %ld: LAS %.2f, UAS %.2f; %.0f s, %.0f s left",
                v->r->name, fold + 1, folds, (double)f.both / words, (double)f.head / words, now,
                now / done * ((double)folds - done));
    return 0;
}

int cv_predict(copse_tree **tree, const treebank *t, const recipe *r, const copse_ensemble_options *o,
               bool dealt, label_pool *pool, copse_crossval_result *result, copse_report_fn report,
               void *context, copse_error *err)
{
    memset(tree, 0, t->n * sizeof *tree);
    memset(result, 0, sizeof *result);
    result->folds = o->folds;
    if (o->folds < 2 || o->folds > COPSE_MOST_FOLDS)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%ld folds: between 2 and %d are possible", o->folds,
                       COPSE_MOST_FOLDS);
    if (t->n < (size_t)o->folds)
        return err_set(err, COPSE_EINPUT, t->name, 0, "%zu sentences cannot be cut into %ld folds", t->n,
                       o->folds);
    int *fold = cv_folds(t->n, o->folds, dealt);
    const long processes = o->threads < o->folds ? o->threads : o->folds;
    validation v = {tree, t, fold, r, *o, pool, result, report, context, prog_now()};
    v.o.threads = processes > 1 ? o->threads / processes : 1;
    const proc_work w = {&v, (size_t)o->folds, (int)processes, work, take, NULL, NULL};
    int code = proc_run(&w, err);
    free(fold);
    for (size_t i = 0; code && i < t->n; i++) {
        copse_tree_free(tree[i]);
        tree[i] = NULL;
    }
    return code;
}
