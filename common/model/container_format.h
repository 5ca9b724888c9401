// SPDX-License-Identifier: MIT
// The layout of a model file, shared by the files of the container. See docs/model-format.md.
#ifndef COPSE_MODEL_CONTAINER_FORMAT_H
#define COPSE_MODEL_CONTAINER_FORMAT_H

#include "common/base/arena.h"
#include "common/model/container.h"

// Readable letters, then a line end that a text transfer would change, and the end-of-file mark of old
// systems.
#define BOX_MAGIC "COPSE\r\n\x1a"

enum {
    BOX_MAGIC_SIZE = 8,
    // the header
    BOX_AT_VERSION = 8,
    BOX_AT_COUNT = 12,
    BOX_AT_LENGTH = 16,
    BOX_AT_CHECKSUM = 24, // of header and table, with zeros in this field
    BOX_HEADER = 32,
    // a row of the table
    BOX_ROW_TAG = 0,
    BOX_ROW_RESERVED = 4,
    BOX_ROW_OFFSET = 8,
    BOX_ROW_LENGTH = 16,
    BOX_ROW_CHECKSUM = 24,
    BOX_ROW = 32,
};

static inline uint64_t box_align(uint64_t offset) // up to the next offset where a section may begin
{
    return (offset + BOX_ALIGN - 1) / BOX_ALIGN * BOX_ALIGN;
}

static inline bool box_all_zero(const unsigned char *p, const unsigned char *end)
{
    unsigned char any = 0;
    for (; p < end; p++)
        any |= *p;
    return any == 0;
}

arena *box_copies(const box *b); // for arrays in the machine's byte order, freed with the box

#endif
