// SPDX-License-Identifier: MIT
// What a pipeline does on development data: the tags and lemmas that its parser gets there, and figures.
#include "text/pipeline.h"

#include "common/base/mem.h"
#include "common/base/parallel.h"
#include "common/base/report.h"
#include "common/base/text.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "eval/eval.h"
#include "text/raw_score.h"

#include <stdio.h>
#include <stdlib.h>

// Loads the sequence of the stages from `from` on; its bytes go to *bytes, for the caller to free after the
// model.
static copse_model *load(const pipe_stages *stages, size_t from, void **bytes, copse_error *err)
{
    size_t size;
    box_writer *w = box_writer_new();
    pipe_stages rest = {.n = stages->n - from};
    for (size_t i = 0; i < rest.n; i++) {
        rest.name[i] = stages->name[from + i];
        rest.model[i] = stages->model[from + i];
    }
    pipe_save(&rest, w);
    *bytes = box_bytes(w, &size, err);
    box *b = *bytes ? box_memory(*bytes, size, "the new model", err) : NULL;
    box_writer_free(w);
    return b ? model_load_from(b, stage_kinds, err) : NULL;
}

// --- Parsing the sentences of a treebank

typedef struct run {
    copse_parser **parser; // [threads]
    const treebank *t;
    copse_tree **tree; // [t->n]
    int *code;         // [t->n]
} run;

static void run_one(void *context, size_t i, int thread)
{
    const run *r = context;
    copse_error ignored;
    r->code[i] = copse_parse(r->parser[thread], r->t->sentence[i], r->tree[i], &ignored);
}

// Runs all stages of a model over the sentences, on which their values then lie.
static void run_model(const copse_model *m, const treebank *t, copse_tree **tree, int threads)
{
    const copse_parse_options options = {.retag = true};
    run r = {.t = t, .tree = tree};
    r.parser = mem_alloc((size_t)threads, sizeof *r.parser);
    r.code = mem_zero(t->n, sizeof *r.code);
    for (int i = 0; i < threads; i++)
        r.parser[i] = copse_parser_new(m, &options);
    par_for(t->n, threads, run_one, &r);
    bool failed = false; // memory ran out: there is no other failure
    for (size_t i = 0; i < t->n; i++)
        failed |= r.code[i] != 0;
    for (int i = 0; i < threads; i++)
        copse_parser_free(r.parser[i]);
    mem_free(r.code);
    mem_free(r.parser);
    if (failed)
        mem_fail(0);
}

static copse_tree **new_trees(size_t n)
{
    copse_tree **tree = mem_alloc(n, sizeof *tree);
    for (size_t i = 0; i < n; i++)
        tree[i] = copse_tree_new();
    return tree;
}

static void free_trees(copse_tree **tree, size_t n)
{
    for (size_t i = 0; i < n; i++)
        copse_tree_free(tree[i]);
    mem_free(tree);
}

// Runs the stages from `from` on, and gives the trees to use, which may be NULL, while the model is there.
static int run_stages(const pipe_stages *stages, size_t from, const treebank *t, int threads,
                      void (*use)(void *context, const copse_model *m, copse_tree **tree), void *context,
                      copse_error *err)
{
    void *bytes;
    if (from >= stages->n)
        return 0;
    copse_model *m = load(stages, from, &bytes, err);
    const int code = m ? 0 : err->code;
    if (m) {
        copse_tree **tree = new_trees(t->n);
        run_model(m, t, tree, threads);
        if (use)
            use(context, m, tree);
        free_trees(tree, t->n);
        copse_model_free(m);
    }
    mem_free(bytes);
    return code;
}

int pipe_annotate(const pipe_stages *stages, size_t from, const treebank *t, int threads, copse_error *err)
{
    return run_stages(stages, from, t, threads, NULL, NULL, err);
}

// --- Figures

typedef struct dev_report {
    const treebank *t;
    const copse_environment *env;
} dev_report;

static const copse_tree *tree_at(void *trees, size_t i, copse_tree *scratch)
{
    (void)scratch;
    return ((copse_tree **)trees)[i];
}

// The share of words whose column is that of the treebank, in per cent; negative if nothing lies over it.
static double right_in(const treebank *t, copse_column column)
{
    long right = 0, words = 0;
    bool written = false;
    for (size_t i = 0; i < t->n; i++) {
        const copse_sentence *s = t->sentence[i];
        written |= s->overlaid >> column & 1;
        words += s->n;
        for (int d = 1; d <= s->n; d++)
            right += str_equal(sen_column(s, d, column), sen_read(s, d, column));
    }
    return written ? 100 * (double)right / (double)words : -1;
}

// The line about gold tokens.
static void tell_figures(void *context, const copse_model *m, copse_tree **tree)
{
    const dev_report *r = context;
    char part[64];
    text line = {0};
    for (copse_column k = COLUMNS_FIRST; k <= COLUMNS_LAST; k++) {
        const double share = right_in(r->t, k);
        snprintf(part, sizeof part, "%s%s %.2f", line.n ? ", " : "", sen_column_name(COPSE_CONLLU, k), share);
        if (share >= 0)
            text_cat(&line, part);
    }
    if (model_parser((copse_model *)(uintptr_t)m)) {
        const eval_figures f = eval_treebank(r->t, tree_at, tree);
        snprintf(part, sizeof part, "%sLAS %.2f, UAS %.2f", line.n ? ", " : "", f.las, f.uas);
        text_cat(&line, part);
    }
    report_line(r->env->report, r->env->context, "dev, gold tokens: %.*s", (int)line.n, line.n ? line.s : "");
    text_done(&line);
}

// --- Raw text

static void tell_scores(const copse_raw_scores *scores, const copse_environment *env)
{
    char part[64];
    text line = {0};
    for (copse_raw_figure f = 0; f < COPSE_RAW_FIGURES; f++) {
        snprintf(part, sizeof part, "%s%s %.2f", line.n ? ", " : "", copse_raw_figure_name(f),
                 copse_raw_f1(&scores->of[f]));
        text_cat(&line, part);
    }
    report_line(env->report, env->context, "dev, raw text, F1: %.*s", (int)line.n, line.s);
    text_done(&line);
}

static int report_raw(const pipe_stages *stages, const treebank *dev, const copse_environment *env,
                      copse_error *err)
{
    copse_raw_scores scores;
    void *bytes;
    copse_model *m = load(stages, 0, &bytes, err);
    const int code = m ? raw_score(m, dev, env->threads, &scores, err) : err->code;
    if (!code)
        tell_scores(&scores, env);
    copse_model_free(m);
    mem_free(bytes);
    return code;
}

// A text that cannot be scored is no reason to lose the model.
int pipe_report(const pipe_stages *stages, const treebank *dev, const copse_environment *environment,
                copse_error *err)
{
    dev_report r = {dev, environment};
    int code = run_stages(stages, 1, dev, environment->threads, tell_figures, &r, err);
    for (size_t i = 0; i < dev->n; i++)
        ov_clear(dev->sentence[i]);
    code = code ? code : report_raw(stages, dev, environment, err);
    if (code == COPSE_EINPUT || code == COPSE_ELIMIT) {
        report_line(environment->report, environment->context, "dev, raw text: not scored: %s", err->message);
        code = 0;
    }
    return code;
}
