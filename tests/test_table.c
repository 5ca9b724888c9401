// SPDX-License-Identifier: MIT
#include "tests/harness.h"
#include "common/base/table.h"
#include "common/base/mem.h"

#include <stdlib.h>

static copse_str str(const char *s)
{
    return (copse_str){s, strlen(s)};
}

static void names_get_indices_in_order(void)
{
    table t = {0};
    CHECK(tab_find(&t, str("a")) == TAB_NONE);
    CHECK_INT(tab_add(&t, str("b")), 0);
    CHECK_INT(tab_add(&t, str("a")), 1);
    CHECK_INT(tab_add(&t, str("")), 2);
    CHECK_INT(tab_add(&t, (copse_str){"a\0c", 3}), 3);
    CHECK_INT(tab_add(&t, str("b")), 0);
    CHECK_INT(tab_find(&t, str("")), 2);
    CHECK_INT(tab_find(&t, (copse_str){"a\0c", 3}), 3);
    CHECK(tab_find(&t, str("c")) == TAB_NONE);
    CHECK_INT(t.n, 4);
    CHECK_STRING(tab_name(&t, 1).s, "a");
    CHECK_INT(tab_name(&t, 3).len, 3);
    tab_done(&t);
    CHECK_INT(t.n, 0);
}

static void many_names_are_kept_apart(void)
{
    enum { N = 20000 };
    table t = {0};
    char name[32];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++) {
            snprintf(name, sizeof name, "name-%d", i * 7);
            size_t at = tab_add(&t, str(name));
            CHECK_INT(at, i);
            t.entry[at].count += i % 3;
        }
        CHECK_INT(t.n, N);
    }
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "name-%d", i * 7);
        CHECK_INT(tab_find(&t, str(name)), i);
        CHECK_STRING(tab_name(&t, (size_t)i).s, name);
        CHECK_INT(t.entry[i].count, 3 * (i % 3));
    }
    tab_done(&t);
}

static void order_is_by_count_then_name(void)
{
    table t = {0};
    const char *const seen[] = {"x", "ab", "b", "a", "b", "x", "b", "aa"};
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++)
        tab_count(&t, str(seen[i]), 1);
    const char *const expected[] = {"b", "x", "a", "aa", "ab"};
    uint32_t *order = tab_order(&t);
    CHECK_INT(t.n, 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_STRING(tab_name(&t, order[i]).s, expected[i]);
    mem_free(order);
    tab_done(&t);
    mem_free(tab_order(&t));
}

static void keys_are_counted_once(void)
{
    key_set set = {0};
    CHECK(key_add(&set, 0));
    CHECK(!key_add(&set, 0));
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 1; i <= 10000; i++) {
            CHECK(key_add(&set, i << 40) == (round == 0)); // all fall on one slot at first
            if (i > 500)
                i += 99;
        }
    CHECK_INT(set.n, 1 + 500 + 95);
    key_done(&set);
    CHECK_INT(set.n, 0);
}

TESTS(TEST(names_get_indices_in_order), TEST(many_names_are_kept_apart), TEST(order_is_by_count_then_name),
      TEST(keys_are_counted_once))
