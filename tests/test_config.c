// SPDX-License-Identifier: MIT
#include "tests/harness.h"

#include "transition/config.h"
#include "common/base/random.h"

// The child list of h in c against what heads[] says.
static void check_children(const config *c, const int *head, const int *label, int h)
{
    int before = CFG_NONE, left = 0, right = 0;
    uint64_t left_labels = 0, right_labels = 0;
    for (int d = 1; d <= c->n; d++) {
        if (head[d] != h)
            continue;
        CHECK_INT(c->before[d], before);
        if (before == CFG_NONE)
            CHECK_INT(c->first[h], d);
        else
            CHECK_INT(c->after[before], d);
        before = d;
        *(d < h ? &left : &right) += 1;
        *(d < h ? &left_labels : &right_labels) |= (uint64_t)1 << (label[d] % 64);
    }
    CHECK_INT(c->last[h], before);
    if (before == CFG_NONE)
        CHECK_INT(c->first[h], CFG_NONE);
    else
        CHECK_INT(c->after[before], CFG_NONE);
    CHECK_INT(c->left_valency[h], left);
    CHECK_INT(c->right_valency[h], right);
    CHECK(c->left_labels[h] == left_labels && c->right_labels[h] == right_labels);
}

// Arcs in any order, also not outwards, and memory used again for sentences of other lengths.
static void children_are_in_order(void)
{
    enum { N = 60 };
    rng random;
    rng_seed(&random, 11);
    config c;
    cfg_init(&c);
    for (int round = 0; round < 200 && !test_failures; round++) {
        const int n = 1 + (int)rng_below(&random, N);
        uint32_t order[N];
        int head[N + 1], label[N + 1], roots = 0;
        for (int i = 0; i < n; i++)
            order[i] = (uint32_t)i + 1;
        rng_shuffle(&random, order, (size_t)n);
        cfg_reset(&c, n, CFG_ROOT_FIRST, false);
        for (int w = 0; w <= n; w++)
            head[w] = CFG_NONE;
        for (int i = 0; i < n; i++) {
            const int d = (int)order[i];
            head[d] = (int)rng_below(&random, (uint64_t)n + 1) / 3; // few heads with many children
            if (head[d] == d)
                head[d] = 0;
            label[d] = (int)rng_below(&random, 100);
            roots += head[d] == 0;
            cfg_arc(&c, head[d], d, label[d]);
            CHECK_INT(c.head[d], head[d]);
            CHECK_INT(c.label[d], label[d]);
            CHECK_INT(c.attached, i + 1);
            CHECK_INT(c.roots, roots);
        }
        for (int h = 0; h <= n; h++)
            check_children(&c, head, label, h);
    }
    cfg_done(&c);
}

static void a_label_may_be_missing(void)
{
    config c;
    cfg_init(&c);
    cfg_reset(&c, 3, CFG_ROOT_NONE, false);
    cfg_arc(&c, 2, 1, CFG_NONE);
    cfg_arc(&c, 2, 3, 64);
    CHECK(c.left_labels[2] == 0);
    CHECK(c.right_labels[2] == 1);
    CHECK_INT(c.left_valency[2], 1);
    cfg_done(&c);
}

static void the_buffer_ends_where_the_root_stands(void)
{
    config c;
    cfg_init(&c);
    cfg_reset(&c, 2, CFG_ROOT_LAST, false);
    CHECK_INT(cfg_stack(&c, 0), CFG_NONE);
    CHECK_INT(cfg_buffer(&c, 0), 1);
    CHECK_INT(cfg_buffer(&c, 1), 2);
    CHECK_INT(cfg_buffer(&c, 2), 0);
    CHECK_INT(cfg_buffer(&c, 3), CFG_NONE);
    cfg_reset(&c, 2, CFG_ROOT_NONE, false);
    CHECK_INT(cfg_stack(&c, 0), CFG_NONE);
    CHECK_INT(cfg_buffer(&c, 2), CFG_NONE);
    cfg_reset(&c, 2, CFG_ROOT_FIRST, false);
    CHECK_INT(cfg_stack(&c, 0), 0);
    CHECK_INT(cfg_stack(&c, 1), CFG_NONE);
    CHECK_INT(cfg_buffer(&c, 2), CFG_NONE);
    cfg_reset(&c, 0, CFG_ROOT_LAST, true);
    CHECK_INT(cfg_buffer(&c, 0), 0);
    cfg_done(&c);
}

static void nodes_put_back_come_first(void)
{
    config c;
    cfg_init(&c);
    cfg_reset(&c, 4, CFG_ROOT_LAST, false);
    cfg_push(&c, cfg_take(&c));
    cfg_push(&c, cfg_take(&c));
    CHECK_INT(cfg_stack(&c, 0), 2);
    CHECK_INT(cfg_stack(&c, 1), 1);
    cfg_put_back(&c, cfg_pop(&c));
    CHECK_INT(cfg_stack(&c, 0), 1);
    CHECK_INT(cfg_buffer(&c, 0), 2);
    CHECK_INT(cfg_buffer(&c, 1), 3);
    CHECK_INT(cfg_buffer(&c, 3), 0);
    CHECK_INT(cfg_buffer(&c, 4), CFG_NONE);
    cfg_put_back(&c, cfg_pop(&c));
    CHECK_INT(cfg_stack(&c, 0), CFG_NONE);
    CHECK_INT(cfg_buffer(&c, 0), 1);
    CHECK_INT(cfg_buffer(&c, 1), 2);
    CHECK_INT(cfg_buffer(&c, 2), 3);
    config copy;
    cfg_init(&copy);
    cfg_copy(&copy, &c);
    CHECK_INT(cfg_take(&c), 1);
    CHECK_INT(cfg_take(&c), 2);
    CHECK_INT(cfg_take(&c), 3);
    CHECK_INT(cfg_buffer(&c, 0), 4);
    CHECK_INT(cfg_buffer(&copy, 1), 2);
    cfg_done(&copy);
    cfg_done(&c);
}

static void passed_words_stay_behind_the_focus(void)
{
    config c;
    cfg_init(&c);
    cfg_reset(&c, 4, CFG_ROOT_FIRST, false);
    for (int w = 1; w <= 3; w++)
        cfg_push(&c, cfg_take(&c));
    CHECK_INT(cfg_passed(&c, 0), CFG_NONE);
    c.stack_n -= 2;
    CHECK_INT(cfg_stack(&c, 0), 1);
    CHECK_INT(cfg_passed(&c, 0), 2);
    CHECK_INT(cfg_passed(&c, 1), 3);
    CHECK_INT(cfg_passed(&c, 2), CFG_NONE);

    config copy;
    cfg_init(&copy);
    cfg_copy(&copy, &c);
    CHECK_INT(cfg_passed(&copy, 1), 3);
    cfg_done(&copy);
    cfg_done(&c);
}

static void copies_are_apart(void)
{
    config a, b;
    cfg_init(&a);
    cfg_init(&b);
    cfg_reset(&b, 1, CFG_ROOT_NONE, false); // too small for what is copied
    cfg_reset(&a, 50, CFG_ROOT_LAST, true);
    cfg_push(&a, cfg_take(&a));
    cfg_arc(&a, 2, 1, 5);
    cfg_copy(&b, &a);
    cfg_arc(&a, 0, 2, 6);
    cfg_pop(&a);
    CHECK_INT(b.n, 50);
    CHECK_INT(b.head[1], 2);
    CHECK_INT(b.label[1], 5);
    CHECK_INT(b.head[2], CFG_NONE);
    CHECK_INT(b.roots, 0);
    CHECK_INT(b.attached, 1);
    CHECK_INT(b.left_valency[2], 1);
    CHECK(b.left_labels[2] == 32);
    CHECK_INT(cfg_stack(&b, 0), 1);
    CHECK_INT(cfg_buffer(&b, 0), 2);
    CHECK(b.single_root && b.root == CFG_ROOT_LAST);
    cfg_done(&a);
    cfg_done(&a);
    cfg_done(&b);
}

TESTS(TEST(children_are_in_order), TEST(a_label_may_be_missing), TEST(the_buffer_ends_where_the_root_stands),
      TEST(nodes_put_back_come_first), TEST(passed_words_stay_behind_the_focus), TEST(copies_are_apart))
