// SPDX-License-Identifier: MIT
//
// An arena is a list of blocks, newest first. Objects are cut from the newest block. Blocks double in size
// up to MOST, so an arena that is reset and refilled soon holds one block large enough for everything. An
// object that would take a large part of a block gets its own block, placed behind the newest; the newest
// stays in use.
#include "common/base/arena.h"

#include "common/base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    arena_block *next; // older
    size_t size;       // of data
    _Alignas(max_align_t) unsigned char data[];
};

static arena_block *block_new(size_t size, arena_block *next)
{
    arena_block *b = mem_alloc(1, sizeof *b + size);
    b->next = next;
    b->size = size;
    return b;
}

// n * size, small enough that adding a header and rounding up cannot overflow.
static size_t object_bytes(size_t n, size_t size)
{
    if (size && n > SIZE_MAX / 4 / size)
        mem_fail(SIZE_MAX);
    return n * size;
}

#ifdef COPSE_ARENA_MALLOC

void *arena_alloc(arena *a, size_t n, size_t size)
{
    a->blocks = block_new(object_bytes(n, size), a->blocks);
    a->used = a->blocks->size;
    return a->blocks->data;
}

void arena_reset(arena *a)
{
    arena_done(a);
}

#else

enum { LEAST = 4096, MOST = 16 << 20 };

static size_t next_size(const arena *a)
{
    if (!a->blocks || a->blocks->size < LEAST / 2)
        return LEAST;
    return a->blocks->size > MOST / 2 ? MOST : a->blocks->size * 2;
}

void *arena_alloc(arena *a, size_t n, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    size_t bytes = (object_bytes(n, size) + align - 1) / align * align;
    if (a->blocks && bytes <= a->blocks->size - a->used) {
        void *object = a->blocks->data + a->used;
        a->used += bytes;
        return object;
    }
    size_t fresh = next_size(a);
    if (bytes > fresh / 4 && a->blocks) {
        a->blocks->next = block_new(bytes, a->blocks->next);
        return a->blocks->next->data;
    }
    a->blocks = block_new(bytes > fresh ? bytes : fresh, a->blocks);
    a->used = bytes;
    return a->blocks->data;
}

void arena_reset(arena *a)
{
    arena_block *largest = a->blocks;
    for (arena_block *b = a->blocks; b; b = b->next)
        if (b->size > largest->size)
            largest = b;
    for (arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        if (b != largest)
            mem_free(b);
    }
    if (largest)
        largest->next = NULL;
    a->blocks = largest;
    a->used = 0;
}

#endif

void *arena_zero(arena *a, size_t n, size_t size)
{
    void *object = arena_alloc(a, n, size);
    memset(object, 0, n * size);
    return object;
}

char *arena_copy(arena *a, const char *s, size_t len)
{
    char *copy = arena_alloc(a, len + 1, 1);
    if (len)
        memcpy(copy, s, len);
    copy[len] = 0;
    return copy;
}

void arena_done(arena *a)
{
    for (arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        mem_free(b);
    }
    a->blocks = NULL;
    a->used = 0;
}
