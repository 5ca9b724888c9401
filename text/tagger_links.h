// SPDX-License-Identifier: MIT
// Scores of tags that follow one another: pairs and triples, as wholes and by their parts.
//
// Weights are found by hash. Features may share a weight, which with enough weights costs nothing measurable.
#ifndef COPSE_TEXT_TAGGER_LINKS_H
#define COPSE_TEXT_TAGGER_LINKS_H

#include "text/tagger_tags.h"

enum {
    TGL_LEAST_BITS = 10,
    TGL_MOST_BITS = 22,
    TGL_PAIR = 8 + 2 * TG_MOST_NAMES, // features of a pair at most
    TGL_TRIPLE = 8 + TG_MOST_NAMES,   // of a triple
};

typedef struct tg_links {
    int bits;
    float scale;          // value of a packed weight of 1
    const int8_t *packed; // [2^bits] in a model, or NULL while training
    int8_t *own;          // packed, to be freed
    float *now;           // [2^bits] while training
} tg_links;

size_t tgl_pair(const tg_links *l, const tg_tags *t, uint16_t a, uint16_t b, uint32_t key[TGL_PAIR]);
size_t tgl_triple(const tg_links *l, const tg_tags *t, uint16_t a, uint16_t b, uint16_t c,
                  uint32_t key[TGL_TRIPLE]);
float tgl_sum(const tg_links *l, const uint32_t *key, size_t n);

#endif
