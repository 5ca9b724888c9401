// SPDX-License-Identifier: MIT
// The tree of least risk (McDonald & Satta 2007, section 4.2): the one with the most arcs that are expected
// to be right. The probability of an arc is how often it is right, so that this is the best tree of first
// order with the probabilities as scores. If the model sums over labels too, an arc counts with its most
// probable label: the tree has the most labelled arcs that are expected to be right.
//
// In first order the probabilities are sums over all trees (arcs.c). In second order they are sums over the
// list of the best trees, each with its share of e^(score / temperature). The gains of one change (arcs.c)
// say what each arc alone is worth, but not how the arcs of a tree go together.
#include "graph/crf.h"
#include "graph/model.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <string.h>

// Arcs that are less probable are not worth the share of their label.
#define LEAST 1e-4

// The list in second order, and the unit of its temperature: the differences between trees of a list are
// smaller than the gains that temperatures are fitted to.
enum { TREES = 20 };
#define UNIT 0.25

// Probabilities of arcs by the list of the best trees.
static const double *list_arcs(gparser *p, const gs_method *method, double temperature)
{
    const size_t N = (size_t)p->s.n + 1;
    double *share = arena_zero(&p->s.memory, N * N, sizeof *share), score[TREES], sum = 0;
    int *head = arena_alloc(&p->s.memory, TREES * N, sizeof *head);
    bool exact;
    const int found = gs_kbest(&p->s, method, TREES, head, score, &exact);
    for (int i = found - 1; i >= 0; i--)
        sum += score[i] = exp((score[i] - score[0]) / (UNIT * temperature));
    for (int i = 0; i < found; i++)
        for (size_t d = 1; d < N; d++)
            share[d * N + (size_t)head[(size_t)i * N + d]] += score[i] / sum;
    return share;
}

// What each arc is expected to add.
static float *worths(gparser *p, const double *marginal)
{
    const gmodel *m = p->model;
    gscores *s = &p->s;
    const size_t N = (size_t)s->n + 1;
    const bool labelled = m->log_linear && m->labelling == GM_JOINT;
    float *worth = arena_alloc(&s->memory, N * N, sizeof *worth);
    for (size_t i = 0; i < N * N; i++) {
        double p_right = marginal[i];
        if (labelled && p_right > LEAST)
            p_right *= gc_label_share(s, &m->joint, (int)(i % N), (int)(i / N), (int)m->labels.n, m->allowed);
        worth[i] = s->arc[i] == -INFINITY ? -INFINITY : (float)p_right;
    }
    return worth;
}

void gp_min_risk(gparser *p, const stage_input *in, double temperature, copse_tree *tree)
{
    const int n = in->sentence->n;
    tree_resize(tree, n);
    if (n == 0)
        return;
    gp_search(p, in, 0);
    const gs_method method = gs_method_for(&p->method, n);
    const bool lists = method.order == 2 && n <= GS_MOST_LIST;
    const float *worth =
        worths(p, lists ? list_arcs(p, &method, temperature) : gp_marginals(p, temperature, NULL));
    int *head = arena_alloc(&p->s.memory, (size_t)n + 1, sizeof *head);
    arena_reset(&p->s.search);
    if (method.decoder->arcs(worth, n, method.single_root, head, &p->s.search) > -INFINITY) {
        memcpy(p->head, head, ((size_t)n + 1) * sizeof *head);
        gp_label(p);
    }
    gp_fill(p, tree);
}
