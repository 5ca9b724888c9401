// SPDX-License-Identifier: MIT
// The labels of the trees that a parser learns from: their indices, where each may stand, and which ones are
// frequent.
#include "transition/train.h"

#include "common/base/mem.h"
#include "common/treebank/tree.h"

// A word before its head gets it by LEFT, but for words that swap places.
void tt_frequent(const tmodel *m, const treebank *t, int *const *label, long joint, bool *frequent[2])
{
    for (int side = 0; side < 2; side++) {
        table count = {0};
        for (size_t l = 0; l < m->labels.n; l++)
            tab_add(&count, tab_name(&m->labels, l));
        for (size_t i = 0; i < t->n; i++)
            for (int d = 1; d <= t->tree[i]->n; d++)
                if ((t->tree[i]->head[d] < d) == side)
                    count.entry[label[i][d]].count++;
        uint32_t *order = tab_order(&count);
        frequent[side] = mem_zero(count.n, sizeof **frequent);
        for (size_t k = 0; k < count.n && k < (size_t)joint; k++)
            frequent[side][order[k]] = count.entry[order[k]].count > 0;
        mem_free(order);
        tab_done(&count);
    }
}

void tt_note_places(const treebank *t, table *seen)
{
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->tree[i]->n; d++) {
            const size_t at = tab_add(seen, t->tree[i]->label[d]);
            seen->entry[at].count |= lp_place(t->tree[i]->head[d]);
        }
}

// seen describes the trees before they became projective: an arc that was lifted to the root and lost its
// mark does not put its label there.
static void place_labels(tmodel *m, const table *seen)
{
    m->seen = mem_alloc(m->labels.n, 1);
    for (size_t l = 0; l < m->labels.n; l++) {
        const size_t at = tab_find(seen, tm_own_label(m, l));
        m->seen[l] = at == TAB_NONE ? LP_ANYWHERE : (uint8_t)seen->entry[at].count;
    }
    lp_settle(m->seen, m->labels.n);
}

// The most frequent label that may be below this head.
static int most_frequent(const tmodel *m, const table *count, int head)
{
    uint32_t *order = tab_order(count);
    size_t i = 0, label;
    while (!lp_allowed(m->seen, (int)(label = tab_find(&m->labels, tab_name(count, order[i]))), head))
        i++;
    mem_free(order);
    return (int)label;
}

int **tt_index_labels(tmodel *m, const treebank *t, const table *seen)
{
    table roots = {0};
    int **label = mem_alloc(t->n, sizeof *label);
    for (size_t i = 0; i < t->n; i++) {
        const copse_tree *tree = t->tree[i];
        label[i] = mem_alloc((size_t)tree->n + 1, sizeof **label);
        for (int d = 1; d <= tree->n; d++) {
            label[i][d] = (int)tab_count(&m->labels, tree->label[d], 1);
            if (tree->head[d] == 0)
                tab_count(&roots, tree->label[d], 1);
        }
    }
    place_labels(m, seen);
    m->any_label = most_frequent(m, &m->labels, 1);
    m->root_label = most_frequent(m, &roots, 0);
    tab_done(&roots);
    return label;
}
