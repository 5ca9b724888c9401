// SPDX-License-Identifier: MIT
// Makes the scorer of a trained SVM: the inverted index, the lists of coefficients or, for linear kernels,
// the weights that replace them; and the arrays derived from these at every start.
#include "learn/svm_scorer.h"

#include "common/base/mem.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGN = 16,      // of the parts of scratch memory
    RBF_SLACK = 256, // values of |x-s|² tabulated for |x| greater than any |s|
    FREQUENT = 32,   // a feature in one of this many support vectors gets a bitmap: as many bytes as its list
    FEW_VECTORS = 64, // fewer support vectors have no bitmaps
};

// LIBSVM computes powers by squaring. Matching its rounding is useless in float, so this just multiplies.
static double kernel(const svm *m, uint32_t count)
{
    if (m->kernel == KERNEL_LINEAR)
        return count;
    const double base = m->gamma * count + m->coef0;
    double power = 1;
    for (uint32_t i = 0; i < m->degree; i++)
        power *= base;
    return power;
}

// The nearest number within bounds.
static float bounded(double x, float most)
{
    return (float)fmax(-(double)most, fmin(x, (double)most));
}

static size_t carve(size_t *end, size_t n, size_t size)
{
    const size_t at = *end;
    *end = at + (n * size + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static void derive_scratch(svm *m)
{
    m->scratch = 0;
    m->at_id = carve(&m->scratch, m->features, sizeof(uint32_t));
    m->at_map = carve(&m->scratch, SVM_MAX_MAPS, sizeof(uint64_t *));
    m->at_count = carve(&m->scratch, (size_t)m->words * 64, sizeof(uint8_t));
    m->at_value = carve(&m->scratch, m->l, sizeof(float));
    m->at_decision = carve(&m->scratch, svm_pairs(m->k), sizeof(float));
    m->at_votes = carve(&m->scratch, 2 * (size_t)m->k, sizeof(float));
}

// Tabulates K minus a constant, so that it is 0 for vectors with nothing in common and sums stay small. The
// constant cancels out, because the coefficients of a pair sum up to 0.
static void derive_values(svm *m)
{
    const bool rbf = m->kernel == KERNEL_RBF;
    m->values = rbf ? 2 * m->longest + RBF_SLACK : m->longest + 1;
    m->value = arena_alloc(&m->own, m->values, sizeof *m->value);
    const double none = rbf ? 0 : kernel(m, 0);
    for (uint32_t i = 0; i < m->values; i++)
        m->value[i] = bounded(rbf ? exp(-m->gamma * i) : kernel(m, i) - none, SVM_MOST);
}

static void derive_bitmaps(svm *m)
{
    m->words = m->l / 64 + (m->l % 64 != 0);
    m->bitmap = arena_zero(&m->own, m->features, sizeof *m->bitmap);
    m->spread = arena_alloc(&m->own, 256, sizeof *m->spread);
    for (unsigned v = 0; v < 256; v++) {
        unsigned char byte[8];
        for (unsigned j = 0; j < 8; j++)
            byte[j] = v >> j & 1;
        memcpy(&m->spread[v], byte, sizeof byte);
    }
    if (m->l < FEW_VECTORS)
        return;
    for (uint32_t f = 0; f < m->features; f++) {
        const uint32_t from = m->list_start[f], to = m->list_start[f + 1];
        if (to - from < m->l / FREQUENT)
            continue;
        uint64_t *map = arena_zero(&m->own, m->words, sizeof *map);
        for (uint32_t p = from; p < to; p++)
            map[m->list[p] / 64] |= (uint64_t)1 << m->list[p] % 64;
        m->bitmap[f] = map;
    }
}

bool svm_derive(svm *m)
{
    for (m->bits = 1; m->slots >> m->bits > 1;)
        m->bits++;
    if (!m->collapsed) {
        m->length = arena_zero(&m->own, m->l, sizeof *m->length);
        for (uint32_t p = 0; p < m->list_start[m->features]; p++)
            m->length[m->list[p]]++;
        for (uint32_t s = 0; s < m->l; s++)
            m->longest = m->length[s] > m->longest ? m->length[s] : m->longest;
        if (m->longest > SVM_MAX_LENGTH)
            return false;
        derive_values(m);
        derive_bitmaps(m);
    }
    derive_scratch(m);
    return true;
}

// Makes the lists, and slots for the features that have one.
static void make_index(svm *m, const svm_parts *p)
{
    const size_t nodes = p->start[p->l];
    uint32_t *number = mem_zero(p->features, sizeof *number); // first the frequency, then the new number
    for (size_t i = 0; i < nodes; i++)
        number[p->feature[i]]++;
    for (uint32_t f = 0; f < p->features; f++)
        m->features += number[f] > 0;
    for (m->slots = 2, m->bits = 1; m->slots / 3 < m->features / 2 + 1; m->slots *= 2)
        m->bits++;

    uint64_t *slot_key = arena_zero(&m->own, m->slots, sizeof *slot_key);
    uint32_t *slot = arena_alloc(&m->own, m->slots, sizeof *slot);
    uint32_t *start = arena_alloc(&m->own, (size_t)m->features + 1, sizeof *start);
    uint32_t *list = arena_alloc(&m->own, nodes, sizeof *list);
    uint32_t *end = mem_alloc(m->features, sizeof *end);
    memset(slot, 0xff, m->slots * sizeof *slot);
    uint32_t n = 0, at = 0;
    for (uint32_t f = 0; f < p->features; f++)
        if (number[f] > 0) {
            uint32_t h = svm_slot(m, p->key[f]);
            while (slot[h] != SVM_EMPTY)
                h = (h + 1) & (m->slots - 1);
            slot_key[h] = p->key[f];
            slot[h] = n;
            start[n] = end[n] = at;
            at += number[f];
            number[f] = n++;
        }
    start[n] = at;
    for (uint32_t s = 0; s < p->l; s++)
        for (size_t i = p->start[s]; i < p->start[s + 1]; i++)
            list[end[number[p->feature[i]]]++] = s;
    m->slot_key = slot_key;
    m->slot = slot;
    m->list_start = start;
    m->list = list;
    mem_free(number);
    mem_free(end);
}

// Makes the coefficients of each pair; those of its first class come first.
static void make_pairs(svm *m, const svm_parts *p)
{
    const uint32_t k = p->k;
    size_t n = 0;
    for (uint32_t row = 0; row + 1 < k; row++)
        for (uint32_t s = 0; s < p->l; s++)
            n += p->coef[row][s] != 0;
    float *bias = arena_alloc(&m->own, svm_pairs(k), sizeof *bias);
    float *coef = arena_alloc(&m->own, n, sizeof *coef);
    uint32_t *sv = arena_alloc(&m->own, n, sizeof *sv);
    uint32_t *start = arena_alloc(&m->own, svm_pairs(k) + 1, sizeof *start);
    uint32_t at = 0;
    size_t pair = 0;
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = a + 1; b < k; b++, pair++) {
            start[pair] = at;
            for (int side = 0; side < 2; side++) {
                const uint32_t class = side ? b : a;
                const double *c = p->coef[side ? a : b - 1];
                for (uint32_t s = p->first[class]; s < p->first[class + 1]; s++)
                    if (c[s] != 0) {
                        sv[at] = s;
                        coef[at++] = bounded(c[s], SVM_MOST);
                    }
            }
            bias[pair] = bounded(-p->rho[pair], SVM_MOST_BIAS);
        }
    start[pair] = at;
    m->bias = bias;
    m->pair_start = start;
    m->pair_sv = sv;
    m->pair_coef = coef;
}

static void *copy(arena *a, const void *bytes, size_t size)
{
    void *to = arena_alloc(a, size, 1);
    if (size > 0)
        memcpy(to, bytes, size);
    return to;
}

// Replaces the support vectors of a linear kernel by their sum: the weights of each feature in the
// decisions. Does nothing if there would be too many weights.
static void collapse(svm *m)
{
    const size_t pairs = svm_pairs(m->k);
    const uint32_t coefs = m->pair_start[pairs];
    uint32_t *sv_start = mem_zero((size_t)m->l + 2, sizeof *sv_start); // the lists by pair, transposed
    uint32_t *sv_pair = mem_alloc(coefs, sizeof *sv_pair);
    float *sv_coef = mem_alloc(coefs, sizeof *sv_coef);
    for (uint32_t i = 0; i < coefs; i++)
        sv_start[m->pair_sv[i] + 2]++;
    for (uint32_t s = 0; s < m->l; s++)
        sv_start[s + 2] += sv_start[s + 1];
    for (uint32_t pair = 0; pair < pairs; pair++)
        for (uint32_t i = m->pair_start[pair]; i < m->pair_start[pair + 1]; i++) {
            const uint32_t to = sv_start[m->pair_sv[i] + 1]++;
            sv_pair[to] = pair;
            sv_coef[to] = m->pair_coef[i];
        }

    uint32_t *start = arena_alloc(&m->own, (size_t)m->features + 1, sizeof *start), *list = NULL;
    float *weight = NULL;
    size_t n = 0, list_cap = 0, weight_cap = 0;
    double *sum = mem_zero(pairs, sizeof *sum);
    for (uint32_t f = 0; f < m->features && n <= INT_MAX; f++) {
        start[f] = (uint32_t)n;
        for (uint32_t p = m->list_start[f]; p < m->list_start[f + 1]; p++)
            for (uint32_t i = sv_start[m->list[p]]; i < sv_start[m->list[p] + 1]; i++)
                sum[sv_pair[i]] += sv_coef[i];
        list = mem_grow(list, &list_cap, n + pairs, sizeof *list);
        weight = mem_grow(weight, &weight_cap, n + pairs, sizeof *weight);
        for (uint32_t pair = 0; pair < pairs; pair++)
            if (sum[pair] != 0) {
                list[n] = pair;
                weight[n++] = bounded(sum[pair], SVM_MOST);
                sum[pair] = 0;
            }
    }
    if (n <= INT_MAX) {
        start[m->features] = (uint32_t)n;
        m->list_start = start;
        m->list = copy(&m->own, list, n * sizeof *list);
        m->weight = copy(&m->own, weight, n * sizeof *weight);
        m->l = 0;
        m->collapsed = true;
    }
    mem_free(sv_start);
    mem_free(sv_pair);
    mem_free(sv_coef);
    mem_free(list);
    mem_free(weight);
    mem_free(sum);
}

scorer *svm_make(const svm_parts *p)
{
    svm *m = mem_zero(1, sizeof *m);
    m->base = (scorer){&scorer_svm, p->classes};
    m->kernel = (uint32_t)p->kernel;
    m->degree = p->degree;
    m->gamma = p->gamma;
    m->coef0 = p->coef0;
    m->k = p->k;
    m->l = p->l;
    m->label = copy(&m->own, p->label, p->k * sizeof *p->label);
    make_index(m, p);
    make_pairs(m, p);
    if (m->kernel == KERNEL_LINEAR)
        collapse(m);
    svm_derive(m);
    return &m->base;
}
