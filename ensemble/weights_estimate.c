// SPDX-License-Identifier: MIT
// Weights from held-out trees.
#include "weights_in.h"

#include "error.h"
#include "mem.h"
#include "sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double PRIOR(void)
{
    const char *e = getenv("XP");
    return e ? atof(e) : 10;
}

static double transform(double p)
{
    const char *e = getenv("XT");
    if (!e)
        return p;
    double lo = log(p / (1 - p));
    if (*e == 'l') {
        double x = lo + atof(e + 1);
        return x < 0.01 ? 0.01 : x;
    }
    return pow(p, atof(e));
}

static double weight_from(const wt_cell *c, double before)
{
    return transform(((double)c->right + PRIOR() * before) / ((double)c->seen + PRIOR()));
}

static void count(weights *w, text *key, const treebank *gold, size_t i, const copse_tree *const *tree)
{
    const proposals p = {gold->sentence[i], tree, w->n};
    bool is_new;
    for (int d = 1; d <= p.s->n; d++)
        for (size_t k = 0; k < w->n; k++) {
            bool right = tree[k]->head[d] == gold->tree[i]->head[d];
            if (getenv("XL"))
                right = right && str_equal(tree[k]->label[d], gold->tree[i]->label[d]);
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
        c->weight = weight_from(c, 0.5);
    }
    for (size_t i = 0; i < w->value.n; i++) {
        wt_cell *c = &w->cell[i];
        const wt_cell *all = &w->system[strtol(tab_name(&w->value, i).s, NULL, 10)];
        c->weight = weight_from(c, (double)all->right / (double)all->seen);
        if (getenv("XD")) {
            int ones = 0;
            const char *s = strchr(tab_name(&w->value, i).s, '\t');
            for (; *s; s++)
                ones += *s == '1';
            c->weight /= ones;
        }
    }
    text_done(&key);
    return w;
}
