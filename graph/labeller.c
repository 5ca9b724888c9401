// SPDX-License-Identifier: MIT
#include "graph/labeller.h"

#include "common/base/mem.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A label that a word may have, in the search along the dependents of one head.
typedef struct gl_node {
    int label, back; // index of the best node before, among the kept ones of the sibling
    float own, best; // score alone, and of the best sequence that ends here
} gl_node;

void gl_done(labeller *g)
{
    gf_context_done(&g->context);
    mem_free(g->score);
    mem_free(g->node);
    gw_vector_done(&g->change);
    memset(g, 0, sizeof *g);
}

static int kept(const labeller *g)
{
    return g->kept < g->labels ? g->kept : g->labels;
}

// The labels of d that score best alone, best first, ties by number; the gold one is always among them.
static int keep(const labeller *g, const float *score, int gold, gl_node *node)
{
    int n = 0, most = kept(g);
    for (int l = 0; l < g->labels; l++) {
        if (n == most && score[l] <= node[n - 1].own)
            continue;
        int i = n < most ? n++ : n - 1;
        for (; i > 0 && node[i - 1].own < score[l]; i--)
            node[i] = node[i - 1];
        node[i] = (gl_node){.label = l, .own = score[l]};
    }
    for (int i = 0; i < n && gold >= 0; i++)
        if (node[i].label == gold)
            return n;
    if (gold >= 0)
        node[n - 1] = (gl_node){.label = gold, .own = score[gold]};
    return n;
}

static void score_word(labeller *g, const gf_words *w, const gweights *weights, int d, const int *gold)
{
    uint32_t key[2 * GF_MOST];
    const int only = gs_only(g->only, d);
    float *score = g->score + (size_t)d * (size_t)g->labels;
    size_t n = gf_label(w, g->context.head[d], d, key);
    n += gf_label_context(w, &g->context, d, key + n);
    memset(score, 0, (size_t)g->labels * sizeof *score);
    gw_add_rows(weights, key, n, g->labels, score);
    for (int l = 0; l < g->labels; l++) {
        if (gold)
            score[l] += l != gold[d];
        if (only < 0 ? !lp_allowed(g->allowed, l, g->context.head[d]) : l != only)
            score[l] = -INFINITY;
        else if (!(score[l] > -FLT_MAX))
            score[l] = -FLT_MAX; // allowed, whatever the weights are
    }
}

// Fills the nodes of d from those of the sibling before it.
static void extend(labeller *g, const gf_words *w, const gweights *weights, int d, int count)
{
    uint32_t key[GF_MOST];
    const int h = g->context.head[d], s = g->context.before[d], most = kept(g);
    gl_node *node = g->node + (size_t)d * (size_t)most, *past = g->node + (size_t)s * (size_t)most;
    for (int i = 0; i < count; i++)
        node[i].best = -INFINITY;
    for (int j = 0; j < (s ? count : 1); j++) {
        size_t n = gf_label_pair(w, h, s, d, s ? past[j].label : -1, key);
        for (int i = 0; i < count; i++) {
            float best = gw_sum_at(weights, key, n, node[i].label) + node[i].own + (s ? past[j].best : 0);
            if (best > node[i].best) {
                node[i].best = best;
                node[i].back = j;
            }
        }
    }
}

void gl_label(labeller *g, const gf_words *w, const gweights *weights, const int *head, const int *gold,
              int *label)
{
    const size_t nodes = (size_t)w->n + 1;
    const int most = kept(g);
    gf_context_set(&g->context, head, w->n);
    if (w->set->ordered)
        gf_context_order(&g->context, w->n);
    g->score = mem_grow(g->score, &g->score_cap, nodes * (size_t)g->labels, sizeof *g->score);
    g->node = mem_grow(g->node, &g->node_cap, nodes * (size_t)most, sizeof *g->node);
    for (int h = 0; h <= w->n; h++) {
        int last = 0, at = 0;
        for (int d = g->context.first[h]; d; last = d, d = g->context.next[d]) {
            score_word(g, w, weights, d, gold);
            gl_node *node = g->node + (size_t)d * (size_t)most;
            int count = keep(g, g->score + (size_t)d * (size_t)g->labels, gold ? gold[d] : -1, node);
            extend(g, w, weights, d, count);
        }
        const gl_node *node = g->node + (size_t)last * (size_t)most;
        for (int i = 1; last && i < most; i++)
            if (node[i].best > node[at].best)
                at = i;
        for (int d = last; d; d = g->context.before[d]) {
            node = g->node + (size_t)d * (size_t)most;
            label[d] = node[at].label;
            at = node[at].back;
        }
    }
}

// Gathers the features of the labels of h's dependents, and returns their score.
static double gather(labeller *g, const gf_words *w, gweights *weights, int h, const int *label,
                     const int *other, float by)
{
    uint32_t key[2 * GF_MOST];
    double score = 0;
    const gf_context *c = &g->context;
    for (int d = c->first[h]; d; d = c->next[d]) {
        const int s = c->before[d];
        const bool differ = label[d] != other[d];
        if (differ) {
            size_t n = gf_label(w, h, d, key);
            n += gf_label_context(w, c, d, key + n);
            score += gw_sum_at(weights, key, n, label[d]);
            gw_gather(weights, &g->change, key, n, label[d], by);
        }
        if (differ || (s && label[s] != other[s])) {
            size_t n = gf_label_pair(w, h, s, d, s ? label[s] : -1, key);
            score += gw_sum_at(weights, key, n, label[d]);
            gw_gather(weights, &g->change, key, n, label[d], by);
        }
    }
    return score;
}

int gl_learn(labeller *g, const gf_words *w, gweights *weights, const int *head, const int *gold, double C)
{
    int wrong_all = 0, *label = mem_alloc((size_t)w->n + 1, sizeof *label);
    gl_label(g, w, weights, head, g->late_loss ? NULL : gold, label);
    for (int h = 0; h <= w->n; h++) {
        int wrong = 0;
        for (int d = g->context.first[h]; d; d = g->context.next[d])
            wrong += label[d] != gold[d];
        if (!wrong)
            continue;
        g->change.n = 0;
        double lead = gather(g, w, weights, h, gold, label, 1) - gather(g, w, weights, h, label, gold, -1);
        double norm = gw_settle(weights, &g->change);
        if (norm > 0 && lead < wrong)
            gw_change(weights, &g->change, fmin(C, (wrong - lead) / norm));
        wrong_all += wrong;
    }
    mem_free(label);
    return wrong_all;
}
