// SPDX-License-Identifier: MIT
// Labels in the sets mst and mst-morph: the features that McDonald et al. 2007 list in sections 7.3 and 8.2.
// The paper joins "various" of them without saying which; here most stand alone, with the direction, and with
// the tag of the dependent or of both ends.
#include "graph/set_mst.h"

#include "graph/key.h"

// Numbers of templates, a block for each kind of feature.
enum {
    DEP = 900,
    HEAD = 915,
    EDGE = 930,
    BEFORE = 950,
    AFTER = 965,
    TREE = 980,
    PAIR = 1000,
    SIBLING = 1010
};
enum { AFFIXES = 2 };

// Form, tag, prefixes, suffixes and morphology of a word, each with add: 7 features and the items.
static size_t identity(const gf_words *w, int word, int number, uint64_t add, uint32_t *key)
{
    const gf_word *x = &w->word[word + 1];
    const gfm_word *own = gfm_own(w, word);
    size_t n = 0;
    KEY(number, V(x, FORM, 0) + add);
    KEY(number + 1, V(x, POS, 0) + add);
    KEY(number + 2, V(x, FORM, 0) + V(x, POS, 1) + add);
    for (int i = 0; i < AFFIXES; i++) {
        KEY(number + 3 + i, own->prefix[i] * gk_factor[0] + add);
        KEY(number + 5 + i, own->suffix[i] * gk_factor[0] + add);
    }
    for (uint32_t i = 0; i < x->items_n; i++)
        KEY(number + 7, w->item[x->items + i].pair * gk_factor[0] + add);
    return n;
}

// The items of FEATS that two words share, each with add.
static size_t shared_items(const gf_words *w, int a, int b, int number, uint64_t add, uint32_t *key)
{
    const gf_word *x = &w->word[a + 1], *y = &w->word[b + 1];
    size_t n = 0;
    for (uint32_t i = 0; i < x->items_n; i++)
        for (uint32_t j = 0; j < y->items_n; j++)
            if (w->item[x->items + i].pair == w->item[y->items + j].pair)
                KEY(number, w->item[x->items + i].name * gk_factor[0] + add);
    return n;
}

size_t gfm_label_own(const gf_words *w, int d, bool right, uint32_t *key)
{
    const uint64_t side = right * GK_RIGHT, dp = V(&w->word[d + 1], POS, 4);
    size_t n = 0;
    KEY(DEP + 8, 0);
    KEY(DEP + 9, side);
    KEY(DEP + 10, (1 + (uint64_t)(d == 1) + 2 * (uint64_t)(d == w->n)) * gk_factor[5] + dp);
    n += identity(w, d, DEP, side, key + n);
    return n;
}

// Do the two ends share a prefix or a suffix?
static uint64_t likeness(const gf_words *w, int h, int d)
{
    const gfm_word *a = gfm_own(w, h), *b = gfm_own(w, d);
    uint64_t same = 1;
    for (int i = 0; i < AFFIXES; i++)
        same = 4 * same + 2 * (uint64_t)(a->prefix[i] == b->prefix[i]) +
               (uint64_t)(a->suffix[i] == b->suffix[i]);
    return same;
}

static size_t both_ends(const gf_words *w, int h, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t side = (h < d) * GK_RIGHT, hp = V(hw, POS, 1), dp = V(dw, POS, 4), hf = V(hw, FORM, 0),
                   df = V(dw, FORM, 3);
    size_t n = 0;
    KEY(EDGE, hp + dp + side);
    KEY(EDGE + 1, hf + dp + side);
    KEY(EDGE + 2, hp + df + side);
    KEY(EDGE + 3, hf + df + side);
    KEY(EDGE + 4, likeness(w, h, d) * gk_factor[5]);
    KEY(EDGE + 5, likeness(w, h, d) * gk_factor[5] + hp + dp);
    KEY(EDGE + 6, hp + dp + gfm_own(w, d)->suffix[1] * gk_factor[3] + side);
    for (uint32_t i = 0; i < dw->items_n; i++) {
        KEY(EDGE + 7, w->item[dw->items + i].pair * gk_factor[3] + hp + dp + side);
        KEY(EDGE + 8, w->item[dw->items + i].pair * gk_factor[3] + hf);
    }
    for (uint32_t i = 0; i < hw->items_n; i++)
        KEY(EDGE + 9, w->item[hw->items + i].pair * gk_factor[0] + hp + dp + side);
    n += shared_items(w, h, d, EDGE + 10, 0, key + n);
    n += shared_items(w, h, d, EDGE + 11, hp + dp, key + n);
    return n;
}

size_t gfm_label_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    uint64_t tag[GFM_MOST_BETWEEN];
    const uint64_t side = (h < d) * GK_RIGHT, hp = V(&w->word[h + 1], POS, 1),
                   dp = V(&w->word[d + 1], POS, 4);
    const int tags = gfm_between(w, h, d, tag);
    size_t n = identity(w, h, HEAD, side, key);
    n += identity(w, h, HEAD, dp, key + n);
    n += both_ends(w, h, d, key + n);
    for (int i = 0; i < tags; i++) {
        KEY(EDGE + 12, tag[i] * gk_factor[2] + side);
        KEY(EDGE + 13, tag[i] * gk_factor[2] + hp + dp);
    }
    return w->guides ? n + gf_guide_label(w, h, d, key + n) : n;
}

size_t gfm_label_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *sw = s == h ? &w->word[0] : &w->word[s + 1], *dw = &w->word[d + 1];
    const uint64_t side = (h < d) * GK_RIGHT, sp = V(sw, POS, 5), sf = V(sw, FORM, 2);
    const uint64_t dp = V(dw, POS, 4), df = V(dw, FORM, 3);
    size_t n = 0;
    KEY(SIBLING, V(hw, POS, 1) + sp + dp + side);
    KEY(SIBLING + 1, sp + dp + side);
    KEY(SIBLING + 2, sf + df + side);
    KEY(SIBLING + 3, sf + dp + side);
    KEY(SIBLING + 4, sp + df + side);
    return n;
}

// What stands between the ends: 1 if a word there has another head than h, 2 more if one is not below h.
static uint64_t interruption(const gf_context *c, int h, int d)
{
    const int low = h < d ? h : d, high = h < d ? d : h;
    uint64_t other = 0, outside = 0;
    for (int i = low + 1; i < high; i++) {
        other |= c->head[i] != h;
        outside |= !gf_is_below(c, i, h);
    }
    return other + 2 * outside;
}

static bool tag_is_shared(const gf_words *w, const gf_context *c, int d)
{
    for (int s = c->first[c->head[d]]; s; s = c->next[s])
        if (s != d && w->word[s + 1].v[GF_POS] == w->word[d + 1].v[GF_POS])
            return true;
    return false;
}

// Place among the dependents of the head: 1 the leftmost, 2 the rightmost, 4 nearest to the head on its side.
static uint64_t rank_of(const gf_context *c, int d)
{
    const int h = c->head[d], s = c->before[d], t = c->next[d];
    const bool nearest = h < d ? s < h || s == 0 : t > h || t == 0;
    return 1 + (uint64_t)(s == 0) + 2 * (uint64_t)(t == 0) + 4 * (uint64_t)nearest;
}

size_t gfm_label_context(const gf_words *w, const gf_context *c, int d, uint32_t *key)
{
    const int h = c->head[d], s = c->before[d], t = c->next[d], below = c->left[d] + c->right[d];
    const uint64_t side = (h < d) * GK_RIGHT, hp = V(&w->word[h + 1], POS, 3),
                   dp = V(&w->word[d + 1], POS, 4);
    const uint64_t cut = (1 + interruption(c, h, d)) * gk_factor[5], rank = rank_of(c, d) * gk_factor[5];
    const uint64_t twin = (1 + (uint64_t)tag_is_shared(w, c, d)) * gk_factor[5];
    const uint64_t many = (uint64_t)(1 + (below < 6 ? below : 6)) * gk_factor[5];
    size_t n = 0;
    KEY(TREE, cut + side);
    KEY(TREE + 1, cut + hp + dp + side);
    KEY(TREE + 2, rank + side);
    KEY(TREE + 3, rank + dp + side);
    KEY(TREE + 4, rank + hp + dp + side);
    KEY(TREE + 5, twin + dp);
    KEY(TREE + 6, twin + hp + dp + side);
    KEY(TREE + 7, many + dp);
    KEY(TREE + 8, many + hp + dp);
    KEY(TREE + 9, many);
    if (h > 0)
        n += shared_items(w, c->head[h], d, TREE + 10, dp, key + n);
    n += identity(w, s, BEFORE, dp, key + n); // the root stands for none
    n += identity(w, t, AFTER, dp, key + n);
    KEY(BEFORE + 8, V(&w->word[s + 1], POS, 0) + hp + dp + side);
    KEY(AFTER + 8, V(&w->word[t + 1], POS, 0) + hp + dp + side);
    return n;
}

size_t gfm_label_pair(const gf_words *w, int h, int s, int d, int previous, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *sw = &w->word[s + 1], *dw = &w->word[d + 1];
    const uint64_t label = (uint64_t)(previous + 2) * gk_factor[5];
    const uint64_t sides = (uint64_t)(1 + (s < h) + (d < h)) * GK_BIN;
    size_t n = 0;
    KEY(PAIR, label + sides);
    KEY(PAIR + 1, label + sides + V(hw, POS, 1));
    KEY(PAIR + 2, label + sides + V(dw, POS, 4));
    KEY(PAIR + 3, label + sides + V(hw, POS, 1) + V(dw, POS, 4));
    KEY(PAIR + 4, label + V(sw, POS, 2) + V(dw, POS, 4));
    KEY(PAIR + 5, label + V(hw, FORM, 0));
    KEY(PAIR + 6, label + V(dw, FORM, 3));
    return n;
}
