// SPDX-License-Identifier: MIT
// Feature sets by name: what the parser sees of arcs, pairs of arcs and labels. A new one is one new file
// that defines its row and one line in the list of feature_sets.c; nothing else names it.
//
// The functions of a row are extractions (features.h): training collects what parsing sums.
#ifndef COPSE_GRAPH_FEATURE_SETS_H
#define COPSE_GRAPH_FEATURE_SETS_H

#include "common/base/option.h"
#include "graph/features.h"

typedef struct gf_set {
    const char *name; // in options and model files: never changed, never used again for others
    const char *help; // one sentence, no full stop
    // Fills w->own from the sentence, at the end of gf_words_set. NULL: there is nothing to fill in.
    void (*prepare)(gf_words *w, const copse_sentence *s);
    size_t (*end)(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key);
    size_t (*pair)(const gf_words *w, int h, int d, uint32_t *key);
    size_t (*sibling)(const gf_words *w, int h, int s, int d, uint32_t *key);
    size_t (*grand)(const gf_words *w, int g, int h, int d, uint32_t *key); // NULL: no grandparents
    size_t (*label_own)(const gf_words *w, int d, bool right, uint32_t *key);
    size_t (*label_arc)(const gf_words *w, int h, int d, uint32_t *key);
    size_t (*label_sibling)(const gf_words *w, int h, int s, int d, uint32_t *key);
    size_t (*label_context)(const gf_words *w, const gf_context *c, int d, uint32_t *key);
    size_t (*label_pair)(const gf_words *w, int h, int s, int d, int previous, uint32_t *key);
    bool ordered;               // label_context needs gf_context_order
    const struct gf_set *plain; // of a set with clusters: the one without; otherwise NULL
} gf_set;

extern const gf_set *const gf_set_all[]; // NULL-terminated, the default first

const gf_set *gf_set_find(copse_str name); // or NULL
// Name and help of the i-th set, for the option that chooses one.
opt_choice gf_set_choice(size_t i);

// Makes a set that has the features of another one and those of clusters (cluster_features.c).
void gf_set_with_clusters(gf_set *with, const gf_set *plain);

// --- extraction by the set of w, each function as in the row

// The features of one end of an arc: as_head says whether word is the head or the dependent, bin and right
// where the other end lies.
static inline size_t gf_end(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key)
{
    return w->set->end(w, word, as_head, right, bin, key);
}

// The features of both ends together.
static inline size_t gf_pair(const gf_words *w, int h, int d, uint32_t *key)
{
    return w->set->pair(w, h, d, key);
}

// All of an arc: the two ends and the pair.
static inline size_t gf_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    const bool right = h < d;
    const int bin = gf_bin(right ? d - h : h - d);
    size_t n = gf_end(w, h, true, right, bin, key);
    n += gf_end(w, d, false, right, bin, key + n);
    return n + gf_pair(w, h, d, key + n);
}

// h→d with s the nearest dependent of h between them, or s == h.
static inline size_t gf_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    return w->set->sibling(w, h, s, d, key);
}

// h→d with g the head of h. Sets without grandparents have no such function: see gf_set.
static inline size_t gf_grand(const gf_words *w, int g, int h, int d, uint32_t *key)
{
    return w->set->grand(w, g, h, d, key);
}

// Keys of rows, one weight for each label. gf_label has the arc h→d alone, in two parts: gf_label_own, which
// knows of h only its side, and gf_label_arc. gf_label_sibling has the sibling s of the arc, or s == h, as
// gf_sibling. gf_label_context has the place of d in the tree.
static inline size_t gf_label_own(const gf_words *w, int d, bool right, uint32_t *key)
{
    return w->set->label_own(w, d, right, key);
}

static inline size_t gf_label_arc(const gf_words *w, int h, int d, uint32_t *key)
{
    return w->set->label_arc(w, h, d, key);
}

static inline size_t gf_label(const gf_words *w, int h, int d, uint32_t *key)
{
    const size_t n = gf_label_own(w, d, h < d, key);
    return n + gf_label_arc(w, h, d, key + n);
}

static inline size_t gf_label_sibling(const gf_words *w, int h, int s, int d, uint32_t *key)
{
    return w->set->label_sibling(w, h, s, d, key);
}

static inline size_t gf_label_context(const gf_words *w, const gf_context *c, int d, uint32_t *key)
{
    return w->set->label_context(w, c, d, key);
}

// Rows too: a label after the label of the sibling before it. s is that sibling, or 0 with previous < 0.
static inline size_t gf_label_pair(const gf_words *w, int h, int s, int d, int previous, uint32_t *key)
{
    return w->set->label_pair(w, h, s, d, previous, key);
}

#endif
