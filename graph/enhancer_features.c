// SPDX-License-Identifier: MIT
// Features of an arc of the graph: its words, the path between them in the tree, the labels around them.
#include "graph/enhancer.h"
#include "graph/key.h"

enum { MOST_CHILDREN = 8 };

static const gf_word *word_at(const ge_tree *t, int node)
{
    return &t->words.word[node + 1]; // -1: the word before the first
}

// Which suffixes a label of an arc into d could have.
static uint64_t suffixes(const ge_tree *t, int d)
{
    uint64_t mask = 1;
    for (int i = 1; i < GE_RELATIVE; i++)
        mask |= (uint64_t)(t->suffix[d][i].s != NULL) << i;
    return mask;
}

// An arc of the tree: is it in the graph, and how is its label made?
static size_t primary(const ge_tree *t, int d, uint32_t *key)
{
    const int h = t->head[d], up = h ? t->head[h] : -1;
    const gf_word *hw = word_at(t, h), *dw = word_at(t, d);
    const uint64_t own = t->full[d] * gk_factor[5], above = t->full[h] * gk_factor[6];
    const uint64_t higher = (up > 0 ? t->full[up] : 1) * gk_factor[7];
    const uint64_t base = t->base[d] * gk_factor[5], mask = suffixes(t, d) * gk_factor[7];
    const uint64_t side = (h < d) * GK_RIGHT, dp = V(dw, POS, 3), hp = V(hw, POS, 0);
    size_t n = 0;
    KEY(800, own);
    KEY(801, own + dp);
    KEY(802, own + hp);
    KEY(803, own + V(dw, LEMMA, 3));
    KEY(804, own + above);
    KEY(805, own + above + V(dw, LEMMA, 3));
    KEY(806, own + above + dp + hp);
    KEY(807, own + V(dw, FEATS, 3));
    KEY(808, own + V(dw, CASE, 3));
    KEY(809, own + V(hw, LEMMA, 0));
    KEY(810, own + above + side + V(dw, FORM, 3));
    KEY(811, own + above + higher);
    KEY(812, own + mask);
    KEY(813, own + mask + dp);
    KEY(814, own + mask + above);
    KEY(815, own + mask + V(dw, FEATS, 3));
    KEY(816, own + t->below[d] * gk_factor[7]);
    KEY(817, own + above + t->below[h] * gk_factor[7]);
    KEY(818, own + above + higher + V(dw, LEMMA, 3) + side);
    KEY(819, own + mask + V(dw, LEMMA, 3));
    int count = 0;
    for (int c = t->context.first[d]; c && count < MOST_CHILDREN; c = t->context.next[c], count++) {
        const uint64_t label = t->full[c] * gk_factor[2];
        KEY(820, base + label);
        KEY(821, base + label + V(word_at(t, c), LEMMA, 1));
        KEY(822, own + label + (c < d) * GK_RIGHT);
        KEY(823, own + label + V(word_at(t, c), FORM, 1) + mask);
    }
    for (uint32_t j = 0; j < dw->items_n; j++)
        KEY(824, own + t->words.item[dw->items + j].pair * gk_factor[4]);
    return n;
}

// The dependents of a node of a path: which ones there are decides what is missing.
static size_t dependents(const ge_tree *t, int node, uint64_t path, int template, uint32_t *key)
{
    size_t n = 0;
    int count = 0;
    if (node < 0)
        return 0;
    for (int c = t->context.first[node]; c && count < MOST_CHILDREN; c = t->context.next[c], count++) {
        const uint64_t label = t->full[c] * gk_factor[2];
        KEY(template, path + label);
        KEY(template + 1, path + label + V(word_at(t, c), LEMMA, 1));
    }
    return n;
}

static size_t items(const ge_tree *t, int node, uint64_t path, int template, uint32_t *key)
{
    const gf_word *w = word_at(t, node);
    size_t n = 0;
    for (uint32_t j = 0; j < w->items_n; j++)
        KEY(template, path + t->words.item[w->items + j].pair * gk_factor[4]);
    return n;
}

static size_t words(const ge_tree *t, const ge_candidate *c, uint64_t path, uint32_t *key)
{
    const int h = c->head, d = c->dep, m = c->near;
    const gf_word *hw = word_at(t, h), *dw = word_at(t, d), *mw = word_at(t, m), *fw = word_at(t, c->far);
    const uint64_t hp = V(hw, POS, 0), dp = V(dw, POS, 3), mp = V(mw, POS, 1);
    const uint64_t right = (h < d) * GK_RIGHT;
    const uint64_t bin = (uint64_t)(gf_bin(h < d ? d - h : h - d) + 1) * GK_BIN;
    const uint64_t order = (uint64_t)(1 + (h < d) + 2 * (m < d) + 4 * (m < h)) * GK_BIN;
    size_t n = 0;
    KEY(853, path + hp + dp);
    KEY(854, path + hp + mp + dp);
    KEY(855, path + V(hw, LEMMA, 0) + right);
    KEY(856, path + V(dw, LEMMA, 3) + right);
    KEY(857, path + V(mw, LEMMA, 1));
    KEY(858, path + V(mw, LEMMA, 1) + hp + dp);
    KEY(859, path + V(hw, FEATS, 0) + hp);
    KEY(860, path + V(dw, FEATS, 3) + dp);
    KEY(861, path + bin + right);
    KEY(862, path + V(mw, LEMMA, 1) + V(hw, LEMMA, 0));
    KEY(863, path + order);
    KEY(864, path + order + hp + dp);
    KEY(865, path + V(fw, LEMMA, 1) + hp);
    KEY(866, path + V(mw, FEATS, 1) + V(hw, FEATS, 0));
    KEY(867, path + V(hw, LEMMA, 0) + V(dw, POS, 3));
    KEY(868, path + V(dw, LEMMA, 3) + V(hw, POS, 0));
    return n;
}

// A secondary arc.
static size_t secondary(const ge_tree *t, const ge_candidate *c, uint32_t *key)
{
    const int h = c->head, d = c->dep, m = c->near, r = t->relative[h];
    const uint64_t path = c->path * gk_factor[5], full = c->full * gk_factor[5];
    const uint64_t hb = t->below[h] * gk_factor[6], mb = (m >= 0 ? t->below[m] : 0) * gk_factor[7];
    const uint64_t db = t->below[d] * gk_factor[2];
    size_t n = 0;
    KEY(850, path);
    KEY(851, full);
    KEY(852, full + (h < d) * GK_RIGHT);
    n += words(t, c, path, key + n);
    KEY(870, path + hb);
    KEY(871, path + hb + mb);
    KEY(872, path + db);
    KEY(873, path + hb + (h < d) * GK_RIGHT + V(word_at(t, h), POS, 0));
    KEY(874, full + hb);
    KEY(875, path + suffixes(t, d) * gk_factor[6]);
    KEY(876, path + (c->top > 0 ? t->full[c->top] : 1) * gk_factor[6]);
    KEY(877, path + (r ? t->base[r] : 1) * gk_factor[6]);
    KEY(878, path + (r ? t->base[r] : 1) * gk_factor[6] + V(word_at(t, r), LEMMA, 1));
    KEY(879, path + (r && t->head[r] == h ? 2 : 1) * gk_factor[6] + hb);
    KEY(880, path + suffixes(t, d) * gk_factor[6] + (m >= 0 ? suffixes(t, m) : 0) * gk_factor[7]);
    n += dependents(t, h, path, 882, key + n);
    n += dependents(t, m, path, 884, key + n);
    n += dependents(t, d, path, 886, key + n);
    n += items(t, h, path, 888, key + n);
    n += items(t, d, path, 889, key + n);
    return n;
}

size_t ge_features(const ge_tree *t, const ge_candidate *c, uint32_t *key)
{
    return c->path ? secondary(t, c, key) : primary(t, c->dep, key);
}
