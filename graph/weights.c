// SPDX-License-Identifier: MIT
#include "graph/weights.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,     // of the cache: where weights begin in a section
    BITS_EACH = 8, // of a weight in a model
};

static size_t length(int bits)
{
    return ((size_t)1 << bits) + GW_ROW;
}

void gw_init(gweights *w, int bits)
{
    memset(w, 0, sizeof *w);
    w->bits = bits;
    w->scale = 1;
    w->now = mem_table(length(bits), sizeof *w->now);
    w->late = mem_table(length(bits), sizeof *w->late);
    w->change = mem_table(length(bits), sizeof *w->change);
}

void gw_done(gweights *w)
{
    mem_free(w->now);
    mem_free(w->late);
    mem_free(w->change);
    mem_free(w->square);
    mem_free(w->own);
    memset(w, 0, sizeof *w);
}

// The value of a byte of a model, in units of its scale. Branch-free, as signs cannot be predicted.
static inline int16_t value(int16_t byte)
{
    const int16_t sign = (int16_t)(byte >> 15);
    return (int16_t)(byte * ((byte ^ sign) - sign));
}

float gw_sum_at(const gweights *w, const uint32_t *key, size_t n, int label)
{
    const uint32_t mask = ((uint32_t)1 << w->bits) - 1;
    if (w->packed) {
        const int8_t *packed = w->packed + label;
        int32_t sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += value(packed[key[i] & mask]);
        return (float)sum * w->scale;
    }
    const float *now = w->now + label;
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += now[key[i] & mask];
    return sum;
}

void gw_fetch(const gweights *w, const uint32_t *key, size_t n)
{
#if defined(__GNUC__)
    const uint32_t mask = ((uint32_t)1 << w->bits) - 1;
    for (size_t i = 0; i < n; i++)
        if (w->packed)
            __builtin_prefetch(w->packed + (key[i] & mask));
        else
            __builtin_prefetch(w->now + (key[i] & mask));
#else
    (void)w, (void)key, (void)n;
#endif
}

float gw_sum(const gweights *w, const uint32_t *key, size_t n)
{
    return gw_sum_at(w, key, n, 0);
}

// Compiled for wider vectors too, which run where the machine has them. Every sum is the same in both. The
// program chooses as it is loaded, before the runtime of a sanitizer is ready.
#if defined(__GNUC__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(COPSE_ONE_TARGET)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

// Rows are added in blocks of this many labels, which compilers turn into vectors. Values read past the last
// label are not used.
enum { BLOCK = 16, AHEAD = 6 };
_Static_assert(GW_ROW % BLOCK == 0, "rows are read in whole blocks");

static inline void fetch(const void *row)
{
#if defined(__GNUC__)
    __builtin_prefetch(row);
#else
    (void)row;
#endif
}

WIDE static void add_floats(const float *weights, uint32_t mask, const uint32_t *key, size_t n, int labels,
                            float *sum)
{
    for (size_t i = 0; i < n; i++) {
        const float *row = weights + (key[i] & mask),
                    *later = weights + (key[i + AHEAD < n ? i + AHEAD : i] & mask);
        for (int l = 0; l < labels; l += BLOCK)
            fetch(later + l);
        for (int l = 0; l < labels; l += BLOCK)
            for (int j = 0; j < BLOCK; j++)
                sum[l + j] += row[l + j];
    }
}

WIDE static void add_packed(const int8_t *weights, uint32_t mask, const uint32_t *key, size_t n, int labels,
                            int32_t *sum)
{
    for (size_t i = 0; i < n; i++) {
        const int8_t *row = weights + (key[i] & mask);
        fetch(weights + (key[i + AHEAD < n ? i + AHEAD : i] & mask));
        fetch(weights + (key[i + AHEAD < n ? i + AHEAD : i] & mask) + labels);
        for (int l = 0; l < labels; l += BLOCK)
            for (int j = 0; j < BLOCK; j++)
                sum[l + j] += value(row[l + j]);
    }
}

void gw_add_rows(const gweights *w, const uint32_t *key, size_t n, int labels, float *score)
{
    const uint32_t mask = ((uint32_t)1 << w->bits) - 1;
    const size_t used = ((size_t)labels + BLOCK - 1) / BLOCK * BLOCK;
    if (!w->packed) {
        float sum[GW_ROW];
        memset(sum, 0, used * sizeof *sum);
        add_floats(w->now, mask, key, n, labels, sum);
        for (int l = 0; l < labels; l++)
            score[l] += sum[l];
        return;
    }
    int32_t sum[GW_ROW];
    memset(sum, 0, used * sizeof *sum);
    add_packed(w->packed, mask, key, n, labels, sum);
    for (int l = 0; l < labels; l++)
        score[l] += (float)sum[l] * w->scale;
}

void gw_gather(gweights *w, gw_vector *v, const uint32_t *key, size_t n, int label, float by)
{
    v->at = mem_grow(v->at, &v->cap, v->n + n, sizeof *v->at);
    for (size_t i = 0; i < n; i++) {
        uint32_t at = gw_index(w, key[i]) + (uint32_t)label;
        w->change[at] += by;
        v->at[v->n++] = at;
    }
}

double gw_settle(gweights *w, gw_vector *v)
{
    double sum = 0;
    size_t n = 0;
    v->by = mem_grow(v->by, &v->by_cap, v->n + 1, sizeof *v->by);
    for (size_t i = 0; i < v->n; i++) {
        uint32_t at = v->at[i];
        float by = w->change[at];
        if (by == 0)
            continue;
        w->change[at] = 0;
        v->at[n] = at;
        v->by[n++] = by;
        sum += (double)by * by;
    }
    v->n = n;
    return sum;
}

double gw_dot(gweights *w, const gw_vector *a, const gw_vector *b)
{
    double sum = 0;
    for (size_t i = 0; i < a->n; i++)
        w->change[a->at[i]] = a->by[i];
    for (size_t i = 0; i < b->n; i++)
        sum += (double)b->by[i] * w->change[b->at[i]];
    for (size_t i = 0; i < a->n; i++)
        w->change[a->at[i]] = 0;
    return sum;
}

static double product(const float *with, const gw_vector *v)
{
    double sum = 0;
    for (size_t i = 0; i < v->n; i++)
        sum += (double)v->by[i] * (double)with[v->at[i]];
    return sum;
}

double gw_score(const gweights *w, const gw_vector *v)
{
    return product(w->now, v);
}

double gw_trial_score(const gweights *w, const gw_vector *v)
{
    return product(w->change, v);
}

void gw_trial_change(gweights *w, const gw_vector *v, double tau)
{
    for (size_t i = 0; i < v->n; i++)
        w->change[v->at[i]] += (float)tau * v->by[i];
}

void gw_trial_clear(gweights *w, const gw_vector *v)
{
    for (size_t i = 0; i < v->n; i++)
        w->change[v->at[i]] = 0;
}

// Changes one weight, after that many whole steps.
static void change_one(gweights *w, size_t at, float by, double after)
{
    w->now[at] += by;
    w->late[at] += (float)after * by;
}

void gw_change(gweights *w, const gw_vector *v, double tau)
{
    for (size_t i = 0; i < v->n; i++)
        change_one(w, v->at[i], (float)tau * v->by[i], w->step - 1);
}

void gw_adapt(gweights *w, const gw_vector *v, double rate, double delta)
{
    if (!w->square)
        w->square = mem_table(length(w->bits), sizeof *w->square);
    for (size_t i = 0; i < v->n; i++) {
        const uint32_t at = v->at[i];
        w->square[at] += v->by[i] * v->by[i];
        change_one(w, at, (float)rate * v->by[i] / sqrtf(w->square[at] + (float)delta), w->step - 1);
    }
}

void gw_shrink(gweights *w, double share)
{
    for (size_t i = 0; i < length(w->bits); i++)
        change_one(w, i, -(float)share * w->now[i], w->step);
}

void gw_vector_done(gw_vector *v)
{
    mem_free(v->at);
    mem_free(v->by);
    memset(v, 0, sizeof *v);
}

static float average(const gweights *w, size_t i)
{
    return w->step > 0 ? w->now[i] - w->late[i] / (float)w->step : w->now[i];
}

static float mean(const gweights *const *w, size_t n, size_t i)
{
    float sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += average(w[k], i);
    return sum / (float)n;
}

void gw_pack_mean(const gweights *const *w, size_t n, gweights *packed)
{
    const size_t all = length(w[0]->bits);
    float most = 0;
    memset(packed, 0, sizeof *packed);
    packed->bits = w[0]->bits;
    packed->own = mem_alloc(all, sizeof *packed->own);
    packed->packed = packed->own;
    for (size_t i = 0; i < all; i++)
        most = fmaxf(most, fabsf(mean(w, n, i)));
    most = fminf(most / (INT8_MAX * INT8_MAX), GW_MOST_SCALE);
    packed->scale = most > 0 ? most : 1;
    for (size_t i = 0; i < all; i++) {
        const float x = mean(w, n, i), root = fminf(sqrtf(fabsf(x) / packed->scale), INT8_MAX);
        packed->own[i] = (int8_t)lrintf(isnan(x) ? 0 : x < 0 ? -root : root);
    }
}

void gw_pack(const gweights *w, gweights *packed)
{
    gw_pack_mean(&w, 1, packed);
}

void gw_save(const gweights *w, const char tag[4], box_writer *out)
{
    box_begin(out, tag);
    box_u32(out, (uint32_t)w->bits);
    box_f32(out, w->scale);
    box_u32(out, BITS_EACH);
    for (int i = 12; i < LINE; i++)
        box_u8(out, 0);
    box_array(out, w->packed, length(w->bits), sizeof *w->packed);
}

int gw_load(gweights *w, const char tag[4], const box *b, copse_error *err)
{
    cursor c;
    memset(w, 0, sizeof *w);
    int code = box_find(b, tag, 0, &c, err);
    if (code)
        return code;
    uint32_t bits = cur_u32(&c);
    w->scale = cur_f32(&c);
    uint32_t each = cur_u32(&c);
    bool zeros = true;
    for (int i = 12; i < LINE; i++)
        zeros &= cur_u8(&c) == 0;
    if (c.failed || each != BITS_EACH || bits < GW_LEAST_BITS || bits > GW_MOST_BITS || !zeros)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged weights (section %.4s)", tag);
    if (!(w->scale > 0 && w->scale <= GW_MOST_SCALE))
        return err_set(err, COPSE_EMODEL, box_path(b), 0,
                       "damaged weights (section %.4s): scale %g, which must be above 0 and at most %g", tag,
                       (double)w->scale, (double)GW_MOST_SCALE);
    w->bits = (int)bits;
    w->packed = cur_array(&c, length(w->bits), sizeof *w->packed); // on large pages, as the whole file
    return cur_end(&c, err);
}
