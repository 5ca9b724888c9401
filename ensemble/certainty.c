// SPDX-License-Identifier: MIT
#include "ensemble/certainty.h"

#include "common/base/text.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>

#define SURE 0.9999 // no parser is surer than this, or less sure than 1 - SURE

typedef struct proposals {
    const copse_tree *const *tree;
    size_t n;
    int word;
    bool labels; // head and label together
} proposals;

static bool same(const proposals *p, const copse_tree *a, const copse_tree *b)
{
    const int d = p->word;
    return a->head[d] == b->head[d] && (!p->labels || str_equal(a->label[d], b->label[d]));
}

// Is the proposal of parser i that of no parser before it?
static bool is_new(const proposals *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same(p, p->tree[k], p->tree[i]))
            return false;
    return true;
}

// The log of the product of what the parsers give the proposal of a tree; NULL: something else.
static double weight(const proposals *p, size_t different, const copse_tree *of)
{
    double sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        const tree_evidence *e = &p->tree[i]->evidence[p->word];
        const double said = (double)(p->labels ? e->lead : e->sure);
        const double own = said > 1 - SURE ? said < SURE ? said : SURE : 1 - SURE;
        sum += log(of && same(p, p->tree[i], of) ? own : (1 - own) / (double)different);
    }
    return sum / pow((double)p->n, 2.0 / 3);
}

// The probability of what out says.
static double pool(const proposals *p, const copse_tree *out)
{
    size_t different = 0;
    for (size_t i = 0; i < p->n; i++)
        different += is_new(p, i);
    const double mine = weight(p, different, out);
    double sum = exp(weight(p, different, NULL) - mine);
    bool proposed = false;
    for (size_t i = 0; i < p->n; i++) {
        proposed |= same(p, p->tree[i], out);
        if (is_new(p, i))
            sum += exp(weight(p, different, p->tree[i]) - mine);
    }
    return 1 / (proposed ? sum : sum + 1);
}

void cert_pool(const copse_tree *const *tree, size_t n, copse_tree *out)
{
    for (int d = 1; d <= out->n; d++) {
        const double head = pool(&(proposals){tree, n, d, false}, out);
        const double both = pool(&(proposals){tree, n, d, true}, out);
        out->score[d] = (float)head;
        out->label_score[d] = (float)fmin(head, both);
    }
}
