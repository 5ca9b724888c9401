// SPDX-License-Identifier: MIT
// The probabilities of all arcs of a sentence, by models of random weights.
#include "graph/crf.h"
#include "tests/harness.h"
#include "tests/random_graph.h"

static void check_rows(const stage_arcs *arcs)
{
    const size_t N = (size_t)arcs->n + 1;
    for (size_t d = 1; d < N; d++) {
        double sum = 0;
        for (size_t h = 0; h < N; h++) {
            CHECK(arcs->p[d * N + h] >= 0 && arcs->p[d * N + h] <= 1);
            sum += arcs->p[d * N + h];
        }
        CHECK_NEAR(sum, 1, 1e-6);
        CHECK(arcs->p[d * N + d] == 0);
    }
}

// Sums over all trees by the definition, from the scores of arcs [d*N + h].
static void check_sums(const gparser *p, const stage_arcs *arcs, const float *arc, double temperature)
{
    const int n = arcs->n, N = n + 1;
    double wanted[(SHORT + 1) * (SHORT + 1)] = {0}, sum = 0;
    forest f;
    forest_init(&f, n);
    for (size_t k = 0; k < f.count; k++) {
        const forest_tree *t = &f.tree[k];
        if ((p->method.decoder->projective && !t->projective) || (p->method.single_root && !t->single_root))
            continue;
        const double share = exp(forest_score(t, arc, n) / temperature);
        sum += share;
        for (int d = 1; d <= n; d++)
            wanted[d * N + t->head[d]] += share;
    }
    for (int i = N; i < N * N; i++)
        CHECK_NEAR(arcs->p[i], wanted[i] / sum, 1e-4);
    if (p->model->log_linear && temperature == 1)
        CHECK_NEAR(arcs->log_sum, log(sum), 1e-5);
    else
        CHECK(isnan(arcs->log_sum));
    forest_done(&f);
}

static void first_order_sums_over_trees(void)
{
    static const double temperatures[] = {1, 0.3, 4};
    rng r;
    stage_arcs arcs = {0};
    rng_seed(&r, 61);
    for (int kind = 0; kind < 8; kind++) {
        random_model x;
        gparser p;
        random_model_make(
            &x, &r,
            (gs_method){.order = 1, .decoder = dec_for(kind & 1), .single_root = kind & 2, .grand = false},
            kind & 4);
        gp_init(&p, &x.m);
        for (int n = 1; n <= SHORT; n++)
            for (int t = 0; t < 3; t++) {
                copse_sentence *s = sentence_of(n);
                gp_arcs(&p, &(stage_input){.sentence = s}, temperatures[t], &arcs);
                check_rows(&arcs);
                check_sums(&p, &arcs, p.s.arc, temperatures[t]);
                copse_sentence_free(s);
            }
        gp_done(&p);
        random_model_done(&x);
    }
    mem_free(arcs.p);
}

// The score of every tree with one head changed, less that of the best tree, scored anew.
static void change_heads(const gparser *p, float *gain)
{
    const size_t N = (size_t)p->s.n + 1;
    gscores s = p->s;
    int head[SHORT + 1];
    memcpy(head, p->head, N * sizeof *head);
    const double best = gs_score(&s, &p->method, head);
    for (size_t d = 1; d < N; d++)
        for (size_t g = 0; g < N; g++) {
            head[d] = (int)g;
            gain[d * N + g] =
                s.arc[d * N + g] == -INFINITY ? -INFINITY : (float)(gs_score(&s, &p->method, head) - best);
            head[d] = p->head[d];
        }
}

static void second_order_sums_over_changes(void)
{
    static const double temperatures[] = {1, 0.3, 4};
    float gain[(SHORT + 1) * (SHORT + 1)];
    rng r;
    stage_arcs arcs = {0};
    rng_seed(&r, 62);
    for (int kind = 0; kind < 8; kind++) {
        random_model x;
        gparser p;
        random_model_make(
            &x, &r,
            (gs_method){.order = 2, .decoder = dec_for(kind & 1), .single_root = kind & 2, .grand = kind & 4},
            false);
        gp_init(&p, &x.m);
        for (int n = 1; n <= SHORT; n++)
            for (int t = 0; t < 3; t++) {
                copse_sentence *s = sentence_of(n);
                gp_arcs(&p, &(stage_input){.sentence = s}, temperatures[t], &arcs);
                check_rows(&arcs);
                change_heads(&p, gain);
                check_sums(&p, &arcs, gain, temperatures[t]);
                copse_sentence_free(s);
            }
        gp_done(&p);
        random_model_done(&x);
    }
    mem_free(arcs.p);
}

static void any_length_has_probabilities(void)
{
    static const int lengths[] = {0, 1, 30, GS_MOST_SECOND + 1, GC_MOST + 1, 1100};
    rng r;
    stage_arcs arcs = {0};
    rng_seed(&r, 63);
    for (int kind = 0; kind < 4; kind++) {
        random_model x;
        gparser p;
        random_model_make(
            &x, &r,
            (gs_method){.order = 2, .decoder = dec_for(kind & 1), .single_root = kind & 2, .grand = kind & 1},
            false);
        gp_init(&p, &x.m);
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0] - (SLOWER > 1); i++) {
            copse_sentence *s = sentence_of(lengths[i]);
            gp_arcs(&p, &(stage_input){.sentence = s}, 1e-4, &arcs);
            CHECK_INT(arcs.n, lengths[i]);
            check_rows(&arcs);
            copse_sentence_free(s);
        }
        gp_done(&p);
        random_model_done(&x);
    }
    mem_free(arcs.p);
}

TESTS(TEST(first_order_sums_over_trees), TEST(second_order_sums_over_changes),
      TEST(any_length_has_probabilities))
