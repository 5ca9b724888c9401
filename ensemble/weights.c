// SPDX-License-Identifier: MIT
// Weights in memory, and the votes that they give to the trees of a sentence. weights_estimate.c and
// weights_learned.c estimate them, weights_text.c writes them.
#include "ensemble/weights_internal.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/system_name.h"

#include <stdlib.h>
#include <string.h>

void wt_add_index(text *out, size_t i)
{
    char digits[24];
    size_t n = 0;
    do
        digits[n++] = (char)('0' + i % 10);
    while (i /= 10);
    while (n)
        text_add(out, &digits[--n], 1);
}

weights *wt_new(const char *const *systems, size_t n)
{
    weights *w = mem_zero(1, sizeof *w);
    w->n = n;
    w->name = mem_zero(n, sizeof *w->name);
    w->voter = mem_zero(n, sizeof *w->voter);
    w->system = mem_zero(n, sizeof *w->system);
    for (size_t i = 0; i < n; i++) {
        w->name[i] = system_name_unlike(systems[i], w->name, i);
        w->voter[i] = i;
        w->system[i] = (wt_cell){1, 0, -1};
    }
    return w;
}

weights *wt_uniform(size_t systems)
{
    const char **name = mem_zero(systems, sizeof *name);
    text all = {0};
    for (size_t i = 0; i < systems; i++) {
        wt_add_index(&all, i + 1);
        text_add(&all, "", 1);
    }
    const char *at = all.s;
    for (size_t i = 0; i < systems; i++, at += strlen(at) + 1)
        name[i] = at;
    weights *w = wt_new(name, systems);
    mem_free(name);
    text_done(&all);
    return w;
}

weights *wt_given(const double *weight, size_t systems)
{
    weights *w = wt_uniform(systems);
    for (size_t i = 0; i < systems; i++)
        w->system[i].weight = weight[i];
    return w;
}

void wt_free(weights *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->n; i++)
        mem_free(w->name[i]);
    mem_free(w->name);
    mem_free(w->voter);
    mem_free(w->system);
    mem_free(w->cell);
    tab_done(&w->value);
    mem_free(w);
}

// --- what weights depend on

const char *wt_factor(size_t i)
{
    enum { N = sizeof((weights *)0)->factor / sizeof((weights *)0)->factor[0] };
    return i == 0 ? "none" : i <= N ? fac_all[i - 1].name : i == N + 1 ? "learned" : NULL;
}

static int unknown_factor(copse_str item, copse_error *err)
{
    char quoted[ERR_QUOTE], all[256] = "";
    for (size_t i = 0, n = 0; wt_factor(i); i++) {
        const size_t len = strlen(wt_factor(i));
        if (n + len + 3 > sizeof all)
            break;
        memcpy(all + n, i ? ", " : "", i ? 2 : 0);
        n += i ? 2 : 0;
        memcpy(all + n, wt_factor(i), len + 1);
        n += len;
    }
    return err_set(err, COPSE_EINPUT, NULL, 0, "unknown factor %s; there are %s", err_quote(quoted, item),
                   all);
}

int wt_set_by(weights *w, const char *by, size_t len, copse_error *err)
{
    w->factors = 0;
    w->learned = len == strlen("learned") && memcmp(by, "learned", len) == 0;
    if (w->learned || (len == strlen("none") && memcmp(by, "none", len) == 0))
        return 0;
    for (const char *at = by, *end = by + len; at <= end;) {
        const char *comma = at < end ? memchr(at, ',', (size_t)(end - at)) : NULL;
        const copse_str item = {at, (size_t)((comma ? comma : end) - at)};
        const factor *f = fac_find(item.s, item.len);
        if (str_is(item, "none") || str_is(item, "learned"))
            return err_set(err, COPSE_EINPUT, NULL, 0, "'%.*s' cannot be combined with other factors",
                           (int)item.len, item.s);
        if (!f)
            return unknown_factor(item, err);
        for (size_t i = 0; i < w->factors; i++)
            if (w->factor[i] == f)
                return err_set(err, COPSE_EINPUT, NULL, 0, "factor '%s' is named twice", f->name);
        w->factor[w->factors++] = f;
        at += item.len + 1;
    }
    return 0;
}

void wt_add_by(const weights *w, text *out)
{
    if (w->factors == 0)
        text_cat(out, w->learned ? "learned" : "none");
    for (size_t i = 0; i < w->factors; i++) {
        text_cat(out, i ? "," : "");
        text_cat(out, w->factor[i]->name);
    }
}

int wt_check_by(const char *by, copse_error *err)
{
    weights w;
    return wt_set_by(&w, by, strlen(by), err);
}

bool wt_needs_scores(const weights *w)
{
    for (size_t i = 0; i < w->factors; i++)
        if (strcmp(w->factor[i]->name, "score") == 0)
            return true;
    for (size_t i = 0; i < w->value.n && w->learned; i++)
        if (strstr(tab_name(&w->value, i).s, " score=")) // features are named in weights_learned.c
            return true;
    return false;
}

wt_cell *wt_cell_of(weights *w, copse_str key, bool *is_new)
{
    const size_t before = w->value.n, i = tab_add(&w->value, key);
    *is_new = w->value.n > before;
    if (*is_new) {
        w->cell = mem_grow(w->cell, &w->cell_cap, w->value.n, sizeof *w->cell);
        w->cell[i] = (wt_cell){0, 0, 0};
    }
    return &w->cell[i];
}

void wt_key(const weights *w, text *out, const proposals *p, size_t system, int d)
{
    wt_add_index(out, system);
    for (size_t i = 0; i < w->factors; i++) {
        text_cat(out, "\t");
        w->factor[i]->value(out, p, system, d);
    }
}

void wt_measure(const weights *w, arcshape *shape, proposals *p)
{
    bool needed = false;
    for (size_t i = 0; i < w->factors; i++)
        needed |= w->factor[i]->by_shape;
    p->shape = needed ? shape : NULL;
    for (size_t k = 0; k < p->n && needed; k++)
        shape_take(&shape[k], p->tree[k]->head, p->tree[k]->n);
}

// --- votes

struct wt_scratch {
    const weights *w;
    proposals p;                    // of the sentence at hand; trees in the order of the weights
    const copse_tree **tree;        // [n]
    arcshape *shape;                // [n]
    const copse_tree *const *voter; // [n] trees as they were given
    double *overall;                // [n] weights of the systems, in the order of voters
    text key;
};

wt_scratch *wt_scratch_new(const weights *w)
{
    wt_scratch *x = mem_zero(1, sizeof *x);
    x->w = w;
    x->tree = mem_zero(w->n, sizeof *x->tree);
    x->shape = mem_zero(w->n, sizeof *x->shape);
    x->overall = mem_zero(w->n, sizeof *x->overall);
    for (size_t i = 0; i < w->n; i++)
        x->overall[w->voter[i]] = w->system[i].weight;
    return x;
}

void wt_scratch_free(wt_scratch *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->w->n; i++)
        shape_done(&x->shape[i]);
    mem_free(x->shape);
    mem_free(x->tree);
    mem_free(x->overall);
    text_done(&x->key);
    mem_free(x);
}

static double weight_of(wt_scratch *x, size_t system, int d)
{
    const weights *w = x->w;
    if (w->factors == 0)
        return w->system[system].weight;
    x->key.n = 0;
    wt_key(w, &x->key, &x->p, system, d);
    const size_t i = tab_find(&w->value, (copse_str){x->key.s, x->key.n});
    return i == TAB_NONE ? w->system[system].weight : w->cell[i].weight;
}

// The probability of a head is shared equally among the systems that propose it.
static void learned_votes(wt_scratch *x, int d, double *vote)
{
    const size_t n = x->w->n;
    for (size_t i = 0; i < n; i++) {
        const int h = x->voter[i]->head[d];
        size_t first = 0, all = 0;
        while (x->voter[first]->head[d] != h)
            first++;
        for (size_t k = i; k < n && first == i; k++)
            all += x->voter[k]->head[d] == h;
        vote[i] = first == i ? wt_head_value(x->w, &x->key, &x->p, d, h) / (double)all : vote[first];
    }
}

void wt_votes(wt_scratch *x, const copse_sentence *s, const copse_tree *const *tree, double *vote)
{
    const weights *w = x->w;
    x->voter = tree;
    for (size_t i = 0; i < w->n; i++)
        x->tree[i] = tree[w->voter[i]];
    x->p = (proposals){s, x->tree, w->n, NULL};
    wt_measure(w, x->shape, &x->p);
    for (int d = 1; d <= s->n; d++) {
        double *row = vote + (size_t)d * w->n;
        if (w->learned)
            learned_votes(x, d, row);
        for (size_t i = 0; i < w->n && !w->learned; i++)
            row[w->voter[i]] = weight_of(x, i, d);
    }
}

// Is a more than b, beyond the rounding of sums in another order?
static bool exceeds(double a, double b)
{
    return a > b + 1e-9 * (a + b);
}

// The votes on a label of an arc: those of the systems that propose the arc, or of all if none does.
typedef struct label_vote {
    const wt_scratch *x;
    const double *row; // [n] what votes count
    int d, h;
    bool proposed;
} label_vote;

static label_vote vote_on_label(const wt_scratch *x, const double *vote, int d, int h)
{
    label_vote l = {x, x->w->learned ? x->overall : vote + (size_t)d * x->w->n, d, h, false};
    for (size_t i = 0; i < x->w->n; i++)
        l.proposed |= x->voter[i]->head[d] == h;
    return l;
}

static bool has_say(const label_vote *l, size_t i)
{
    return !l->proposed || l->x->voter[i]->head[l->d] == l->h;
}

// The sum of the votes for the label of system i.
static double label_sum(const label_vote *l, size_t i)
{
    const copse_tree *const *tree = l->x->voter;
    double sum = 0;
    for (size_t k = 0; k < l->x->w->n; k++)
        if (has_say(l, k) && str_equal(tree[k]->label[l->d], tree[i]->label[l->d]))
            sum += l->row[k];
    return sum;
}

size_t wt_label(const wt_scratch *x, const double *vote, int d, int h)
{
    const label_vote l = vote_on_label(x, vote, d, h);
    double most = -1;
    size_t best = 0;
    for (size_t i = 0; i < x->w->n; i++) {
        const double sum = has_say(&l, i) ? label_sum(&l, i) : -1;
        if (sum >= 0 && (most < 0 || exceeds(sum, most))) {
            most = sum;
            best = i;
        }
    }
    return best;
}

// Labels are met at their first voters, and ranks do not decrease.
bool wt_label_tied(const wt_scratch *x, const double *vote, int d, int h, const size_t *rank)
{
    const label_vote l = vote_on_label(x, vote, d, h);
    const size_t best = wt_label(x, vote, d, h);
    const double most = label_sum(&l, best);
    for (size_t i = best + 1; i < x->w->n; i++)
        if (has_say(&l, i) && rank[i] == rank[best] &&
            !str_equal(x->voter[i]->label[d], x->voter[best]->label[d]) && !exceeds(most, label_sum(&l, i)))
            return true;
    return false;
}
