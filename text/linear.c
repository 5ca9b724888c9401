// SPDX-License-Identifier: MIT
#include "text/linear.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <math.h>
#include <string.h>

static const float RATE = 0.1F, FIRST = 1e-4F;
static const float MOST_SCALE = 1e18F;

static size_t size_of(const linear *w)
{
    return (size_t)1 << w->bits;
}

void li_init(linear *w, int bits)
{
    *w = (linear){.bits = bits, .scale = 1, .step = 1, .rate = RATE};
    w->now = mem_table(size_of(w), sizeof *w->now);
    w->late = mem_table(size_of(w), sizeof *w->late);
    w->square = mem_table(size_of(w), sizeof *w->square);
}

static void drop_training(linear *w)
{
    mem_free(w->now);
    mem_free(w->late);
    mem_free(w->square);
    mem_free(w->past);
    w->now = w->late = w->square = w->past = NULL;
}

void li_done(linear *w)
{
    drop_training(w);
    mem_free(w->own);
    memset(w, 0, sizeof *w);
}

// The weight that a byte stands for, without its scale.
static int32_t value(int8_t q)
{
    return q < 0 ? -(q * q) : q * q;
}

float li_sum(const linear *w, const li_keys *k)
{
    if (w->packed) {
        int32_t sum = 0;
        for (size_t i = 0; i < k->n; i++)
            sum += value(w->packed[k->key[i]]);
        return (float)sum;
    }
    float sum = 0;
    for (size_t i = 0; i < k->n; i++)
        sum += w->now[k->key[i]];
    return sum;
}

void li_adapt(linear *w, const li_keys *k, float by)
{
    for (size_t i = 0; i < k->n; i++) {
        const uint32_t at = k->key[i];
        w->square[at] += by * by;
        const float change = w->rate * by / sqrtf(w->square[at] + FIRST);
        w->now[at] += change;
        w->late[at] += change * (float)w->step;
    }
}

void li_step(linear *w)
{
    w->step++;
}

void li_next_run(linear *w)
{
    const size_t size = size_of(w);
    if (!w->past)
        w->past = mem_zero(size, sizeof *w->past);
    for (size_t i = 0; i < size; i++)
        w->past[i] += w->now[i] - w->late[i] / (float)w->step;
    memset(w->now, 0, size * sizeof *w->now);
    memset(w->late, 0, size * sizeof *w->late);
    memset(w->square, 0, size * sizeof *w->square);
    w->step = 1;
    w->runs++;
}

void li_pack_these(linear *w, int bits, const float *weight)
{
    float most = 0;
    w->bits = bits;
    for (size_t i = 0; i < size_of(w); i++)
        most = fmaxf(most, fabsf(weight[i]));
    w->scale = most > 0 ? most / (127.0F * 127.0F) : 1;
    w->own = mem_alloc(size_of(w), 1);
    for (size_t i = 0; i < size_of(w); i++) {
        const float q = roundf(sqrtf(fabsf(weight[i]) / w->scale));
        w->own[i] = (int8_t)(weight[i] < 0 ? -q : q);
    }
    w->packed = w->own;
}

void li_pack(linear *w)
{
    for (size_t i = 0; i < size_of(w); i++) {
        w->now[i] -= w->late[i] / (float)w->step;
        if (w->past)
            w->now[i] = (w->now[i] + w->past[i]) / (float)(w->runs + 1);
    }
    li_pack_these(w, w->bits, w->now);
    drop_training(w);
}

float li_weight(const linear *w, uint32_t key)
{
    return w->scale * (float)value(w->packed[key]);
}

void li_save(const linear *w, const char tag[4], box_writer *out)
{
    box_begin(out, tag);
    box_u32(out, (uint32_t)w->bits);
    box_f32(out, w->scale);
    box_array(out, w->packed, size_of(w), 1);
}

int li_load(linear *w, const char tag[4], const box *b, copse_error *err)
{
    cursor c;
    memset(w, 0, sizeof *w);
    int code = box_find(b, tag, 0, &c, err);
    if (code)
        return code;
    const uint32_t bits = cur_u32(&c);
    const float scale = cur_f32(&c);
    if (!c.failed && (bits < LI_LEAST_BITS || bits > LI_MOST_BITS || !(scale > 0 && scale < MOST_SCALE)))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged weights in section %s", tag);
    w->bits = (int)bits;
    w->scale = scale;
    w->packed = c.failed ? NULL : cur_array(&c, size_of(w), 1);
    return cur_end(&c, err);
}
