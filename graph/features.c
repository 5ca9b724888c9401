// SPDX-License-Identifier: MIT
// Extraction: the keys of ends, pairs, siblings and grandparents. Features of the words between two words,
// and of single morphological items, cannot be split into halves and are computed here.
#include "graph/features.h"
#include "graph/key.h"

int gf_bin(int distance)
{
    static const int8_t bin[] = {0, 0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6};
    return distance < 16 ? bin[distance] : distance < 26 ? 7 : 8;
}

size_t gfc_end(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key)
{
    const uint64_t *half = w->end + (size_t)word * GF_ENDS;
    uint64_t add = as_head * gk_factor[7] + right * GK_RIGHT;
    size_t n = 0;
    for (int t = 0; t < GF_ENDS; t++) {
        n = gk_two(half[t] + add, bin, key, n);
    }
    return n;
}

static size_t between(const gf_words *w, int h, int d, uint64_t add, uint32_t *key)
{
    int low = h < d ? h : d, high = h < d ? d : h;
    uint64_t bits = 0;
    size_t n = 0;
    const uint64_t hp = w->word[h + 1].v[GF_POS] * gk_factor[0], dp = w->word[d + 1].v[GF_POS] * gk_factor[3];
    const uint64_t hc = w->word[h + 1].v[GF_COARSE] * gk_factor[0],
                   dc = w->word[d + 1].v[GF_COARSE] * gk_factor[3];
    for (int i = low + 1; i < high; i++)
        bits |= w->word[i + 1].bit;
    for (; bits; bits &= bits - 1) {
        uint64_t b = w->coarse[__builtin_ctzll(bits)] * gk_factor[1];
        key[n++] = gk_stir(hp + dp + b + add + 300 * GK_TEMPLATE);
        key[n++] = gk_stir(dp + b + add + 301 * GK_TEMPLATE);
    }
    uint32_t verbs = w->verbs[high] - w->verbs[low + 1], puncts = w->puncts[high] - w->puncts[low + 1],
             conjs = w->conjs[high] - w->conjs[low + 1];
    uint64_t v = (verbs < 3 ? verbs : 3) * gk_factor[4], p = (puncts < 4 ? puncts : 4) * gk_factor[5],
             c = (conjs < 2 ? conjs : 2) * gk_factor[6];
    key[n++] = gk_stir(hp + dp + v + add + 302 * GK_TEMPLATE);
    key[n++] = gk_stir(hp + dp + p + add + 303 * GK_TEMPLATE);
    key[n++] = gk_stir(hp + dp + c + add + 304 * GK_TEMPLATE);
    key[n++] = gk_stir(hc + dc + v + p + c + add + 305 * GK_TEMPLATE);
    return n;
}

static size_t morphology(const gf_words *w, int h, int d, uint64_t add, int bin, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const gf_item *hi = w->item + hw->items, *di = w->item + dw->items;
    const uint64_t hp = hw->v[GF_POS] * gk_factor[0] + add, dp = dw->v[GF_POS] * gk_factor[3] + add;
    const uint64_t both = hw->v[GF_COARSE] * gk_factor[0] + dw->v[GF_COARSE] * gk_factor[3] + add;
    size_t n = 0;
    for (uint32_t j = 0; j < dw->items_n; j++) {
        uint64_t x = hp + di[j].pair * gk_factor[4] + 310 * GK_TEMPLATE;
        n = gk_two(x, bin, key, n);
    }
    for (uint32_t i = 0; i < hw->items_n; i++) {
        uint64_t x = dp + hi[i].pair * gk_factor[1] + 311 * GK_TEMPLATE;
        n = gk_two(x, bin, key, n);
        for (uint32_t j = 0; j < dw->items_n; j++) {
            key[n++] =
                gk_stir(both + hi[i].pair * gk_factor[1] + di[j].pair * gk_factor[4] + 312 * GK_TEMPLATE);
            if (hi[i].name == di[j].name) {
                uint64_t same = hi[i].pair == di[j].pair ? gk_factor[5] : gk_factor[6];
                key[n++] = gk_stir(hp - add + dp + same + hi[i].name + 313 * GK_TEMPLATE);
            }
        }
    }
    return n;
}

size_t gf_cheap(const gf_words *w, int h, int d, uint32_t *key)
{
    const uint64_t *head = w->head + (size_t)h * GF_PAIRS, *dep = w->dep + (size_t)d * GF_PAIRS;
    const bool right = h < d;
    const int low = right ? h : d, high = right ? d : h;
    const uint64_t add = right * GK_RIGHT + (uint64_t)(gf_bin(high - low) + 1) * GK_BIN;
    const uint64_t v = gf_few(w->verbs[high] - w->verbs[low + 1], 2),
                   p = gf_few(w->puncts[high] - w->puncts[low + 1], 2);
    size_t n = 0;
    for (int t = 0; t < GF_CHEAP; t++)
        key[n++] = gk_stir(head[t] + dep[t] + add);
    key[n++] = gk_stir(head[0] + dep[0] + right * GK_RIGHT);
    key[n++] = gk_stir(head[1] + dep[1] + right * GK_RIGHT + (3 * v + p + 1) * gk_factor[6]);
    return n;
}

// What both extractions of a pair have in common.
static size_t surroundings(const gf_words *w, int h, int d, int bin, uint32_t *key)
{
    const uint64_t add = (h < d) * GK_RIGHT;
    size_t n = between(w, h, d, add, key);
    n += morphology(w, h, d, add, bin, key + n);
    return w->guides ? n + gf_guide_arc(w, h, d, key + n) : n;
}

size_t gfc_pair(const gf_words *w, int h, int d, uint32_t *key)
{
    const uint64_t *head = w->head + (size_t)h * GF_PAIRS, *dep = w->dep + (size_t)d * GF_PAIRS;
    const bool right = h < d;
    const int bin = gf_bin(right ? d - h : h - d);
    size_t n = 0;
    for (int t = 0; t < GF_PAIRS; t++)
        n = gk_two(head[t] + dep[t] + right * GK_RIGHT, bin, key, n);
    return n + surroundings(w, h, d, bin, key + n);
}

size_t gfc_pair_plain(const gf_words *w, int h, int d, uint32_t *key)
{
    static const uint8_t which[] = {0, 1, 4, 5, 6, 7, 8, 9, 10, 16, 17, 18, 19, 25}; // see templates.c
    const uint64_t *head = w->head + (size_t)h * GF_PAIRS, *dep = w->dep + (size_t)d * GF_PAIRS;
    const bool right = h < d;
    const int bin = gf_bin(right ? d - h : h - d);
    size_t n = 0;
    for (size_t i = 0; i < sizeof which; i++)
        n = gk_two(head[which[i]] + dep[which[i]] + right * GK_RIGHT, bin, key, n);
    return n + surroundings(w, h, d, bin, key + n);
}

static uint64_t label_of(const gf_words *w, int h, int d)
{
    return (uint64_t)w->label[(size_t)d * ((size_t)w->n + 1) + (size_t)h] + 1;
}

// The labels of h→s and h→d: a verb has one subject, an object comes after it.
static size_t sibling_labels(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const bool none = s == h;
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t side = (h < d) * GK_RIGHT, sp = none ? 0 : V(&w->word[s + 1], POS, 2);
    const uint64_t of_s = (none ? UINT16_MAX : label_of(w, h, s)) * gk_factor[6] + side;
    const uint64_t both = of_s + label_of(w, h, d) * gk_factor[5];
    size_t n = 0;
    KEY(701, both);
    KEY(702, both + V(hw, POS, 0));
    KEY(703, both + V(hw, LEMMA, 0));
    KEY(704, both + sp + V(dw, POS, 3));
    KEY(705, of_s + V(hw, POS, 0) + V(dw, POS, 3));
    return n;
}

// The labels of g→h and h→d.
static size_t grand_labels(const gf_words *w, int g, int h, int d, uint64_t add, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t of_h = label_of(w, g, h) * gk_factor[6] + add;
    const uint64_t both = of_h + label_of(w, h, d) * gk_factor[5];
    size_t n = 0;
    KEY(711, both);
    KEY(712, both + V(hw, POS, 0) + V(dw, POS, 3));
    KEY(713, both + V(hw, LEMMA, 0));
    KEY(714, both + V(dw, LEMMA, 3));
    KEY(715, of_h + V(hw, POS, 0) + V(dw, POS, 3));
    return n;
}

size_t gfc_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const bool right = h < d, none = s == h;
    const uint64_t *head = w->sib[0] + (size_t)h * GF_SIBLINGS, *dep = w->sib[2] + (size_t)d * GF_SIBLINGS,
                   *sib = w->sib[1] + (size_t)(none ? w->n + 1 : s) * GF_SIBLINGS;
    const uint64_t add = right * GK_RIGHT;
    const int bin = gf_bin(s < d ? d - s : s - d);
    size_t n = 0;
    for (int t = 0; t < 3; t++)
        n = gk_two(head[t] + sib[t] + dep[t] + add, bin, key, n);
    for (int t = 3; t < GF_SIBLINGS; t++)
        key[n++] = gk_stir(head[t] + sib[t] + dep[t] + add);
    if (w->guides)
        n += gf_guide_sibling(w, h, s, d, key + n);
    if (w->label)
        n += sibling_labels(w, h, s, d, key + n);
    if (none)
        return n;
    const gf_word *hw = &w->word[h + 1], *sw = &w->word[s + 1], *dw = &w->word[d + 1];
    uint64_t x = hw->v[GF_POS] * gk_factor[0] + add + 320 * GK_TEMPLATE;
    for (uint32_t i = 0; i < sw->items_n; i++)
        for (uint32_t j = 0; j < dw->items_n; j++) {
            const gf_item *a = &w->item[sw->items + i], *b = &w->item[dw->items + j];
            if (a->name == b->name)
                key[n++] = gk_stir(x + a->pair * gk_factor[2] + b->pair * gk_factor[4]);
        }
    return n;
}

size_t gfc_grand(const gf_words *w, int g, int h, int d, uint32_t *key)
{
    const uint64_t *grand = w->grand[0] + (size_t)g * GF_GRANDS, *head = w->grand[1] + (size_t)h * GF_GRANDS,
                   *dep = w->grand[2] + (size_t)d * GF_GRANDS;
    const uint64_t add = (h < d) * GK_RIGHT + (uint64_t)((g < h) + 2 * (g < d)) * gk_factor[6];
    const int bin = gf_bin(g < d ? d - g : g - d);
    size_t n = 0;
    for (int t = 0; t < 2; t++)
        n = gk_two(grand[t] + head[t] + dep[t] + add, bin, key, n);
    for (int t = 2; t < GF_GRANDS; t++)
        key[n++] = gk_stir(grand[t] + head[t] + dep[t] + add);
    return w->label ? n + grand_labels(w, g, h, d, add, key + n) : n;
}
