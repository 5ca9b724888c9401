// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // madvise
#include "common/base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *or_abort(void *p, size_t n, size_t size)
{
    if (p)
        return p;
    fprintf(stderr, "copse: out of memory: %zu x %zu bytes\n", n, size);
    abort();
}

static size_t bytes(size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        or_abort(NULL, n, size);
    size_t b = n * size;
    return b ? b : 1;
}

void *mem_alloc(size_t n, size_t size)
{
    return or_abort(malloc(bytes(n, size)), n, size);
}

void *mem_zero(size_t n, size_t size)
{
    return or_abort(calloc(1, bytes(n, size)), n, size);
}

// Aligned to a cache line. A large table on pages of the usual size overflows the TLB, so this asks for huge
// pages, which the system may refuse.
void *mem_table(size_t n, size_t size)
{
    enum { LINE = 64, LARGE = 2 << 20 };
    const size_t need = bytes(n, size), unit = need < LARGE / 2 ? LINE : LARGE;
    if (need > SIZE_MAX - unit)
        or_abort(NULL, n, size);
    const size_t whole = (need + unit - 1) / unit * unit;
    void *p = or_abort(aligned_alloc(unit, whole), n, size);
#ifdef MADV_HUGEPAGE
    if (unit == LARGE)
        (void)madvise(p, whole, MADV_HUGEPAGE);
#endif
    return memset(p, 0, whole);
}

void *mem_resize(void *p, size_t n, size_t size)
{
    return or_abort(realloc(p, bytes(n, size)), n, size);
}

void *mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
    if (need <= *cap)
        return p;
    size_t c = *cap < 8 ? 8 : *cap;
    while (c < need)
        c = c > SIZE_MAX / 2 ? need : c * 2;
    p = mem_resize(p, c, size);
    *cap = c;
    return p;
}

char *mem_string(const char *s, size_t len)
{
    char *copy = mem_alloc(len + 1, 1);
    if (len)
        memcpy(copy, s, len);
    copy[len] = 0;
    return copy;
}
