// SPDX-License-Identifier: MIT
// Transition-based parsing with given heads and labels, whatever the classifiers say. The systems alone are
// in test_keep.c.
#include "tests/given_sets.h"
#include "tests/harness.h"
#include "tests/mad.h"
#include "tests/sentences.h"
#include "tests/trees.h"
#include "tests/walks.h"

#include "transition/model.h"

#ifdef COPSE_ARENA_MALLOC
enum { SLOWER = 8 };
#else
enum { SLOWER = 1 };
#endif

enum { LEFT, RIGHT, ROOT, LIFTED, PATH };

static void make_model(tmodel *m, const tsystem *system, cfg_root root, bool single_root, int pproj)
{
    static const char *const names[] = {"left", "right", "root", "left\xe2\x86\x91right",
                                        "right\xe2\x86\x93"};
    copse_error err = {0};
    memset(m, 0, sizeof *m);
    m->system = system;
    m->root = root;
    m->single_root = single_root;
    m->pproj = pproj;
    m->pos = COPSE_UPOS;
    CHECK_INT(fm_parse(&m->features, "test", str("form(S0) form(B0)\npos(rc(S0)) label(S0)\n"), &err), 0);
    for (int i = 0; i < (pproj >= 0 ? 5 : 3); i++)
        tab_add(&m->labels, str(names[i]));
    m->root_label = ROOT;
    m->split_term = -1;
    m->split = mem_zero(1, sizeof *m->split);
    m->set = mem_zero(1, sizeof *m->set);
    m->sets = 1;
}

// Classifiers with random scores, or none at all.
static void make_mad(tmodel *m, uint64_t seed, int mode)
{
    const uint16_t lifted = m->pproj >= 0 ? LIFTED : LEFT, path = m->pproj >= 0 ? PATH : RIGHT;
    const outcome first[] = {{T_SHIFT, CLS_NO_LABEL}, {T_RIGHT, path},          {T_LEFT, CLS_NO_LABEL},
                             {T_LEFT, lifted},        {T_REDUCE, CLS_NO_LABEL}, {T_RIGHT, lifted},
                             {T_SWAP, CLS_NO_LABEL}},
                  left[] = {{T_LEFT, RIGHT}, {T_LEFT, LEFT}};
    classifier *d = m->set[0].classifier;
    set_decider(&d[CLS_FIRST], first, 7, mad_new(7, seed, mode));
    set_decider(&d[CLS_LEFT], left, 2, mad_new(2, seed, mode));
}

static bool derives(const tmodel *m, const int *head, int n)
{
    return sys_derives(m->system, head, n) && (!m->single_root || walk_roots(head, n) == 1);
}

// Are the given arcs in the derivation, before any graft? Root words may be without a head there.
static bool derived(const tparser *p, const given *g)
{
    for (int d = 1; d <= g->n; d++) {
        const int h = p->config.head[d];
        if (g->head[d] != GIVEN_NONE && g->head[d] != (h == CFG_NONE ? 0 : h))
            return false;
    }
    return true;
}

static void check_tree(const tparser *p, const given *g, const copse_tree *tree)
{
    int word;
    CHECK_INT(tree_check(tree->head, tree->n, !p->single_root, &word), TREE_FINE);
    CHECK(given_kept(g, tree->head));
    for (int d = 1; d <= tree->n; d++) {
        CHECK(tree->label[d].len > 0 && tree->score[d] >= 0 && tree->score[d] <= 1);
        if (g->label[d].s)
            CHECK(str_equal(tree->label[d], g->label[d]));
    }
}

static void draw_labels(given_set *set, rng *r)
{
    static const char *const labels[] = {"left", "right", "root", "unknown"};
    for (int d = 1; d <= set->g.n; d++)
        if (set->head[d] != GIVEN_NONE && rng_below(r, 2))
            set->label[d] = str(labels[rng_below(r, 4)]);
}

static void check_parse(tparser *p, rng *r, const int *head, int n)
{
    given_set set;
    copse_sentence *s = random_sentence(r, n, false);
    copse_tree *tree = copse_tree_new();
    set_draw(&set, r, head, n, rng_unit(r));
    draw_labels(&set, r);
    tp_parse(p, &(stage_input){.sentence = s, .given = &set.g}, tree);
    CHECK(derived(p, &set.g));
    CHECK(!p->model->system->projective || tree_is_projective(tree->head, n));
    check_tree(p, &set.g, tree);
    for (int d = 1; d <= n; d++) // history features see known labels
        if (set.label[d].s && tab_find(&p->model->labels, set.label[d]) != TAB_NONE &&
            p->config.head[d] != CFG_NONE)
            CHECK_INT(p->config.label[d], tab_find(&p->model->labels, set.label[d]));
    copse_tree_free(tree);
    copse_sentence_free(s);
}

// All trees of 4 words, and random ones that are longer.
static void check_model(const tmodel *m, rng *r)
{
    tparser p;
    int head[SET_WORDS + 1];
    tp_init(&p, m);
    walk_first(head, 4);
    do
        if (derives(m, head, 4) && rng_below(r, SLOWER) == 0)
            check_parse(&p, r, head, 4);
    while (walk_next(head, 4));
    for (int i = 0; i < 40 / SLOWER;) {
        const int n = 1 + (int)rng_below(r, 30);
        make_tree(r, (shape)rng_below(r, SHAPES), head, n);
        if (m->system->projective)
            for (int d = 1; d <= n && !tree_is_projective(head, n); d++)
                head[d] = rng_below(r, 3) || m->single_root ? d - 1 : 0;
        if (!derives(m, head, n))
            continue;
        check_parse(&p, r, head, n);
        i++;
    }
    tp_done(&p);
}

static void any_classifier_keeps_given_heads(void)
{
    rng r;
    rng_seed(&r, 5);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE; root++)
            for (int single = 0; single < 2; single++)
                for (uint64_t seed = 0; seed < 6; seed++) {
                    tmodel m;
                    make_model(&m, *system, (cfg_root)root, single, -1);
                    make_mad(&m, seed, seed < 4 ? 0 : (int)seed - 3);
                    check_model(&m, &r);
                    tm_done(&m);
                }
}

// Any arcs, crossing or not, and restored arcs of other words.
static void pseudo_projective_models_keep_any_arcs(void)
{
    rng r;
    int crossing = 0, head[SET_WORDS + 1];
    rng_seed(&r, 6);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int how = 0; how < 36 && !sys_derives_all(*system); how++) {
            tmodel m;
            tparser p;
            make_model(&m, *system, (cfg_root)(how / 2 % 3), how & 1, how / 6 % 3 + COPSE_PPROJ_HEAD);
            make_mad(&m, (uint64_t)how, 0);
            tp_init(&p, &m);
            for (int i = 0; i < 30 / SLOWER; i++) {
                const int n = 1 + (int)rng_below(&r, 25);
                given_set set;
                copse_sentence *s = random_sentence(&r, n, false);
                copse_tree *tree = copse_tree_new();
                do
                    make_tree(&r, (shape)rng_below(&r, SHAPES), head, n);
                while (m.single_root && walk_roots(head, n) > 1);
                set_draw(&set, &r, head, n, rng_unit(&r));
                draw_labels(&set, &r);
                tp_parse(&p, &(stage_input){.sentence = s, .given = &set.g}, tree);
                check_tree(&p, &set.g, tree);
                crossing += !derived(&p, &set.g);
                copse_tree_free(tree);
                copse_sentence_free(s);
            }
            tp_done(&p);
            tm_done(&m);
        }
    CHECK(crossing > 50 / SLOWER);
}

// All trees of a list keep them, and the tree of least risk.
static void lists_keep_given_heads(void)
{
    enum { K = 8 };
    rng r;
    int several = 0;
    copse_tree *tree[K], *least = copse_tree_new();
    double score[K];
    rng_seed(&r, 7);
    for (int i = 0; i < K; i++)
        tree[i] = copse_tree_new();
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int how = 0; how < 24; how++) {
            const int n = 3 + (int)rng_below(&r, 10);
            int head[SET_WORDS + 1];
            tmodel m;
            tparser p;
            given_set set;
            copse_sentence *s = random_sentence(&r, n, false);
            make_model(&m, *system, (cfg_root)(how / 2 % 3), how & 1, -1);
            make_mad(&m, (uint64_t)how, 0);
            tp_init(&p, &m);
            do
                make_tree(&r, (shape)rng_below(&r, SHAPES), head, n);
            while (!derives(&m, head, n));
            set_draw(&set, &r, head, n, 0.5);
            draw_labels(&set, &r);
            const stage_input in = {.sentence = s, .given = &set.g};
            stage_list list = {.tree = tree, .score = score, .k = K};
            tp_kbest(&p, &in, &list);
            for (int i = 0; i < list.n; i++)
                check_tree(&p, &set.g, tree[i]);
            several += list.n > 1;
            tp_min_risk(&p, &in, 1, least);
            check_tree(&p, &set.g, least);
            tp_done(&p);
            tm_done(&m);
            copse_sentence_free(s);
        }
    CHECK(several > 40);
    for (int i = 0; i < K; i++)
        copse_tree_free(tree[i]);
    copse_tree_free(least);
}

// Nothing is given: the same tree as without the set. Then a sentence without a set.
static void nothing_given_changes_nothing(void)
{
    rng r;
    rng_seed(&r, 8);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int how = 0; how < 12; how++) {
            tmodel m;
            tparser p;
            given_set none;
            copse_sentence *s = random_sentence(&r, 12, false);
            copse_tree *a = copse_tree_new(), *b = copse_tree_new();
            make_model(&m, *system, (cfg_root)(how / 2 % 3), how & 1, -1);
            make_mad(&m, (uint64_t)how, 0);
            tp_init(&p, &m);
            set_clear(&none, 12);
            tp_parse(&p, &(stage_input){.sentence = s, .given = &none.g}, a);
            tp_parse(&p, &(stage_input){.sentence = s}, b);
            for (int d = 1; d <= 12; d++)
                CHECK(a->head[d] == b->head[d] && str_equal(a->label[d], b->label[d]));
            copse_tree_free(a);
            copse_tree_free(b);
            tp_done(&p);
            tm_done(&m);
            copse_sentence_free(s);
        }
}

TESTS(TEST(any_classifier_keeps_given_heads), TEST(pseudo_projective_models_keep_any_arcs),
      TEST(lists_keep_given_heads), TEST(nothing_given_changes_nothing))
