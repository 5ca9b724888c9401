// SPDX-License-Identifier: MIT
// What the files of the sets mst and mst-morph share.
#ifndef COPSE_GRAPH_SET_MST_H
#define COPSE_GRAPH_SET_MST_H

#include "graph/feature_sets.h"

enum { GFM_MOST_BETWEEN = 100 }; // different tags between two words that are looked at

typedef struct gfm_word {
    bool is_long;                  // of more than 5 characters
    int last;                      // the word before with the same tag, 0 if none
    uint64_t prefix[2], suffix[2]; // of 2 and 3 characters
} gfm_word;

static inline const gfm_word *gfm_own(const gf_words *w, int word)
{
    return (const gfm_word *)w->own + word; // [n+1]
}

// The distinct tags of the words strictly between two nodes, in order. Returns how many, at most
// GFM_MOST_BETWEEN.
int gfm_between(const gf_words *w, int a, int b, uint64_t tag[GFM_MOST_BETWEEN]);

size_t gfm_label_own(const gf_words *w, int d, bool right, uint32_t *key);
size_t gfm_label_arc(const gf_words *w, int h, int d, uint32_t *key);
size_t gfm_label_sibling(const gf_words *w, int h, int s, int d, uint32_t *key);
size_t gfm_label_context(const gf_words *w, const gf_context *c, int d, uint32_t *key);
size_t gfm_label_pair(const gf_words *w, int h, int s, int d, int previous, uint32_t *key);

#endif
