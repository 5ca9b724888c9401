// SPDX-License-Identifier: MIT
//
// A block has a header in front of it, which links it into the list of its scope. The list is locked: the
// threads of a team allocate in the scope of their caller.
#define _DEFAULT_SOURCE // madvise
#include "common/base/mem.h"

#include "common/base/error.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct mem_block {
    _Alignas(max_align_t) struct mem_block *next;
    struct mem_block *back;
    mem_scope *scope; // or NULL: in no list
    void (*release)(void *block);
    size_t lead; // bytes from the start of the allocation to the user's
} block;

static _Thread_local mem_guard *innermost;
static _Thread_local mem_scope *into;

// ---------------------------------------------------------------------------------------------------
// Blocks

static block *header(const void *p)
{
    return (block *)((uintptr_t)p - sizeof(block));
}

static void link_block(block *b, mem_scope *scope)
{
    b->scope = scope;
    b->back = NULL;
    b->next = NULL;
    if (!scope)
        return;
    pthread_mutex_lock(&scope->lock);
    b->next = scope->first;
    if (b->next)
        b->next->back = b;
    scope->first = b;
    pthread_mutex_unlock(&scope->lock);
}

static void unlink_block(block *b)
{
    if (!b->scope)
        return;
    pthread_mutex_lock(&b->scope->lock);
    if (b->next)
        b->next->back = b->back;
    if (b->back)
        b->back->next = b->next;
    else
        b->scope->first = b->next;
    pthread_mutex_unlock(&b->scope->lock);
}

void mem_leave(int code)
{
    if (!innermost)
        abort();
    innermost->code = code;
    longjmp(innermost->at, 1);
}

void mem_fail(size_t bytes)
{
    if (!innermost)
        fprintf(stderr, "copse: out of memory: %zu bytes could not be allocated\n", bytes);
    else
        innermost->asked = bytes;
    mem_leave(COPSE_EMEMORY);
}

// n * size with room for a header, which lies within the first lead bytes.
static size_t whole(size_t n, size_t size, size_t lead)
{
    const size_t most = SIZE_MAX / 2 - lead;
    if (size && n > most / size)
        mem_fail(SIZE_MAX);
    return n * size + lead;
}

static void *made(void *allocation, size_t bytes, size_t lead)
{
    if (!allocation)
        mem_fail(bytes);
    void *p = (char *)allocation + lead;
    block *b = header(p);
    b->release = NULL;
    b->lead = lead;
    link_block(b, into);
    return p;
}

void *mem_alloc(size_t n, size_t size)
{
    const size_t bytes = whole(n, size, sizeof(block));
    return made(malloc(bytes), bytes, sizeof(block));
}

void *mem_zero(size_t n, size_t size)
{
    const size_t bytes = whole(n, size, sizeof(block));
    return made(calloc(1, bytes), bytes, sizeof(block));
}

// Aligned to a cache line. A large table on pages of the usual size overflows the TLB, so this asks for huge
// pages, which the system may refuse.
void *mem_aligned(size_t n, size_t size)
{
    enum { LINE = 64, LARGE = 2 << 20 };
    const size_t need = whole(n, size, 0), unit = need < LARGE / 2 ? LINE : LARGE;
    const size_t bytes = whole(need / unit + 1, unit, unit);
    char *p = made(aligned_alloc(unit, bytes), bytes, unit);
#ifdef MADV_HUGEPAGE
    if (unit == LARGE)
        (void)madvise(p, bytes - unit, MADV_HUGEPAGE);
#endif
    return p;
}

void *mem_table(size_t n, size_t size)
{
    return memset(mem_aligned(n, size), 0, n * size);
}

void *mem_resize(void *p, size_t n, size_t size)
{
    if (!p)
        return mem_alloc(n, size);
    const size_t bytes = whole(n, size, sizeof(block));
    block *b = header(p);
    mem_scope *scope = b->scope;
    unlink_block(b);
    block *resized = realloc(b, bytes);
    link_block(resized ? resized : b, scope);
    if (!resized)
        mem_fail(bytes);
    return resized + 1;
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

void mem_free(void *p)
{
    if (!p)
        return;
    block *b = header(p);
    unlink_block(b);
    free((char *)p - b->lead);
}

char *mem_give(char *s)
{
    if (!s)
        return NULL;
    const size_t bytes = strlen(s) + 1;
    char *copy = malloc(bytes);
    if (copy)
        memcpy(copy, s, bytes);
    mem_free(s);
    return copy;
}

void mem_on_release(void *p, void (*release)(void *block))
{
    header(p)->release = release;
}

bool mem_is_there(double bytes)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0 && bytes > (double)pages * (double)page)
        return false;
#endif
    if (bytes >= (double)(SIZE_MAX / 2))
        return false;
    void *volatile probe = malloc((size_t)bytes + 1); // volatile, or the compiler would drop both calls
    free(probe);
    return probe != NULL;
}

// ---------------------------------------------------------------------------------------------------
// Scopes

static void scope_init(mem_scope *s)
{
    pthread_mutex_init(&s->lock, NULL);
    s->first = NULL;
}

mem_scope *mem_scope_new(void)
{
    mem_scope *s = malloc(sizeof *s);
    if (!s)
        mem_fail(sizeof *s);
    scope_init(s);
    return s;
}

// Frees all blocks. No other thread uses the scope now.
static void scope_empty(mem_scope *s)
{
    for (block *b = s->first; b; b = b->next)
        if (b->release)
            b->release(b + 1);
    for (block *b = s->first, *next; b; b = next) {
        next = b->next;
        free((char *)(b + 1) - b->lead);
    }
    s->first = NULL;
}

void mem_scope_free(mem_scope *s)
{
    if (!s)
        return;
    scope_empty(s);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

// Moves all blocks of s to another scope, or to none.
static void scope_hand_over(mem_scope *s, mem_scope *to)
{
    for (block *b = s->first, *next; b; b = next) {
        next = b->next;
        link_block(b, to);
    }
    s->first = NULL;
}

mem_scope *mem_into(mem_scope *scope)
{
    mem_scope *before = into;
    into = scope;
    return before;
}

mem_scope *mem_scope_of(const void *p)
{
    return header(p)->scope;
}

mem_scope *mem_here(void)
{
    return into;
}

// ---------------------------------------------------------------------------------------------------
// Guards

static void begin(mem_guard *g, mem_scope *scope, mem_scope *to)
{
    g->outer = innermost;
    g->before = into;
    g->scope = scope;
    g->code = 0;
    g->asked = 0;
    innermost = g;
    into = to;
}

void mem_begin(mem_guard *g)
{
    scope_init(&g->own);
    begin(g, &g->own, &g->own);
}

void mem_begin_for(mem_guard *g, const void *object)
{
    begin(g, NULL, object ? mem_scope_of(object) : into);
}

void mem_begin_in(mem_guard *g, mem_scope *scope)
{
    begin(g, scope, scope);
}

mem_guard *mem_set_guard(mem_guard *g)
{
    mem_guard *before = innermost;
    innermost = g;
    return before;
}

int mem_end(mem_guard *g, int code)
{
    innermost = g->outer;
    into = g->before;
    if (g->scope && (g->code || code == COPSE_EMEMORY || code == COPSE_ESTOPPED))
        scope_empty(g->scope);
    if (g->scope == &g->own) {
        scope_hand_over(g->scope, into);
        pthread_mutex_destroy(&g->own.lock);
    }
    return code;
}

int mem_failed(mem_guard *g, copse_error *err)
{
    if (g->code != COPSE_EMEMORY)
        err_set(err, g->code, NULL, 0, "stopped");
    else if (g->asked == SIZE_MAX)
        err_set(err, COPSE_EMEMORY, NULL, 0, "out of memory: more was needed than any machine has");
    else
        err_set(err, COPSE_EMEMORY, NULL, 0, "out of memory: %zu bytes could not be allocated", g->asked);
    return mem_end(g, g->code);
}
