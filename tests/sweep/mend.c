// SPDX-License-Identifier: MIT
#include "tests/sweep/sweep.h"

#include "common/base/checksum.h"
#include "common/base/hash.h"
#include "common/model/container_format.h"

#include <stdio.h>
#include <string.h>

static void put_u64(unsigned char *at, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(v >> (8 * i));
}

static bool is_box(const unsigned char *bytes, size_t size)
{
    return size >= BOX_HEADER && memcmp(bytes, BOX_MAGIC, BOX_MAGIC_SIZE) == 0;
}

// Rows of the table that are within the bytes.
static size_t rows_of(const unsigned char *bytes, size_t size)
{
    const size_t n = (size_t)hash_word(bytes + BOX_AT_COUNT, 4), room = (size - BOX_HEADER) / BOX_ROW;
    return n < room ? n : room;
}

// A section that is behind the header and within the bytes; a length of 0 otherwise.
static size_t section_of(const unsigned char *row, size_t size, size_t *offset)
{
    const uint64_t at = hash_word(row + BOX_ROW_OFFSET, 8), length = hash_word(row + BOX_ROW_LENGTH, 8);
    *offset = (size_t)at;
    return at >= BOX_HEADER && at <= size && length <= size - at ? (size_t)length : 0;
}

void sweep_mend(unsigned char *bytes, size_t size)
{
    if (!is_box(bytes, size))
        return;
    const size_t n = rows_of(bytes, size);
    for (size_t i = 0; i < n; i++) {
        unsigned char *row = bytes + BOX_HEADER + i * BOX_ROW;
        size_t offset, length = section_of(row, size, &offset);
        if (length == 0)
            continue;
        sweep_mend(bytes + offset, length);
        put_u64(row + BOX_ROW_CHECKSUM, sum_bytes(bytes + offset, length));
    }
    put_u64(bytes + BOX_AT_CHECKSUM, 0);
    put_u64(bytes + BOX_AT_CHECKSUM, sum_bytes(bytes, BOX_HEADER + n * BOX_ROW));
}

size_t sweep_where(const unsigned char *bytes, size_t size, size_t at, char *name, size_t room)
{
    for (size_t i = 0, n = rows_of(bytes, size); i < n; i++) {
        const unsigned char *row = bytes + BOX_HEADER + i * BOX_ROW;
        size_t offset, length = section_of(row, size, &offset), nth = 1;
        if (at < offset || at - offset >= length)
            continue;
        for (size_t k = 0; k < i; k++)
            nth += memcmp(bytes + BOX_HEADER + k * BOX_ROW, row, 4) == 0;
        const bool nested = is_box(bytes + offset, length);
        const int used = nested ? snprintf(name, room, "%.4s %zu ", (const char *)row, nth)
                                : snprintf(name, room, "%.4s %zu", (const char *)row, at - offset);
        if (nested && (size_t)used < room)
            return sweep_where(bytes + offset, length, at - offset, name + used, room - (size_t)used);
        return at - offset;
    }
    snprintf(name, room, "header %zu", at);
    return at;
}
