// SPDX-License-Identifier: MIT
#include "gscore.h"

#include "decode.h"
#include "mem.h"

#include <math.h>
#include <string.h>

void gs_done(gscores *s)
{
    gf_words_done(&s->words);
    arena_done(&s->memory);
    arena_done(&s->search);
    memset(s, 0, sizeof *s);
}

// What the ends of arcs score, made when first wanted: [word][as_head][right][bin].
static float end_score(const gf_words *w, const gweights *g, float *known, int word, bool as_head, bool right, int bin)
{
    float *at = known + (((size_t)word * 2 + as_head) * 2 + right) * GF_BINS + bin;
    if (isnan(*at)) {
        uint32_t key[GF_MOST];
        *at = gw_sum(g, key, gf_end(w, word, as_head, right, bin, key));
    }
    return *at;
}

void gs_arcs(gscores *s, const gweights *g)
{
    const gf_words *w = &s->words;
    const int n = s->n = w->n;
    const size_t N = (size_t)n + 1;
    uint32_t key[GF_MOST];
    arena_reset(&s->memory);
    s->sib = NULL;
    s->arc = arena_alloc(&s->memory, N * N, sizeof *s->arc);
    size_t ends = N * 4 * GF_BINS;
    float *known = arena_alloc(&s->memory, ends, sizeof *known);
    for (size_t i = 0; i < ends; i++)
        known[i] = NAN;
    for (size_t h = 0; h < N; h++)
        s->arc[h] = -INFINITY;
    for (int d = 1; d <= n; d++) {
        float *arc = s->arc + (size_t)d * N;
        for (int h = 0; h <= n; h++) {
            if (h == d) {
                arc[h] = -INFINITY;
                continue;
            }
            const bool right = h < d;
            const int bin = gf_bin(right ? d - h : h - d);
            arc[h] = gw_sum(g, key, gf_pair(w, h, d, key)) + end_score(w, g, known, h, true, right, bin) +
                     end_score(w, g, known, d, false, right, bin);
        }
    }
}

// Forbids all but the best heads of d.
static void keep_best(float *arc, int n, int d, int gold)
{
    float best[GS_HEADS + 1];
    int count = 0;
    for (int h = 0; h <= n; h++) {
        float score = arc[h];
        if (count == GS_HEADS && score <= best[count - 1])
            continue;
        int i = count < GS_HEADS ? count++ : count - 1;
        for (; i > 0 && best[i - 1] < score; i--)
            best[i] = best[i - 1];
        best[i] = score;
    }
    for (int h = 0; h <= n; h++)
        if (arc[h] < best[count - 1] && h != d - 1 && h != gold)
            arc[h] = -INFINITY;
}

void gs_siblings(gscores *s, const gweights *g, const int *gold)
{
    const int n = s->n;
    const size_t N = (size_t)n + 1;
    uint32_t key[GF_MOST];
    s->sib = arena_zero(&s->memory, N * N * N, sizeof *s->sib);
    int *alive = arena_alloc(&s->memory, N, sizeof *alive);
    for (int d = 1; d <= n; d++)
        keep_best(s->arc + (size_t)d * N, n, d, gold ? gold[d] : -1);
    for (int h = 0; h <= n; h++)
        for (int step = -1; step <= 1; step += 2) {
            int count = 0;
            for (int d = h + step; d >= 1 && d <= n; d += step) {
                if (s->arc[(size_t)d * N + (size_t)h] == -INFINITY)
                    continue;
                float *sib = s->sib + ((size_t)d * N + (size_t)h) * N;
                sib[h] = gw_sum(g, key, gf_sibling(&s->words, h, h, d, key));
                for (int i = 0; i < count; i++)
                    sib[alive[i]] = gw_sum(g, key, gf_sibling(&s->words, h, alive[i], d, key));
                alive[count++] = d;
            }
        }
}

double gs_search(gscores *s, const gs_method *method, int *head)
{
    arena_reset(&s->search);
    if (method->order == 1 && !method->projective)
        return dec_cle(s->arc, s->n, method->single_root, head, &s->search);
    if (method->order == 1)
        return dec_eisner(s->arc, s->n, method->single_root, head, &s->search);
    double score = dec_eisner2(s->arc, s->sib, s->n, method->single_root, head, &s->search);
    if (method->projective)
        return score;
    arena_reset(&s->search);
    return dec_climb2(s->arc, s->sib, s->n, method->single_root, head, 2 * s->n, &s->search);
}

int gs_sibling_of(const int *head, int d)
{
    const int h = head[d], step = h < d ? -1 : 1;
    for (int s = d + step; s != h; s += step)
        if (head[s] == h)
            return s;
    return h;
}

size_t gs_part_keys(const gf_words *w, const int *head, int order, int d, uint32_t *key)
{
    size_t n = gf_arc(w, head[d], d, key);
    if (order == 2)
        n += gf_sibling(w, head[d], gs_sibling_of(head, d), d, key + n);
    return n;
}
