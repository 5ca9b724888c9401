// SPDX-License-Identifier: MIT
// Weights from files. The gold file and the systems' files are read whole, because estimation takes several
// passes.
#include "common/base/error.h"
#include "common/treebank/lockstep.h"
#include "common/base/mem.h"
#include "ensemble/parsed.h"
#include "common/base/save.h"
#include "common/treebank/sentence.h"
#include "common/treebank/system_name.h"
#include "common/treebank/tree.h"
#include "ensemble/weights.h"

#include <stdlib.h>
#include <string.h>

typedef struct weighing {
    size_t n;
    bool scores;
    treebank gold;     // only its sentences and trees are set
    copse_tree **tree; // [gold.n][n] labels are their own
    size_t tree_cap, gold_cap;
} weighing;

// Copies the labels, so that the tree can outlive its sentence.
static void own_labels(copse_tree *t)
{
    for (int d = 1; d <= t->n; d++)
        t->label[d] = tree_keep(t, t->label[d]);
}

static copse_sentence *copy_sentence(const copse_sentence *s)
{
    copse_sentence *copy = copse_sentence_new();
    char *text_before = copy->text;
    sen_word *word_before = copy->word;
    *copy = *s;
    copy->overlaid = 0; // nothing lies over a sentence that was just read
    copy->over = NULL;
    copy->own_file = NULL;
    copy->raw = NULL; // it is never written
    copy->raw_len = copy->raw_cap = 0;
    copy->text = mem_resize(text_before, s->text_len + SEN_SLACK, 1);
    memcpy(copy->text, s->text, s->text_len);
    memset(copy->text + s->text_len, 0, SEN_SLACK);
    copy->text_cap = s->text_len + SEN_SLACK;
    copy->word = mem_resize(word_before, (size_t)s->n + 1, sizeof *copy->word);
    memcpy(copy->word + 1, s->word + 1, (size_t)s->n * sizeof *copy->word);
    copy->word_cap = (size_t)s->n + 1;
    return copy;
}

static int keep(weighing *x, const lockstep *files, copse_error *err)
{
    treebank *g = &x->gold;
    size_t cap = g->cap;
    int code = 0;
    g->sentence = mem_grow(g->sentence, &cap, g->n + 1, sizeof *g->sentence);
    g->tree = mem_grow(g->tree, &g->cap, g->n + 1, sizeof *g->tree);
    x->tree = mem_grow(x->tree, &x->tree_cap, (g->n + 1) * x->n, sizeof *x->tree);
    g->sentence[g->n] = copy_sentence(lock_gold(files));
    g->tree[g->n] = copse_tree_new();
    for (size_t k = 0; k < x->n; k++)
        x->tree[g->n * x->n + k] = copse_tree_new();
    g->n++;
    code = tree_read(g->tree[g->n - 1], g->sentence[g->n - 1], err);
    for (size_t k = 0; k < x->n && code == 0; k++) {
        copse_tree *t = x->tree[(g->n - 1) * x->n + k];
        code = parsed_tree(t, lock_system(files, k), x->scores, err);
        if (code == 0)
            own_labels(t);
    }
    return code;
}

static int read_files(weighing *x, const char *gold, const char *const *systems, copse_error *err)
{
    lockstep *files = lock_open(gold, systems, x->n, err);
    int code = files ? 0 : err->code;
    while (code == 0 && (code = lock_next(files, err)) > 0)
        code = keep(x, files, err);
    lock_close(files); // sentences no longer know their file
    for (size_t i = 0; i < x->gold.n; i++)
        x->gold.sentence[i]->file = "";
    if (code == 0 && x->gold.n == 0)
        code = err_set(err, COPSE_EINPUT, gold, 0, "no sentences to estimate weights on");
    return code;
}

static int write_weights(const weights *w, const char *output, copse_error *err)
{
    text out = {0};
    wt_print(w, &out);
    save *file = save_open(output, err);
    int code = file ? save_write(file, out.s, out.n, err) : err->code;
    if (code == 0)
        code = save_commit(file, err);
    save_free(file);
    text_done(&out);
    return code;
}

static int check_by(const char *by, copse_error *err)
{
    return wt_check_by(by ? by : "", err);
}

int copse_weigh_check(const char *by, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, check_by(by, err));
}

static int weigh(const char *gold, const char *const *systems, size_t n, const char *by, const char *output,
                 copse_error *err)
{
    int code = copse_weigh_check(by, err);
    if (!code && (n == 0 || !systems))
        code = err_set(err, COPSE_EINPUT, NULL, 0, "no systems to weigh");
    if (code)
        return code;
    weighing x = {.n = n, .scores = strstr(by, "score") || strcmp(by, "learned") == 0};
    char **name = system_names(systems, n);
    weights *w = NULL;
    code = read_files(&x, gold, systems, err);
    if (code == 0 && !(w = wt_estimate(by, &x.gold, x.tree, (const char *const *)name, n, err)))
        code = err->code;
    if (code == 0)
        code = write_weights(w, output, err);
    wt_free(w);
    for (size_t i = 0; i < x.gold.n * n; i++)
        copse_tree_free(x.tree[i]);
    mem_free(x.tree);
    tb_done(&x.gold);
    system_names_free(name, n);
    return code;
}

int copse_weigh(const char *gold, const char *const *systems, size_t n, const char *by, const char *output,
                copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, weigh(gold, systems, n, by, output, err));
}
