// SPDX-License-Identifier: MIT
// Kernel SVMs over binary features, evaluated through an inverted index.
//
// Notation: k classes seen in training, l support vectors s, coefficients c(s) for each pair of classes. The
// decision between a and b > a is
//     d(a,b) = Σ_s c(s) K(x,s) - ρ(a,b)        over the support vectors of a and b whose c(s) is not 0
// With binary features x·s is a count and |x-s|² is |x| + |s| - 2 x·s. The counts of all s are found by
// walking the lists of the features in x; K comes from a table by count. What K is without a common feature
// is summed beforehand into the bias (not for RBF, where it depends on |x|).
//
// Most pairs of classes are easily told apart: of the coefficients of a support vector only a few are not 0
// (4 of 48 in a parser for Turkish), so that lists of them by pair beat a dense matrix many times.
//
// A class's score is its votes plus a share in (-1/2, 1/2) that grows with its mean decision value: LIBSVM's
// answer comes first, except that LIBSVM breaks ties of votes by the order of the classes.
#include "svm_scorer.h"

#include "arena.h"
#include "error.h"
#include "mem.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SVM_ID = 2,
    ALIGN = 16,    // of the parts of scratch memory
    K_MAX = 46340, // k(k-1) fits an int
    DEGREE_MAX = 100,
};
static const uint32_t EMPTY = UINT32_MAX; // a slot without a feature

typedef struct svm {
    scorer base;
    uint32_t kernel, degree;
    double gamma, coef0;
    uint32_t k, l, features;
    uint32_t slots;             // a power of two
    const uint32_t *label;      // [k] the class of the parser
    const float *bias;          // [k(k-1)/2] of (0,1), (0,2), ..., (1,2), ...
    const uint64_t *slot_key;   // [slots]
    const uint32_t *slot;       // [slots] a feature or EMPTY
    const uint32_t *list_start; // [features+1]
    const uint32_t *list;       // [list_start[features]] the support vectors with a feature, ascending
    const uint32_t *pair_start; // [k(k-1)/2+1] where the coefficients of each pair begin
    const uint32_t *pair_sv;    // [pair_start[k(k-1)/2]] their support vectors
    const float *pair_coef;     // and the coefficients
    // derived
    uint32_t bits;    // log2 slots
    uint32_t longest; // features in the longest support vector
    uint32_t *length; // [l] their features
    float *value;     // [longest+1] K by count, less K of 0; RBF: [2*longest+RBF_SLACK] K by |x-s|²
    uint32_t values;  // how many
    size_t at_id, at_count, at_value, at_votes; // offsets in scratch memory
    size_t scratch;                             // and its size
    arena own;                                  // the derived arrays; all arrays unless loaded
} svm;

enum { RBF_SLACK = 256 };

static size_t pairs_of(uint32_t k)
{
    return (size_t)k * (k - (k > 0)) / 2;
}

static uint32_t slot_of(const svm *m, uint64_t key)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32 >> (32 - m->bits));
}

// --- making

// LIBSVM computes powers by squaring; the same rounding is of no use in float, so plainly.
static double kernel_of_count(const svm *m, double count)
{
    if (m->kernel == KERNEL_LINEAR)
        return count;
    const double base = m->gamma * count + m->coef0;
    double power = 1;
    for (uint32_t i = 0; i < m->degree; i++)
        power *= base;
    return power;
}

static size_t carve(size_t *end, size_t n, size_t size)
{
    const size_t at = *end;
    *end = at + (n * size + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static void lay_out_scratch(svm *m)
{
    m->at_id = carve(&m->scratch, m->features, sizeof(uint32_t));
    m->at_count = carve(&m->scratch, m->l, sizeof(uint16_t));
    m->at_value = carve(&m->scratch, m->l, sizeof(float));
    m->at_votes = carve(&m->scratch, 2 * (size_t)m->k, sizeof(float));
}

// Everything that follows from the arrays, which are known to be sound but for the lengths of the lists.
static void derive(svm *m)
{
    for (m->bits = 1; (1u << m->bits) < m->slots;)
        m->bits++;
    m->length = arena_zero(&m->own, m->l, sizeof *m->length);
    m->longest = 0;
    for (uint32_t p = 0; p < m->list_start[m->features]; p++)
        m->length[m->list[p]]++;
    for (uint32_t s = 0; s < m->l; s++)
        m->longest = m->length[s] > m->longest ? m->length[s] : m->longest;
    const bool rbf = m->kernel == KERNEL_RBF;
    m->values = rbf ? 2 * m->longest + RBF_SLACK : m->longest + 1;
    m->value = arena_alloc(&m->own, m->values, sizeof *m->value);
    const double none = rbf ? 0 : kernel_of_count(m, 0);
    for (uint32_t i = 0; i < m->values; i++)
        m->value[i] = (float)(rbf ? exp(-m->gamma * i) : kernel_of_count(m, i) - none);
    lay_out_scratch(m);
}

// The lists, and slots for the features that have one.
static void make_index(svm *m, const svm_parts *p)
{
    const size_t nodes = p->start[p->l];
    uint32_t *number = mem_zero(p->features, sizeof *number); // how often; then the new number
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
            uint32_t h = slot_of(m, p->key[f]);
            while (slot[h] != EMPTY)
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
    free(number);
    free(end);
}

// The coefficients of a pair: first those of its first class.
static void make_pairs(svm *m, const svm_parts *p)
{
    const uint32_t k = p->k;
    const double none = m->kernel == KERNEL_RBF ? 0 : kernel_of_count(m, 0);
    size_t n = 0;
    for (uint32_t row = 0; row + 1 < k; row++)
        for (uint32_t s = 0; s < p->l; s++)
            n += p->coef[row][s] != 0;
    float *bias = arena_alloc(&m->own, pairs_of(k), sizeof *bias);
    float *coef = arena_alloc(&m->own, n, sizeof *coef);
    uint32_t *sv = arena_alloc(&m->own, n, sizeof *sv);
    uint32_t *start = arena_alloc(&m->own, pairs_of(k) + 1, sizeof *start);
    uint32_t at = 0;
    size_t pair = 0;
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = a + 1; b < k; b++, pair++) {
            double sum = 0;
            start[pair] = at;
            for (int side = 0; side < 2; side++) {
                const uint32_t class = side ? b : a;
                const double *c = p->coef[side ? a : b - 1];
                for (uint32_t s = p->first[class]; s < p->first[class + 1]; s++)
                    if (c[s] != 0) {
                        sum += c[s];
                        sv[at] = s;
                        coef[at++] = (float)c[s];
                    }
            }
            bias[pair] = (float)(none * sum - p->rho[pair]);
        }
    start[pair] = at;
    m->bias = bias;
    m->pair_start = start;
    m->pair_sv = sv;
    m->pair_coef = coef;
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
    uint32_t *label = arena_alloc(&m->own, p->k, sizeof *label);
    memcpy(label, p->label, p->k * sizeof *label);
    m->label = label;
    make_index(m, p);
    make_pairs(m, p);
    derive(m);
    return &m->base;
}

static void free_svm(scorer *s)
{
    svm *m = (svm *)s;
    if (!m)
        return;
    arena_done(&m->own);
    free(m);
}

// --- scoring

// The features of x that are in some support vector: ascending, each once, whatever the caller gave. That
// keeps every count within the length of its vector.
static uint32_t find_features(const svm *m, const uint64_t *key, size_t n, uint32_t *id /* [features] */)
{
    uint32_t found = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t h = slot_of(m, key[i]);
        while (m->slot[h] != EMPTY && m->slot_key[h] != key[i])
            h = (h + 1) & (m->slots - 1);
        const uint32_t f = m->slot[h];
        if (f == EMPTY)
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

static void count_common(const svm *m, const uint32_t *id, uint32_t n, uint16_t *count /* [l] */)
{
    memset(count, 0, m->l * sizeof *count);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *p = m->list + m->list_start[id[i]], *const end = m->list + m->list_start[id[i] + 1];
        for (; p < end; p++)
            count[*p]++;
    }
}

static void find_values(const svm *m, size_t x, const uint16_t *count, float *value /* [l] */)
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

// In four sums, so that an addition need not wait for the one before.
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

// Votes and mean decision values into the scores of the parser's classes. Classes never seen in training come
// after all others.
static void vote(const svm *m, const float *value, float *votes /* [k] */, float *total /* [k] */,
                 float *score)
{
    const uint32_t k = m->k;
    size_t pair = 0;
    memset(votes, 0, k * sizeof *votes);
    memset(total, 0, k * sizeof *total);
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = a + 1; b < k; b++) {
            const float d = decide(m, pair++, value);
            votes[a] += d > 0;
            votes[b] += !(d > 0);
            total[a] += d;
            total[b] -= d;
        }
    for (uint32_t c = 0; c < m->base.classes; c++)
        score[c] = -1;
    for (uint32_t a = 0; a < k; a++) {
        const float mean = k > 1 ? total[a] / (float)(k - 1) : 0;
        const float share = mean / (1 + fabsf(mean)); // not a number if a damaged model says so
        score[m->label[a]] = votes[a] + (share > -1 && share < 1 ? 0.49f * share : 0);
    }
}

static void score_svm(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch)
{
    const svm *m = (const svm *)s;
    unsigned char *memory = scratch;
    uint32_t *id = (uint32_t *)(memory + m->at_id);
    uint16_t *count = (uint16_t *)(memory + m->at_count);
    float *value = (float *)(memory + m->at_value), *votes = (float *)(memory + m->at_votes);

    count_common(m, id, find_features(m, key, n, id), count);
    find_values(m, n, count, value);
    vote(m, value, votes, votes + m->k, score);
}

static size_t scratch_svm(const scorer *s)
{
    return ((const svm *)s)->scratch;
}

// --- saving and loading

static void save_svm(const scorer *s, box_writer *w)
{
    const svm *m = (const svm *)s;
    const uint32_t coefs = m->pair_start[pairs_of(m->k)];
    box_u32(w, m->base.classes);
    box_u32(w, m->kernel);
    box_u32(w, m->degree);
    box_f64(w, m->gamma);
    box_f64(w, m->coef0);
    box_u32(w, m->k);
    box_u32(w, m->l);
    box_u32(w, m->features);
    box_u32(w, m->slots);
    box_u32(w, m->list_start[m->features]);
    box_u32(w, coefs);
    box_array(w, m->label, m->k, sizeof *m->label);
    box_array(w, m->bias, pairs_of(m->k), sizeof *m->bias);
    box_array(w, m->slot_key, m->slots, sizeof *m->slot_key);
    box_array(w, m->slot, m->slots, sizeof *m->slot);
    box_array(w, m->list_start, (size_t)m->features + 1, sizeof *m->list_start);
    box_array(w, m->list, m->list_start[m->features], sizeof *m->list);
    box_array(w, m->pair_start, pairs_of(m->k) + 1, sizeof *m->pair_start);
    box_array(w, m->pair_sv, coefs, sizeof *m->pair_sv);
    box_array(w, m->pair_coef, coefs, sizeof *m->pair_coef);
}

// Ascending from 0 to last, n+1 of them.
static bool ascends(const uint32_t *start, size_t n, uint32_t last)
{
    for (size_t i = 0; i < n; i++)
        if (start[i] > start[i + 1])
            return false;
    return start[0] == 0 && start[n] == last;
}

// Is every number that is used as an index in its range? At least one slot must be empty: searches end there.
static bool sound(const svm *m, uint32_t nodes, uint32_t coefs)
{
    uint32_t empty = 0;
    for (uint32_t a = 0; a < m->k; a++)
        if (m->label[a] >= m->base.classes)
            return false;
    for (uint32_t i = 0; i < m->slots; i++) {
        if (m->slot[i] != EMPTY && m->slot[i] >= m->features)
            return false;
        empty += m->slot[i] == EMPTY;
    }
    if (empty == 0 || !ascends(m->pair_start, pairs_of(m->k), coefs) ||
        !ascends(m->list_start, m->features, nodes))
        return false;
    for (uint32_t f = 0; f < m->features; f++)
        for (uint32_t p = m->list_start[f]; p < m->list_start[f + 1]; p++)
            if (m->list[p] >= m->l || (p > m->list_start[f] && m->list[p] <= m->list[p - 1]))
                return false;
    for (uint32_t i = 0; i < coefs; i++)
        if (m->pair_sv[i] >= m->l)
            return false;
    return true;
}

static bool read_svm(svm *m, cursor *c)
{
    m->base = (scorer){&scorer_svm, cur_u32(c)};
    m->kernel = cur_u32(c);
    m->degree = cur_u32(c);
    m->gamma = cur_f64(c);
    m->coef0 = cur_f64(c);
    m->k = cur_u32(c);
    m->l = cur_u32(c);
    m->features = cur_u32(c);
    m->slots = cur_u32(c);
    const uint32_t nodes = cur_u32(c), coefs = cur_u32(c);
    // Every support vector has a coefficient: what is allocated for them is in proportion to the section.
    if (c->failed || m->k < 1 || m->k > m->base.classes || m->k > K_MAX || m->kernel > KERNEL_RBF ||
        m->degree > DEGREE_MAX || !isfinite(m->gamma) || !isfinite(m->coef0) || m->l > coefs ||
        nodes > INT_MAX || m->slots < 2 || m->slots > 1u << 31 || (m->slots & (m->slots - 1)) != 0)
        return false;
    m->label = cur_array(c, m->k, sizeof *m->label);
    m->bias = cur_array(c, pairs_of(m->k), sizeof *m->bias);
    m->slot_key = cur_array(c, m->slots, sizeof *m->slot_key);
    m->slot = cur_array(c, m->slots, sizeof *m->slot);
    m->list_start = cur_array(c, (size_t)m->features + 1, sizeof *m->list_start);
    m->list = cur_array(c, nodes, sizeof *m->list);
    m->pair_start = cur_array(c, pairs_of(m->k) + 1, sizeof *m->pair_start);
    m->pair_sv = cur_array(c, coefs, sizeof *m->pair_sv);
    m->pair_coef = cur_array(c, coefs, sizeof *m->pair_coef);
    return !c->failed && sound(m, nodes, coefs);
}

static scorer *load_svm(cursor *c, copse_error *err)
{
    svm *m = mem_zero(1, sizeof *m);
    bool good = read_svm(m, c);
    if (good) {
        derive(m);
        good = m->longest <= UINT16_MAX;
    }
    if (good)
        return &m->base;
    free_svm(&m->base);
    err_set(err, COPSE_EMODEL, box_path(c->box), 0,
            "damaged model: section %s does not hold a support vector machine", c->tag);
    return NULL;
}

static void describe(const scorer *s, char *buf, size_t size)
{
    static const char *const name[] = {
        [KERNEL_LINEAR] = "linear kernel", [KERNEL_POLY] = "polynomial kernel", [KERNEL_RBF] = "RBF kernel"};
    const svm *m = (const svm *)s;
    char degree[32] = "";
    if (m->kernel == KERNEL_POLY)
        snprintf(degree, sizeof degree, " of degree %u", (unsigned)m->degree);
    snprintf(buf, size, "%s%s, %u classes, %u support vectors, %u features", name[m->kernel], degree,
             (unsigned)m->k, (unsigned)m->l, (unsigned)m->features);
}

const scorer_kind scorer_svm = {
    .id = SVM_ID,
    .name = "svm",
    .score = score_svm,
    .scratch = scratch_svm,
    .save = save_svm,
    .load = load_svm,
    .free = free_svm,
    .describe = describe,
};
