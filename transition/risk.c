// SPDX-License-Identifier: MIT
// Probabilities of arcs, and the tree of least risk, from the list of the best trees (kbest.c). The
// probability of a tree is its share of e^(score / temperature) in the list, that of an arc the sum over the
// trees that have it. The tree of least risk is the one in the list with the most arcs that are expected to
// be right. It takes the time of the list, about ten parses.
#include "transition/model.h"

#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <math.h>

enum { TREES = 16 };

// The unit of temperatures. Parsers with default options then have one near 1: on six treebanks from 0.37 to
// 0.50 times that of scores.
#define UNIT 0.4

typedef struct risk {
    copse_tree *tree[TREES];
    double score[TREES]; // then shares
    stage_list list;
} risk;

static void begin(risk *r, tparser *p, const stage_input *in, double temperature)
{
    double sum = 0;
    for (int i = 0; i < TREES; i++)
        r->tree[i] = copse_tree_new();
    r->list = (stage_list){.tree = r->tree, .score = r->score, .k = TREES};
    tp_kbest(p, in, &r->list);
    const double best = r->score[0];
    for (int i = 0; i < r->list.n; i++)
        sum += r->score[i] = exp((r->score[i] - best) / (UNIT * temperature));
    for (int i = 0; i < r->list.n; i++)
        r->score[i] /= sum;
}

static void end(risk *r)
{
    for (int i = 0; i < TREES; i++)
        copse_tree_free(r->tree[i]);
}

static void add_arcs(const risk *r, stage_arcs *out)
{
    const size_t N = (size_t)r->tree[0]->n + 1;
    stage_arcs_fit(out, r->tree[0]->n);
    for (int i = 0; i < r->list.n; i++)
        for (size_t d = 1; d < N; d++)
            out->p[d * N + (size_t)r->tree[i]->head[d]] += r->score[i];
}

void tp_arcs(tparser *p, const stage_input *in, double temperature, stage_arcs *out)
{
    risk r;
    begin(&r, p, in, temperature);
    add_arcs(&r, out);
    end(&r);
}

void tp_min_risk(tparser *p, const stage_input *in, double temperature, copse_tree *tree)
{
    risk r;
    stage_arcs arcs = {0};
    int least = 0;
    double most = -1;
    begin(&r, p, in, temperature / 2); // colder: what the list lacks would speak for its best trees
    add_arcs(&r, &arcs);
    for (int i = 0; i < r.list.n; i++) {
        double right = 0;
        for (int d = 1; d <= arcs.n; d++)
            right += stage_arc(&arcs, r.tree[i]->head[d], d);
        if (right > most) {
            most = right;
            least = i;
        }
    }
    tree_copy(tree, r.tree[least]);
    for (int d = 1; d <= tree->n; d++) // labels may belong to the tree of the list
        tree->label[d] = tree_keep(tree, tree->label[d]);
    mem_free(arcs.p);
    end(&r);
}
