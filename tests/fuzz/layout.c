// SPDX-License-Identifier: MIT
#include "tests/fuzz/layout.h"

#include "common/base/checksum.h"
#include "common/model/container_format.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = BOX_MAX_DEPTH + 1 };

static uint64_t get(const uint8_t *p, size_t size)
{
    uint64_t v = 0;
    while (size-- > 0)
        v = v << 8 | p[size];
    return v;
}

static void put(uint8_t *p, uint64_t v, size_t size)
{
    for (size_t i = 0; i < size; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

static void *grab(size_t size)
{
    void *p = calloc(size ? size : 1, 1);
    if (!p)
        exit(1);
    return p;
}

// The number of sections that bytes with this header may have; 0: they are no model.
static size_t rows(const uint8_t *bytes, size_t size)
{
    if (size < BOX_HEADER || memcmp(bytes, BOX_MAGIC, BOX_MAGIC_SIZE) != 0)
        return 0;
    const uint64_t n = get(bytes + BOX_AT_COUNT, 4);
    return n <= (size - BOX_HEADER) / BOX_ROW ? (size_t)n : 0;
}

// The bytes of a section; false if they are not all there.
static bool place(const uint8_t *bytes, size_t size, size_t i, size_t *offset, size_t *length)
{
    const uint8_t *row = bytes + BOX_HEADER + i * BOX_ROW;
    const uint64_t from = get(row + BOX_ROW_OFFSET, 8), len = get(row + BOX_ROW_LENGTH, 8);
    if (from > size || len > size - from)
        return false;
    *offset = (size_t)from;
    *length = (size_t)len;
    return true;
}

static bool holds_model(const uint8_t *tag)
{
    return memcmp(tag, "MEMB", 4) == 0 || memcmp(tag, "STAG", 4) == 0;
}

// --- Checksums

static void mend(uint8_t *bytes, size_t size, int depth)
{
    const size_t n = rows(bytes, size);
    size_t offset, length;
    for (size_t i = 0; i < n; i++) {
        uint8_t *row = bytes + BOX_HEADER + i * BOX_ROW;
        if (!place(bytes, size, i, &offset, &length))
            continue;
        // A section that overlaps the table would change it under our hands: its checksum stays wrong.
        if (holds_model(row) && depth < DEEPEST && offset >= BOX_HEADER + n * BOX_ROW)
            mend(bytes + offset, length, depth + 1);
        put(row + BOX_ROW_CHECKSUM, sum_bytes(bytes + offset, length), 8);
    }
    if (n == 0)
        return;
    put(bytes + BOX_AT_CHECKSUM, 0, 8);
    put(bytes + BOX_AT_CHECKSUM, sum_bytes(bytes, BOX_HEADER + n * BOX_ROW), 8);
}

void lay_mend(uint8_t *bytes, size_t size)
{
    mend(bytes, size, 0);
}

// --- Apart

static lay_model *read_at(const uint8_t *bytes, size_t size, int depth)
{
    const size_t n = rows(bytes, size);
    if (n == 0)
        return NULL;
    lay_model *m = grab(sizeof *m);
    for (size_t i = 0; i < n && m->n < LAY_MOST; i++) {
        const uint8_t *row = bytes + BOX_HEADER + i * BOX_ROW;
        lay_section *s = &m->section[m->n];
        size_t offset, length;
        if (!place(bytes, size, i, &offset, &length))
            continue;
        *s = (lay_section){.size = length};
        memcpy(s->tag, row + BOX_ROW_TAG, 4);
        if (holds_model(row) && depth < DEEPEST)
            s->inside = read_at(bytes + offset, length, depth + 1);
        if (!s->inside) {
            s->bytes = grab(length);
            memcpy(s->bytes, bytes + offset, length);
        }
        m->n++;
    }
    return m;
}

lay_model *lay_read(const uint8_t *bytes, size_t size)
{
    return read_at(bytes, size, 0);
}

void lay_done(lay_section *s)
{
    free(s->bytes);
    lay_free(s->inside);
    *s = (lay_section){.size = 0};
}

void lay_free(lay_model *m)
{
    for (size_t i = 0; m && i < m->n; i++)
        lay_done(&m->section[i]);
    free(m);
}

lay_section lay_copy(const lay_section *s)
{
    lay_section copy = *s;
    if (s->bytes) {
        copy.bytes = grab(s->size);
        memcpy(copy.bytes, s->bytes, s->size);
    }
    if (s->inside) {
        copy.inside = grab(sizeof *copy.inside);
        for (size_t i = 0; i < s->inside->n; i++)
            copy.inside->section[copy.inside->n++] = lay_copy(&s->inside->section[i]);
    }
    return copy;
}

// --- Together

uint8_t *lay_write(const lay_model *m, size_t *size)
{
    const size_t head = BOX_HEADER + m->n * BOX_ROW;
    uint8_t *inner[LAY_MOST] = {NULL};
    size_t length[LAY_MOST] = {0}, end = head;
    for (size_t i = 0; i < m->n; i++) {
        const lay_section *s = &m->section[i];
        length[i] = s->size;
        if (s->inside)
            inner[i] = lay_write(s->inside, &length[i]);
        end = (size_t)box_align(end) + length[i];
    }
    uint8_t *bytes = grab(end);
    memcpy(bytes, BOX_MAGIC, BOX_MAGIC_SIZE);
    put(bytes + BOX_AT_VERSION, BOX_VERSION, 4);
    put(bytes + BOX_AT_COUNT, m->n, 4);
    put(bytes + BOX_AT_LENGTH, end, 8);
    size_t at = head;
    for (size_t i = 0; i < m->n; i++) {
        const uint8_t *from = inner[i] ? inner[i] : m->section[i].bytes;
        uint8_t *row = bytes + BOX_HEADER + i * BOX_ROW;
        at = (size_t)box_align(at);
        memcpy(row + BOX_ROW_TAG, m->section[i].tag, 4);
        put(row + BOX_ROW_OFFSET, at, 8);
        put(row + BOX_ROW_LENGTH, length[i], 8);
        if (length[i])
            memcpy(bytes + at, from, length[i]);
        at += length[i];
        free(inner[i]);
    }
    lay_mend(bytes, end);
    *size = end;
    return bytes;
}
