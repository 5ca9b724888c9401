// SPDX-License-Identifier: MIT
// Stacking: a parser that is told the truth by a guide learns to repeat it, where the words alone tell
// nothing; and it learns which of two guides to trust.
#include "graph/train.h"
#include "tests/harness.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "tests/scratch.h"
#include "tests/trained.h"
#include "transition/train.h"
#include "common/treebank/tree.h"

enum { SENTENCES = 60, WORDS = 7 };

// Random projective trees with random labels over words that are all the same.
static void write_riddles(const char *path, uint64_t seed)
{
    FILE *f = fopen(path, "w");
    rng r;
    rng_seed(&r, seed);
    for (int i = 0; i < SENTENCES; i++) {
        int head[WORDS + 1] = {-1}, n = 4 + (int)rng_below(&r, WORDS - 3);
        do {
            for (int d = 1; d <= n; d++)
                head[d] = (int)rng_below(&r, (uint32_t)n + 1);
        } while (tree_check(head, n, false, &(int){0}) != TREE_FINE || !tree_is_projective(head, n));
        for (int d = 1; d <= n; d++)
            fprintf(f, "%d\tx\tx\tX\tX\t_\t%d\t%s\t_\t_\n", d, head[d],
                    head[d] == 0       ? "root"
                    : rng_below(&r, 2) ? "one"
                                       : "two");
        fprintf(f, "\n");
    }
    fclose(f);
}

static copse_tree *copy_of(const copse_tree *t)
{
    copse_tree *c = copse_tree_new();
    tree_resize(c, t->n);
    memcpy(c->head, t->head, ((size_t)t->n + 1) * sizeof *t->head);
    memcpy(c->label, t->label, ((size_t)t->n + 1) * sizeof *t->label);
    return c;
}

// Every word hangs on the one before, labelled one.
static copse_tree *chain(int n)
{
    copse_tree *c = copse_tree_new();
    tree_resize(c, n);
    for (int d = 1; d <= n; d++) {
        c->head[d] = d - 1;
        c->label[d] = (copse_str){d == 1 ? "root" : "one", d == 1 ? 4 : 3};
    }
    return c;
}

// The first guide knows nothing, the last one the truth.
static void read_advised(treebank *t, const char *name, uint64_t seed, int guides)
{
    copse_error err;
    write_riddles(scratch(name), seed);
    REQUIRE(tb_read(t, scratch(name), false, &err) == 0);
    t->guides = guides;
    t->guide = mem_zero(t->n * (size_t)guides + 1, sizeof *t->guide);
    for (size_t i = 0; i < t->n; i++)
        for (int a = 0; a < guides; a++)
            t->guide[i * (size_t)guides + (size_t)a] =
                a == guides - 1 ? copy_of(t->tree[i]) : chain(t->tree[i]->n);
}

static int train(bool graph, box_writer *w, treebank *t, copse_error *err)
{
    const copse_environment one = {.threads = 1};
    copse_options *o = graph ? options_of("graph", "--runs 1 --hash-bits 16 --label-loss 1")
                             : options_of("transition", "--cost 1 --eps 0.1 --prune 0");
    const int code = o->family->train(o, w, t, NULL, &one, err);
    copse_options_free(o);
    return code;
}

// Of 100 words of new riddles, how many get the right head and label.
static void measure(bool graph, int guides, double *share)
{
    const stage_kind *kind = graph ? &gm_stage : &tm_stage;
    treebank t, test;
    copse_error err;
    long right = 0;
    read_advised(&t, "train.conllu", 1, guides);
    read_advised(&test, "test.conllu", 2, guides);
    box_writer *w = box_writer_new();
    REQUIRE(train(graph, w, &t, &err) == 0);
    REQUIRE(box_save(w, scratch("model"), &err) == 0);
    box_writer_free(w);
    box *b = box_open(scratch("model"), &err);
    REQUIRE(b != NULL);
    void *model = kind->load(b, &err);
    REQUIRE(model != NULL);
    CHECK_INT(kind->guides(model), guides);
    static const copse_parse_options plain;
    void *parser = kind->worker_new(model, &plain);
    copse_tree *tree = copse_tree_new();
    for (size_t i = 0; i < test.n; i++) {
        const copse_tree *gold = test.tree[i];
        const stage_input in = {.sentence = test.sentence[i],
                                .guide = guides ? tb_guide_trees(&test, i) : NULL};
        kind->parse(parser, &in, tree);
        for (int d = 1; d <= tree->n; d++)
            right += tree->head[d] == gold->head[d] && tree->label[d].len == gold->label[d].len &&
                     memcmp(tree->label[d].s, gold->label[d].s, gold->label[d].len) == 0;
    }
    *share = 100 * (double)right / (double)test.words;
    copse_tree_free(tree);
    kind->worker_free(parser);
    kind->free(model);
    box_close(b);
    tb_done(&t);
    tb_done(&test);
}

static double accuracy(bool graph, int guides)
{
    double share = -1;
    measure(graph, guides, &share);
    return share;
}

static void graph_parsers_listen(void)
{
    const double alone = accuracy(true, 0);
    CHECK(alone >= 0 && alone < 50);
    CHECK(accuracy(true, 1) > 98);
    CHECK(accuracy(true, 2) > 98);
}

static void transition_parsers_listen(void)
{
    const double alone = accuracy(false, 0);
    CHECK(alone >= 0 && alone < 50);
    CHECK(accuracy(false, 1) > 95);
    CHECK(accuracy(false, 2) > 95);
}

TESTS(TEST(graph_parsers_listen), TEST(transition_parsers_listen))
