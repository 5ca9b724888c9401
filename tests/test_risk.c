// SPDX-License-Identifier: MIT
// The tree of least risk has, of all trees, the most arcs that are expected to be right.
#include "graph/crf.h"
#include "tests/harness.h"
#include "tests/random_graph.h"
#include "common/treebank/tree.h"

enum { LABELS = 3 };

// Gives the model labels that the search sums over.
static void add_labels(random_model *x, gweights *rows, rng *r)
{
    random_weights(rows, r);
    tab_add(&x->m.labels, (copse_str){"a", 1});
    tab_add(&x->m.labels, (copse_str){"b", 1});
    x->m.labelling = GM_JOINT;
    x->m.search_labels = true;
    x->m.allowed = mem_zero(LABELS + 1, 1);
    memset(x->m.allowed, LP_ANYWHERE, LABELS);
    gw_pack(rows, &x->m.joint);
}

// The share of the best label of an arc, by the definition.
static double label_share(const gparser *p, int h, int d)
{
    float score[GW_ROW] = {0};
    uint32_t key[GF_MOST];
    double sum = 0, best = 0;
    gw_add_rows(&p->model->joint, key, gf_label(&p->s.words, h, d, key), LABELS, score);
    for (int l = 0; l < LABELS; l++) {
        sum += exp((double)score[l]);
        best = fmax(best, exp((double)score[l]));
    }
    return best / sum;
}

static double expected_right(const gparser *p, const stage_arcs *arcs, const int *head)
{
    double right = 0;
    for (int d = 1; d <= arcs->n; d++)
        right +=
            stage_arc(arcs, head[d], d) * (p->model->labelling == GM_JOINT ? label_share(p, head[d], d) : 1);
    return right;
}

static double expected_of(const gparser *p, const stage_arcs *arcs, const forest_tree *t)
{
    int head[SHORT + 1];
    for (int d = 0; d <= arcs->n; d++)
        head[d] = t->head[d];
    return expected_right(p, arcs, head);
}

// Probabilities of arcs by the 20 best trees.
static void list_arcs(gparser *p, const stage_input *in, double temperature, stage_arcs *arcs)
{
    enum { TREES = 20 };
    int head[TREES * (SHORT + 1)];
    double score[TREES], sum = 0;
    bool exact;
    gp_search(p, in, 0);
    const int n = p->s.n, found = gs_kbest(&p->s, &p->method, TREES, head, score, &exact);
    stage_arcs_fit(arcs, n);
    for (int i = 0; i < found; i++)
        sum += exp((score[i] - score[0]) / (0.25 * temperature));
    for (int i = 0; i < found; i++)
        for (int d = 1; d <= n; d++)
            arcs->p[d * (n + 1) + head[i * (n + 1) + d]] +=
                exp((score[i] - score[0]) / (0.25 * temperature)) / sum;
}

static void check_tree(gparser *p, const copse_sentence *s, double temperature)
{
    const stage_input in = {.sentence = s};
    stage_arcs arcs = {0};
    copse_tree *tree = copse_tree_new();
    forest f;
    double most = 0;
    if (p->method.order == 1)
        gp_arcs(p, &in, temperature, &arcs);
    else
        list_arcs(p, &in, temperature, &arcs);
    forest_init(&f, s->n);
    for (size_t k = 0; k < f.count; k++) {
        const forest_tree *t = &f.tree[k];
        if ((!p->method.decoder->projective || t->projective) && (!p->method.single_root || t->single_root))
            most = fmax(most, expected_of(p, &arcs, t));
    }
    gp_min_risk(p, &in, temperature, tree);
    int word;
    CHECK(tree_check(tree->head, s->n, !p->method.single_root, &word) == TREE_FINE);
    CHECK(!p->method.decoder->projective || tree_is_projective(tree->head, s->n));
    CHECK_NEAR(expected_right(p, &arcs, tree->head), most, 1e-9 * most);
    forest_done(&f);
    copse_tree_free(tree);
    mem_free(arcs.p);
}

static void graph_equals_brute_force(void)
{
    rng r;
    rng_seed(&r, 71);
    for (int kind = 0; kind < 32; kind++) {
        const bool labelled = kind & 16, log_linear = labelled || kind & 8;
        random_model x;
        gweights rows;
        gparser p;
        random_model_make(&x, &r,
                          (gs_method){.order = log_linear ? 1 : 1 + (kind & 1),
                                      .decoder = dec_for(kind & 2),
                                      .single_root = kind & 4},
                          log_linear);
        if (labelled)
            add_labels(&x, &rows, &r);
        gp_init(&p, &x.m);
        for (int n = 1; n <= SHORT; n++) {
            copse_sentence *s = sentence_of(n);
            check_tree(&p, s, 1);
            check_tree(&p, s, 0.2);
            copse_sentence_free(s);
        }
        gp_done(&p);
        random_model_done(&x);
        if (labelled)
            gw_done(&rows);
    }
}

// The tree of least risk is not always the best one, or this test would show nothing.
static void risk_differs_from_score(void)
{
    rng r;
    int other = 0;
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = sentence_of(SHORT);
    const stage_input in = {.sentence = s};
    rng_seed(&r, 72);
    for (int i = 0; i < 100; i++) {
        random_model x;
        gparser p;
        int best[SHORT + 1];
        random_model_make(&x, &r, (gs_method){.order = 1, .decoder = dec_for(false), .single_root = true},
                          true);
        gp_init(&p, &x.m);
        gp_search(&p, &in, 0);
        memcpy(best, p.head, sizeof best);
        gp_min_risk(&p, &in, 1, tree);
        other += memcmp(best + 1, tree->head + 1, SHORT * sizeof *best) != 0;
        gp_done(&p);
        random_model_done(&x);
    }
    CHECK(other > 5);
    copse_sentence_free(s);
    copse_tree_free(tree);
}

TESTS(TEST(graph_equals_brute_force), TEST(risk_differs_from_score))
