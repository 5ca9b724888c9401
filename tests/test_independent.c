// SPDX-License-Identifier: MIT
// Weights by independence, and that the order of the files does not matter to what they make of them.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/treebank/tree.h"
#include "ensemble/independent.h"
#include "tests/forest.h"
#include "tests/sentences.h"
#include "tests/trees.h"

enum { MOST = 4, SENTENCES = 30, WORDS = 25 };

// Trees of one sentence: heads[k][d] is system k's head of word d.
static void count_heads(agreement *a, size_t n, int words, int heads[][WORDS + 1])
{
    copse_tree *tree[MOST] = {NULL};
    for (size_t k = 0; k < n; k++) {
        tree[k] = copse_tree_new();
        tree_resize(tree[k], words);
        for (int d = 1; d <= words; d++)
            tree[k]->head[d] = heads[k][d];
    }
    agree_count(a, (const copse_tree *const *)tree);
    for (size_t k = 0; k < n; k++)
        copse_tree_free(tree[k]);
}

static void weigh_heads(size_t n, int words, int heads[][WORDS + 1], double *weight)
{
    agreement a;
    agree_init(&a, n);
    count_heads(&a, n, words, heads);
    agree_weigh(&a, weight);
    agree_done(&a);
}

// Agreements 3/4, 1/2 and 1/4 of three systems: the sums are 9/4, 2 and 7/4.
static void by_hand(void)
{
    int heads[][WORDS + 1] = {{-1, 0, 1, 1, 1}, {-1, 0, 1, 1, 3}, {-1, 0, 4, 4, 1}};
    double weight[3];
    weigh_heads(3, 4, heads, weight);
    const double mean = (4.0 / 9 + 1.0 / 2 + 4.0 / 7) / 3;
    CHECK_NEAR(weight[0], 4.0 / 9 / mean, 1e-12);
    CHECK_NEAR(weight[1], 1.0 / 2 / mean, 1e-12);
    CHECK_NEAR(weight[2], 4.0 / 7 / mean, 1e-12);
}

// Two equal systems count together what one counts that agrees with none.
static void twins_count_half(void)
{
    int heads[][WORDS + 1] = {{-1, 0, 1, 2, 3}, {-1, 0, 1, 2, 3}, {-1, 2, 3, 4, 0}};
    double weight[3];
    weigh_heads(3, 4, heads, weight);
    CHECK_NEAR(weight[0], 0.75, 1e-12);
    CHECK_NEAR(weight[1], 0.75, 1e-12);
    CHECK_NEAR(weight[2], 1.5, 1e-12);
}

static void equal_ones_count_one(void)
{
    int same[][WORDS + 1] = {{-1, 0, 1, 2, 3}, {-1, 0, 1, 2, 3}, {-1, 0, 1, 2, 3}};
    int two[][WORDS + 1] = {{-1, 0, 1, 2, 3}, {-1, 0, 1, 1, 1}};
    double weight[3];
    agreement a;
    weigh_heads(3, 4, same, weight);
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(weight[k], 1, 0);
    weigh_heads(2, 4, two, weight);
    CHECK_NEAR(weight[0], 1, 0);
    CHECK_NEAR(weight[1], 1, 0);
    weigh_heads(1, 4, same, weight);
    CHECK_NEAR(weight[0], 1, 0);
    agree_init(&a, 3); // nothing seen
    agree_weigh(&a, weight);
    CHECK_NEAR(weight[2], 1, 0);
    agree_done(&a);
}

// --- files

typedef struct files { // random trees of the same sentences
    size_t n;
    text body[MOST];
    double weight[MOST];
} files;

static bool all_different(const double *weight, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (fabs(weight[i] - weight[k]) < 1e-12)
                return false;
    return true;
}

// Two are of one family: they share most heads. Labels are few, so that they have votes to win.
static void make_files(files *f, rng *r, size_t n)
{
    static const char *const labels[] = {"a", "b", "c"};
    char line[128];
    agreement a;
    agree_init(&a, n);
    *f = (files){.n = n};
    for (int s = 0; s < SENTENCES; s++) {
        const int words = 1 + (int)rng_below(r, WORDS);
        int head[MOST][WORDS + 1];
        for (size_t k = 0; k < n; k++)
            make_tree(r, RECURSIVE, head[k], words);
        if (rng_below(r, 4))
            memcpy(head[1], head[0], sizeof head[0]);
        count_heads(&a, n, words, head);
        for (size_t k = 0; k < n; k++) {
            for (int d = 1; d <= words; d++) {
                snprintf(line, sizeof line, "%d\tw\t_\tX\t_\t_\t%d\t%s\t_\t_\n", d, head[k][d],
                         labels[rng_below(r, 3)]);
                text_cat(&f->body[k], line);
            }
            text_cat(&f->body[k], "\n");
        }
    }
    agree_weigh(&a, f->weight);
    agree_done(&a);
}

static void drop_files(files *f)
{
    for (size_t k = 0; k < f->n; k++)
        text_done(&f->body[k]);
}

// What they make in this order, and how many ties there were. The caller frees it.
static char *combined(const files *f, const size_t *order, const char *how, copse_combine_result *result)
{
    char paths[MOST][SCRATCH_PATH], name[16];
    const char *systems[MOST];
    const copse_combine_options o = {.weights = how};
    copse_error err;
    size_t size;
    for (size_t k = 0; k < f->n; k++) {
        snprintf(name, sizeof name, "%zu", order[k]);
        snprintf(paths[k], sizeof paths[k], "%s", scratch(name));
        scratch_write(paths[k], f->body[order[k]].s, f->body[order[k]].n);
        systems[k] = paths[k];
    }
    CHECK_INT(copse_combine(systems, f->n, &o, scratch("out"), result, &err), 0);
    return scratch_read(scratch("out"), &size);
}

static void exchange(size_t *order, size_t i, size_t j)
{
    const size_t x = order[i];
    order[i] = order[j];
    order[j] = x;
}

static bool next_order(size_t *order, size_t n) // the next permutation; false after the last
{
    size_t i = n - 1, j = n - 1;
    while (i > 0 && order[i - 1] >= order[i])
        i--;
    if (i == 0)
        return false;
    while (order[j] <= order[i - 1])
        j--;
    exchange(order, i - 1, j);
    for (j = n - 1; i < j; i++, j--)
        exchange(order, i, j);
    return true;
}

// The files differ in nothing but heads and labels, so whole outputs can be compared.
static void any_order(void)
{
    rng r;
    int uniform_differs = 0, rounds = 0;
    rng_seed(&r, 1);
    while (rounds < 8 / SLOWER + 1) {
        size_t first[MOST] = {0, 1, 2, 3}, order[MOST] = {0, 1, 2, 3};
        files f;
        copse_combine_result result;
        make_files(&f, &r, 3 + (size_t)rng_below(&r, MOST - 2));
        if (!all_different(f.weight, f.n)) {
            drop_files(&f);
            continue;
        }
        rounds++;
        char *independent = combined(&f, first, NULL, &result),
             *uniform = combined(&f, first, "uniform", NULL);
        CHECK_INT(result.tied, 0);
        CHECK(result.words > 0);
        while (next_order(order, f.n)) {
            char *again = combined(&f, order, "independent", NULL);
            CHECK_STRING(again, independent);
            mem_free(again);
            if (rounds == 1) {
                again = combined(&f, order, "uniform", NULL);
                uniform_differs += strcmp(again, uniform) != 0;
                mem_free(again);
            }
        }
        mem_free(independent);
        mem_free(uniform);
        drop_files(&f);
    }
    CHECK(uniform_differs > 0);
    scratch_remove(scratch_folder);
    scratch_folder[0] = 0;
}

// Of two the first decides, and every arc on which they differ counts as a tie.
static void two_files(void)
{
    rng r;
    copse_combine_result result;
    const size_t order[] = {0, 1};
    files f;
    rng_seed(&r, 2);
    make_files(&f, &r, 2);
    char *both = combined(&f, order, NULL, &result);
    text_add(&f.body[0], "", 1);
    CHECK_STRING(both, f.body[0].s);
    long differ = 0;
    text_add(&f.body[1], "", 1);
    for (char *a = f.body[0].s, *b = f.body[1].s; *a; a += strcspn(a, "\n") + 1, b += strcspn(b, "\n") + 1)
        differ += strcspn(a, "\n") != strcspn(b, "\n") || strncmp(a, b, strcspn(a, "\n")) != 0;
    CHECK_INT(result.tied, differ);
    CHECK(differ > 0 && differ < result.words);
    mem_free(both);
    drop_files(&f);
    scratch_remove(scratch_folder);
    scratch_folder[0] = 0;
}

TESTS(TEST(by_hand), TEST(twins_count_half), TEST(equal_ones_count_one), TEST(any_order), TEST(two_files))
