// SPDX-License-Identifier: MIT
// The trees that a projective system learns from.
#include "transition/train.h"

#include "common/base/mem.h"
#include "common/treebank/pseudo_projective.h"
#include "common/treebank/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Marked labels seen less than RARE times lose their marks; small treebanks have a lower limit, which grows
// by one every RARE_WORDS words.
enum { RARE = 5, RARE_WORDS = 8000 };

// Makes a tree projective, with marks on its labels unless mode is negative.
static int project(const copse_sentence *sentence, copse_tree *tree, int mode, copse_error *err)
{
    if (mode >= 0) {
        int code = copse_tree_projectivize(tree, (copse_pproj)mode, err);
        for (int w = 1; code < 0 && w <= tree->n && !err->line; w++)
            if (pproj_bare(tree->label[w]) < tree->label[w].len) {
                err->line = sen_line(sentence, w);
                snprintf(err->file, sizeof err->file, "%s", sentence->file);
            }
        return code;
    }
    copse_str *label = mem_alloc((size_t)tree->n + 1, sizeof *label);
    for (int w = 1; w <= tree->n; w++) {
        label[w] = tree->label[w];
        tree->label[w] = (copse_str){"", 0};
    }
    int code = copse_tree_projectivize(tree, COPSE_PPROJ_PATH, err);
    memcpy(tree->label + 1, label + 1, (size_t)tree->n * sizeof *label);
    mem_free(label);
    return code;
}

// Makes a tree projective that the system does not derive. Others stay as they are, but no label may look as
// if it were marked.
static int project_for(const tmodel *m, const copse_sentence *sentence, copse_tree *tree, copse_error *err)
{
    if (!m->system->derives || !sys_derives(m->system, tree->head, tree->n))
        return project(sentence, tree, m->pproj, err);
    copse_tree *copy = copse_tree_new();
    tree_copy(copy, tree);
    const int code = project(sentence, copy, m->pproj, err);
    copse_tree_free(copy);
    return code;
}

// A mark that was seen a few times only cannot be learnt: such arcs stay lifted.
static void drop_rare_marks(treebank *t)
{
    const long least = t->words / RARE_WORDS + 1 < RARE ? t->words / RARE_WORDS + 1 : RARE;
    table count = {0};
    for (size_t i = 0; i < t->n; i++)
        for (int w = 1; w <= t->tree[i]->n; w++)
            tab_count(&count, t->tree[i]->label[w], 1);
    for (size_t i = 0; i < t->n; i++)
        for (int w = 1; w <= t->tree[i]->n; w++) {
            copse_str *label = &t->tree[i]->label[w];
            if (count.entry[tab_find(&count, *label)].count < least)
                label->len = pproj_bare(*label);
        }
    tab_done(&count);
}

// The non-projective arcs of trees that the system does not derive.
static long arcs_to_lift(const tmodel *m, const treebank *t)
{
    long arcs = 0;
    if (!m->system->derives)
        return m->system->projective ? t->nonprojective_arcs : 0;
    for (size_t i = 0; i < t->n; i++)
        if (!sys_derives(m->system, t->tree[i]->head, t->tree[i]->n))
            arcs += tree_nonprojective(t->tree[i]->head, t->tree[i]->n, NULL);
    return arcs;
}

int tt_project(tmodel *m, treebank *t, int wanted, copse_error *err)
{
    const long arcs = arcs_to_lift(m, t);
    m->pproj = wanted == TOPT_SKIP ? -1 : wanted - TOPT_HEAD; // TOPT_LIFT becomes -1
    if (wanted == OPT_AUTO_CHOICE)
        m->pproj = arcs * 1000 >= t->words ? COPSE_PPROJ_HEAD : -1;
    if (arcs == 0)
        m->pproj = -1; // labels have no marks, whatever they look like
    if (arcs == 0 || wanted == TOPT_SKIP)
        return 0;
    for (size_t i = 0; i < t->n; i++) {
        int code = project_for(m, t->sentence[i], t->tree[i], err);
        if (code < 0)
            return code;
    }
    if (m->pproj >= 0)
        drop_rare_marks(t);
    return 0;
}

int tt_project_like(const tmodel *m, treebank *t, copse_error *err)
{
    if (!m->system->projective)
        return 0;
    for (size_t i = 0; i < t->n; i++) {
        copse_tree *tree = t->tree[i];
        const int code = project(t->sentence[i], tree, m->pproj, err);
        if (code < 0)
            return code;
        for (int w = 1; w <= tree->n; w++)
            if (m->pproj >= 0 && tab_find(&m->labels, tree->label[w]) == TAB_NONE)
                tree->label[w].len = pproj_bare(tree->label[w]);
    }
    return 0;
}
