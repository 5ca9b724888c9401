// SPDX-License-Identifier: MIT
// Stacking (Nivre & McDonald 2008): features from the trees of guides.
#include "transition/features.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <string.h>

void fm_guides_set(fm_words *w, const feature_model *m, const copse_tree *const *guide, int at)
{
    const size_t width = (size_t)w->n + 1;
    w->guide = mem_grow(w->guide, &w->guide_cap, width * (size_t)m->guides, sizeof *w->guide);
    for (int a = 0; a < m->guides; a++) {
        fm_guide *of = w->guide + (size_t)a * width;
        memset(of, 0, width * sizeof *of);
        of[0].head = CFG_NONE;
        for (int d = 1; d <= w->n; d++) {
            const copse_str label = guide[a]->label[at + d];
            const int g = guide[a]->head[at + d], h = g ? g - at : 0;
            const bool here = g == 0 || (h >= 1 && h <= w->n);
            of[d].head = here ? h : CFG_NONE;
            of[d].label = hash_bytes(label.s, label.len);
            of[d].sure = (uint64_t)tree_score_bin(guide[a], at + d);
            if (!here) // in another piece of a long sentence
                continue;
            of[h].first = of[h].first ? of[h].first : d;
            of[h].last = d;
        }
    }
}

int fm_advised_head(const fm_guide *a, int node)
{
    return a[node].head;
}

// Before, at, after.
static uint64_t side(int word, int of)
{
    return word < of ? 1 : word == of ? 2 : 3;
}

uint64_t fm_advised_value(const fm_term *t, const fm_guide *a, const int *node, uint64_t nil)
{
    const int x = node[t->address];
    if (t->attribute == FM_ADVISED_LABEL)
        return a[x].label;
    if (t->attribute == FM_ADVISED_SURE)
        return a[x].sure;
    const int y = node[t->other];
    if (y == CFG_NONE)
        return nil;
    switch (t->attribute) {
    case FM_ADVISED_ARC:
        return a[y].head == x ? 1 : a[x].head == y ? 2 : 3;
    case FM_ADVISED_SIDE:
        return a[x].head <= 0 ? 4 : side(a[x].head, y);
    case FM_ADVISED_FIRST:
        return a[x].first ? side(a[x].first, y) : 4;
    default:
        return a[x].last ? side(a[x].last, y) : 4;
    }
}
