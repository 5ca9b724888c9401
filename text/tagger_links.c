// SPDX-License-Identifier: MIT
#include "text/tagger_links.h"

enum {
    KIND_NAMES = 16,
    KIND_NAMES_UPOS = KIND_NAMES + TG_MOST_NAMES,
    KIND_FAR = KIND_NAMES_UPOS + TG_MOST_NAMES
};

static inline uint32_t place(const tg_links *l, uint64_t kind, uint64_t a, uint64_t b)
{
    uint64_t x = (kind << 56 | a << 28 | b) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 31)) * 0xd6e8feb86659fd93u;
    return (uint32_t)(x >> (64 - l->bits));
}

size_t tgl_pair(const tg_links *l, const tg_tags *t, uint16_t a, uint16_t b, uint32_t key[TGL_PAIR])
{
    const uint16_t *x = t->of[a], *y = t->of[b], *f = t->feature[a], *g = t->feature[b];
    const uint64_t upos = (uint64_t)x[TG_UPOS] << 14 | y[TG_UPOS];
    size_t n = 0;
    key[n++] = place(l, 0, a, b);
    key[n++] = place(l, 1, x[TG_UPOS] + (a == TG_EDGE) * 99U, y[TG_UPOS] + (b == TG_EDGE) * 99U);
    key[n++] = place(l, 2, a, y[TG_UPOS]);
    key[n++] = place(l, 3, x[TG_UPOS], b);
    key[n++] = place(l, 4, x[TG_XPOS], y[TG_XPOS]);
    for (size_t i = 0; i < t->names; i++)
        if (f[i] || g[i]) {
            const uint64_t both = (uint64_t)f[i] << 14 | g[i];
            key[n++] = place(l, KIND_NAMES + i, f[i], g[i]);
            key[n++] = place(l, KIND_NAMES_UPOS + i, both, upos);
        }
    return n;
}

size_t tgl_triple(const tg_links *l, const tg_tags *t, uint16_t a, uint16_t b, uint16_t c,
                  uint32_t key[TGL_TRIPLE])
{
    const uint16_t *x = t->of[a], *y = t->of[b], *z = t->of[c], *f = t->feature[a], *h = t->feature[c];
    const uint64_t xy = (uint64_t)x[TG_UPOS] << 14 | y[TG_UPOS];
    size_t n = 0;
    key[n++] = place(l, 8, xy, z[TG_UPOS]);
    key[n++] = place(l, 9, xy, c);
    key[n++] = place(l, 10, (uint64_t)a << 14 | y[TG_UPOS], c);
    key[n++] = place(l, 11, (uint64_t)x[TG_XPOS] << 14 | y[TG_XPOS], z[TG_XPOS]);
    for (size_t i = 0; i < t->names; i++)
        if (f[i] && h[i])
            key[n++] = place(l, KIND_FAR + i, (uint64_t)f[i] << 14 | h[i], y[TG_UPOS]);
    return n;
}

float tgl_sum(const tg_links *l, const uint32_t *key, size_t n)
{
    if (!l->packed) {
        float sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += l->now[key[i]];
        return sum;
    }
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += l->packed[key[i]];
    return (float)sum * l->scale;
}
