// SPDX-License-Identifier: MIT
// Features of word clusters, after Koo, Carreras & Collins 2008: templates of arcs, siblings, grandparents
// and labels with the first bits of paths in place of tags, and whole paths in place of words. Classes that
// are no paths stand in both places.
//
// They are added to those of any feature set by a set of their own, whose functions call the plain one's: a
// parser without clusters does not ask for them.
#include "graph/feature_sets.h"
#include "graph/key.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/sentence.h"

// Numbers of templates, a block for each part.
enum { ARC = 1100, SIBLING = 1130, GRAND = 1140, OWN = 1150, LABEL = 1160 };

// The clusters of a node; -1 and n+1 are those past the ends.
static const gf_cluster *at(const gf_words *w, int node)
{
    return &w->cluster[node + 1];
}

// A value at a place of the key.
#define SHORT(c, place) ((c)->four * gk_factor[place])
#define LONG(c, place) ((c)->six * gk_factor[place])
#define WHOLE(c, place) ((c)->whole * gk_factor[place])

static void prepare(gf_words *w, const copse_sentence *s)
{
    const size_t nodes = (size_t)w->n + 3;
    if (w->set->plain->prepare)
        w->set->plain->prepare(w, s);
    w->cluster = mem_grow(w->cluster, &w->cluster_cap, nodes, sizeof *w->cluster);
    for (size_t i = 0; i < nodes; i++) { // the root and the nodes past the ends are no words
        const uint64_t fixed = w->all[i + 1].v[GF_FORM];
        w->cluster[i] = (gf_cluster){fixed, fixed, fixed};
    }
    for (int d = 1; d <= w->n; d++) {
        uint32_t level[CLUSTERS_LEVELS];
        clusters_find(w->clusters, sen_column(s, d, COPSE_FORM), level);
        w->cluster[d + 1] =
            (gf_cluster){hash_mix(clusters_begin(level, 4), 4), hash_mix(clusters_begin(level, 6), 6),
                         hash_mix(clusters_begin(level, 0), 0)};
    }
}

// A feature with and without the distance.
#define TWO(number, sum) (n = gk_two((sum) + side + (uint64_t)(ARC + (number)) * GK_TEMPLATE, bin, key, n))

// One end of an arc, and both by their clusters alone.
static size_t arc_clusters(const gf_words *w, int h, int d, int bin, uint32_t *key)
{
    const gf_cluster *hc = at(w, h), *dc = at(w, d);
    const uint64_t side = (h < d) * GK_RIGHT;
    size_t n = 0;
    TWO(0, WHOLE(hc, 0));
    TWO(1, LONG(hc, 0));
    TWO(2, WHOLE(dc, 3));
    TWO(3, LONG(dc, 3));
    TWO(4, SHORT(hc, 0) + SHORT(dc, 3));
    TWO(5, LONG(hc, 0) + LONG(dc, 3));
    TWO(6, WHOLE(hc, 0) + WHOLE(dc, 3));
    TWO(7, SHORT(hc, 0) + SHORT(dc, 3) + SHORT(hc + 1, 1) + SHORT(dc - 1, 4));
    TWO(8, SHORT(hc, 0) + SHORT(dc, 3) + SHORT(hc - 1, 1) + SHORT(dc - 1, 4));
    TWO(9, SHORT(hc, 0) + SHORT(dc, 3) + SHORT(hc + 1, 1) + SHORT(dc + 1, 4));
    TWO(10, SHORT(hc, 0) + SHORT(dc, 3) + SHORT(hc - 1, 1) + SHORT(dc + 1, 4));
    return n;
}

// The cluster of one end, the tag or the lemma of the other.
static size_t arc_mixed(const gf_words *w, int h, int d, int bin, uint32_t *key)
{
    const gf_cluster *hc = at(w, h), *dc = at(w, d);
    const gf_word *hw = &w->word[h + 1], *dw = &w->word[d + 1];
    const uint64_t side = (h < d) * GK_RIGHT, hp = V(hw, POS, 1), dp = V(dw, POS, 4);
    size_t n = 0;
    TWO(11, SHORT(hc, 0) + dp);
    TWO(12, hp + SHORT(dc, 3));
    TWO(13, LONG(hc, 0) + dp);
    TWO(14, hp + LONG(dc, 3));
    TWO(15, WHOLE(hc, 0) + dp);
    TWO(16, hp + WHOLE(dc, 3));
    TWO(17, LONG(hc, 0) + V(dw, LEMMA, 4));
    TWO(18, V(hw, LEMMA, 1) + LONG(dc, 3));
    TWO(19, LONG(hc, 0) + hp + LONG(dc, 3) + dp);
    return n;
}

static size_t pair(const gf_words *w, int h, int d, uint32_t *key)
{
    const int bin = gf_bin(h < d ? d - h : h - d);
    size_t n = w->set->plain->pair(w, h, d, key);
    n += arc_clusters(w, h, d, bin, key + n);
    return n + arc_mixed(w, h, d, bin, key + n);
}

static size_t sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    const gf_cluster *hc = at(w, h), *sc = at(w, s == h ? -1 : s), *dc = at(w, d);
    const uint64_t side = (h < d) * GK_RIGHT + (s == h) * GK_BIN;
    size_t n = w->set->plain->sibling(w, h, s, d, key);
    KEY(SIBLING, SHORT(hc, 0) + SHORT(sc, 2) + SHORT(dc, 3) + side);
    KEY(SIBLING + 1, LONG(hc, 0) + LONG(sc, 2) + LONG(dc, 3) + side);
    KEY(SIBLING + 2, LONG(sc, 2) + LONG(dc, 3) + side);
    KEY(SIBLING + 3, WHOLE(sc, 2) + WHOLE(dc, 3) + side);
    KEY(SIBLING + 4, V(&w->word[h + 1], POS, 0) + LONG(sc, 2) + LONG(dc, 3) + side);
    return n;
}

static size_t grand(const gf_words *w, int g, int h, int d, uint32_t *key)
{
    const gf_cluster *gc = at(w, g), *hc = at(w, h), *dc = at(w, d);
    const uint64_t side = (h < d) * GK_RIGHT + (uint64_t)((g < h) + 2 * (g < d)) * gk_factor[6];
    size_t n = w->set->plain->grand(w, g, h, d, key);
    KEY(GRAND, SHORT(gc, 2) + SHORT(hc, 0) + SHORT(dc, 3) + side);
    KEY(GRAND + 1, LONG(gc, 2) + LONG(hc, 0) + LONG(dc, 3) + side);
    KEY(GRAND + 2, LONG(gc, 2) + LONG(dc, 3) + side);
    KEY(GRAND + 3, WHOLE(gc, 2) + WHOLE(dc, 3) + side);
    return n;
}

static size_t label_own(const gf_words *w, int d, bool right, uint32_t *key)
{
    const gf_cluster *dc = at(w, d);
    const uint64_t side = right * GK_RIGHT, dp = V(&w->word[d + 1], POS, 4);
    size_t n = w->set->plain->label_own(w, d, right, key);
    KEY(OWN, WHOLE(dc, 3) + side);
    KEY(OWN + 1, WHOLE(dc, 3) + dp + side);
    KEY(OWN + 2, LONG(dc, 3) + dp + side);
    return n;
}

static size_t label_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    const gf_cluster *hc = at(w, h), *dc = at(w, d);
    const uint64_t side = (h < d) * GK_RIGHT, hp = V(&w->word[h + 1], POS, 1),
                   dp = V(&w->word[d + 1], POS, 4);
    size_t n = w->set->plain->label_arc(w, h, d, key);
    KEY(LABEL, SHORT(hc, 0) + SHORT(dc, 3) + side);
    KEY(LABEL + 1, LONG(hc, 0) + LONG(dc, 3) + side);
    KEY(LABEL + 2, WHOLE(hc, 0) + WHOLE(dc, 3) + side);
    KEY(LABEL + 3, WHOLE(hc, 0) + dp + side);
    KEY(LABEL + 4, hp + WHOLE(dc, 3) + side);
    KEY(LABEL + 5, hp + LONG(dc, 3) + side);
    return n;
}

void gf_set_with_clusters(gf_set *with, const gf_set *plain)
{
    *with = *plain;
    with->plain = plain;
    with->prepare = prepare;
    with->pair = pair;
    with->sibling = sibling;
    with->grand = plain->grand ? grand : NULL;
    with->label_own = label_own;
    with->label_arc = label_arc;
}
