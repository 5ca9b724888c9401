// SPDX-License-Identifier: MIT
// The sets mst and mst-morph: the features of McDonald, Pereira, Crammer & Lerman 2007.
//
// mst is their Table 1. With h and d for the two ends, w a form, p a tag, b a word between:
//   a) h.w h.p | h.w | h.p | d.w d.p | d.w | d.p
//   b) h.w h.p d.w d.p | h.p d.w d.p | h.w d.w d.p | h.w h.p d.p | h.w h.p d.w | h.w d.w | h.p d.p
//   c) h.p b.p d.p for each different b.p; four tags, those of h and d and of a neighbour of each, and the
//      trigrams that leave out one of the neighbours
//   d) with the sibling s: h.p s.p d.p | s.p d.p | s.w d.w | s.w d.p | s.p d.w
// a) and b) are there again with the first 5 characters of forms that are longer, wherever that makes a
// difference. Every feature has two versions: as it is, and with direction and distance; in d) the distance
// is that of the siblings. The paper does not say how distances are binned: as in the set copse (gf_bin).
//
// mst-morph adds section 8.2: the items of FEATS of the head, those of the dependent, and each pair of them.
#include "graph/set_mst.h"

#include "graph/key.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

extern const gf_set gf_set_mst, gf_set_mst_morph;

// Numbers of templates.
enum { HEAD = 800, DEP = 810, PAIR = 820, PREFIXED = 10, BETWEEN = 840, AROUND = 841, SIBLING = 850 };
enum { OF_HEAD = 860, OF_DEP = 861, OF_BOTH = 862 };
enum { BIGRAMS = 7 };

// Direction and distance: 1 to 2 * GF_BINS.
static uint32_t where(bool right, int bin)
{
    return (uint32_t)(1 + 2 * bin + right);
}

// Both versions of a feature. They share a block of 32 weights.
static size_t two(int number, uint64_t sum, uint32_t place, uint32_t *key, size_t n)
{
    const uint32_t plain = gk_stir(sum + (uint64_t)number * GK_TEMPLATE);
    key[n] = plain;
    key[n + 1] = plain ^ place;
    return n + 2;
}

static void prepare(gf_words *w, const copse_sentence *s)
{
    gfm_word *own = w->own = mem_grow(w->own, &w->own_cap, (size_t)w->n + 1, sizeof *own);
    own[0] = (gfm_word){.is_long = false};
    for (int i = 0; i < 2; i++)
        own[0].prefix[i] = own[0].suffix[i] = w->word[1].v[GF_FORM];
    for (int d = 1; d <= w->n; d++) {
        const gf_word *word = &w->word[d + 1];
        const copse_str form = sen_column(s, d, COPSE_FORM);
        own[d].is_long = word->v[GF_PREFIX] != word->v[GF_FORM];
        for (int i = 0; i < 2; i++) {
            own[d].prefix[i] = gf_affix(form, 2 + i, false);
            own[d].suffix[i] = gf_affix(form, 2 + i, true);
        }
        int last = d - 1;
        while (last > 0 && w->word[last + 1].v[GF_POS] != word->v[GF_POS])
            last--;
        own[d].last = last;
    }
}

int gfm_between(const gf_words *w, int a, int b, uint64_t tag[GFM_MOST_BETWEEN])
{
    const int low = a < b ? a : b, high = a < b ? b : a;
    int n = 0;
    for (int i = low + 1; i < high && n < GFM_MOST_BETWEEN; i++)
        if (gfm_own(w, i)->last <= low)
            tag[n++] = w->word[i + 1].v[GF_POS];
    return n;
}

static size_t end(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key)
{
    const gf_word *x = &w->word[word + 1];
    const int number = as_head ? HEAD : DEP;
    const uint32_t place = where(right, bin);
    size_t n = two(number, V(x, FORM, 0) + V(x, POS, 1), place, key, 0);
    n = two(number + 1, V(x, FORM, 0), place, key, n);
    n = two(number + 2, V(x, POS, 1), place, key, n);
    if (gfm_own(w, word)->is_long) {
        n = two(number + 3, V(x, PREFIX, 0) + V(x, POS, 1), place, key, n);
        n = two(number + 4, V(x, PREFIX, 0), place, key, n);
    }
    return n;
}

static size_t end_morph(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key)
{
    const gf_word *x = &w->word[word + 1];
    size_t n = end(w, word, as_head, right, bin, key);
    for (uint32_t i = 0; i < x->items_n; i++)
        n = two(as_head ? OF_HEAD : OF_DEP, w->item[x->items + i].pair * gk_factor[0], where(right, bin), key,
                n);
    return n;
}

// Table 1b: which of the four values a template has.
static const struct {
    bool head_form, head_tag, dep_form, dep_tag;
} bigram[BIGRAMS] = {
    {true, true, true, true},   {false, true, true, true}, {true, false, true, true},
    {true, true, false, true},  {true, true, true, false}, {true, false, true, false},
    {false, true, false, true},
};

// The bigrams of whole forms; or, prefixed, those in which a prefix stands for a long form.
static size_t bigrams(const gf_words *w, int h, int d, bool prefixed, uint32_t place, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const bool head_long = gfm_own(w, h)->is_long, dep_long = gfm_own(w, d)->is_long;
    const uint64_t hf = prefixed && head_long ? V(hw, PREFIX, 0) : V(hw, FORM, 0), hp = V(hw, POS, 1),
                   df = prefixed && dep_long ? V(dw, PREFIX, 3) : V(dw, FORM, 3), dp = V(dw, POS, 4);
    size_t n = 0;
    for (int t = 0; t < BIGRAMS; t++) {
        if (prefixed && !(bigram[t].head_form && head_long) && !(bigram[t].dep_form && dep_long))
            continue;
        const uint64_t sum = (bigram[t].head_form ? hf : 0) + (bigram[t].head_tag ? hp : 0) +
                             (bigram[t].dep_form ? df : 0) + (bigram[t].dep_tag ? dp : 0);
        n = two(PAIR + (prefixed ? PREFIXED : 0) + t, sum, place, key, n);
    }
    return n;
}

static size_t in_between(const gf_words *w, int h, int d, uint32_t place, uint32_t *key)
{
    uint64_t tag[GFM_MOST_BETWEEN];
    const uint64_t both = V(&w->word[h + 1], POS, 1) + V(&w->word[d + 1], POS, 4);
    const int tags = gfm_between(w, h, d, tag);
    size_t n = 0;
    for (int i = 0; i < tags; i++)
        n = two(BETWEEN, both + tag[i] * gk_factor[2], place, key, n);
    return n;
}

static size_t surroundings(const gf_words *w, int h, int d, uint32_t place, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t both = V(hw, POS, 1) + V(dw, POS, 4);
    const uint64_t head[] = {V(hw - 1, POS, 2), V(hw + 1, POS, 2)},
                   dep[] = {V(dw - 1, POS, 5), V(dw + 1, POS, 5)};
    size_t n = 0;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++)
            n = two(AROUND + 2 * i + j, both + head[i] + dep[j], place, key, n);
        n = two(AROUND + 4 + i, both + head[i], place, key, n);
        n = two(AROUND + 6 + i, both + dep[i], place, key, n);
    }
    return n;
}

static size_t pair(const gf_words *w, int h, int d, uint32_t *key)
{
    const uint32_t place = where(h < d, gf_bin(h < d ? d - h : h - d));
    size_t n = bigrams(w, h, d, false, place, key);
    if (gfm_own(w, h)->is_long || gfm_own(w, d)->is_long)
        n += bigrams(w, h, d, true, place, key + n);
    n += in_between(w, h, d, place, key + n);
    n += surroundings(w, h, d, place, key + n);
    return w->guides ? n + gf_guide_arc(w, h, d, key + n) : n;
}

static size_t pair_morph(const gf_words *w, int h, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint32_t place = where(h < d, gf_bin(h < d ? d - h : h - d));
    size_t n = pair(w, h, d, key);
    for (uint32_t i = 0; i < hw->items_n; i++)
        for (uint32_t j = 0; j < dw->items_n; j++)
            n = two(OF_BOTH,
                    w->item[hw->items + i].pair * gk_factor[0] + w->item[dw->items + j].pair * gk_factor[3],
                    place, key, n);
    return n;
}

static size_t sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    // What stands before the root is no sibling otherwise.
    const gf_word *hw = &w->word[h + 1], *sw = &w->word[s == h ? 0 : s + 1], *dw = &w->word[d + 1];
    const uint32_t place = where(h < d, gf_bin(s < d ? d - s : s - d));
    const uint64_t sf = V(sw, FORM, 2), sp = V(sw, POS, 5), df = V(dw, FORM, 3), dp = V(dw, POS, 4);
    size_t n = two(SIBLING, V(hw, POS, 1) + sp + dp, place, key, 0);
    n = two(SIBLING + 1, sp + dp, place, key, n);
    n = two(SIBLING + 2, sf + df, place, key, n);
    n = two(SIBLING + 3, sf + dp, place, key, n);
    n = two(SIBLING + 4, sp + df, place, key, n);
    return w->guides ? n + gf_guide_sibling(w, h, s, d, key + n) : n;
}

// clang-format off
#define SHARED                                                                                      \
    .prepare = prepare, .sibling = sibling, .label_own = gfm_label_own, .label_arc = gfm_label_arc, \
    .label_sibling = gfm_label_sibling, .label_context = gfm_label_context,                         \
    .label_pair = gfm_label_pair, .ordered = true
// clang-format on

const gf_set gf_set_mst = {
    .name = "mst",
    .help = "McDonald et al. 2007, Table 1: forms and tags, no grandparents; labels as in 7.3 and 8.2",
    .end = end,
    .pair = pair,
    SHARED,
};
const gf_set gf_set_mst_morph = {
    .name = "mst-morph",
    .help = "the same, and the morphological features of arcs of section 8.2",
    .end = end_morph,
    .pair = pair_morph,
    SHARED,
};
