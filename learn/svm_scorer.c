// SPDX-License-Identifier: MIT
// Kernel SVMs over binary features, evaluated through an inverted index.
//
// Notation: k classes seen in training, l support vectors s, coefficients c(s) for each pair of classes. The
// decision between a and b > a is
//     d(a,b) = Σ_s c(s) K(x,s) - ρ(a,b)        over the support vectors of a and b whose c(s) is not 0
// With binary features x·s is a count and |x-s|² is |x| + |s| - 2 x·s. The counts of all s are found by
// walking the lists of the features in x; K comes from a table.
//
// The lists of frequent features are bitmaps, added up 64 support vectors at a time in binary numbers whose
// bits lie in several words (planes).
//
// Most pairs of classes are easy to tell apart, so only a few coefficients of a support vector are not 0 (4
// of 48 in a parser for Turkish). Lists of them by pair are many times faster than a dense matrix.
//
// A linear kernel needs no support vectors: each feature has its weights in the decisions.
//
// A class's score is its number of votes plus a share in (-1/2, 1/2) that grows with its mean decision
// value. So LIBSVM's answer comes first, except that LIBSVM breaks ties of votes by the order of the
// classes.
#include "learn/svm_scorer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    SVM_ID = 2,
    PLANES = 5, // SVM_MAX_MAPS is the largest number of this many bits
};

// Finds the features of x that occur in a support vector: ascending, each once, whatever the caller gave. So
// no count exceeds the length of its vector.
static uint32_t find_features(const svm *m, const uint64_t *key, size_t n, uint32_t *id /* [features] */)
{
    uint32_t found = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t h = svm_slot(m, key[i]);
        while (m->slot[h] != SVM_EMPTY && m->slot_key[h] != key[i])
            h = (h + 1) & (m->slots - 1);
        const uint32_t f = m->slot[h];
        if (f == SVM_EMPTY)
            continue;
        uint32_t j = found;
        while (j > 0 && id[j - 1] > f)
            j--;
        if (j > 0 && id[j - 1] == f)
            continue;
        memmove(id + j + 1, id + j, (found - j) * sizeof *id);
        id[j] = f;
        found++;
    }
    return found;
}

// Adds one bitmap to numbers of this many planes.
static inline void add_bits(uint64_t plane[PLANES], uint64_t bits, int planes)
{
    for (int p = 0; p < planes; p++) {
        const uint64_t carry = plane[p] & bits;
        plane[p] ^= bits;
        bits = carry;
    }
}

// Counts, for each support vector, how many of n bitmaps contain it. The first bitmap needs one plane, two
// more need two, and so on.
static void add_maps(const svm *m, const uint64_t *const *map, uint32_t n, uint8_t *count /* [64 words] */)
{
    for (uint32_t w = 0; w < m->words; w++) {
        uint64_t plane[PLANES] = {0};
        uint32_t i = 0;
        for (; i < n && i < 1; i++)
            add_bits(plane, map[i][w], 1);
        for (; i < n && i < 3; i++)
            add_bits(plane, map[i][w], 2);
        for (; i < n && i < 7; i++)
            add_bits(plane, map[i][w], 3);
        for (; i < n && i < 15; i++)
            add_bits(plane, map[i][w], 4);
        for (; i < n; i++)
            add_bits(plane, map[i][w], 5);
        for (unsigned b = 0; b < 64; b += 8) {
            uint64_t eight = m->spread[plane[0] >> b & 255];
            eight += m->spread[plane[1] >> b & 255] << 1;
            eight += m->spread[plane[2] >> b & 255] << 2;
            eight += m->spread[plane[3] >> b & 255] << 3;
            eight += m->spread[plane[4] >> b & 255] << 4;
            memcpy(count + (size_t)w * 64 + b, &eight, sizeof eight);
        }
    }
}

static void count_common(const svm *m, const uint32_t *id, uint32_t n, const uint64_t **map, uint8_t *count)
{
    uint32_t maps = 0;
    for (uint32_t i = 0; i < n && maps < SVM_MAX_MAPS; i++)
        if (m->bitmap[id[i]])
            map[maps++] = m->bitmap[id[i]];
    add_maps(m, map, maps, count);
    for (uint32_t i = 0; i < n; i++) {
        if (m->bitmap[id[i]] && maps > 0) {
            maps--;
            continue;
        }
        const uint32_t *p = m->list + m->list_start[id[i]], *const end = m->list + m->list_start[id[i] + 1];
        for (; p < end; p++)
            count[*p]++;
    }
}

static void find_values(const svm *m, size_t x, const uint8_t *count, float *value /* [l] */)
{
    if (m->kernel != KERNEL_RBF) {
        for (uint32_t s = 0; s < m->l; s++)
            value[s] = m->value[count[s]];
        return;
    }
    for (uint32_t s = 0; s < m->l; s++) {
        const size_t distance = x + m->length[s] - 2 * (size_t)count[s];
        value[s] = distance < m->values ? m->value[distance] : expf((float)(-m->gamma * (double)distance));
    }
}

// Four partial sums, so that additions do not wait for each other.
static float decide(const svm *m, size_t pair, const float *value)
{
    const uint32_t *sv = m->pair_sv;
    const float *coef = m->pair_coef;
    uint32_t i = m->pair_start[pair];
    const uint32_t end = m->pair_start[pair + 1];
    float d = m->bias[pair], d1 = 0, d2 = 0, d3 = 0;
    for (; end - i >= 4; i += 4) {
        d += coef[i] * value[sv[i]];
        d1 += coef[i + 1] * value[sv[i + 1]];
        d2 += coef[i + 2] * value[sv[i + 2]];
        d3 += coef[i + 3] * value[sv[i + 3]];
    }
    for (; i < end; i++)
        d += coef[i] * value[sv[i]];
    return (d + d1) + (d2 + d3);
}

// Turns votes and mean decision values into scores of the parser's classes. Classes never seen in training
// come last.
static void vote(const svm *m, const float *d, float *votes /* [k] */, float *total /* [k] */, float *score)
{
    const uint32_t k = m->k;
    memset(votes, 0, k * sizeof *votes);
    memset(total, 0, k * sizeof *total);
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = a + 1; b < k; b++, d++) {
            votes[a] += *d > 0;
            votes[b] += !(*d > 0);
            total[a] += *d;
            total[b] -= *d;
        }
    for (uint32_t c = 0; c < m->base.classes; c++)
        score[c] = -1;
    for (uint32_t a = 0; a < k; a++) {
        const float mean = k > 1 ? total[a] / (float)(k - 1) : 0;
        const float share = mean / (1 + fabsf(mean)); // NaN if the model is damaged
        score[m->label[a]] = votes[a] + (share > -1 && share < 1 ? 0.49f * share : 0);
    }
}

static void add_weights(const svm *m, const uint32_t *id, uint32_t n, float *d)
{
    memcpy(d, m->bias, svm_pairs(m->k) * sizeof *d);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t p = m->list_start[id[i]]; p < m->list_start[id[i] + 1]; p++)
            d[m->list[p]] += m->weight[p];
}

static void score_svm(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch)
{
    const svm *m = (const svm *)s;
    unsigned char *memory = scratch;
    uint32_t *id = (uint32_t *)(memory + m->at_id);
    uint8_t *count = memory + m->at_count;
    float *value = (float *)(memory + m->at_value), *d = (float *)(memory + m->at_decision);
    float *votes = (float *)(memory + m->at_votes);

    const uint32_t found = find_features(m, key, n, id);
    if (m->collapsed) {
        add_weights(m, id, found, d);
    } else {
        count_common(m, id, found, (const uint64_t **)(memory + m->at_map), count);
        find_values(m, n, count, value);
        const size_t pairs = svm_pairs(m->k);
        for (size_t pair = 0; pair < pairs; pair++)
            d[pair] = decide(m, pair, value);
    }
    vote(m, d, votes, votes + m->k, score);
}

static size_t scratch_svm(const scorer *s)
{
    return ((const svm *)s)->scratch;
}

static void describe(const scorer *s, char *buf, size_t size)
{
    static const char *const name[] = {
        [KERNEL_LINEAR] = "linear kernel", [KERNEL_POLY] = "polynomial kernel", [KERNEL_RBF] = "RBF kernel"};
    const svm *m = (const svm *)s;
    char degree[32] = "";
    if (m->kernel == KERNEL_POLY)
        snprintf(degree, sizeof degree, " of degree %u", (unsigned)m->degree);
    if (m->collapsed)
        snprintf(buf, size, "linear kernel, %u classes, %u features, %u weights", (unsigned)m->k,
                 (unsigned)m->features, (unsigned)m->list_start[m->features]);
    else
        snprintf(buf, size, "%s%s, %u classes, %u support vectors, %u features", name[m->kernel], degree,
                 (unsigned)m->k, (unsigned)m->l, (unsigned)m->features);
}

const scorer_kind scorer_svm = {
    .id = SVM_ID,
    .name = "svm",
    .score = score_svm,
    .scratch = scratch_svm,
    .save = svm_save,
    .load = svm_load,
    .free = svm_free,
    .describe = describe,
};
