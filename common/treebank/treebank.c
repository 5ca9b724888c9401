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

// The first problem of the current sentence.
typedef struct first_problem {
    bool any;
    long line;
    char message[1024];
} first_problem;

static void keep_first(void *context, const copse_problem *problem)
{
    first_problem *first = context;
    if (first->any)
        return;
    first->any = true;
    first->line = problem->line;
    size_t len = strlen(problem->message);
    len = len < sizeof first->message - 1 ? len : sizeof first->message - 1;
    memcpy(first->message, problem->message, len);
    first->message[len] = 0;
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

// Adds the current sentence if it can be used for training: 1 if added, 0 if not, or negative.
static int judge(treebank *t, copse_sentence *s, first_problem *first, bool skip_bad, copse_error *err)
{
    if (s->n == 0 && !first->any)
        return 0;
    const copse_check_options any_roots = {.several_roots = true};
    chk_sentence(s, &any_roots, keep_first, first);
    if (first->any) {
        t->skipped++;
        return skip_bad ? 0 : err_set(err, COPSE_EINPUT, t->name, first->line, "%s", first->message);
    }
    copse_tree *tree = copse_tree_new();
    int code = tree_read(tree, s, err);
    if (code) {
        copse_tree_free(tree);
        return code;
    }
    s->file = t->name;
    tb_add(t, s, tree);
    return 1;
}

int tb_take(treebank *t, copse_reader *r, bool skip_bad, meter *m, double share, copse_error *err)
{
    memset(t, 0, sizeof *t);
    t->single_root = true;
    t->name = mem_string(rd_name(r), strlen(rd_name(r)));
    first_problem first = {.any = false};
    copse_sentence *s = NULL;
    int code = 1;
    rd_on_problem(r, keep_first, &first);
    if (m)
        meter_stage(m, "reading the treebank", share, PERMILLE);
    while (code > 0) {
        if (!s)
            s = copse_sentence_new();
        first.any = false;
        code = copse_reader_next(r, s, err);
        if (code <= 0)
            break;
        t->digest = sen_digest(t->digest, s);
        if (m)
            meter_at(m, (long)(rd_share(r) * PERMILLE));
        int taken = judge(t, s, &first, skip_bad, err);
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
        snprintf(skipped, sizeof skipped, ", %ld malformed sentences left out", t->skipped);
    report_line(report, context, "%s: %zu sentences, %ld words%s", t->name, t->n, t->words, skipped);
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
