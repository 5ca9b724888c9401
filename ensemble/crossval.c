// SPDX-License-Identifier: MIT
#include "crossval.h"

#include "ensemble.h"
#include "error.h"
#include "mem.h"
#include "parallel.h"
#include "progress.h"
#include "report.h"
#include "sentence.h"
#include "tree.h"

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

void cv_advise(treebank *advised, const treebank *t, const recipe *r, copse_tree **const *tree)
{
    tb_part(advised, t, NULL, 0, false);
    if (r->guides == 0)
        return;
    advised->advisors = (int)r->guides;
    advised->advice = mem_alloc(t->n * r->guides, sizeof *advised->advice);
    for (size_t i = 0; i < t->n; i++)
        for (size_t g = 0; g < r->guides; g++)
            advised->advice[i * r->guides + g] = tree[r->guide[g]][i];
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
    const parser_kind *kind;
    void **parser; // [threads]
    const treebank *t;
    copse_tree **tree;
    bool reverse;
} held_out;

static void parse_one(void *context, size_t i, int thread)
{
    const held_out *h = context;
    h->kind->parse(h->parser[thread], h->t->sentence[i], tb_advice(h->t, i), h->tree[i]);
    if (h->reverse)
        tree_mirror(h->tree[i]);
}

static void parse_all(copse_tree **tree, const treebank *t, const recipe *r, const parser_kind *kind,
                      const void *model, long threads)
{
    const copse_parse_options options = {.scores = true};
    treebank mirror = {0};
    held_out h = {.kind = kind, .t = r->reverse ? &mirror : t, .tree = tree, .reverse = r->reverse};
    h.parser = mem_alloc((size_t)threads, sizeof *h.parser);
    for (long i = 0; i < threads; i++)
        h.parser[i] = kind->parser_new(model, &options);
    if (r->reverse)
        tb_mirror(&mirror, t);
    for (size_t i = 0; i < t->n; i++)
        tree[i] = copse_tree_new();
    par_for(t->n, (int)threads, parse_one, &h);
    if (r->reverse)
        tb_done(&mirror);
    for (long i = 0; i < threads; i++)
        kind->parser_free(h.parser[i]);
    free(h.parser);
}

// Parses a treebank with the model that w holds.
static int parse_with(box_writer *w, copse_tree **tree, const treebank *t, const recipe *r, long threads,
                      label_pool *pool, copse_error *err)
{
    size_t size;
    void *bytes = box_bytes(w, &size, err), *model = NULL;
    box *b = bytes ? box_memory(bytes, size, r->name, err) : NULL;
    const parser_kind *kind = b ? en_kind_of(b) : NULL;
    if (kind && (model = kind->load(b, err))) {
        parse_all(tree, t, r, kind, model, threads);
        for (size_t i = 0; i < t->n; i++)
            pool_keep(pool, tree[i]);
        kind->free(model);
    }
    box_close(b);
    free(bytes);
    return model ? 0 : err->code;
}

static copse_fold count(const treebank *gold, copse_tree *const *tree)
{
    copse_fold f = {.sentences = (long)gold->n, .words = gold->words};
    for (size_t i = 0; i < gold->n; i++)
        for (int d = 1; d <= gold->tree[i]->n; d++) {
            const bool head = tree[i]->head[d] == gold->tree[i]->head[d];
            f.head += head;
            f.both += head && str_equal(tree[i]->label[d], gold->tree[i]->label[d]);
        }
    return f;
}

static int one_fold(copse_tree **tree, const treebank *t, const recipe *r, const copse_ensemble_options *o,
                    const int *fold, int one, label_pool *pool, copse_fold *figures, copse_error *err)
{
    treebank train, test;
    box_writer *w = box_writer_new();
    copse_tree **parsed = mem_zero(t->n, sizeof *parsed);
    tb_part(&train, t, fold, one, true);
    tb_part(&test, t, fold, one, false);
    int code = rc_train(w, r, &train, o, NULL, NULL, err);
    if (!code)
        code = parse_with(w, parsed, &test, r, o->threads, pool, err);
    if (!code)
        *figures = count(&test, parsed);
    for (size_t i = 0, next = 0; i < t->n; i++)
        if (fold[i] == one)
            tree[i] = parsed[next++];
    free(parsed);
    tb_done(&train);
    tb_done(&test);
    box_writer_free(w);
    return code;
}

int cv_predict(copse_tree **tree, const treebank *t, const recipe *r, const copse_ensemble_options *o,
               bool dealt, label_pool *pool, copse_crossval_result *result, copse_report_fn report,
               void *context, copse_error *err)
{
    const double started = prog_now();
    int code = 0;
    memset(tree, 0, t->n * sizeof *tree);
    memset(result, 0, sizeof *result);
    result->folds = o->folds;
    if (o->folds < 2 || o->folds > COPSE_MOST_FOLDS)
        return err_set(err, COPSE_EINPUT, NULL, 0, "%ld folds: between 2 and %d are possible", o->folds,
                       COPSE_MOST_FOLDS);
    if (t->n < (size_t)o->folds)
        return err_set(err, COPSE_EINPUT, t->name, 0, "%zu sentences cannot be cut into %ld folds", t->n,
                       o->folds);
    int *folds = cv_folds(t->n, o->folds, dealt);
    for (long fold = 0; fold < o->folds && !code; fold++) {
        code = one_fold(tree, t, r, o, folds, (int)fold, pool, &result->fold[fold], err);
        const copse_fold *f = &result->fold[fold];
        const double words = (double)f->words / 100, now = prog_now() - started;
        if (!code)
            report_line(report, context, "%s, fold %ld of %ld: LAS %.2f, UAS %.2f; %.0f s, %.0f s left",
                        r->name, fold + 1, o->folds, (double)f->both / words, (double)f->head / words, now,
                        now / (double)(fold + 1) * (double)(o->folds - fold - 1));
    }
    free(folds);
    for (size_t i = 0; code && i < t->n; i++) {
        copse_tree_free(tree[i]);
        tree[i] = NULL;
    }
    return code;
}
