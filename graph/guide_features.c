// SPDX-License-Identifier: MIT
// Stacking (Nivre & McDonald 2008): features of what the guides say of an arc. How far a guide can be
// trusted depends on the kind of word, the label it gives, the length of the arc, and which guides agree. So
// each of these is joined with what the guide says.
#include "graph/features.h"
#include "graph/key.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <string.h>

void gf_guides_set(gf_words *w, const copse_tree *const *guide, int guides, int at)
{
    const size_t k = (size_t)guides;
    w->guides = guides;
    w->guide = mem_grow(w->guide, &w->guide_cap, ((size_t)w->n + 1) * k, sizeof *w->guide);
    for (size_t a = 0; a < k; a++) {
        w->guide[a] = (gf_guide){-1, 0, 0};
        for (int d = 1; d <= w->n; d++) {
            const copse_tree *t = guide[a];
            const copse_str label = t->label[at + d];
            int h = t->head[at + d] ? t->head[at + d] - at : 0;
            if (t->head[at + d] && (h < 1 || h > w->n))
                h = -1; // in another piece of a long sentence
            w->guide[(size_t)d * k + a] =
                (gf_guide){h, hash_bytes(label.s, label.len), (uint64_t)tree_score_bin(t, at + d)};
        }
    }
}

// The relation of h to d in a guide's tree.
typedef enum relation { OTHER, HEAD, CHILD, GRANDPARENT, SIBLING, RELATIONS } relation;

static relation relation_of(const gf_words *w, int a, int h, int d)
{
    const size_t k = (size_t)w->guides, i = (size_t)a;
    const int up = w->guide[(size_t)d * k + i].head, of_h = w->guide[(size_t)h * k + i].head;
    if (up == h)
        return HEAD;
    if (h && of_h == d)
        return CHILD;
    if (up > 0 && w->guide[(size_t)up * k + i].head == h)
        return GRANDPARENT;
    return h && up >= 0 && of_h == up ? SIBLING : OTHER;
}

size_t gf_guide_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t side = (h < d) * GK_RIGHT, hc = V(hw, COARSE, 0), dc = V(dw, COARSE, 3);
    const uint64_t bin = (uint64_t)(gf_bin(h < d ? d - h : h - d) + 1) * GK_BIN;
    uint64_t pattern = 1, labels = 0;
    size_t n = 0;
    for (int a = 0; a < w->guides; a++) {
        const gf_guide *own = &w->guide[(size_t)d * (size_t)w->guides + (size_t)a];
        const relation r = relation_of(w, a, h, d);
        pattern = pattern * RELATIONS + r;
        if (r == OTHER)
            continue;
        const uint64_t x = (uint64_t)(r + RELATIONS * (relation)a) * gk_factor[7];
        const uint64_t label = own->label * gk_factor[5], sure = own->sure * gk_factor[6];
        labels += r == HEAD ? own->label * (2 * (uint64_t)a + 1) : 0;
        KEY(500, x + side);
        KEY(501, x + V(dw, POS, 3));
        KEY(502, x + hc + dc + side + bin);
        KEY(503, x + V(hw, POS, 0) + V(dw, POS, 3));
        KEY(504, x + label);
        KEY(505, x + label + hc + dc);
        KEY(506, x + label + bin + side);
        KEY(507, x + V(dw, LEMMA, 3));
        KEY(508, x + V(hw, LEMMA, 0) + dc);
        KEY(509, x + sure + dc);
        KEY(510, x + sure + label + bin);
    }
    const uint64_t all = pattern * gk_factor[7];
    KEY(520, all);
    KEY(521, all + V(dw, POS, 3));
    KEY(522, all + hc + dc + side);
    KEY(523, all + bin + side);
    KEY(524, all + labels * gk_factor[5]);
    KEY(525, all + labels * gk_factor[5] + dc);
    return n;
}

size_t gf_guide_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const uint64_t side = (h < d) * GK_RIGHT;
    const uint64_t sc = s == h ? 1 : V(&w->word[s + 1], COARSE, 2), dc = V(&w->word[d + 1], COARSE, 3);
    uint64_t pattern = 1;
    size_t n = 0;
    for (int a = 0; a < w->guides; a++) {
        const gf_guide *of_d = &w->guide[(size_t)d * (size_t)w->guides + (size_t)a],
                       *of_s = &w->guide[(size_t)s * (size_t)w->guides + (size_t)a];
        const uint64_t x = (of_d->head == h) + 2 * (uint64_t)(s == h ? 2 : of_s->head == h);
        pattern = pattern * 6 + x;
        KEY(530, (x + 6 * (uint64_t)a) * gk_factor[7] + sc + dc + side);
        if (of_d->head == h && s != h && of_s->head == h)
            KEY(531, (of_d->label + 3 * of_s->label) * gk_factor[5] + side + (uint64_t)a * gk_factor[7]);
    }
    KEY(532, pattern * gk_factor[7] + V(&w->word[h + 1], COARSE, 0) + side);
    return n;
}

size_t gf_guide_label(const gf_words *w, int h, int d, uint32_t *key)
{
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t hc = V(hw, COARSE, 0), dc = V(dw, COARSE, 3), side = (h < d) * GK_RIGHT;
    uint64_t labels = 0, pattern = 1;
    size_t n = 0;
    for (int a = 0; a < w->guides; a++) {
        const gf_guide *own = &w->guide[(size_t)d * (size_t)w->guides + (size_t)a];
        const bool agree = own->head == h;
        const uint64_t x = (agree + 2 * (uint64_t)a) * gk_factor[7] + own->label * gk_factor[5];
        labels += own->label * (2 * (uint64_t)a + 1);
        pattern = pattern * 2 + agree;
        KEY(540, x);
        KEY(541, x + V(dw, POS, 3) + side);
        KEY(542, x + hc + dc);
        KEY(543, x + V(dw, LEMMA, 3));
        KEY(544, x + V(hw, LEMMA, 0));
        KEY(545, x + own->sure * gk_factor[6]);
        KEY(546, x + V(dw, CASE, 4) + hc);
    }
    KEY(550, labels * gk_factor[5]);
    KEY(551, labels * gk_factor[5] + pattern * gk_factor[7]);
    KEY(552, labels * gk_factor[5] + dc + hc);
    return n;
}
