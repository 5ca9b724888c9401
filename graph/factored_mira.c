// SPDX-License-Identifier: MIT
// Factored MIRA (McDonald et al. 2005): the smallest change of the weights after which the gold head of each
// word outscores each other head by the loss. All words are one problem, which Hildreth's algorithm solves.
// Constraints are written as trees that differ from the gold tree in one word, so second order can learn
// from them too.
//
// Every wrong head of a word should score less than the gold head, even if it makes no tree with the gold
// heads of the other words. The constraints separate arcs, not trees: with a single root, no wrong arc from
// the root makes a tree with the other gold heads. Where the search scores labels, a head comes with its
// best label, and a wrong label of the gold head is one more rival.
//
// A sentence of n words has up to 13 n constraints, of some hundred features each. A table of their products
// would take longer to fill than the problem to solve. So the change itself is kept, and a round costs as
// much as the features of all constraints. Problems are cut at MOST_CONSTRAINTS, some 20 MB: longer
// sentences are learnt in stretches, each under the weights that the one before left.
#include "graph/trainers.h"

#include "graph/hildreth.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const graph_trainer trainer_factored_mira;

// A constraint may be missed by TOLERANCE, where a loss is 1. MOST_ROUNDS ends problems whose constraints
// cannot all hold.
enum { MOST_CONSTRAINTS = 4096, MOST_ROUNDS = 200 };
#define TOLERANCE 1e-3

// The rivals of one word's gold arc.
typedef struct rivals {
    online_learner *l;
    const online_lesson *t;
    double gold; // the score of the gold heads in the table
} rivals;

static float arc_at(const rivals *r, int d, int h)
{
    return r->l->s.arc[(size_t)d * r->t->N + (size_t)h];
}

// Is h a rival of the gold head of d? It may be the gold head itself, with another label.
static bool is_rival(const rivals *r, int d, int h)
{
    const online_lesson *t = r->t;
    if (h != t->gold[d])
        return arc_at(r, d, h) != -INFINITY;
    return t->label && r->l->s.label[(size_t)d * t->N + (size_t)h] != t->label[d];
}

// By how much a constraint is missed under the table of scores, where the gold arc has the score of its best
// label.
static double missed(const rivals *r, int d, int h)
{
    const online_lesson *t = r->t;
    const int own = t->gold[d];
    double by = t->label ? (double)arc_at(r, d, own) - (double)t->gold_arc[d] : 0;
    if (h != own) {
        t->head[d] = h;
        by += gs_score(&r->l->s, &t->method, t->head) - r->gold;
        t->head[d] = own;
    }
    return by;
}

static bool holds(const rivals *r)
{
    for (int d = 1; d <= r->t->n; d++)
        for (int h = 0; h <= r->t->n; h++)
            if (is_rival(r, d, h) && missed(r, d, h) > TOLERANCE)
                return false;
    return true;
}

// Makes constraint i: the gold head of d against h, under the current weights.
static void constrain(const rivals *r, int i, int d, int h)
{
    online_learner *l = r->l;
    const online_lesson *t = r->t;
    online_change *c = online_change_at(l, i);
    double loss = h != t->gold[d] ? (double)online_word_loss(l, d) : 0;
    if (t->label && l->s.label[(size_t)d * t->N + (size_t)h] != t->label[d])
        loss += (double)l->label_loss;
    t->head[d] = h;
    l->norm = mem_grow(l->norm, &l->norm_cap, (size_t)i + 1, sizeof *l->norm);
    l->need = mem_grow(l->need, &l->need_cap, (size_t)i + 1, sizeof *l->need);
    l->norm[i] = online_difference(l, t, c, t->head, d);
    l->need[i] = loss - gw_score(l->arcs, &c->arcs) - (t->label ? gw_score(l->labels, &c->labels) : 0);
    t->head[d] = t->gold[d];
}

static double margin(void *context, int i)
{
    const online_learner *l = context;
    const online_change *c = &l->change[i];
    return gw_trial_score(l->arcs, &c->arcs) + (l->labels ? gw_trial_score(l->labels, &c->labels) : 0);
}

static void move(void *context, int i, double by)
{
    const online_learner *l = context;
    gw_trial_change(l->arcs, &l->change[i].arcs, by);
    if (l->labels)
        gw_trial_change(l->labels, &l->change[i].labels, by);
}

static void solve(online_learner *l, int k)
{
    const hil_problem p = {k, l->norm, l->need, l->C, TOLERANCE, MOST_ROUNDS, l, margin, move};
    l->alpha = mem_grow(l->alpha, &l->alpha_cap, (size_t)k, sizeof *l->alpha);
    hil_ascend(&p, l->alpha);
    for (int i = 0; i < k; i++) {
        gw_trial_clear(l->arcs, &l->change[i].arcs);
        if (l->labels)
            gw_trial_clear(l->labels, &l->change[i].labels);
        if (l->alpha[i] > 0)
            online_apply(l, &l->change[i], l->alpha[i]);
    }
}

static int learn(online_learner *l, const int *gold, const int *gold_label)
{
    online_lesson t;
    int k = 0;
    online_begin(l, &t, gold, gold_label, true);
    memcpy(t.head, gold, t.N * sizeof *t.head);
    const rivals r = {l, &t, gs_score(&l->s, &t.method, t.head)};
    const bool enough = holds(&r);
    for (int d = 1; d <= t.n && !enough; d++) {
        for (int h = 0; h <= t.n; h++)
            if (is_rival(&r, d, h))
                constrain(&r, k++, d, h);
        if (k && (d == t.n || k > MOST_CONSTRAINTS)) {
            solve(l, k);
            k = 0;
        }
    }
    return online_end(&t);
}

const graph_trainer trainer_factored_mira = {
    .name = "factored-mira",
    .help = "MIRA on arcs: the gold head of each word against each other head, with a margin",
    .most_order = 2,
    .takes_cost = true,
    .takes_loss = true,
    .learn = learn,
};
