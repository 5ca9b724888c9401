// SPDX-License-Identifier: MIT
// Where labels occur in a treebank, and whether parsed trees use them only there.
#ifndef COPSE_TESTS_PLACES_H
#define COPSE_TESTS_PLACES_H

#include "common/base/table.h"
#include "common/treebank/label_places.h"
#include "common/treebank/tree.h"
#include "common/treebank/treebank.h"

// The first sentence has two root words and an arc that crosses one of them. The label list occurs in both
// places.
static const char PLACES[] = "1\twhat\t_\tPRON\tW\t_\t4\tobj\t_\t_\n"
                             "2\tsay\t_\tVERB\tV\t_\t0\tpred\t_\t_\n"
                             "3\tyou\t_\tPRON\tR\t_\t4\tnsubj\t_\t_\n"
                             "4\tsaw\t_\tVERB\tV\t_\t2\tlist\t_\t_\n"
                             "5\t?\t_\tPUNCT\tP\t_\t0\tauxk\t_\t_\n\n"
                             "1\tshe\t_\tPRON\tR\t_\t2\tnsubj\t_\t_\n"
                             "2\tsaw\t_\tVERB\tV\t_\t0\tlist\t_\t_\n"
                             "3\tyou\t_\tPRON\tR\t_\t2\tobj\t_\t_\n\n";

// Adds the labels of a treebank; their counts hold flags.
static inline void places_note(table *places, const treebank *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->tree[i]->n; d++) {
            const size_t at = tab_add(places, t->tree[i]->label[d]);
            places->entry[at].count |= lp_place(t->tree[i]->head[d]);
        }
}

// Counts the words of a tree whose label does not occur in that place in the treebank.
static inline int places_wrong(const table *places, const copse_tree *tree)
{
    int wrong = 0;
    for (int d = 1; d <= tree->n; d++) {
        const size_t at = tab_find(places, tree->label[d]);
        wrong += at == TAB_NONE || !(places->entry[at].count & lp_place(tree->head[d]));
    }
    return wrong;
}

#endif
