// SPDX-License-Identifier: MIT
// Learned weights: a logistic regression (LIBLINEAR) gives the probability that a head which some system
// proposes for a word is right. It sees all the factors, together with who proposes the head and how the
// others divide. The head's vote is that probability, so the tree with most votes has the largest expected
// number of right arcs.
//
// Labels are not learned but voted on, with the systems' overall precisions: a second regression for them was
// no better (docs/EXPERIMENTS.md).
//
// Features are binary and have readable names, because they are kept as text. One function makes those of a
// candidate, for training and for use. Unlike parsers it makes strings, not hashes: a word has fewer than
// two candidates on average, with about thirty features each.
#include "ensemble/weights_internal.h"

#include "learn/liblinear.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double COST = 0.03;
enum { CUTOFF = 2 }; // features seen less often are left out

typedef void (*feature_fn)(void *context, copse_str name);

typedef struct candidate { // the head h for d
    const weights *w;
    const proposals *p;
    int d, h;
    text *name; // of the feature being made
    feature_fn fn;
    void *context;
} candidate;

// --- features

static void item(const candidate *c, const char *what)
{
    text_cat(c->name, c->name->n ? " " : "");
    text_cat(c->name, what);
}

static void item_pos(const candidate *c, const char *what, int w)
{
    item(c, what);
    if (w > 0 && w <= c->p->s->n)
        text_str(c->name, sen_column(c->p->s, w, COPSE_UPOS));
    else
        text_cat(c->name, "none");
}

static void item_by(const candidate *c)
{
    item(c, "by=");
    fac_pattern(c->name, c->p, c->h, c->d);
}

// How the systems fall into groups: a letter for each head, in the order of systems.
static void item_groups(const candidate *c)
{
    item(c, "groups=");
    for (size_t i = 0, groups = 0; i < c->p->n; i++) {
        size_t same = 0;
        while (c->p->tree[same]->head[c->d] != c->p->tree[i]->head[c->d])
            same++;
        const char letter = same < i ? c->name->s[c->name->n - i + same] : (char)('a' + groups++ % 26);
        text_add(c->name, &letter, 1);
    }
}

// How many are for the head, and how many for the strongest other one.
static void item_votes(const candidate *c)
{
    size_t votes = 0, against = 0;
    for (size_t i = 0; i < c->p->n; i++) {
        const int h = c->p->tree[i]->head[c->d];
        size_t same = 0;
        for (size_t k = 0; k < c->p->n; k++)
            same += c->p->tree[k]->head[c->d] == h;
        if (h == c->h)
            votes = same;
        else if (same > against)
            against = same;
    }
    item(c, "votes=");
    wt_add_index(c->name, votes);
    item(c, "against=");
    wt_add_index(c->name, against);
}

static void item_arc(const candidate *c)
{
    item(c, "length=");
    fac_length(c->name, c->h, c->d);
    item(c, "direction=");
    fac_direction(c->name, c->h, c->d);
}

static void done(const candidate *c)
{
    c->fn(c->context, (copse_str){c->name->s, c->name->n});
    c->name->n = 0;
}

static void of_votes(const candidate *c)
{
    item_votes(c);
    done(c);
    item_votes(c);
    item_pos(c, "pos=", c->d);
    done(c);
    item_votes(c);
    item_arc(c);
    done(c);
}

static void of_agreement(const candidate *c)
{
    item_by(c);
    done(c);
    item_by(c);
    item_groups(c);
    done(c);
    item_by(c);
    item_pos(c, "pos=", c->d);
    done(c);
    item_by(c);
    item_pos(c, "head-pos=", c->h);
    done(c);
    item_by(c);
    item_arc(c);
    done(c);
}

static void of_words(const candidate *c)
{
    item_pos(c, "pos=", c->d);
    item_pos(c, "head-pos=", c->h);
    item_arc(c);
    done(c);
    item_pos(c, "pos=", c->d);
    item_pos(c, "head-pos=", c->h);
    item_pos(c, "next-pos=", c->d + 1);
    done(c);
    item_pos(c, "pos=", c->d);
    item_pos(c, "head-pos=", c->h);
    item_pos(c, "previous-pos=", c->d - 1);
    done(c);
}

// What a system that proposes the candidate says.
static void of_system(const candidate *c, size_t i)
{
    static const char *const names[] = {"label", "root-distance", "length", "score"};
    item(c, "system=");
    text_cat(c->name, c->w->name[i]);
    done(c);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (strcmp(names[k], "score") == 0 && !c->p->tree[i]->scored)
            continue;
        item(c, "system=");
        text_cat(c->name, c->w->name[i]);
        item(c, names[k]);
        text_cat(c->name, "=");
        fac_find(names[k], strlen(names[k]))->value(c->name, c->p, i, c->d);
        done(c);
    }
    item(c, "system=");
    text_cat(c->name, c->w->name[i]);
    item_pos(c, "pos=", c->d);
    item_pos(c, "head-pos=", c->h);
    done(c);
}

static void extract(const candidate *c)
{
    c->name->n = 0;
    item(c, "always");
    done(c);
    of_votes(c);
    of_agreement(c);
    of_words(c);
    for (size_t i = 0; i < c->p->n; i++)
        if (c->p->tree[i]->head[c->d] == c->h)
            of_system(c, i);
}

// --- use

typedef struct adding {
    const weights *w;
    double sum;
} adding;

static void add_coefficient(void *context, copse_str name)
{
    adding *a = context;
    const size_t i = tab_find(&a->w->value, name);
    a->sum += i == TAB_NONE ? 0 : a->w->cell[i].weight;
}

double wt_head_value(const weights *w, text *scratch, const proposals *p, int d, int h)
{
    adding a = {w, 0};
    extract(&(candidate){w, p, d, h, scratch, add_coefficient, &a});
    return 1 / (1 + exp(-a.sum));
}

// --- training

typedef struct learning {
    weights *w;
    table names; // by feature id, with the number of examples
    examples ex;
    size_t feature_cap, start_cap, y_cap;
    text name;
} learning;

static void collect(void *context, copse_str name)
{
    learning *l = context;
    examples *ex = &l->ex;
    const size_t at = ex->start[ex->n + 1]++;
    ex->feature = mem_grow(ex->feature, &l->feature_cap, at + 1, sizeof *ex->feature);
    ex->feature[at] = (uint32_t)tab_count(&l->names, name, 1);
}

static void learn_from(learning *l, const proposals *p, int d, int h, bool right)
{
    examples *ex = &l->ex;
    ex->y = mem_grow(ex->y, &l->y_cap, ex->n + 1, sizeof *ex->y);
    ex->start = mem_grow(ex->start, &l->start_cap, ex->n + 2, sizeof *ex->start);
    if (ex->n == 0)
        ex->start[0] = 0;
    ex->start[ex->n + 1] = ex->start[ex->n];
    extract(&(candidate){l->w, p, d, h, &l->name, collect, l});
    ex->y[ex->n++] = right;
}

// Every head that is proposed, once.
static void learn_word(learning *l, const proposals *p, int d, int gold)
{
    for (size_t i = 0; i < p->n; i++) {
        const int h = p->tree[i]->head[d];
        size_t first = 0;
        while (p->tree[first]->head[d] != h)
            first++;
        if (first == i)
            learn_from(l, p, d, h, h == gold);
    }
}

static void cut(learning *l)
{
    size_t to = 0;
    for (size_t i = 0, k = 0; i < l->ex.n; i++) {
        for (; k < l->ex.start[i + 1]; k++)
            if (l->names.entry[l->ex.feature[k]].count >= CUTOFF)
                l->ex.feature[to++] = l->ex.feature[k];
        l->ex.start[i + 1] = to;
    }
}

static int train(learning *l, copse_error *err)
{
    const liblinear_options own = {.solver = 0};
    const learn_options how = {
        .cost = COST, .eps = 0.01, .processes = 1, .seed = 1, .what = "learned weights", .own = &own};
    l->ex.classes = 2;
    l->ex.features = (uint32_t)l->names.n;
    cut(l);
    float *coefficient = mem_zero(l->names.n, sizeof *coefficient);
    const int code = learn_linear_weights(&l->ex, NULL, &how, 1, coefficient, err);
    for (size_t i = 0; i < l->names.n && code == 0; i++) {
        const double x = wt_rounded((double)coefficient[i]);
        bool is_new;
        if (x < 0 || x > 0)
            *wt_cell_of(l->w, tab_name(&l->names, i), &is_new) = (wt_cell){x, 0, -1};
    }
    mem_free(coefficient);
    return code;
}

int wt_learn(weights *w, const treebank *gold, copse_tree *const *system, copse_error *err)
{
    learning l = {.w = w};
    for (size_t i = 0; i < gold->n; i++) {
        const proposals p = {gold->sentence[i], (const copse_tree *const *)(system + i * w->n), w->n, NULL};
        for (int d = 1; d <= p.s->n; d++)
            learn_word(&l, &p, d, gold->tree[i]->head[d]);
    }
    const int code = train(&l, err);
    tab_done(&l.names);
    mem_free(l.ex.y);
    mem_free(l.ex.start);
    mem_free(l.ex.feature);
    text_done(&l.name);
    return code;
}
