// SPDX-License-Identifier: MIT
// The lists of greedy parsers, and what is made of them.
#include "tests/harness.h"
#include "tests/tinybank.h"
#include "common/base/mem.h"
#include "common/treebank/tree.h"

enum { K = 12 };

typedef struct lists {
    tmodel m;
    tparser p;
    treebank t;
    copse_tree *tree[K];
    double score[K];
} lists;

static bool begin(lists *l, const tsystem *system, const char *options)
{
    copse_error err = {0};
    if (tiny_train(&l->m, system, options, &err) != 0 ||
        tb_read(&l->t, scratch_text("t.conllu", TINY), false, &err)) {
        printf("  %s\n", err.message);
        return false;
    }
    tp_init(&l->p, &l->m);
    for (int i = 0; i < K; i++)
        l->tree[i] = copse_tree_new();
    return true;
}

static void end(lists *l)
{
    for (int i = 0; i < K; i++)
        copse_tree_free(l->tree[i]);
    tp_done(&l->p);
    tm_done(&l->m);
    tb_done(&l->t);
}

static bool same_heads(const copse_tree *a, const copse_tree *b)
{
    return a->n == b->n && memcmp(a->head, b->head, ((size_t)a->n + 1) * sizeof *a->head) == 0;
}

static void check_list(lists *l, const copse_sentence *s)
{
    const stage_input in = {.sentence = s};
    stage_list list = {.tree = l->tree, .score = l->score, .k = K};
    copse_tree *best = copse_tree_new();
    int word;
    tp_parse(&l->p, &in, best);
    tp_kbest(&l->p, &in, &list);
    REQUIRE(list.n >= 1 && list.n <= K);
    CHECK(same_heads(best, l->tree[0]));
    for (int d = 1; d <= s->n; d++)
        CHECK(str_equal(best->label[d], l->tree[0]->label[d]));
    CHECK(l->score[0] == 0 && !list.exact && isnan(list.log_sum));
    CHECK(s->n < 6 || list.n == K);
    CHECK(s->n < 4 || list.n > K / 2); // derivations with two stacks often make the same tree
    for (int i = 0; i < list.n; i++) {
        CHECK(tree_check(l->tree[i]->head, s->n, !l->p.single_root, &word) == TREE_FINE);
        CHECK(i == 0 || l->score[i] <= l->score[i - 1]);
        for (int k = 0; k < i; k++)
            CHECK(!same_heads(l->tree[i], l->tree[k]));
    }
    tp_parse(&l->p, &in, l->tree[1]); // nothing of the list is left over
    CHECK(same_heads(best, l->tree[1]));
    copse_tree_free(best);
}

static void lists_of_all_systems(void)
{
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int single = 0; single < 2; single++) {
            lists l = {0};
            REQUIRE(begin(&l, *system,
                          single ? TINY_OPTIONS " --single-root yes" : TINY_OPTIONS " --single-root no"));
            for (size_t i = 0; i < l.t.n; i++)
                check_list(&l, l.t.sentence[i]);
            end(&l);
        }
}

// A list of one is the greedy tree, at no cost of rivals.
static void one_is_the_tree(void)
{
    lists l = {0};
    REQUIRE(begin(&l, sys_find("arc-eager"), TINY_OPTIONS));
    stage_list list = {.tree = l.tree, .score = l.score, .k = 1};
    tp_kbest(&l.p, &(stage_input){.sentence = l.t.sentence[0]}, &list);
    CHECK_INT(list.n, 1);
    end(&l);
}

static double expected_right(const stage_arcs *arcs, const copse_tree *t)
{
    double right = 0;
    for (int d = 1; d <= t->n; d++)
        right += stage_arc(arcs, t->head[d], d);
    return right;
}

static void least_risk_in_the_list(void)
{
    for (const tsystem *const *system = sys_all; *system; system++) {
        lists l = {0};
        stage_arcs arcs = {0};
        copse_tree *least = copse_tree_new();
        REQUIRE(begin(&l, *system, TINY_OPTIONS));
        for (size_t i = 0; i < l.t.n; i++) {
            const stage_input in = {.sentence = l.t.sentence[i]};
            stage_list list = {.tree = l.tree, .score = l.score, .k = K};
            double sum = 0;
            tp_arcs(&l.p, &in, 0.5, &arcs); // min_risk takes half the temperature
            for (size_t cell = 0, N = (size_t)arcs.n + 1; cell < N * N; cell++)
                sum += arcs.p[cell];
            CHECK_NEAR(sum, arcs.n, 1e-9);
            tp_min_risk(&l.p, &in, 1, least);
            tp_kbest(&l.p, &in, &list);
            for (int k = 0; k < list.n; k++)
                CHECK(expected_right(&arcs, l.tree[k]) <= expected_right(&arcs, least) + 1e-9);
        }
        mem_free(arcs.p);
        copse_tree_free(least);
        end(&l);
    }
}

TESTS(TEST(lists_of_all_systems), TEST(one_is_the_tree), TEST(least_risk_in_the_list))
