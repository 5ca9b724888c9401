// SPDX-License-Identifier: MIT
// Memory allocation that never returns NULL: it aborts when memory runs out. Sizes multiply with an overflow
// check.
#ifndef COPSE_BASE_MEM_H
#define COPSE_BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t n, size_t size);                         // n * size bytes, not cleared; never NULL
void *mem_zero(size_t n, size_t size);                          // the same, cleared
void *mem_resize(void *p, size_t n, size_t size);               // realloc to n * size bytes
void *mem_grow(void *p, size_t *cap, size_t need, size_t size); // at least need elements, doubling *cap
void *mem_table(size_t n, size_t size);                         // cleared, aligned to 64, for look-ups
char *mem_string(const char *s, size_t len);                    // a terminated copy

#endif
