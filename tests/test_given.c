// SPDX-License-Identifier: MIT
// Given arcs: which of them can be part of a tree, held against all trees, and the trees made of them.
#include "tests/given_sets.h"
#include "tests/harness.h"
#include "tests/sentences.h"
#include "tests/trees.h"

#include "common/treebank/given.h"

enum { WORDS = 5 };

typedef struct listed {
    int head[WORDS + 1], roots;
    bool projective;
} listed;

// All trees over n words. The caller frees them.
static listed *all_trees(int n, size_t *count)
{
    listed *tree = NULL;
    size_t cap = 0;
    int head[WORDS + 1] = {0};
    *count = 0;
    do {
        if (!slow_is_tree(head, n))
            continue;
        tree = mem_grow(tree, &cap, *count + 1, sizeof *tree);
        listed *t = &tree[(*count)++];
        *t = (listed){.projective = true};
        memcpy(t->head, head, sizeof head);
        t->head[0] = -1;
        for (int d = 1; d <= n; d++) {
            t->roots += head[d] == 0;
            t->projective = t->projective && slow_arc_is_projective(t->head, d);
        }
    } while (next_heads(head, n));
    return tree;
}

static bool exists(const given *g, const listed *tree, size_t count, bool single_root, bool projective)
{
    for (size_t i = 0; i < count; i++)
        if ((tree[i].roots == 1 || !single_root) && (tree[i].projective || !projective) &&
            given_kept(g, tree[i].head))
            return true;
    return false;
}

static void check_completion(const given *g, bool single_root, bool projective)
{
    int head[WORDS + 1], word;
    given_complete(g, single_root, projective, head);
    CHECK_INT(tree_check(head, g->n, !single_root, &word), TREE_FINE);
    CHECK(given_kept(g, head));
    CHECK(!projective || tree_is_projective(head, g->n));
}

static void the_check_agrees_with_all_trees(void)
{
    for (int n = 1; n <= WORDS; n++) {
        size_t count;
        listed *tree = all_trees(n, &count);
        given_set set;
        rng r;
        rng_seed(&r, 1);
        copse_sentence *s = random_sentence(&r, n, true);
        given less = {0};
        set_clear(&set, n);
        do {
            const given g = set.g;
            copse_error err = {0};
            if (set_has_loop(&set))
                continue;
            for (int how = 0; how < 4; how++) {
                const bool single = how & 1, projective = how & 2;
                const bool can = exists(&g, tree, count, single, projective);
                CHECK_INT(given_check(&g, s, single, projective, &err), can ? 0 : COPSE_EINPUT);
                if (can)
                    check_completion(&g, single, projective);
            }
            if (exists(&g, tree, count, false, false)) {
                given_uncross(&less, &g);
                CHECK(exists(&less, tree, count, false, true));
                CHECK_INT(given_kept(&g, less.head), exists(&g, tree, count, false, true));
            }
        } while (set_next(&set));
        given_done(&less);
        copse_sentence_free(s);
        mem_free(tree);
    }
}

// From every tree to every set of arcs of another: for 4 words; and at random for more.
static void check_graft(const int *from, const int *gold, int n, unsigned set, bool single_root)
{
    int head[64], given_head[64], word;
    copse_str label[64] = {{NULL, 0}};
    bool same = true;
    given_head[0] = GIVEN_NONE;
    memcpy(head, from, ((size_t)n + 1) * sizeof *head);
    for (int d = 1; d <= n; d++) {
        given_head[d] = set >> d & 1 ? gold[d] : GIVEN_NONE;
        same = same && (given_head[d] == GIVEN_NONE || given_head[d] == from[d]);
    }
    const given g = {.n = n, .head = given_head, .label = label, .cap = 64};
    const int moved = given_graft(&g, single_root, head);
    CHECK(given_kept(&g, head));
    CHECK_INT(tree_check(head, n, !single_root, &word), TREE_FINE);
    CHECK(!same || tree_check(from, n, !single_root, &word) != TREE_FINE || moved == 0);
}

static void the_graft_gives_a_tree(void)
{
    size_t count;
    listed *tree = all_trees(4, &count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            for (unsigned set = 0; set < 32; set += 2) {
                check_graft(tree[i].head, tree[k].head, 4, set, false);
                if (tree[k].roots == 1)
                    check_graft(tree[i].head, tree[k].head, 4, set, true);
            }
    mem_free(tree);
    rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 3000; i++) {
        const int n = 5 + (int)rng_below(&r, 26);
        int from[32], gold[32];
        make_tree(&r, (shape)rng_below(&r, SHAPES), from, n);
        make_tree(&r, (shape)rng_below(&r, SHAPES), gold, n);
        check_graft(from, gold, n, (unsigned)rng_next(&r), false);
    }
}

static void mirrors_and_parts(void)
{
    int head[] = {-1, 0, 1, -1, 6, 4, 2};
    copse_str label[7] = {{NULL, 0}, {"a", 1}, {"b", 1}, {NULL, 0}, {"c", 1}, {NULL, 0}, {"d", 1}};
    const int mirrored[] = {-1, 5, 3, 1, -1, 6, 0}, part[] = {-1, -1, 4, 2, -1};
    const given g = {.n = 6, .head = head, .label = label, .cap = 7};
    given m = {0}, back = {0};
    given_mirror(&m, &g);
    for (int d = 1; d <= 6; d++)
        CHECK_INT(m.head[d], mirrored[d]);
    CHECK(str_is(m.label[1], "d") && !m.label[2].s && str_is(m.label[6], "a"));
    given_mirror(&back, &m);
    CHECK(memcmp(back.head, head, sizeof head) == 0);
    given_part(&m, &g, 2, 4); // words 3 to 6
    CHECK_INT(m.n, 4);
    for (int d = 1; d <= 4; d++)
        CHECK_INT(m.head[d], part[d]);
    CHECK(str_is(m.label[2], "c") && !m.label[4].s);
    given_part(&m, &g, 0, 1);
    CHECK_INT(m.head[1], 0);
    given_done(&m);
    given_done(&back);
}

// A long chain in reverse, with a head given in every tenth word: quick, and a tree.
static void long_sentences_are_grafted(void)
{
    enum { N = 100000 };
    int *head = mem_alloc(N + 1, sizeof *head), word;
    given g = {.n = N, .cap = N + 1};
    g.head = mem_alloc(N + 1, sizeof *g.head);
    g.label = mem_zero(N + 1, sizeof *g.label);
    head[0] = g.head[0] = -1;
    for (int d = 1; d <= N; d++) {
        head[d] = d < N ? d + 1 : 0;
        g.head[d] = d % 10 == 0 ? d - 1 : GIVEN_NONE;
    }
    CHECK(given_graft(&g, true, head) > 0);
    CHECK(given_kept(&g, head));
    CHECK_INT(tree_check(head, N, false, &word), TREE_FINE);
    given_complete(&g, true, true, head);
    CHECK(given_kept(&g, head) && tree_is_projective(head, N));
    given_done(&g);
    mem_free(head);
}

TESTS(TEST(the_check_agrees_with_all_trees), TEST(the_graft_gives_a_tree), TEST(mirrors_and_parts),
      TEST(long_sentences_are_grafted))
