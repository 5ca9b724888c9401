// SPDX-License-Identifier: MIT
// Graph-based parsing with given heads, against all trees that have them: the best tree of every decoder in
// every order, and the probabilities of arcs. Labels, and what pruning must leave.
#include "tests/given_sets.h"
#include "tests/harness.h"
#include "tests/forest.h"
#include "tests/sentences.h"

#include "graph/crf.h"
#include "graph/marginals.h"
#include "graph/model.h"

enum { MOST = 5, CELLS = (MOST + 1) * (MOST + 1) };

// Scores of all parts of a sentence, and those of all trees under them.
typedef struct scored {
    forest f;
    float arc[CELLS], sib[CELLS * (MOST + 1)];
    double *best[3]; // [trees] first order, siblings, grandparents
} scored;

static void draw_all(scored *x, rng *r, int n, arena *a)
{
    dec_grand grand;
    int head[FOREST_MOST + 1];
    forest_init(&x->f, n);
    draw_arcs(r, EIGHTHS, n, x->arc);
    draw_siblings(r, EIGHTHS, n, x->sib);
    dec_grand_init(&grand, x->arc, n, a);
    for (int d = 1; d <= n; d++) // the same for any list of arcs: see grand_scores
        for (int h = 1; h <= n; h++)
            for (int g = 0; g <= n && h != d; g++)
                if (g != h && g != d)
                    grand.score[grand.at[grand.id[d * (n + 1) + h]] +
                                (size_t)(grand.id[h * (n + 1) + g] - grand.start[h])] =
                        (float)((g * 7 + h * 3 + d * 5) % 11);
    for (int k = 0; k < 3; k++)
        x->best[k] = mem_alloc(x->f.count, sizeof *x->best[k]);
    for (size_t i = 0; i < x->f.count; i++) {
        for (int d = 0; d <= n; d++)
            head[d] = x->f.tree[i].head[d];
        x->best[0][i] = tree_score(x->arc, n, head);
        x->best[1][i] = dec_score2(x->arc, x->sib, n, head);
        x->best[2][i] = dec_score_grand(x->arc, x->sib, &grand, head);
    }
}

static void scored_done(scored *x)
{
    forest_done(&x->f);
    for (int k = 0; k < 3; k++)
        mem_free(x->best[k]);
}

static void grand_scores(dec_grand *x)
{
    for (int i = 0; i < x->arcs; i++)
        for (int k = x->start[x->head[i]]; x->head[i] > 0 && k < x->start[x->head[i] + 1]; k++)
            x->score[x->at[i] + (size_t)(k - x->start[x->head[i]])] =
                (float)((x->head[k] * 7 + x->head[i] * 3 + x->dep[i] * 5) % 11);
}

static bool counts(const forest_tree *t, const given *g, bool projective, bool single_root)
{
    bool kept = (t->projective || !projective) && (t->single_root || !single_root);
    for (int d = 1; d <= g->n && kept; d++)
        kept = g->head[d] == GIVEN_NONE || g->head[d] == t->head[d];
    return kept;
}

static double best_of(const scored *x, const given *g, int order, bool projective, bool single_root)
{
    double best = -INFINITY;
    for (size_t i = 0; i < x->f.count; i++)
        if (x->best[order][i] > best && counts(&x->f.tree[i], g, projective, single_root))
            best = x->best[order][i];
    return best;
}

static void check_marginals(const scored *x, const given *g, const graph_decoder *d, bool single_root,
                            const float *arc, arena *a)
{
    const int n = g->n, N = n + 1;
    double wanted[CELLS] = {0}, found[CELLS], sum = 0;
    for (size_t i = 0; i < x->f.count; i++) {
        const forest_tree *t = &x->f.tree[i];
        if (!counts(t, g, d->projective, single_root))
            continue;
        const double share = exp(x->best[0][i] / 16);
        sum += share;
        for (int w = 1; w <= n; w++)
            wanted[w * N + t->head[w]] += share;
    }
    float soft[CELLS];
    for (int i = 0; i < N * N; i++)
        soft[i] = arc[i] / 16;
    arena_reset(a);
    const double log_sum = d->marginals(soft, n, single_root, found, a);
    CHECK_NEAR(log_sum, log(sum), 1e-9 * fmax(1, fabs(log_sum)));
    for (int w = 1; w <= n; w++)
        for (int h = 0; h <= n; h++)
            CHECK_NEAR(found[w * N + h], wanted[w * N + h] / sum, 1e-9);
}

// The best trees of a decoder with these heads given. Returns false if there is none.
static bool check_set(scored *x, const given *g, const graph_decoder *d, bool single_root, arena *a)
{
    const int n = g->n;
    int head[MOST + 1], word;
    float arc[CELLS];
    gscores s = {.n = n, .arc = arc};
    dec_grand grand;
    arena memory = {0};
    memcpy(arc, x->arc, sizeof arc);
    gs_keep(&s, g->head);
    dec_grand_init(&grand, arc, n, &memory);
    grand_scores(&grand);
    const bool can = best_of(x, g, 0, d->projective, single_root) > -INFINITY;
    for (int order = 0; order < 3; order++) {
        const double best = best_of(x, g, order, d->projective, single_root);
        arena_reset(a);
        const double found = order == 0   ? d->arcs(arc, n, single_root, head, a)
                             : order == 1 ? d->siblings(arc, x->sib, n, single_root, head, a)
                                          : d->grandparents(arc, x->sib, &grand, single_root, head, a);
        if (best == -INFINITY)
            CHECK(found == best);
        else if (d->exact || order == 0)
            CHECK_NEAR(found, best, 1e-6);
        CHECK(found <= best + 1e-6);
        CHECK(!can || given_kept(g, head));
        CHECK_INT(tree_check(head, n, !single_root, &word), TREE_FINE);
    }
    if (can)
        check_marginals(x, g, d, single_root, arc, a);
    arena_done(&memory);
    return can;
}

static void the_best_trees_with_given_heads(void)
{
    rng r;
    arena a = {0};
    rng_seed(&r, 21);
    for (int n = 1; n <= (SLOWER > 1 ? 4 : MOST); n++) {
        scored x;
        given_set set;
        long sets = 0;
        draw_all(&x, &r, n, &a);
        set_clear(&set, n);
        do {
            if (set_has_loop(&set) || best_of(&x, &set.g, 0, false, false) == -INFINITY ||
                (n == MOST && rng_below(&r, 4) > 0))
                continue;
            for (int how = 0; how < 4; how++)
                sets += check_set(&x, &set.g, dec_for(how & 1), how & 2, &a);
        } while (set_next(&set));
        CHECK(sets > 2);
        scored_done(&x);
    }
    arena_done(&a);
}

// ---------------------------------------------------------------------------------------------------
// Models of random weights

enum { BITS = 9, LENGTH = (1 << BITS) + GW_ROW, LABELS = 5 };

typedef struct random_model {
    gweights w[5];
    gmodel m;
    uint8_t allowed[LABELS];
} random_model;

static gs_method method_of(int order, bool projective, bool single_root, bool second)
{
    return (gs_method){.order = order,
                       .decoder = dec_for(projective),
                       .single_root = single_root,
                       .grand = order == 2 && second,
                       .sib_labels = order == 2 && !second};
}

static void make(random_model *x, rng *r, gs_method method, gm_labels labelling, bool log_linear)
{
    x->m = (gmodel){.method = method, .pos = COPSE_UPOS, .labelling = labelling, .log_linear = log_linear};
    x->m.search_labels = method.sib_labels || gm_labels_by_default(labelling, log_linear);
    gweights *const to[] = {&x->m.arcs, &x->m.pruner, &x->m.filter, &x->m.joint, &x->m.rows};
    for (int k = 0; k < 5; k++) {
        gw_init(&x->w[k], BITS);
        for (size_t i = 0; i < LENGTH; i++)
            x->w[k].now[i] = (float)(rng_unit(r) - 0.5) / 4;
        gw_pack(&x->w[k], to[k]);
    }
    static const char *const names[] = {"root", "a", "b", "c", "d"};
    x->m.allowed = mem_alloc(LABELS, 1);
    for (int l = 0; l < LABELS; l++) {
        tab_add(&x->m.labels, str(names[l]));
        x->m.allowed[l] = l == 0 ? LP_UNDER_ROOT : LP_ELSEWHERE;
    }
    x->m.any_label = 1;
}

static void model_done(random_model *x)
{
    gm_done(&x->m);
    for (int k = 0; k < 5; k++)
        gw_done(&x->w[k]);
}

// A tree of the kind that a method searches.
static void draw_tree(rng *r, const gs_method *method, int *head, int n)
{
    int roots;
    do {
        make_tree(r, (shape)rng_below(r, SHAPES), head, n);
        for (int d = 1; d <= n && method->decoder->projective && !tree_is_projective(head, n); d++)
            head[d] = rng_below(r, 3) ? d - 1 : 0;
        roots = count_roots(head, n);
    } while ((roots > 1 && method->single_root) ||
             (method->decoder->projective && !tree_is_projective(head, n)));
}

static void check_parse(gparser *p, rng *r, int n)
{
    static const char *const labels[] = {"root", "a", "d", "unknown"};
    const gs_method method = gs_method_for(&p->method, n);
    int head[SET_WORDS + 1], word;
    given_set set;
    copse_sentence *s = random_sentence(r, n, false);
    copse_tree *tree = copse_tree_new();
    draw_tree(r, &method, head, n);
    set_draw(&set, r, head, n, rng_unit(r));
    for (int d = 1; d <= n; d++)
        if (set.head[d] != GIVEN_NONE && rng_below(r, 2))
            set.label[d] = str(labels[rng_below(r, 4)]);
    gp_parse(p, &(stage_input){.sentence = s, .given = &set.g}, tree);
    CHECK_INT(tree_check(tree->head, n, !method.single_root, &word), TREE_FINE);
    CHECK(given_kept(&set.g, p->head)); // by the search, not by a graft
    CHECK(given_kept(&set.g, tree->head));
    CHECK(!method.decoder->projective || tree_is_projective(tree->head, n));
    CHECK(gs_score(&p->s, &method, p->head) > -INFINITY);
    for (int d = 1; d <= n; d++) {
        CHECK(tree->label[d].len > 0);
        const size_t at = set.label[d].s ? tab_find(&p->model->labels, set.label[d]) : TAB_NONE;
        if (set.label[d].s)
            CHECK(str_equal(tree->label[d], set.label[d]));
        if (at != TAB_NONE && p->model->labelling != GM_NONE)
            CHECK_INT(p->label[d], at); // its neighbours see it
        if (at != TAB_NONE && p->s.label)
            CHECK_INT(p->s.label[d * (n + 1) + p->head[d]], at);
        if (set.head[d] != GIVEN_NONE)
            CHECK_NEAR(tree->score[d], 1, 1e-6);
    }
    copse_tree_free(tree);
    copse_sentence_free(s);
}

// The pruner and the filter leave few heads; still there is always a tree.
static void any_model_keeps_given_heads(void)
{
    static const gm_labels labelling[] = {GM_TWO_STAGE, GM_JOINT, GM_NONE};
    rng r;
    rng_seed(&r, 22);
    for (int how = 0; how < 24; how++) {
        const int order = 1 + (how / 4) % 2;
        random_model x;
        gparser p;
        make(&x, &r, method_of(order, how & 1, how & 2, how % 3 || how >= 16), labelling[how / 8],
             order == 1 && how & 8);
        gp_init(&p, &x.m);
        p.scores = true;
        for (int i = 0; i < 30 / SLOWER + 1; i++)
            check_parse(&p, &r, i < 8 ? i + 1 : 9 + (int)rng_below(&r, 50));
        gp_done(&p);
        model_done(&x);
    }
}

// What the second stage and the joint search make of a given label is that label, and their neighbours see
// it: giving the labels that were found changes nothing.
static void found_labels_can_be_given(void)
{
    rng r;
    rng_seed(&r, 23);
    for (int how = 0; how < 12; how++) {
        const int n = 2 + (int)rng_below(&r, 9);
        random_model x;
        gparser p;
        given_set set;
        copse_sentence *s = random_sentence(&r, n, false);
        copse_tree *free_tree = copse_tree_new(), *tree = copse_tree_new();
        make(&x, &r, method_of(1 + how % 2, how % 2 || how & 2, true, how & 8),
             how & 4 ? GM_JOINT : GM_TWO_STAGE, how % 2 == 0 && how & 8);
        if (!(how & 4)) { // the labels of the search may differ from those of the second stage
            x.m.search_labels = false;
            x.m.method.sib_labels = false;
        }
        gp_init(&p, &x.m);
        p.method.unpruned = true;
        gp_parse(&p, &(stage_input){.sentence = s}, free_tree);
        set_clear(&set, n);
        for (int d = 1; d <= n; d += 2) {
            set.head[d] = free_tree->head[d];
            set.label[d] = free_tree->label[d];
        }
        gp_parse(&p, &(stage_input){.sentence = s, .given = &set.g}, tree);
        for (int d = 1; d <= n; d++) {
            CHECK_INT(tree->head[d], free_tree->head[d]);
            CHECK(str_equal(tree->label[d], free_tree->label[d]));
        }
        gp_done(&p);
        model_done(&x);
        copse_tree_free(free_tree);
        copse_tree_free(tree);
        copse_sentence_free(s);
    }
}

// Parsers of an ensemble may be given arcs that cross: a projective one grafts what it cannot search.
static void crossing_arcs_are_grafted(void)
{
    rng r;
    rng_seed(&r, 24);
    random_model x;
    gparser p;
    make(&x, &r, method_of(2, true, true, true), GM_TWO_STAGE, false);
    gp_init(&p, &x.m);
    for (int i = 0; i < 100; i++) {
        const int n = 4 + (int)rng_below(&r, 20);
        int head[SET_WORDS + 1], word;
        given_set set;
        copse_sentence *s = random_sentence(&r, n, false);
        copse_tree *tree = copse_tree_new();
        do
            make_tree(&r, SHUFFLED_BINARY, head, n);
        while (count_roots(head, n) > 1);
        set_draw(&set, &r, head, n, 0.7);
        gp_parse(&p, &(stage_input){.sentence = s, .given = &set.g}, tree);
        CHECK_INT(tree_check(tree->head, n, false, &word), TREE_FINE);
        CHECK(given_kept(&set.g, tree->head));
        copse_tree_free(tree);
        copse_sentence_free(s);
    }
    gp_done(&p);
    model_done(&x);
}

TESTS(TEST(the_best_trees_with_given_heads), TEST(any_model_keeps_given_heads),
      TEST(found_labels_can_be_given), TEST(crossing_arcs_are_grafted))
