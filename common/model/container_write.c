// SPDX-License-Identifier: MIT
//
// The writing half of the container. Sections grow in memory; the file is laid out when it is saved.
#include "common/model/container_format.h"

#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/pack.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct box_part {
    char tag[4];
    unsigned char *bytes; // [size]
    size_t size, cap;
} box_part;

struct box_writer {
    box_part *part; // [n] sections
    size_t n, cap;
    bool long_string; // a string was too long for its length field
};

box_writer *box_writer_new(void)
{
    return mem_zero(1, sizeof(box_writer));
}

void box_writer_free(box_writer *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->n; i++)
        mem_free(w->part[i].bytes);
    mem_free(w->part);
    mem_free(w);
}

void box_begin(box_writer *w, const char tag[4])
{
    for (int i = 0; i < 4; i++)
        assert(tag[i] > ' ' && tag[i] <= '~');
    w->part = mem_grow(w->part, &w->cap, w->n + 1, sizeof *w->part);
    w->part[w->n] = (box_part){0};
    memcpy(w->part[w->n].tag, tag, 4);
    w->n++;
}

// Extends the section by size bytes and returns where they begin.
static unsigned char *extend(box_writer *w, size_t size)
{
    assert(w->n > 0);
    box_part *part = &w->part[w->n - 1];
    part->bytes = mem_grow(part->bytes, &part->cap, part->size + size, 1);
    unsigned char *at = part->bytes + part->size;
    part->size += size;
    return at;
}

static void put_number(unsigned char *at, uint64_t v, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(v >> (8 * i));
}

void box_u8(box_writer *w, uint8_t v)
{
    *extend(w, 1) = v;
}

void box_u32(box_writer *w, uint32_t v)
{
    put_number(extend(w, 4), v, 4);
}

void box_u64(box_writer *w, uint64_t v)
{
    put_number(extend(w, 8), v, 8);
}

void box_f32(box_writer *w, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    box_u32(w, bits);
}

void box_f64(box_writer *w, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    box_u64(w, bits);
}

void box_raw(box_writer *w, const void *bytes, size_t size)
{
    if (size)
        memcpy(extend(w, size), bytes, size);
}

void box_str(box_writer *w, copse_str s)
{
    if (s.len > UINT32_MAX) {
        w->long_string = true;
        return;
    }
    box_u32(w, (uint32_t)s.len);
    box_raw(w, s.s, s.len);
}

static uint64_t native_number(const unsigned char *at, size_t size)
{
    uint8_t v1;
    uint16_t v2;
    uint32_t v4;
    uint64_t v8;
    switch (size) {
    case 1:
        memcpy(&v1, at, 1);
        return v1;
    case 2:
        memcpy(&v2, at, 2);
        return v2;
    case 4:
        memcpy(&v4, at, 4);
        return v4;
    default:
        memcpy(&v8, at, 8);
        return v8;
    }
}

void box_array(box_writer *w, const void *items, size_t n, size_t size)
{
    assert(w->n > 0 && (size == 1 || size == 2 || size == 4 || size == 8));
    assert(n <= SIZE_MAX / size);
    while (w->part[w->n - 1].size % size)
        box_u8(w, 0);
    if (HASH_LITTLE_ENDIAN) {
        box_raw(w, items, n * size);
        return;
    }
    unsigned char *at = extend(w, n * size);
    const unsigned char *from = items;
    for (size_t i = 0; i < n; i++)
        put_number(at + i * size, native_number(from + i * size, size), size);
}

// Header and table, BOX_HEADER + n * BOX_ROW bytes.
static void lay_out(const box_writer *w, unsigned char *head)
{
    const size_t head_size = BOX_HEADER + w->n * BOX_ROW;
    uint64_t end = head_size;
    memset(head, 0, head_size);
    for (size_t i = 0; i < w->n; i++) {
        const box_part *part = &w->part[i];
        unsigned char *row = head + BOX_HEADER + i * BOX_ROW;
        uint64_t offset = box_align(end);
        memcpy(row + BOX_ROW_TAG, part->tag, 4);
        put_number(row + BOX_ROW_OFFSET, offset, 8);
        put_number(row + BOX_ROW_LENGTH, part->size, 8);
        put_number(row + BOX_ROW_CHECKSUM, sum_bytes(part->bytes, part->size), 8);
        end = offset + part->size;
    }
    memcpy(head, BOX_MAGIC, BOX_MAGIC_SIZE);
    put_number(head + BOX_AT_VERSION, BOX_VERSION, 4);
    put_number(head + BOX_AT_COUNT, w->n, 4);
    put_number(head + BOX_AT_LENGTH, end, 8);
    put_number(head + BOX_AT_CHECKSUM, sum_bytes(head, head_size), 8);
}

// Receives the bytes of the file in order: 0 or a negative code.
typedef int (*put_fn)(void *to, const void *bytes, size_t size, copse_error *err);

static int check_limits(const box_writer *w, const char *path, copse_error *err)
{
    if (w->n > BOX_MAX_SECTIONS)
        return err_set(err, COPSE_ELIMIT, path, 0, "a model has at most %d sections, this one %zu",
                       BOX_MAX_SECTIONS, w->n);
    if (w->long_string)
        return err_set(err, COPSE_ELIMIT, path, 0, "a string in a model has less than 4 GB");
    return 0;
}

static uint64_t whole_size(const box_writer *w)
{
    uint64_t end = BOX_HEADER + (uint64_t)w->n * BOX_ROW;
    for (size_t i = 0; i < w->n; i++)
        end = box_align(end) + w->part[i].size;
    return end;
}

// The caller has checked the limits.
static int put_all(const box_writer *w, put_fn put, void *to, copse_error *err)
{
    static const unsigned char zeros[BOX_ALIGN];
    const size_t head_size = BOX_HEADER + w->n * BOX_ROW;
    unsigned char *head = mem_alloc(head_size, 1);
    lay_out(w, head);
    uint64_t at = head_size;
    int code = put(to, head, head_size, err);
    for (size_t i = 0; i < w->n && code == 0; i++) {
        code = put(to, zeros, (size_t)(box_align(at) - at), err);
        if (code == 0)
            code = put(to, w->part[i].bytes, w->part[i].size, err);
        at = box_align(at) + w->part[i].size;
    }
    mem_free(head);
    return code;
}

static int put_file(void *to, const void *bytes, size_t size, copse_error *err)
{
    return save_write(to, bytes, size, err);
}

int box_check_path(const char *path, copse_error *err)
{
    return pack_of(path) == PACK_NONE
               ? 0
               : err_set(err, COPSE_EINPUT, path, 0, "a model is not compressed: choose a name without %s",
                         strrchr(path, '.'));
}

int box_put(box_writer *w, save *out, copse_error *err)
{
    int code = save_packs(out) ? box_check_path(save_name(out), err) : 0;
    if (!code)
        code = check_limits(w, save_name(out), err);
    return code ? code : put_all(w, put_file, out, err);
}

int box_save(box_writer *w, const char *path, copse_error *err)
{
    save *out = box_check_path(path, err) == 0 ? save_open(path, err) : NULL;
    if (!out)
        return err->code;
    int code = box_put(w, out, err);
    if (code == 0)
        code = save_commit(out, err);
    save_free(out);
    return code;
}

static int put_memory(void *to, const void *bytes, size_t size, copse_error *err)
{
    unsigned char **at = to;
    (void)err;
    if (size)
        memcpy(*at, bytes, size);
    *at += size;
    return 0;
}

void *box_bytes(box_writer *w, size_t *size, copse_error *err)
{
    const uint64_t whole = whole_size(w);
    if (check_limits(w, NULL, err))
        return NULL;
    if (whole > SIZE_MAX - BOX_ALIGN) {
        err_set(err, COPSE_ELIMIT, NULL, 0, "the model is too large for this machine");
        return NULL;
    }
    unsigned char *bytes = mem_aligned((size_t)whole, 1), *at = bytes;
    put_all(w, put_memory, &at, err);
    *size = (size_t)whole;
    return bytes;
}
