// SPDX-License-Identifier: MIT
#include "graph/trainers.h"

#include "graph/hildreth.h"
#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void online_done(online_learner *l)
{
    gs_done(&l->s);
    for (size_t i = 0; i < l->change_cap; i++) {
        gw_vector_done(&l->change[i].arcs);
        gw_vector_done(&l->change[i].labels);
    }
    mem_free(l->change);
    mem_free(l->gram);
    mem_free(l->norm);
    mem_free(l->need);
    mem_free(l->alpha);
    memset(l, 0, sizeof *l);
}

float online_word_loss(const online_learner *l, int d)
{
    return l->punctuation || !l->s.words.word[d + 1].uncounted ? 1.0F : 0.0F;
}

// The label of d in the gold tree or in another one. There it is the best label of the arc; but if only is
// not 0, all other words have their gold labels.
static int label_of(const online_learner *l, const online_lesson *t, const int *head, int d, int only)
{
    return head == t->gold || (only && d != only) ? t->label[d] : gs_label_of(&l->s, head, d);
}

// Gathers the parts that only one of the two trees has.
static void gather(online_learner *l, const online_lesson *t, online_change *c, const int *head,
                   const int *other, int only, float by)
{
    uint32_t key[GF_MOST];
    const gf_words *w = &l->s.words;
    for (int d = 1; d <= t->n; d++) {
        const bool differ = head[d] != other[d];
        if (differ)
            gw_gather(l->arcs, &c->arcs, key, gf_arc(w, head[d], d, key), 0, by);
        if (t->method.order == 2) {
            int s = gs_sibling_of(head, d);
            if (differ || s != gs_sibling_of(other, d))
                gw_gather(l->arcs, &c->arcs, key, gf_sibling(w, head[d], s, d, key), 0, by);
        }
        const int above = head[d] ? head[head[d]] : d; // d again: no grandparent, as in the scores
        if (t->method.grand && above != d && (differ || above != other[head[d]]))
            gw_gather(l->arcs, &c->arcs, key, gf_grand(w, above, head[d], d, key), 0, by);
        if (!t->label)
            continue;
        const int label = label_of(l, t, head, d, only);
        const bool changed = differ || label != label_of(l, t, other, d, only);
        if (changed)
            gw_gather(l->labels, &c->labels, key, gf_label(w, head[d], d, key), label, by);
        if (!t->method.sib_labels)
            continue;
        const int s = gs_sibling_of(head, d);
        if (changed || s != gs_sibling_of(other, d))
            gw_gather(l->labels, &c->labels, key, gf_label_sibling(w, head[d], s, d, key), label, by);
    }
}

double online_difference(online_learner *l, const online_lesson *t, online_change *c, const int *head,
                         int only)
{
    gather(l, t, c, t->gold, head, only, 1);
    gather(l, t, c, head, t->gold, only, -1);
    return gw_settle(l->arcs, &c->arcs) + (t->label ? gw_settle(l->labels, &c->labels) : 0);
}

// (The table of arcs has the label of the worst violator instead of the gold one.)
double online_gold_score(online_learner *l, const online_lesson *t)
{
    double score = gs_score(&l->s, &t->method, t->gold);
    for (int d = 1; t->label && d <= t->n; d++)
        score += (double)t->gold_arc[d] - (double)l->s.arc[(size_t)d * t->N + (size_t)t->gold[d]];
    return score;
}

online_change *online_change_at(online_learner *l, int i)
{
    size_t before = l->change_cap;
    l->change = mem_grow(l->change, &l->change_cap, (size_t)i + 1, sizeof *l->change);
    memset(l->change + before, 0, (l->change_cap - before) * sizeof *l->change);
    online_change *c = &l->change[i];
    c->arcs.n = c->labels.n = 0;
    return c;
}

// The loss of a tree, with joint labels also that of its best labels.
static double loss_of(const online_learner *l, const online_lesson *t, const int *head)
{
    double loss = 0;
    for (int d = 1; d <= t->n; d++) {
        if (head[d] != t->gold[d])
            loss += (double)online_word_loss(l, d);
        if (t->label && gs_label_of(&l->s, head, d) != t->label[d])
            loss += (double)l->label_loss;
    }
    return loss;
}

bool online_constrain(online_learner *l, const online_lesson *t, int i, const int *head, double gold,
                      double score)
{
    online_change *c = online_change_at(l, i);
    c->need = score - gold + (l->late_loss ? loss_of(l, t, head) : 0);
    if (c->need <= 0)
        return false;
    const double norm = online_difference(l, t, c, head, 0);
    size_t at = (size_t)i;
    l->need = mem_grow(l->need, &l->need_cap, at + 1, sizeof *l->need);
    l->need[i] = norm; // the squared norm, until online_solve puts the need here
    return norm > 0;
}

void online_apply(online_learner *l, const online_change *c, double tau)
{
    gw_change(l->arcs, &c->arcs, tau);
    if (l->labels)
        gw_change(l->labels, &c->labels, tau);
}

void online_solve(online_learner *l, int k)
{
    if (k == 1) {
        online_apply(l, &l->change[0], fmin(l->C, l->change[0].need / l->need[0]));
        return;
    }
    size_t count = (size_t)k;
    l->gram = mem_grow(l->gram, &l->gram_cap, count * count, sizeof *l->gram);
    l->alpha = mem_grow(l->alpha, &l->alpha_cap, count, sizeof *l->alpha);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j <= i; j++) {
            double dot = i == j ? l->need[i] : gw_dot(l->arcs, &l->change[i].arcs, &l->change[j].arcs);
            if (i != j && l->labels)
                dot += gw_dot(l->labels, &l->change[i].labels, &l->change[j].labels);
            l->gram[i * count + j] = l->gram[j * count + i] = dot;
        }
    }
    for (size_t i = 0; i < count; i++)
        l->need[i] = l->change[i].need;
    hil_solve(k, l->gram, l->need, l->C, l->alpha);
    for (int i = 0; i < k; i++)
        if (l->alpha[i] > 0)
            online_apply(l, &l->change[i], l->alpha[i]);
}

// Labels by sibling. The table has the best label of each gold arc: gold_arc is what the arc would have in
// the table if the gold label were there instead.
static void score_sibling_labels(online_learner *l, online_lesson *t, bool augmented)
{
    uint32_t key[2 * GF_MOST];
    gs_label_siblings(&l->s, l->labels, l->labels_n, l->allowed, augmented ? t->label : NULL, l->label_loss);
    for (int d = 1; d <= t->n; d++) {
        const int h = t->gold[d], best = gs_label_of(&l->s, t->gold, d);
        size_t n = gf_label(&l->s.words, h, d, key);
        n += gf_label_sibling(&l->s.words, h, gs_sibling_of(t->gold, d), d, key + n);
        const float loss = augmented && best != t->label[d] ? l->label_loss : 0;
        t->gold_arc[d] = l->s.arc[(size_t)d * t->N + (size_t)h] + gw_sum_at(l->labels, key, n, t->label[d]) -
                         gw_sum_at(l->labels, key, n, best) - loss;
    }
}

// Scores of all parts, with the loss added for MIRA.
static void score(online_learner *l, online_lesson *t, bool augmented)
{
    gs_candidates(&l->s, l->pruner, t->gold);
    gs_filter(&l->s, l->filter, GS_BOUND_LEARNING, t->gold);
    gs_arcs(&l->s, l->arcs);
    t->gold_arc = mem_alloc(t->N, sizeof *t->gold_arc);
    if (t->label && !t->method.sib_labels) {
        uint32_t key[GF_MOST];
        for (int d = 1; d <= t->n; d++) {
            size_t n = gf_label(&l->s.words, t->gold[d], d, key);
            t->gold_arc[d] =
                l->s.arc[(size_t)d * t->N + (size_t)t->gold[d]] + gw_sum_at(l->labels, key, n, t->label[d]);
        }
        gs_labels(&l->s, l->labels, l->labels_n, l->allowed, augmented ? t->label : NULL, l->label_loss);
    }
    if (t->method.order == 2)
        gs_second(&l->s, &t->method, l->arcs);
    if (t->label && t->method.sib_labels)
        score_sibling_labels(l, t, augmented);
    for (int d = 1; augmented && d <= t->n; d++)
        for (int h = 0; h <= t->n; h++)
            if (h != t->gold[d])
                l->s.arc[(size_t)d * t->N + (size_t)h] += online_word_loss(l, d);
}

void online_begin(online_learner *l, online_lesson *t, const int *gold, const int *gold_label, bool augmented)
{
    const int n = l->s.words.n;
    *t = (online_lesson){.gold = gold,
                         .label = gold_label,
                         .method = gs_method_for(&l->method, n),
                         .n = n,
                         .N = (size_t)n + 1};
    t->head = mem_alloc(t->N, sizeof *t->head);
    score(l, t, augmented);
    gs_search(&l->s, &t->method, t->head);
    for (int d = 1; d <= n; d++)
        t->wrong += t->head[d] != gold[d];
}

int online_end(online_lesson *t)
{
    mem_free(t->gold_arc);
    mem_free(t->head);
    return t->wrong;
}

int online_learn(online_learner *l, const int *gold, const int *gold_label)
{
    return l->trainer->learn(l, gold, gold_label);
}
