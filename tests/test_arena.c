// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "common/base/arena.h"
#include "common/base/random.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Fills objects of many sizes each with its own byte, then looks whether any wrote into another.
static void objects_are_apart(void)
{
    enum { N = 3000 };
    static unsigned char *object[N];
    static size_t size[N];
    arena a = {0};
    rng r;
    rng_seed(&r, 1);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) {
            size[i] = (size_t)rng_below(&r, i % 100 == 0 ? 70000 : 90);
            object[i] = arena_alloc(&a, size[i], 1);
            CHECK((uintptr_t)object[i] % _Alignof(max_align_t) == 0);
            memset(object[i], i & 255, size[i]);
        }
        size_t wrong = 0;
        for (int i = 0; i < N; i++)
            for (size_t k = 0; k < size[i]; k++)
                wrong += object[i][k] != (i & 255);
        CHECK_INT(wrong, 0);
        arena_reset(&a);
    }
    arena_done(&a);
    CHECK(a.blocks == NULL);
}

static void zero_clears_reused_memory(void)
{
    arena a = {0};
    memset(arena_alloc(&a, 1000, 2), 0xff, 2000);
    arena_reset(&a);
    const unsigned char *p = arena_zero(&a, 1000, 2);
    size_t set = 0;
    for (int i = 0; i < 2000; i++)
        set += p[i] != 0;
    CHECK_INT(set, 0);
    arena_done(&a);
}

static void copies_are_terminated(void)
{
    arena a = {0};
    CHECK_STRING(arena_copy(&a, "hedgerow", 5), "hedge");
    CHECK_STRING(arena_copy(&a, NULL, 0), "");
    arena_done(&a);
}

static void empty_arenas_are_fine(void)
{
    arena a = {0};
    arena_reset(&a);
    arena_done(&a);
    CHECK(arena_alloc(&a, 0, 8) != NULL);
    arena_done(&a);
    arena_done(&a);
}

#ifndef COPSE_ARENA_MALLOC
// After a reset the largest block serves again, so the same load allocates at the same place.
static void reset_reuses_the_largest_block(void)
{
    arena a = {0};
    for (int round = 0; round < 12; round++) {
        for (int i = 0; i < 5000; i++)
            arena_alloc(&a, 64, 1);
        arena_reset(&a);
    }
    char *first = arena_alloc(&a, 64, 1), *last = first;
    for (int i = 1; i < 5000; i++)
        last = arena_alloc(&a, 64, 1);
    CHECK(last == first + 4999 * 64);
    arena_reset(&a);
    CHECK(arena_alloc(&a, 64, 1) == (void *)first);
    arena_done(&a);
}

// A large object does not end the use of the block that small ones come from.
static void large_objects_stand_aside(void)
{
    arena a = {0};
    char *before = arena_alloc(&a, 16, 1);
    memset(arena_alloc(&a, 1 << 20, 1), 1, 1 << 20);
    char *after = arena_alloc(&a, 16, 1);
    CHECK(after == before + 16);
    arena_done(&a);
}
#else
static void reset_reuses_the_largest_block(void)
{
    arena a = {0};
    arena_alloc(&a, 64, 1);
    arena_reset(&a);
    CHECK(a.blocks == NULL); // nothing is kept: each object is its own
}

static void large_objects_stand_aside(void)
{
    arena a = {0};
    char *big = arena_alloc(&a, 1 << 20, 1);
    memset(big, 1, 1 << 20);
    arena_done(&a);
}
#endif

TESTS(TEST(objects_are_apart), TEST(zero_clears_reused_memory), TEST(copies_are_terminated),
      TEST(empty_arenas_are_fine), TEST(reset_reuses_the_largest_block), TEST(large_objects_stand_aside))
