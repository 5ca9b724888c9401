// SPDX-License-Identifier: MIT
// Probabilities of arcs in an ensemble, and the tree of least risk under them. The probability of an arc is
// the mean of the voters' probabilities, each with the weight of its vote on the word. A parser that has no
// probabilities counts with its tree alone.
#include "ensemble/ensemble.h"
#include "ensemble/certainty.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

// For the tree of least risk, members without a temperature of their own are made surer: as sure as
// graph-based parsers whose temperature was fitted, or more, so that they keep their best arcs together.
#define COLD 0.2

// The arcs of one voter, in the order of the sentence's words.
static void voter_arcs(en_parser *p, size_t k, const stage_input *in, double temperature, stage_arcs *out)
{
    const en_node *node = &p->e->node[k];
    const stage_kind *kind = node->kind;
    if (kind->arcs) {
        const stage_input here = en_input(p, k, in, 0);
        kind->arcs(p->parser[k], &here,
                   stage_temperature(kind, node->model, en_temperature(node, temperature)), out);
        return;
    }
    stage_arcs_fit(out, in->sentence->n);
    for (int d = 1; d <= out->n; d++)
        out->p[(size_t)d * ((size_t)out->n + 1) + (size_t)p->tree[k]->head[d]] = 1;
}

// A word of a sentence of n words that is read from right to left; the root stays.
static size_t mirrored(size_t word, size_t n)
{
    return word ? n + 1 - word : 0;
}

// Adds one voter's probabilities, weighed word by word.
static void add_arcs(const en_parser *p, size_t k, const stage_arcs *one, stage_arcs *sum)
{
    const en_node *node = &p->e->node[k];
    const size_t n = (size_t)sum->n, N = n + 1;
    for (size_t d = 1; d < N; d++) {
        const double share = p->voter ? vote_share(p->voter, (int)d, node->votes - 1) : 1;
        for (size_t h = 0; h < N; h++)
            sum->p[d * N + h] +=
                share * (node->reverse ? one->p[mirrored(d, n) * N + mirrored(h, n)] : one->p[d * N + h]);
    }
}

void en_arcs(en_parser *p, const stage_input *in, double temperature, stage_arcs *out)
{
    const ensemble *e = p->e;
    stage_arcs one = {0};
    stage_arcs_fit(out, in->sentence->n);
    en_parse_nodes(p, in);
    for (size_t k = 0; k < e->n; k++)
        if (e->node[k].needed && e->node[k].votes)
            p->voting[e->node[k].votes - 1] = p->tree[k];
    if (p->voter)
        vote_begin(p->voter, in->sentence, p->voting);
    for (size_t k = 0; k < e->n; k++) {
        if (!e->node[k].needed || !e->node[k].votes)
            continue;
        voter_arcs(p, k, in, temperature, &one);
        add_arcs(p, k, &one, out);
        if (!p->voter)
            out->log_sum = one.log_sum;
    }
    mem_free(one.p);
}

// The tree of the only voter, for which it has its own way.
static void alone(en_parser *p, const stage_input *in, double temperature, copse_tree *tree)
{
    size_t k = 0;
    while (!p->e->node[k].needed || !p->e->node[k].votes)
        k++;
    const stage_kind *kind = p->e->node[k].kind;
    en_parse_nodes(p, in);
    const stage_input here = en_input(p, k, in, in->temperature);
    if (kind->min_risk)
        kind->min_risk(p->parser[k], &here, en_temperature(&p->e->node[k], temperature), tree);
    else
        kind->parse(p->parser[k], &here, tree);
    if (p->e->node[k].reverse)
        tree_mirror(tree);
}

void en_min_risk(en_parser *p, const stage_input *in, double temperature, copse_tree *tree)
{
    if (in->sentence->n == 0) {
        tree_resize(tree, 0);
        return;
    }
    if (!p->voter) {
        alone(p, in, temperature, tree);
    } else {
        stage_arcs all = {0};
        en_arcs(p, in, COLD * temperature, &all);
        const size_t cells = ((size_t)all.n + 1) * ((size_t)all.n + 1);
        float *worth = mem_alloc(cells, sizeof *worth);
        for (size_t i = 0; i < cells; i++)
            worth[i] = all.p[i] > 0 ? (float)all.p[i] : 0;
        vote_under(p->voter, worth, tree);
        mem_free(worth);
        mem_free(all.p);
        tree->weighed = in->temperature > 0;
        if (en_is_certain(p->e, in))
            cert_pool(p->voting, p->e->voters, tree);
    }
    tree->scored = p->scores;
}
