// SPDX-License-Identifier: MIT
// Cursors: bounded reads from a section.
#include "common/model/container_format.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/utf8.h"

#include <math.h>
#include <string.h>

// The next size bytes, or NULL if fewer are left.
static const unsigned char *take(cursor *c, size_t size)
{
    if (c->failed || size > (size_t)(c->end - c->at)) {
        c->failed = true;
        return NULL;
    }
    const unsigned char *p = c->at;
    c->at += size;
    return p;
}

uint8_t cur_u8(cursor *c)
{
    const unsigned char *p = take(c, 1);
    return p ? *p : 0;
}

uint32_t cur_u32(cursor *c)
{
    const unsigned char *p = take(c, 4);
    return p ? (uint32_t)hash_word(p, 4) : 0;
}

uint64_t cur_u64(cursor *c)
{
    const unsigned char *p = take(c, 8);
    return p ? hash_word(p, 8) : 0;
}

float cur_f32(cursor *c)
{
    uint32_t bits = cur_u32(c);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

double cur_f64(cursor *c)
{
    uint64_t bits = cur_u64(c);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

copse_str cur_str(cursor *c)
{
    uint32_t len = cur_u32(c);
    const unsigned char *p = take(c, len);
    return p ? (copse_str){(const char *)p, len} : (copse_str){"", 0};
}

copse_str cur_name(cursor *c)
{
    const copse_str s = cur_str(c);
    if (!c->failed && s.len <= BOX_MAX_NAME && utf8_is_shown(s))
        return s;
    c->failed = true;
    return (copse_str){"", 0};
}

uint32_t cur_count(cursor *c, size_t least_bytes_each)
{
    uint32_t n = cur_u32(c);
    if (c->failed || n > (size_t)(c->end - c->at) / (least_bytes_each ? least_bytes_each : 1)) {
        c->failed = true;
        return 0;
    }
    return n;
}

const void *cur_array(cursor *c, size_t n, size_t size)
{
    if (c->failed || (size != 1 && size != 2 && size != 4 && size != 8) || n > SIZE_MAX / size) {
        c->failed = true;
        return NULL;
    }
    const unsigned char *padding = take(c, (size - (size_t)(c->at - c->base) % size) % size);
    const unsigned char *p = take(c, n * size);
    if (!p || !box_all_zero(padding, p)) {
        c->failed = true;
        return NULL;
    }
    if (HASH_LITTLE_ENDIAN || size == 1)
        return p;
    unsigned char *copy = arena_alloc(box_copies(c->box), n, size);
    for (size_t i = 0; i < n; i++) {
        uint64_t v = hash_word(p + i * size, size);
        if (size == 2)
            memcpy(copy + i * size, &(uint16_t){(uint16_t)v}, size);
        else if (size == 4)
            memcpy(copy + i * size, &(uint32_t){(uint32_t)v}, size);
        else
            memcpy(copy + i * size, &v, size);
    }
    return copy;
}

double cur_bounded(cursor *c, double most)
{
    const double v = cur_f64(c);
    c->failed |= !(fabs(v) <= most);
    return c->failed ? 0 : v;
}

const float *cur_floats(cursor *c, size_t n, float most)
{
    const float *x = cur_array(c, n, sizeof *x);
    bool bounded = true;
    for (size_t i = 0; x && i < n; i++)
        bounded &= fabsf(x[i]) <= most;
    c->failed |= !bounded;
    return bounded ? x : NULL;
}

int cur_end(cursor *c, copse_error *err)
{
    if (c->failed)
        return err_set(err, COPSE_EMODEL, box_path(c->box), 0,
                       "is damaged: section %s does not hold what it says", c->tag);
    if (c->at != c->end)
        return err_set(err, COPSE_EMODEL, box_path(c->box), 0,
                       "is damaged: section %s has %zu bytes too many", c->tag, (size_t)(c->end - c->at));
    return 0;
}
