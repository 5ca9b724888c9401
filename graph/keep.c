// SPDX-License-Identifier: MIT
// Parsing with given heads. All other heads of a given word are forbidden before the search, so that every
// method that works on the scores (second order, lists, probabilities) sees only trees with the given arcs.
// A given label is the only one that its word may have; one that the model does not know is written as it
// is, and guessed where the model looks at labels.
//
// A projective method gets only those given arcs that do not cross; the others, which parsers of an ensemble
// may be given, are grafted into the tree.
#include "graph/model.h"

#include "common/base/mem.h"
#include "common/treebank/given.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>

// Memory of the sentences that have given heads; NULL in a parser that never had one.
typedef struct gp_kept {
    given uncrossed;
    int *label;    // [n+1] the given label by index, -1: not given, or not known
    int *complete; // [n+1] a tree that has the given arcs
    size_t label_cap, complete_cap;
} gp_kept;

void gp_keep_done(gparser *p)
{
    if (!p->memory)
        return;
    given_done(&p->memory->uncrossed);
    mem_free(p->memory->label);
    mem_free(p->memory->complete);
    mem_free(p->memory);
}

void gp_keep(gparser *p, const struct given *g, const gs_method *method)
{
    p->given = g;
    p->kept = NULL;
    p->s.only = p->labeller.only = NULL;
    if (!g)
        return;
    if (!p->memory)
        p->memory = mem_zero(1, sizeof *p->memory);
    gp_kept *k = p->memory;
    if (method->decoder->projective)
        given_uncross(&k->uncrossed, g);
    else
        given_part(&k->uncrossed, g, 0, g->n);
    k->label = mem_grow(k->label, &k->label_cap, (size_t)g->n + 1, sizeof *k->label);
    for (int d = 1; d <= g->n; d++) {
        const size_t at = g->label[d].s ? tab_find(&p->model->labels, g->label[d]) : TAB_NONE;
        k->label[d] = at == TAB_NONE ? -1 : (int)at;
    }
    p->kept = k->uncrossed.head;
    p->s.only = p->labeller.only = k->label;
}

void gs_keep(gscores *s, const int *kept)
{
    const size_t N = (size_t)s->n + 1;
    for (size_t d = 1; kept && d < N; d++)
        for (size_t h = 0; kept[d] != GIVEN_NONE && h < N; h++)
            if ((int)h != kept[d])
                s->arc[d * N + h] = -INFINITY;
}

const int *gp_complete(gparser *p, const gs_method *method)
{
    gp_kept *k = p->memory;
    const given *g = &k->uncrossed;
    k->complete = mem_grow(k->complete, &k->complete_cap, (size_t)g->n + 1, sizeof *k->complete);
    given_complete(g, method->single_root, method->decoder->projective, k->complete);
    return k->complete;
}

int gm_root_label(const gmodel *m)
{
    for (int l = 0; l < (int)m->labels.n; l++)
        if (lp_allowed(m->allowed, l, 0))
            return l;
    return m->any_label;
}

void gp_keep_tree(const gparser *p, copse_tree *tree)
{
    const table *labels = &p->model->labels;
    if (p->given)
        given_settle(p->given, p->method.single_root, tab_name(labels, (size_t)gm_root_label(p->model)),
                     tab_name(labels, (size_t)p->model->any_label), tree);
}
