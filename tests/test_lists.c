// SPDX-License-Identifier: MIT
// Lists of trees from trained models: the first is what parsing gives; all differ; scores fall.
#include "tests/harness.h"
#include "tests/scratch.h"

#include "tests/assembled.h"
#include "tests/language.h"
#include "tests/trained.h"
#include "common/base/mem.h"
#include "common/model/model.h"
#include "common/treebank/treebank.h"
#include "graph/decoders.h"

#include <math.h>

enum { K = 7, MANY = 400 };

static copse_error err;

// A model with a worker, and room for lists.
typedef struct lister {
    copse_model *model;
    const stage_kind *kind;
    void *worker;
    copse_tree *tree[MANY], *one;
    double score[MANY];
} lister;

static void lister_init(lister *l, const char *model, copse_parse_options options)
{
    l->model = copse_model_load(model, &err);
    REQUIRE(l->model != NULL);
    const model_stage *stage = model_parser(l->model);
    l->kind = stage->kind;
    l->worker = l->kind->worker_new(stage->model, &options);
    l->one = copse_tree_new();
    for (int i = 0; i < MANY; i++)
        l->tree[i] = copse_tree_new();
}

static void lister_done(lister *l)
{
    l->kind->worker_free(l->worker);
    copse_tree_free(l->one);
    for (int i = 0; i < MANY; i++)
        copse_tree_free(l->tree[i]);
    copse_model_free(l->model);
}

static bool same_scores(const copse_tree *a, const copse_tree *b)
{
    bool same = a->scored == b->scored;
    for (int d = 1; d <= a->n && a->scored; d++)
        same = same && a->score[d] == b->score[d];
    return same;
}

static stage_list check_list(lister *l, const copse_sentence *s, int k)
{
    const stage_input in = {.sentence = s};
    stage_list list = {.tree = l->tree, .score = l->score, .k = k, .n = -1, .log_sum = 1e99};
    l->kind->kbest(l->worker, &in, &list);
    l->kind->parse(l->worker, &in, l->one);
    CHECK(list.n >= 1 && list.n <= k);
    CHECK(same_tree(l->tree[0], l->one) && same_scores(l->tree[0], l->one));
    for (int i = 0; i < list.n; i++) {
        int word;
        const copse_tree *t = l->tree[i];
        CHECK_INT(t->n, s->n);
        CHECK_INT(tree_check(t->head, t->n, true, &word), TREE_FINE);
        CHECK(i == 0 || l->score[i] <= l->score[i - 1]);
        CHECK(isfinite(l->score[i]) && t->scored == l->one->scored);
        for (int d = 1; d <= t->n; d++)
            CHECK(t->label[d].len > 0 && (!t->scored || (t->score[d] >= 0 && t->score[d] <= 1)));
        for (int j = 0; j < i; j++)
            CHECK(memcmp(t->head + 1, l->tree[j]->head + 1, (size_t)t->n * sizeof(int)) != 0);
    }
    return list;
}

static void check_file(lister *l, bool exact, long *trees)
{
    treebank t;
    REQUIRE(tb_read(&t, scratch("test.conllu"), false, &err) == 0);
    for (size_t i = 0; i < t.n; i++) {
        const stage_list list = check_list(l, t.sentence[i], 1 + (int)(i % K));
        CHECK(list.exact == exact);
        *trees += list.n > 1;
    }
    tb_done(&t);
}

static void graph_models_list(void)
{
    static const char *const labels[] = {"two-stage", "joint", "none"};
    for (int i = 0; i < 4; i++)
        for (const graph_decoder *const *d = dec_all; *d; d++) {
            char line[256];
            lister l;
            long trees = 0;
            const int order = 1 + (i > 0);
            snprintf(line, sizeof line,
                     "--iterations 1 --runs 1 --hash-bits 12 --order %d --decoder %s --labels %s%s", order,
                     (*d)->name, labels[i % 3], i == 1 ? " --grandparents no" : "");
            REQUIRE(train_file("graph", line, scratch("train.conllu"), scratch("model"), 1, &err) == 0);
            lister_init(&l, scratch("model"), (copse_parse_options){.scores = i % 2});
            check_file(&l, order == 1 || (*d)->exact, &trees);
            CHECK(trees > 10);
            lister_done(&l);
        }
}

// Probabilities of all trees of a short sentence sum to one, and the arcs' probabilities are their sums.
static void probabilities_sum_to_one(void)
{
    for (const graph_decoder *const *d = dec_all; *d; d++) {
        char line[256];
        copse_sentence *s = copse_sentence_new();
        copse_token word[] = {{"NO1", "NO1", "NOUN", "NOUN", NULL},
                              {"VE1", "VE1", "VERB", "VERB", NULL},
                              {"AD1", "AD1", "ADV", "ADV", NULL},
                              {"NO2", "NO2", "NOUN", "NOUN", NULL}};
        lister l;
        snprintf(line, sizeof line, "--trainer crf --iterations 1 --runs 1 --hash-bits 12 --decoder %s",
                 (*d)->name);
        REQUIRE(train_file("graph", line, scratch("train.conllu"), scratch("model"), 1, &err) == 0);
        lister_init(&l, scratch("model"), (copse_parse_options){.scores = true});
        for (int n = 1; n <= 4; n++) {
            double sum = 0, arc = 0;
            copse_sentence_set(s, n, word);
            const stage_list list = check_list(&l, s, MANY);
            CHECK(list.n < MANY && list.exact);
            for (int i = 0; i < list.n; i++) {
                const double p = exp(list.score[i] - list.log_sum);
                sum += p;
                arc += l.tree[i]->head[n] == l.one->head[n] ? p : 0;
            }
            CHECK_NEAR(sum, 1, 1e-4);
            CHECK_NEAR(arc, (double)l.one->score[n], 1e-4);
        }
        lister_done(&l);
        copse_sentence_free(s);
    }
}

// No words, and more words than a list, a chart or a tree has room for.
static void all_lengths(void)
{
    static const int lengths[] = {0, 1, 270, 310, 1001, 4001};
    copse_token *word = mem_zero(4001, sizeof *word);
    copse_sentence *s = copse_sentence_new();
    lister l;
    for (int i = 0; i < 4001; i++)
        word[i] = (copse_token){i % 3 ? "NO1" : "VE1", "NO1", i % 3 ? "NOUN" : "VERB", "NOUN", NULL};
    REQUIRE(train_file("graph", "--iterations 1 --runs 1 --hash-bits 12 --decoder nonprojective",
                       scratch("train.conllu"), scratch("model"), 1, &err) == 0);
    for (int unpruned = 0; unpruned < 2; unpruned++) {
        lister_init(&l, scratch("model"), (copse_parse_options){.unpruned = unpruned});
        for (size_t i = 0; i < (unpruned ? 4 : sizeof lengths / sizeof *lengths); i++) {
            const int n = lengths[i];
            const bool listed = n == 270 || (n == 310 && !unpruned); // in first order
            copse_sentence_set(s, n, word);
            const stage_list list = check_list(&l, s, 3);
            CHECK_INT(list.n, listed ? 3 : 1);
            CHECK(list.exact == (n == 0 || listed));
        }
        lister_done(&l);
    }
    copse_sentence_free(s);
    mem_free(word);
}

static void train_ensemble(const char *members)
{
    const copse_environment one = {.threads = 1};
    copse_options *o = quick_ensemble(members, "--folds 3");
    REQUIRE(copse_train(o, scratch("train.conllu"), scratch("model"), &one, &err) == 0);
    copse_options_free(o);
}

// A vote lists trees of its members' arcs; a stack has the list of its base, from right to left too.
static void ensembles_list(void)
{
    static const char *const members[] = {"arc-eager,arc-eager:reverse,graph1", "graph1+arc-eager",
                                          "graph1:reverse+arc-eager"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        lister l;
        long trees = 0;
        train_ensemble(members[i]);
        lister_init(&l, scratch("model"), (copse_parse_options){.scores = true});
        check_file(&l, true, &trees);
        CHECK(trees > 5);
        lister_done(&l);
    }
}

static void clean(void)
{
    scratch_remove(scratch_folder);
}

static void begin(void)
{
    scratch_make();
    atexit(clean);
    noisy_file(scratch("train.conllu"), 40, 21);
    noisy_file(scratch("test.conllu"), 30, 22);
}

TESTS(TEST(begin), TEST(graph_models_list), TEST(probabilities_sum_to_one), TEST(all_lengths),
      TEST(ensembles_list))
