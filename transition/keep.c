// SPDX-License-Identifier: MIT
// Parsing with given heads. The derivation takes only transitions that keep them (tsystem.keep). Given labels
// are those of the arcs, so that later decisions see them; a label that the model does not know is seen as
// the classifiers' guess, and written as it is.
//
// A projective system derives only arcs that do not cross. The others, which pseudo-projective models may be
// given, and those that a restored arc has moved, are grafted into the tree. So are arcs that cross, if a
// system with planes does not derive all given ones together.
#include "transition/model.h"

#include "common/base/mem.h"
#include "common/treebank/given.h"
#include "common/treebank/pseudo_projective.h"
#include "common/treebank/tree.h"

_Static_assert((int)GIVEN_NONE == (int)CFG_NONE, "given heads are those of configurations");

void tp_keep(tparser *p, const given *g)
{
    const tmodel *m = p->model;
    p->given = g;
    p->config.given = NULL;
    if (!g)
        return;
    p->config.given = g->head;
    if (m->system->projective || !sys_derives(m->system, g->head, g->n)) {
        if (!p->uncrossed)
            p->uncrossed = mem_zero(1, sizeof *p->uncrossed);
        given_uncross(p->uncrossed, g);
        p->config.given = p->uncrossed->head;
    }
    p->given_label = mem_grow(p->given_label, &p->given_label_cap, (size_t)g->n + 1, sizeof *p->given_label);
    for (int d = 1; d <= g->n; d++) {
        const size_t at = g->label[d].s ? tab_find(&m->labels, g->label[d]) : TAB_NONE;
        p->given_label[d] = at == TAB_NONE ? CFG_NONE : (int)at;
    }
}

void tp_keep_done(tparser *p)
{
    if (p->uncrossed)
        given_done(p->uncrossed);
    mem_free(p->uncrossed);
    mem_free(p->given_label);
}

int tp_kept_label(const tparser *p, transition type, int label)
{
    int head, dependent;
    if (!p->given || label == CFG_NONE)
        return label;
    sys_arc(p->model->system, &p->config, type, &head, &dependent);
    return p->given_label[dependent] == CFG_NONE ? label : p->given_label[dependent];
}

void tp_keep_lifted(const tparser *p, copse_tree *tree)
{
    for (int d = 1; p->given && d <= tree->n; d++)
        if (p->given->head[d] != GIVEN_NONE && pproj_is_lifted(tree->label[d]))
            tree->label[d] = pproj_own(tree->label[d]);
}

void tp_keep_tree(const tparser *p, copse_tree *tree)
{
    const tmodel *m = p->model;
    if (p->given)
        given_settle(p->given, p->single_root, tm_own_label(m, (size_t)m->root_label),
                     tm_own_label(m, (size_t)m->any_label), tree);
}
