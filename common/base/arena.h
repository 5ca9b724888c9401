// SPDX-License-Identifier: MIT
// Memory that is freed all at once. With -DCOPSE_ARENA_MALLOC every object is its own malloc, so that
// AddressSanitizer sees the bounds of each.
#ifndef COPSE_BASE_ARENA_H
#define COPSE_BASE_ARENA_H

#include <stddef.h>

typedef struct arena_block arena_block;
typedef struct arena {
    arena_block *blocks; // newest first
    size_t used;         // bytes taken from the newest
} arena;                 // all zero is an empty arena

void *arena_alloc(arena *a, size_t n, size_t size); // n * size bytes, aligned for any type, not cleared
void *arena_zero(arena *a, size_t n, size_t size);
char *arena_copy(arena *a, const char *s, size_t len); // terminated
void arena_reset(arena *a);                            // keeps the largest block for reuse
void arena_done(arena *a);

#endif
