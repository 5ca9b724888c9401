// SPDX-License-Identifier: MIT
#include "common/treebank/treebank.h"

#include "common/treebank/check.h"
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/reader.h"
#include "common/base/report.h"
#include "common/treebank/sentence.h"
#include "common/base/table.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERMILLE = 1000 };

// What is wrong with the current sentence.
typedef struct findings {
    bool headless; // heads are not read
    bool stops;    // it cannot be trained on: the first reason
    long line;
    char message[1024];
    blemishes blemish;
} findings;

static bool is_about_heads(copse_problem_kind kind)
{
    return kind == COPSE_P_HEAD_NUMBER || kind == COPSE_P_HEAD_RANGE || kind == COPSE_P_SELF_LOOP ||
           kind == COPSE_P_CYCLE || kind == COPSE_P_NO_ROOT || kind == COPSE_P_ROOTS;
}

static void find(void *context, const copse_problem *problem)
{
    findings *f = context;
    if (f->headless && is_about_heads(problem->kind))
        return;
    if (!blem_stops(problem->kind)) {
        blem_add(&f->blemish, problem);
        return;
    }
    if (f->stops && f->line <= problem->line)
        return;
    f->stops = true;
    f->line = problem->line;
    snprintf(f->message, sizeof f->message, "%s", problem->message);
}

void tb_add(treebank *t, copse_sentence *s, copse_tree *tree)
{
    size_t cap = t->cap;
    t->sentence = mem_grow(t->sentence, &cap, t->n + 1, sizeof *t->sentence);
    t->tree = mem_grow(t->tree, &t->cap, t->n + 1, sizeof *t->tree);
    t->sentence[t->n] = s;
    t->tree[t->n++] = tree;
    t->words += s->n;
    int roots = 0;
    for (int d = 1; d <= s->n; d++)
        roots += tree->head[d] == 0;
    t->single_root &= roots == 1;
    t->nonprojective_arcs += tree_nonprojective(tree->head, tree->n, NULL);
}

static void keep_rest(treebank *t, copse_sentence *s)
{
    size_t cap = t->rest_cap;
    t->rest = mem_grow(t->rest, &cap, t->rest_n + 1, sizeof *t->rest);
    t->rest_at = mem_grow(t->rest_at, &t->rest_cap, t->rest_n + 1, sizeof *t->rest_at);
    s->file = t->name;
    t->rest[t->rest_n] = s;
    t->rest_at[t->rest_n++] = t->n;
}

static int take_tree(treebank *t, copse_sentence *s, findings *f, copse_error *err)
{
    copse_tree *tree = copse_tree_new();
    if (f->headless)
        tree_resize(tree, s->n);
    const int code = f->headless ? 0 : tree_read(tree, s, err);
    if (code) {
        copse_tree_free(tree);
        return code;
    }
    for (int d = 1; d <= s->n && !f->headless; d++)
        tree->label[d] = blem_label(&f->blemish, &t->labels, tree->label[d], sen_line(s, d));
    s->file = t->name;
    tb_add(t, s, tree);
    return 0;
}

// Adds the current sentence if it can be used for training: 1 if added, 0 if not, or negative.
static int judge(treebank *t, copse_sentence *s, findings *f, bool skip_bad, copse_error *err)
{
    chk_sentence(s, NULL, find, f);
    if (f->stops) {
        t->skipped++;
        return skip_bad ? 0 : err_set(err, COPSE_EINPUT, t->name, f->line, "%s", f->message);
    }
    const int code = s->n > 0 ? take_tree(t, s, f, err) : 0;
    blem_join(&t->blemish, &f->blemish);
    return code ? code : s->n > 0;
}

static int take(treebank *t, copse_reader *r, bool headless, bool skip_bad, meter *m, double share,
                copse_error *err)
{
    memset(t, 0, sizeof *t);
    t->single_root = true;
    t->name = mem_string(rd_name(r), strlen(rd_name(r)));
    findings f;
    copse_sentence *s = NULL;
    int code = 1;
    rd_on_problem(r, find, &f);
    if (m)
        meter_stage(m, "reading the treebank", share, PERMILLE);
    while (code > 0) {
        if (!s)
            s = copse_sentence_new();
        memset(&f, 0, sizeof f);
        f.headless = headless;
        code = copse_reader_next(r, s, err);
        if (code <= 0)
            break;
        t->digest = sen_digest(t->digest, s);
        if (m)
            meter_at(m, (long)(rd_share(r) * PERMILLE));
        int taken = judge(t, s, &f, skip_bad, err);
        if (taken == 0)
            keep_rest(t, s);
        if (taken >= 0)
            s = NULL;
        code = taken < 0 ? taken : 1;
    }
    rd_on_problem(r, NULL, NULL);
    copse_sentence_free(s);
    if (code == 0 && t->n == 0)
        code = err_set(err, COPSE_EINPUT, t->name, 0, "no sentence to train on");
    if (code < 0)
        tb_done(t);
    return code;
}

int tb_take(treebank *t, copse_reader *r, bool skip_bad, meter *m, double share, copse_error *err)
{
    return take(t, r, false, skip_bad, m, share, err);
}

int tb_take_words(treebank *t, copse_reader *r, bool skip_bad, meter *m, double share, copse_error *err)
{
    return take(t, r, true, skip_bad, m, share, err);
}

int tb_read(treebank *t, const char *path, bool skip_bad, copse_error *err)
{
    copse_reader *r = copse_reader_open(path, err);
    memset(t, 0, sizeof *t);
    if (!r)
        return err->code;
    const int code = tb_take(t, r, skip_bad, NULL, 0, err);
    copse_reader_close(r);
    return code;
}

void tb_done(treebank *t)
{
    for (size_t i = 0; i < t->n; i++) {
        copse_tree_free(t->tree[i]);
        if (t->mirrored) {
            sen_mirror_done(t->sentence[i]);
            mem_free(t->sentence[i]);
        } else if (!t->from) {
            copse_sentence_free(t->sentence[i]);
        }
    }
    for (size_t i = 0; (t->mirrored || !t->from) && t->guide && i < t->n * (size_t)t->guides; i++)
        copse_tree_free(t->guide[i]);
    for (size_t i = 0; i < t->rest_n; i++)
        copse_sentence_free(t->rest[i]);
    arena_done(&t->labels);
    mem_free(t->rest);
    mem_free(t->rest_at);
    mem_free(t->guide);
    mem_free(t->sentence);
    mem_free(t->tree);
    if (!t->from)
        mem_free(t->name);
    memset(t, 0, sizeof *t);
}

void tb_report(const treebank *t, copse_report_fn report, void *context)
{
    char skipped[64] = "";
    if (t->skipped)
        snprintf(skipped, sizeof skipped, ", %ld malformed sentence%s left out", t->skipped,
                 t->skipped == 1 ? "" : "s");
    report_line(report, context, "%s: %zu sentences, %ld words%s", t->name, t->n, t->words, skipped);
    tb_report_blemishes(t, report, context);
}

void tb_report_blemishes(const treebank *t, copse_report_fn report, void *context)
{
    blem_report(&t->blemish, t->name, report, context);
}

const copse_tree *const *tb_guide_trees(const treebank *t, size_t i)
{
    return t->guide ? (const copse_tree *const *)(t->guide + i * (size_t)t->guides) : NULL;
}

bool tb_is_projective(const treebank *t)
{
    return t->nonprojective_arcs * 1000 < 7 * t->words;
}

copse_column tb_pos_column(const treebank *t)
{
    enum { MOST = 200 }; // stop counting after this many
    table values = {0};
    for (size_t i = 0; i < t->n && values.n <= MOST; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++)
            tab_add(&values, sen_column(t->sentence[i], d, COPSE_XPOS));
    size_t n = values.n;
    tab_done(&values);
    return copse_pos_auto(n);
}
