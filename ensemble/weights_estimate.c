// SPDX-License-Identifier: MIT
// Weights from held-out trees.
#include "weights_in.h"

#include "error.h"
#include "mem.h"
#include "sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Examples that the system's overall precision is worth beside those seen of a value.
static const double PRIOR = 10;

// As it will be read from the text.
static double precision(const wt_cell *c, double before, double prior)
{
    const double seen = (double)c->seen + prior;
    return seen > 0 ? wt_rounded(((double)c->right + prior * before) / seen) : 0;
}

static void count(weights *w, text *key, const treebank *gold, size_t i, const copse_tree *const *tree)
{
    const proposals p = {gold->sentence[i], tree, w->n};
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
    for (size_t i = 0; i < gold->n; i++)
        count(w, &key, gold, i, (const copse_tree *const *)(system + i * n));
    for (size_t k = 0; k < n; k++) {
        wt_cell *c = &w->system[k];
        c->weight = precision(c, 0, 0);
    }
    for (size_t i = 0; i < w->value.n; i++) {
        wt_cell *c = &w->cell[i];
        const wt_cell *all = &w->system[strtol(tab_name(&w->value, i).s, NULL, 10)];
        c->weight = precision(c, all->weight, PRIOR);
    }
    text_done(&key);
    if (w->learned && wt_learn(w, gold, system, err)) {
        wt_free(w);
        return NULL;
    }
    return w;
}
