// SPDX-License-Identifier: MIT
#include "common/model/crossval.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/parallel.h"
#include "common/base/processes.h"
#include "common/base/progress.h"
#include "common/base/random.h"
#include "common/base/report.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The fold of the i-th of n sentences in a row that is cut into k stretches.
static int stretch(size_t i, size_t n, size_t k)
{
    return (int)(((uint64_t)(i + 1) * k - 1) / n);
}

// Stretches of the sentences in random order.
static void at_random(int *fold, size_t n, size_t k, uint64_t seed)
{
    uint32_t *order = mem_alloc(n, sizeof *order);
    rng r;
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    rng_seed(&r, seed);
    rng_shuffle(&r, order, n);
    for (size_t i = 0; i < n; i++)
        fold[order[i]] = stretch(i, n, k);
    mem_free(order);
}

int *cv_folds(size_t n, long folds, cv_split split, uint64_t seed)
{
    enum { MOST = 10 }; // sentences dealt at a time
    const size_t k = (size_t)folds, share = n / (20 * k), few = share > MOST ? MOST : share ? share : 1;
    const size_t hand = split == CV_DEALT ? few : 1;
    int *fold = mem_alloc(n, sizeof *fold);
    for (size_t i = 0; i < n; i++)
        fold[i] = split == CV_CONSECUTIVE ? stretch(i, n, k) : (int)(i / hand % k);
    if (split == CV_RANDOM)
        at_random(fold, n, k, seed);
    return fold;
}

// ---------------------------------------------------------------------------------------------------
// Running a model on the sentences of a fold

typedef struct held_out {
    const stage_kind *kind;
    void **worker;         // [threads]
    copse_sentence **twin; // [threads] of the current sentence: its overlay is not shared. Each is a block
    const treebank *t;
    copse_tree **tree; // [t->n] a parser's, or
    overlay **over;    // [t->n] another stage's
    bool reverse;
} held_out;

static void run_one(void *context, size_t i, int thread)
{
    const held_out *h = context;
    if (h->kind->parse) {
        const stage_input in = {.sentence = h->t->sentence[i], .guide = tb_guide_trees(h->t, i)};
        h->kind->parse(h->worker[thread], &in, h->tree[i]);
        if (h->reverse)
            tree_mirror(h->tree[i]);
        return;
    }
    copse_sentence *s = h->twin[thread];
    sen_twin(s, h->t->sentence[i]);
    h->kind->run(h->worker[thread], s);
    h->over[i] = ov_copy(s, h->kind->writes);
}

static void run_all(held_out *h, const treebank *t, const void *model, int threads)
{
    const copse_parse_options options = {.scores = true, .retag = true};
    treebank mirror = {0};
    h->worker = mem_alloc((size_t)threads, sizeof *h->worker);
    h->twin = mem_zero((size_t)threads, sizeof *h->twin);
    for (int i = 0; i < threads; i++) {
        h->worker[i] = h->kind->worker_new(model, &options);
        h->twin[i] = mem_zero(1, sizeof **h->twin);
    }
    if (h->reverse)
        tb_mirror(&mirror, t);
    h->t = h->reverse ? &mirror : t;
    for (size_t i = 0; h->kind->parse && i < t->n; i++)
        h->tree[i] = copse_tree_new();
    par_for(t->n, threads, run_one, h);
    if (h->reverse)
        tb_done(&mirror);
    for (int i = 0; i < threads; i++) {
        h->kind->worker_free(h->worker[i]);
        sen_twin_done(h->twin[i]);
        mem_free(h->twin[i]);
    }
    mem_free(h->worker);
    mem_free(h->twin);
}

// Packs a tree into bytes, to pass it between processes: the length, heads, scores, labels.
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

// Runs the model that w holds. The result is one byte that says whether it is a parser, then its trees or
// overlays.
static int run_with(box_writer *w, const treebank *t, const cv_job *job, int threads, text *out,
                    copse_error *err)
{
    size_t size;
    void *bytes = box_bytes(w, &size, err), *model = NULL;
    box *b = bytes ? box_memory(bytes, size, job->name, err) : NULL;
    const stage_kind *kind = b ? stage_among(job->kinds ? job->kinds : stage_kinds, b) : NULL;
    if (kind && (model = kind->load(b, err))) {
        held_out h = {.kind = kind, .reverse = job->reverse && kind->parse};
        h.tree = mem_zero(t->n, sizeof *h.tree);
        h.over = mem_zero(t->n, sizeof *h.over);
        run_all(&h, t, model, threads);
        text_add(out, kind->parse ? "T" : "O", 1);
        for (size_t i = 0; i < t->n; i++) {
            if (kind->parse)
                pack(out, h.tree[i]);
            else
                ov_pack(out, h.over[i], t->sentence[i]->n);
            copse_tree_free(h.tree[i]);
            ov_free(h.over[i]);
        }
        mem_free(h.tree);
        mem_free(h.over);
        kind->free(model);
    } else if (b && !kind) {
        err_set(err, COPSE_EMODEL, job->name, 0, "holds no stage of a kind that this version knows");
    }
    box_close(b);
    mem_free(bytes);
    return model ? 0 : err->code;
}

// ---------------------------------------------------------------------------------------------------
// Results

// A fold's figures, and the number of words whose predicted column equals the treebank's.
typedef struct tally {
    copse_fold fold;
    bool trees;       // the stage is a parser; else
    unsigned columns; // those that it wrote
    long right[COPSE_COLUMNS];
} tally;

static void count_tree(tally *x, const copse_tree *gold, const copse_tree *tree)
{
    x->fold.sentences++;
    for (int d = 1; d <= tree->n; d++) {
        const bool head = tree->head[d] == gold->head[d];
        x->fold.words++;
        x->fold.head += head;
        x->fold.both += head && str_equal(tree->label[d], gold->label[d]);
    }
}

static void count_overlay(tally *x, const copse_sentence *gold, const overlay *o)
{
    x->fold.sentences++;
    x->fold.words += gold->n;
    for (int k = 0; o && k < COPSE_COLUMNS; k++) {
        const copse_str *value = o->column[k];
        if (!value)
            continue;
        x->columns |= 1U << k;
        for (int d = 1; d <= gold->n; d++)
            x->right[k] += str_equal(value[d].s ? value[d] : sen_column(gold, d, (copse_column)k),
                                     sen_read(gold, d, (copse_column)k));
    }
}

static void tell(const cv_job *job, const tally *x, size_t fold, double started)
{
    const double words = (double)x->fold.words / 100, now = prog_now() - started, done = (double)fold + 1;
    const double parsed = (double)(job->only ? job->only : job->folds);
    char figures[256] = "";
    size_t len = 0;
    if (x->trees)
        snprintf(figures, sizeof figures, "LAS %.2f, UAS %.2f", (double)x->fold.both / words,
                 (double)x->fold.head / words);
    for (copse_column k = 0; k < COPSE_COLUMNS; k++)
        if (x->columns & 1U << k && len < sizeof figures)
            len += (size_t)snprintf(figures + len, sizeof figures - len, "%s%s %.2f", len ? ", " : "",
                                    sen_column_name(COPSE_CONLLU, k), (double)x->right[k] / words);
    report_line(job->env.report, job->env.context, "%s, fold %zu of %ld: %s; %.0f s, %.0f s left", job->name,
                fold + 1, job->folds, figures, now, now / done * (parsed - done));
}

// ---------------------------------------------------------------------------------------------------

typedef struct validation {
    const cv_job *job;
    const treebank *t;
    const int *fold; // [t->n]
    int threads;     // for one fold
    copse_tree **tree;
    overlay **over;
    label_pool *pool;
    copse_crossval_result *result;
    double started;
} validation;

// Progress of a fold, with its number.
typedef struct fold_listener {
    const copse_environment *to;
    size_t fold;
    const cv_job *job;
} fold_listener;

static void tell_progress(void *context, const copse_progress *p)
{
    const fold_listener *l = context;
    char what[128];
    snprintf(what, sizeof what, "%s, fold %zu of %ld: %s", l->job->name, l->fold + 1, l->job->folds, p->what);
    l->to->progress(l->to->context, &(copse_progress){what, p->done, p->total});
}

static int work(void *context, size_t fold, text *result, const copse_environment *listener, copse_error *err)
{
    const validation *v = context;
    treebank train, test;
    box_writer *w = box_writer_new();
    fold_listener l = {listener, fold, v->job};
    const copse_environment env = {.threads = v->threads,
                                   .progress = listener->progress ? tell_progress : NULL,
                                   .context = &l,
                                   .stop = listener->stop};
    tb_part(&train, v->t, v->fold, (int)fold, true);
    tb_part(&test, v->t, v->fold, (int)fold, false);
    int code = v->job->train(v->job->context, w, &train, &env, err);
    if (!code && copse_stop_is_set(env.stop)) // a model that is not the trained one
        code = err_set(err, COPSE_ESTOPPED, NULL, 0, "stopped before the model was trained");
    if (!code)
        code = run_with(w, &test, v->job, v->threads, result, err);
    tb_done(&train);
    tb_done(&test);
    box_writer_free(w);
    return code;
}

static void take_overlay(const validation *v, tally *x, size_t i, const char **at)
{
    overlay *o = ov_unpack(at, v->t->sentence[i]->n);
    count_overlay(x, v->t->sentence[i], o);
    if (v->over)
        v->over[i] = o;
    else
        ov_free(o);
}

static int take(void *context, size_t fold, copse_str result, copse_error *err)
{
    const validation *v = context;
    const char *at = result.s + 1;
    tally x = {.trees = result.s[0] == 'T'};
    (void)err;
    for (size_t i = 0; i < v->t->n; i++) {
        if (v->fold[i] != (int)fold)
            continue;
        if (x.trees) {
            v->tree[i] = unpack(&at, v->pool);
            count_tree(&x, v->t->tree[i], v->tree[i]);
        } else {
            take_overlay(v, &x, i, &at);
        }
    }
    v->result->fold[fold] = x.fold;
    tell(v->job, &x, fold, v->started);
    return 0;
}

int cv_check_folds(long folds, copse_error *err)
{
    return folds >= 2 && folds <= COPSE_MOST_FOLDS
               ? 0
               : err_set(err, COPSE_EINPUT, NULL, 0, "%ld folds: between 2 and %d are possible", folds,
                         COPSE_MOST_FOLDS);
}

static int check(const cv_job *job, const treebank *t, copse_error *err)
{
    if (cv_check_folds(job->folds, err) != 0)
        return err->code;
    if (t->n < (size_t)job->folds)
        return err_set(err, COPSE_EINPUT, t->name, 0, "%zu sentences cannot be cut into %ld folds", t->n,
                       job->folds);
    return 0;
}

int cv_predict(const cv_job *job, const treebank *t, copse_tree **tree, overlay **over, label_pool *pool,
               copse_crossval_result *result, copse_error *err)
{
    memset(tree, 0, t->n * sizeof *tree);
    if (over)
        memset(over, 0, t->n * sizeof *over);
    memset(result, 0, sizeof *result);
    result->folds = job->folds;
    int code = check(job, t, err);
    if (code)
        return code;
    int *fold = cv_folds(t->n, job->folds, job->split, job->seed);
    const long parsed = job->only ? job->only : job->folds;
    const int processes = job->env.threads < parsed ? job->env.threads : (int)parsed;
    validation v = {.job = job, .t = t, .fold = fold, .tree = tree, .over = over, .pool = pool};
    v.threads = processes > 0 && job->env.threads > processes ? job->env.threads / processes : 1;
    v.result = result;
    v.started = prog_now();
    const proc_work w = {
        .context = &v,
        .n = (size_t)parsed,
        .processes = processes,
        .work = work,
        .take = take,
        .listener = {.progress = job->env.progress, .context = job->env.context, .stop = job->env.stop}};
    code = proc_run(&w, err);
    mem_free(fold);
    for (size_t i = 0; code && i < t->n; i++) {
        copse_tree_free(tree[i]);
        tree[i] = NULL;
        if (over) {
            ov_free(over[i]);
            over[i] = NULL;
        }
    }
    return code;
}
