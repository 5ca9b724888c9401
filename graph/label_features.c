// SPDX-License-Identifier: MIT
// Features of labels: both ends of the arc with their morphology, the words around, the siblings, the
// dependents of the dependent, the head's head. (MSTParser's labeller sees less and loses most of what its
// heads gain.)
#include "graph/features.h"
#include "graph/key.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 6 };

void gf_context_set(gf_context *c, const int *head, int n)
{
    int **array[] = {&c->first, &c->next, &c->before, &c->left, &c->right};
    for (int i = 0; i < 5; i++) {
        *array[i] = mem_grow(*array[i], &c->cap[i], (size_t)n + 1, sizeof **array[i]);
        memset(*array[i], 0, ((size_t)n + 1) * sizeof **array[i]);
    }
    c->head = head;
    for (int d = n; d >= 1; d--) {
        int h = head[d];
        c->next[d] = c->first[h];
        if (c->first[h])
            c->before[c->first[h]] = d;
        c->first[h] = d;
        h < d ? c->right[h]++ : c->left[h]++;
    }
}

void gf_context_order(gf_context *c, int n)
{
    const size_t nodes = (size_t)n + 1;
    c->order = mem_grow(c->order, &c->cap[5], nodes, sizeof *c->order);
    c->behind = mem_grow(c->behind, &c->cap[6], nodes, sizeof *c->behind);
    memset(c->order, 0, nodes * sizeof *c->order);
    memset(c->behind, 0, nodes * sizeof *c->behind);
    int place = 1;
    for (int word = c->first[0]; word;) {
        c->order[word] = place++;
        if (c->first[word]) {
            word = c->first[word];
            continue;
        }
        for (; word && !c->next[word]; word = c->head[word])
            c->behind[word] = place;
        c->behind[word] = place;
        word = word ? c->next[word] : 0;
    }
    c->behind[0] = place;
}

void gf_context_done(gf_context *c)
{
    mem_free(c->first);
    mem_free(c->next);
    mem_free(c->before);
    mem_free(c->left);
    mem_free(c->right);
    mem_free(c->order);
    mem_free(c->behind);
    memset(c, 0, sizeof *c);
}

size_t gfc_label_own(const gf_words *w, int d, bool right, uint32_t *key)
{
    const gf_word *dw = &w->word[d + 1];
    const uint64_t side = right * GK_RIGHT, dp = V(dw, POS, 3), dc = V(dw, COARSE, 3);
    size_t n = 0;
    KEY(400, 0);
    KEY(401, dp + side);
    KEY(402, V(dw, FORM, 3) + side);
    KEY(403, V(dw, LEMMA, 3) + dc + side);
    KEY(404, V(dw, FEATS, 3) + dp);
    KEY(405, V(dw, SUFFIX, 3) + side);
    KEY(411, V(dw - 1, POS, 1) + dp);
    KEY(412, V(dw + 1, POS, 1) + dp);
    KEY(413, V(dw - 1, POS, 1) + V(dw + 1, POS, 2) + dp);
    KEY(414, V(dw - 1, FORM, 1) + dc);
    KEY(415, V(dw + 1, FORM, 1) + dc);
    for (uint32_t j = 0; j < dw->items_n; j++)
        KEY(420, w->item[dw->items + j].pair * gk_factor[4] + dc);
    return n;
}

size_t gfc_label_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t *head = w->head + (size_t)h * GF_PAIRS, *dep = w->dep + (size_t)d * GF_PAIRS;
    const uint64_t side = (h < d) * GK_RIGHT;
    const uint64_t bin = (uint64_t)(gf_bin(h < d ? d - h : h - d) + 1) * GK_BIN;
    const uint64_t hp = V(hw, POS, 0), dp = V(dw, POS, 3), hc = V(hw, COARSE, 0), dc = V(dw, COARSE, 3);
    size_t n = 0;
    for (int t = 0; t < GF_PAIRS; t++)
        key[n++] = gk_stir(head[t] + dep[t] + side);
    KEY(406, hp + side);
    KEY(407, V(hw, LEMMA, 0) + side);
    KEY(408, V(hw, FEATS, 0) + dp);
    KEY(409, hp + dp + side + bin);
    KEY(410, hc + dc + side + bin);
    KEY(416, hc + V(dw, FORM, 3) + side);
    KEY(417, V(dw, CASE, 4) + V(dw, COARSE, 3) + hc + side);
    for (uint32_t j = 0; j < dw->items_n; j++) {
        uint64_t x = w->item[dw->items + j].pair * gk_factor[4];
        KEY(421, x + hp + dc + side);
        KEY(422, x + V(hw, LEMMA, 0));
    }
    for (uint32_t i = 0; i < hw->items_n; i++) {
        const gf_item *a = &w->item[hw->items + i];
        KEY(423, a->pair * gk_factor[1] + hc + dp + side);
        for (uint32_t j = 0; j < dw->items_n; j++) {
            const gf_item *b = &w->item[dw->items + j];
            if (a->name == b->name)
                KEY(424, (a->pair == b->pair ? gk_factor[5] : gk_factor[6]) + a->name + hc + dc);
        }
    }
    return w->guides ? n + gf_guide_label(w, h, d, key + n) : n;
}

static uint64_t few(int count)
{
    return (uint64_t)(count < 4 ? count : 4) + 1;
}

// The dependents of d: function words among them often decide its label.
static size_t below(const gf_words *w, const gf_context *c, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[c->head[d] + 1], *dw = &w->word[d + 1];
    const uint64_t dc = V(dw, COARSE, 3), hc = V(hw, COARSE, 0);
    size_t n = 0;
    int count = 0;
    for (int g = c->first[d]; g && count < MOST_CHILDREN; g = c->next[g], count++) {
        const gf_word *gw = &w->word[g + 1];
        uint64_t side = (g < d) * GK_BIN;
        KEY(450, V(gw, POS, 1) + dc + side);
        KEY(451, V(gw, LEMMA, 1) + dc + side);
        KEY(452, V(gw, LEMMA, 1) + dc + hc + (c->head[d] < d) * GK_RIGHT);
        KEY(453, V(gw, CASE, 1) + V(gw, COARSE, 2) + dc + hc);
        KEY(454, V(gw, LEMMA, 1) + V(hw, LEMMA, 0));
        KEY(455, V(gw, FEATS, 1) + V(gw, COARSE, 2) + dc);
    }
    uint64_t counts = few(c->left[d]) * gk_factor[6] + few(c->right[d]) * gk_factor[7];
    KEY(456, counts + V(dw, POS, 3));
    KEY(457, counts + dc + hc);
    return n;
}

size_t gfc_label_context(const gf_words *w, const gf_context *c, int d, uint32_t *key)
{
    const int h = c->head[d], s = c->before[d], t = c->next[d], up = h ? c->head[h] : -1;
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1], *none = &w->word[0];
    const gf_word *sw = s ? &w->word[s + 1] : none, *tw = t ? &w->word[t + 1] : none;
    const gf_word *uw = up >= 0 ? &w->word[up + 1] : none;
    const uint64_t hp = V(hw, POS, 0), dp = V(dw, POS, 3), hc = V(hw, COARSE, 0), dc = V(dw, COARSE, 3);
    const uint64_t side = (h < d) * GK_RIGHT;
    size_t n = below(w, c, d, key);
    KEY(460, V(sw, POS, 1) + hp + dp + side);
    KEY(461, V(tw, POS, 1) + hp + dp + side);
    KEY(462, V(sw, COARSE, 1) + V(tw, COARSE, 2) + hc + dc + side);
    KEY(463, V(sw, CASE, 1) + V(sw, COARSE, 2) + V(dw, CASE, 4) + hc);
    KEY(464, V(tw, CASE, 1) + V(tw, COARSE, 2) + V(dw, CASE, 4) + hc);
    KEY(465, V(uw, POS, 1) + hp + dp);
    KEY(466, V(uw, COARSE, 1) + V(dw, LEMMA, 3) + hc);
    KEY(467, V(uw, COARSE, 1) + (up < h) * GK_BIN + hc + dc + side);
    KEY(468, V(sw, LEMMA, 1) + dc + hc);
    KEY(469, V(tw, LEMMA, 1) + dc + hc);
    uint64_t counts = few(c->left[h]) * gk_factor[6] + few(c->right[h]) * gk_factor[7];
    KEY(470, counts + hc + dp + side);
    KEY(471, (s == 0) * gk_factor[6] + (t == 0) * gk_factor[7] + hp + dp + side);
    KEY(472, (s == 0) * gk_factor[6] + (t == 0) * gk_factor[7] + hc + V(dw, CASE, 4) + side);
    int first = c->first[h];
    for (int count = 0; first && count < MOST_CHILDREN; first = c->next[first], count++)
        if (first != d) {
            const gf_word *g = &w->word[first + 1];
            KEY(473, V(g, COARSE, 1) + V(g, CASE, 2) + hc + dp + (first < d) * GK_BIN + V(dw, CASE, 4));
            KEY(474, V(g, LEMMA, 1) + hc + dp + (first < d) * GK_BIN);
        }
    return n;
}

// Head, sibling and dependent: the label of an arc after what hangs on the same head.
size_t gfc_label_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *sw = s == h ? &w->word[0] : &w->word[s + 1], *dw = &w->word[d + 1];
    const uint64_t side = (h < d) * GK_RIGHT, hp = V(hw, POS, 0), sp = V(sw, POS, 2), dp = V(dw, POS, 3);
    size_t n = 0;
    KEY(480, hp + sp + dp + side);
    KEY(481, sp + dp + side);
    KEY(482, V(sw, LEMMA, 2) + V(dw, LEMMA, 3));
    KEY(483, V(sw, LEMMA, 2) + dp + side);
    KEY(484, sp + V(dw, LEMMA, 3) + side);
    KEY(485, V(hw, COARSE, 0) + V(sw, CASE, 2) + V(sw, COARSE, 1) + V(dw, CASE, 4) + side);
    KEY(486, V(hw, LEMMA, 0) + sp + dp + side);
    return n;
}

size_t gfc_label_pair(const gf_words *w, int h, int s, int d, int previous, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *sw = s ? &w->word[s + 1] : &w->word[0], *dw = &w->word[d + 1];
    const uint64_t label = (uint64_t)(previous + 2) * gk_factor[5];
    const uint64_t where = (uint64_t)(1 + (s < h) + (d < h)) * GK_BIN;
    size_t n = 0;
    KEY(490, label + where);
    KEY(491, label + where + V(hw, COARSE, 0));
    KEY(492, label + where + V(dw, COARSE, 3));
    KEY(493, label + where + V(hw, COARSE, 0) + V(dw, POS, 3));
    KEY(494, label + V(hw, LEMMA, 0));
    KEY(495, label + V(dw, CASE, 4) + V(hw, COARSE, 0));
    KEY(496, label + V(sw, COARSE, 1) + V(dw, COARSE, 3));
    KEY(497, label + V(dw, FORM, 3));
    return n;
}
