// SPDX-License-Identifier: MIT
// Weights from held-out trees: for each system the precision of its heads, and for each value of the factors
// the same, smoothed towards the system's overall precision.
//
// The voter uses these precisions as they are. Powers of them, log-odds and labelled precision were tried
// and are no better (docs/EXPERIMENTS.md). With factors such as length log-odds are worse: they raise sure
// arcs too much. Votes are compared between different heads of one word, and an unsure vote for a long arc
// is no vote for a short one.
#include "ensemble/weights_internal.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How many examples the system's overall precision counts for in smoothing.
static const double PRIOR = 10;

// The smoothed precision, rounded as in the text.
static double precision(const wt_cell *c, double before, double prior)
{
    const double seen = (double)c->seen + prior;
    return seen > 0 ? wt_rounded(((double)c->right + prior * before) / seen) : 0;
}

static void count(weights *w, text *key, arcshape *shape, const treebank *gold, size_t i,
                  const copse_tree *const *tree)
{
    proposals p = {gold->sentence[i], tree, w->n, NULL};
    wt_measure(w, shape, &p);
    bool is_new;
    for (int d = 1; d <= p.s->n; d++)
        for (size_t k = 0; k < w->n; k++) {
            const bool right = tree[k]->head[d] == gold->tree[i]->head[d];
            w->system[k].seen++;
            w->system[k].right += right;
            if (w->factors == 0)
                continue;
            key->n = 0;
            wt_key(w, key, &p, k, d);
            wt_cell *c = wt_cell_of(w, (copse_str){key->s, key->n}, &is_new);
            c->seen++;
            c->right += right;
        }
}

// --- the order of the text: by system, what was seen most first; features by the size of their coefficients

typedef struct line {
    copse_str key;
    long system;
    wt_cell cell;
} line;

static int by_line(const void *one, const void *other)
{
    const line *a = one, *b = other;
    const double x = fabs(a->cell.weight), y = fabs(b->cell.weight);
    if (a->system != b->system)
        return a->system < b->system ? -1 : 1;
    if (a->cell.seen != b->cell.seen)
        return a->cell.seen > b->cell.seen ? -1 : 1;
    if (a->cell.seen < 0 && (x < y || x > y))
        return x > y ? -1 : 1;
    return strcmp(a->key.s, b->key.s);
}

static void sort(weights *w)
{
    table before = w->value;
    line *lines = mem_alloc(before.n, sizeof *lines);
    bool is_new;
    for (size_t i = 0; i < before.n; i++) {
        const copse_str key = tab_name(&before, i);
        lines[i] = (line){key, w->learned ? 0 : strtol(key.s, NULL, 10), w->cell[i]};
    }
    if (before.n)
        qsort(lines, before.n, sizeof *lines, by_line);
    w->value = (table){0};
    for (size_t i = 0; i < before.n; i++)
        *wt_cell_of(w, lines[i].key, &is_new) = lines[i].cell;
    mem_free(lines);
    tab_done(&before);
}

weights *wt_estimate(const char *by, const treebank *gold, copse_tree *const *system,
                     const char *const *systems, size_t n, copse_error *err)
{
    weights *w = wt_new(systems, n);
    text key = {0};
    if (wt_set_by(w, by, strlen(by), err)) {
        wt_free(w);
        return NULL;
    }
    for (size_t k = 0; k < n; k++)
        w->system[k].seen = 0;
    arcshape *shape = mem_zero(n, sizeof *shape);
    for (size_t i = 0; i < gold->n; i++)
        count(w, &key, shape, gold, i, (const copse_tree *const *)(system + i * n));
    for (size_t k = 0; k < n; k++)
        shape_done(&shape[k]);
    mem_free(shape);
    for (size_t k = 0; k < n; k++) {
        wt_cell *c = &w->system[k];
        c->weight = precision(c, 0, 0);
    }
    for (size_t i = 0; i < w->value.n; i++) {
        wt_cell *c = &w->cell[i];
        const wt_cell *all = &w->system[strtol(tab_name(&w->value, i).s, NULL, 10)];
        c->weight = precision(c, all->seen ? (double)all->right / (double)all->seen : 0, PRIOR);
    }
    text_done(&key);
    if (w->learned && wt_learn(w, gold, system, err)) {
        wt_free(w);
        return NULL;
    }
    sort(w);
    return w;
}
