// SPDX-License-Identifier: MIT
// The log-linear learner: its gradient against differences of the likelihood, labels, and the probabilities
// that a parser reports.
#include "graph/crf.h"
#include "graph/model.h"
#include "graph/trainers.h"
#include "tests/harness.h"
#include "tests/language.h"
#include "common/treebank/tree.h"
#include "common/base/mem.h"

#include <stdlib.h>

enum { BITS = 9, LENGTH = (1 << BITS) + GW_ROW };

static void set_words(gf_words *w, const lang_sentence *one)
{
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, one->n, one->token + 1);
    gf_words_set(w, s, COPSE_UPOS);
    copse_sentence_free(s);
}

static void random_weights(gweights *w, rng *r)
{
    gw_init(w, BITS);
    for (size_t i = 0; i < LENGTH; i++)
        w->now[i] = (float)(rng_unit(r) - 0.5) / 4;
}

static double likelihood(online_learner *l, const lang_sentence *one)
{
    const gs_method method = gs_method_for(&l->method, one->n);
    uint32_t key[GF_MOST];
    double gold = 0, log_sum;
    gs_candidates(&l->s, NULL, one->head);
    gs_arcs(&l->s, l->arcs);
    for (int d = 1; d <= one->n; d++) {
        const int h = one->head[d];
        gold += (double)l->s.arc[(size_t)d * ((size_t)one->n + 1) + (size_t)h];
        if (l->labels)
            gold += (double)gw_sum_at(l->labels, key, gf_label(&l->s.words, h, d, key), one->label[d]);
    }
    if (l->labels)
        gc_labels(&l->s, l->labels, LANG_LABELS, l->allowed);
    gc_marginals(&l->s, &method, &log_sum);
    CHECK(gold < log_sum);
    return gold - log_sum;
}

// At some weights, chosen at random among those that matter and among all.
static void check_gradient(online_learner *l, gweights *w, const gw_vector *v, const lang_sentence *one,
                           rng *r)
{
    static double gradient[LENGTH];
    const float by = 0.01F;
    memset(gradient, 0, sizeof gradient);
    for (size_t i = 0; i < v->n; i++)
        gradient[v->at[i]] += (double)v->by[i];
    for (int i = 0; i < 12; i++) {
        const size_t at = i % 3 && v->n ? v->at[rng_below(r, v->n)] : (size_t)rng_below(r, LENGTH);
        const float before = w->now[at];
        w->now[at] = before + by;
        double more = likelihood(l, one);
        w->now[at] = before - by;
        double less = likelihood(l, one);
        w->now[at] = before;
        CHECK_NEAR(gradient[at], (more - less) / (2 * (double)by), 0.004 * (1 + fabs(gradient[at])));
    }
}

static void gradient_is_that_of_the_likelihood(void)
{
    static const uint8_t allowed[LANG_LABELS] = {1, 2, 2, 3, 2, 2, 3};
    rng r;
    rng_seed(&r, 51);
    for (int round = 0; round < 32; round++) {
        lang_sentence one;
        gweights arcs, rows;
        const bool joint = round & 4;
        random_weights(&arcs, &r);
        random_weights(&rows, &r);
        lang_make(&one, &r, !(round & 1));
        online_learner l = {.method = {1, dec_for(round & 1), round & 2, false},
                            .trainer = trainer_find("crf"),
                            .arcs = &arcs,
                            .labels = joint ? &rows : NULL,
                            .labels_n = LANG_LABELS,
                            .allowed = round & 8 ? allowed : NULL};
        online_change c = {0};
        set_words(&l.s.words, &one);
        gc_gradient(&l, one.head, joint ? one.label : NULL, 0, &c);
        CHECK(c.arcs.n > 0 && (c.labels.n > 0) == joint);
        check_gradient(&l, &arcs, &c.arcs, &one, &r);
        if (joint)
            check_gradient(&l, &rows, &c.labels, &one, &r);
        gw_vector_done(&c.arcs);
        gw_vector_done(&c.labels);
        online_done(&l);
        gw_done(&arcs);
        gw_done(&rows);
    }
}

static void joint_labels_are_learnt(void)
{
    enum { SENTENCES = 60, ROUNDS = 8 };
    rng r;
    gweights arcs, rows;
    int wrong = 0, head[LANG_MOST + 1];
    static lang_sentence data[SENTENCES];
    rng_seed(&r, 52);
    gw_init(&arcs, 16);
    gw_init(&rows, 16);
    online_learner l = {.method = {1, dec_for(false), true, false},
                        .trainer = trainer_find("crf"),
                        .arcs = &arcs,
                        .labels = &rows,
                        .labels_n = LANG_LABELS};
    for (int i = 0; i < SENTENCES; i++)
        lang_make(&data[i], &r, true);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SENTENCES; i++) {
            arcs.step++;
            rows.step++;
            set_words(&l.s.words, &data[i]);
            online_learn(&l, data[i].head, data[i].label);
        }
        l.trainer->end_round(&l);
    }
    for (int i = 0; i < SENTENCES; i++) {
        set_words(&l.s.words, &data[i]);
        gs_candidates(&l.s, NULL, NULL);
        gs_arcs(&l.s, &arcs);
        gc_labels(&l.s, &rows, LANG_LABELS, NULL);
        gs_search(&l.s, &l.method, head);
        for (int d = 1; d <= data[i].n; d++)
            wrong += head[d] != data[i].head[d] ||
                     l.s.label[(size_t)d * ((size_t)data[i].n + 1) + (size_t)head[d]] != data[i].label[d];
    }
    CHECK_INT(wrong, 0);
    online_done(&l);
    gw_done(&arcs);
    gw_done(&rows);
}

// A model of random weights parses n words that are all the same; what it says of its arcs are probabilities.
static void check_length(const gmodel *m, int n)
{
    copse_token *token = mem_alloc(1, (size_t)n * sizeof *token);
    copse_sentence *s = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    gparser p;
    int word;
    for (int d = 0; d < n; d++)
        token[d] = (copse_token){d % 3 ? "a" : "b", "a", "NOUN", "NOUN", NULL};
    copse_sentence_set(s, n, token);
    gp_init(&p, m);
    p.scores = true;
    gp_parse(&p, &(stage_input){.sentence = s}, tree);
    CHECK_INT(tree_check(tree->head, tree->n, m->method.single_root, &word), TREE_FINE);
    for (int d = 1; d <= n; d++)
        CHECK(tree->score[d] > 0 && tree->score[d] <= 1);
    if (n == 1)
        CHECK_NEAR(tree->score[1], 1, 1e-6);
    gp_done(&p);
    copse_tree_free(tree);
    copse_sentence_free(s);
    mem_free(token);
}

static void any_length_has_probabilities(void)
{
    static const int lengths[] = {1, 2, 30, GC_MOST, GC_MOST + 1, 1100};
    rng r;
    gweights arcs, pruner, filter;
    rng_seed(&r, 53);
    random_weights(&arcs, &r);
    random_weights(&pruner, &r);
    random_weights(&filter, &r);
    for (int kind = 0; kind < 4; kind++) {
        gmodel m = {
            .method = {1, dec_for(kind & 1), kind & 2, false}, .pos = COPSE_UPOS, .labelling = GM_NONE};
        m.log_linear = true;
        tab_add(&m.labels, (copse_str){"_", 1});
        gw_pack(&arcs, &m.arcs);
        gw_pack(&pruner, &m.pruner);
        gw_pack(&filter, &m.filter);
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            check_length(&m, lengths[i]);
        gm_done(&m);
    }
    gw_done(&arcs);
    gw_done(&pruner);
    gw_done(&filter);
}

TESTS(TEST(gradient_is_that_of_the_likelihood), TEST(joint_labels_are_learnt),
      TEST(any_length_has_probabilities))
