// SPDX-License-Identifier: MIT
// Whatever the classifiers say, parsing ends with a tree; and how words left without a head are joined.
#include "tests/harness.h"
#include "tests/mad.h"
#include "tests/sentences.h"
#include "tests/trees.h"

#include "transition/model.h"

#include <math.h>

static void make_model(tmodel *m, const tsystem *system, cfg_root root, bool single_root)
{
    copse_error err = {0};
    memset(m, 0, sizeof *m);
    m->system = system;
    m->root = root;
    m->single_root = single_root;
    m->pproj = -1;
    m->pos = COPSE_UPOS;
    CHECK_INT(fm_parse(&m->features, "test", str("form(S0) form(B0)\npos(rc(S0)) label(S0)\n"), &err), 0);
    tab_add(&m->labels, str("left"));
    tab_add(&m->labels, str("right"));
    tab_add(&m->labels, str("root"));
    m->root_label = 2;
    m->split_term = -1;
    m->split = mem_zero(1, sizeof *m->split);
    m->set = mem_zero(1, sizeof *m->set);
    m->sets = 1;
}

static void make_mad(tmodel *m, uint64_t seed, int mode)
{
    static const outcome first[] = {{T_SHIFT, CLS_NO_LABEL},  {T_RIGHT, 1},
                                    {T_LEFT, CLS_NO_LABEL},   {T_LEFT, 0},
                                    {T_REDUCE, CLS_NO_LABEL}, {T_RIGHT, CLS_NO_LABEL},
                                    {T_SWAP, CLS_NO_LABEL}},
                         left[] = {{T_LEFT, 1}, {T_LEFT, 0}}, right[] = {{T_RIGHT, 1}};
    classifier *d = m->set[0].classifier;
    set_decider(&d[CLS_FIRST], first, 7, mad_new(7, seed, mode));
    set_decider(&d[CLS_LEFT], left, 2, mad_new(2, seed, mode));
    set_decider(&d[CLS_RIGHT], right, 1, NULL);
}

// Parses and looks at what came out.
static void check_parse(tparser *p, const copse_sentence *s)
{
    const tmodel *m = p->model;
    copse_tree *tree = copse_tree_new();
    int word = 0;
    tp_parse(p, &(stage_input){.sentence = s}, tree);
    CHECK_INT(tree->n, s->n);
    CHECK_INT(tree_check(tree->head, tree->n, !p->single_root, &word), TREE_FINE);
    if (m->system->projective)
        CHECK(tree_is_projective(tree->head, tree->n));
    for (int d = 1; d <= tree->n; d++) {
        CHECK(tree->label[d].len > 0);
        CHECK(tree->score[d] >= 0 && tree->score[d] <= 1);
    }
    copse_tree_free(tree);
}

static void check_model(const tmodel *m, rng *r, int sentences)
{
    tparser p;
    tp_init(&p, m);
    for (int i = 0; i < sentences; i++) {
        copse_sentence *s = random_sentence(r, i < 6 ? i : (int)rng_below(r, 31), i % 2);
        check_parse(&p, s);
        copse_sentence_free(s);
    }
    tp_done(&p);
}

static void any_classifier_gives_trees(void)
{
    rng r;
    rng_seed(&r, 5);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE; root++)
            for (int single = 0; single < 2; single++)
                for (uint64_t seed = 0; seed < 8; seed++) {
                    tmodel m;
                    make_model(&m, *system, (cfg_root)root, single);
                    make_mad(&m, seed, seed < 5 ? 0 : (int)seed - 4);
                    check_model(&m, &r, 12);
                    tm_done(&m);
                }
}

static void a_classifier_without_classes_gives_trees(void)
{
    static const outcome shift[] = {{T_SHIFT, CLS_NO_LABEL}}, left[] = {{T_LEFT, CLS_NO_LABEL}};
    rng r;
    rng_seed(&r, 6);
    for (const tsystem *const *system = sys_all; *system; system++)
        for (int root = CFG_ROOT_FIRST; root <= CFG_ROOT_NONE; root++)
            for (int known = 0; known < 3; known++) {
                tmodel m;
                make_model(&m, *system, (cfg_root)root, true);
                set_decider(&m.set[0].classifier[CLS_FIRST], known == 1 ? shift : left, known > 0, NULL);
                check_model(&m, &r, 10);
                tm_done(&m);
            }
}

// --- Words are joined as the classifiers' scores say.

// The key of the pair's forms, from a configuration laid out by hand.
static uint64_t pair_key(tparser *p, int left, int right)
{
    config *c = &p->config;
    const int first = c->root == CFG_ROOT_FIRST;
    c->stack_n = c->full_n = left + first;
    for (int i = 0; i < c->stack_n; i++)
        c->stack[i] = i + !first;
    c->back_n = 0;
    c->next = right;
    tp_features(p);
    return p->key[1];
}

typedef struct weight_rows {
    double row[64][4];
} weight_rows;

static void weight_row(void *context, uint32_t feature, double *w)
{
    memcpy(w, ((weight_rows *)context)->row[feature], sizeof(double) * 4);
}

// Classifiers that likes SHIFT best everywhere, and next to it the arcs of a tree between the words of s.
static void like_tree(tmodel *m, const copse_sentence *s, const int *head)
{
    static const outcome outcomes[] = {
        {T_SHIFT, CLS_NO_LABEL}, {T_REDUCE, CLS_NO_LABEL}, {T_LEFT, 0}, {T_RIGHT, 1}};
    tparser p;
    uint64_t key[64];
    weight_rows rows = {{{0}}};
    uint32_t n = 0;
    tp_init(&p, m);
    tp_start(&p, &(stage_input){.sentence = s}, 0);
    tp_features(&p);
    key[n] = p.key[0]; // always there
    rows.row[n++][T_SHIFT] = 1;
    for (int d = 1; d <= s->n; d++) {
        int h = head[d];
        if (h == 0 && m->root == CFG_ROOT_NONE)
            continue;
        if (h == 0 && m->root == CFG_ROOT_LAST)
            h = s->n + 1;
        key[n] = h < d ? pair_key(&p, h, d) : pair_key(&p, d, h);
        rows.row[n++][h < d ? T_RIGHT : T_LEFT] = 0.75;
    }
    tp_done(&p);
    set_decider(&m->set[0].classifier[CLS_FIRST], outcomes, 4,
                sc_linear_make(4, n, key, weight_row, &rows, 0));
}

static void make_rooted_tree(rng *r, int *head, int n)
{
    int roots;
    do {
        make_tree(r, (shape)rng_below(r, SHAPES), head, n);
        roots = 0;
        for (int d = 1; d <= n; d++)
            roots += head[d] == 0;
    } while (roots != 1);
}

// All words are loose when the last transition has been made (but for the one that a root standing last has
// taken), and every tree can be had by joining them.
static void scores_decide_how_words_are_joined(void)
{
    rng r;
    rng_seed(&r, 7);
    for (int i = 0; i < 300; i++) {
        int n = 1 + (int)rng_below(&r, 12), head[16];
        make_rooted_tree(&r, head, n);
        tmodel m;
        tparser p;
        copse_sentence *s = random_sentence(&r, n, true);
        make_model(&m, sys_find("covington-nonprojective"), (cfg_root)(i % 3), true);
        like_tree(&m, s, head);
        tp_init(&p, &m);
        tp_start(&p, &(stage_input){.sentence = s}, 0);
        tp_derive(&p);
        CHECK_INT(p.config.attached, m.root == CFG_ROOT_LAST);
        tp_finish(&p);
        for (int d = 1; d <= n; d++) {
            const int h = p.config.head[d];
            CHECK_INT(h == CFG_NONE ? 0 : h, head[d]);
            CHECK(h == CFG_NONE || p.config.label[d] == (h > 0 && h < d ? 1 : 0));
        }
        tp_done(&p);
        tm_done(&m);
        copse_sentence_free(s);
    }
}

// The classifiers would rather shift, so that every word meets only the one before it. Of the arcs it
// refused, those of the tree were refused by less than others: two of them are made after all.
static void arcs_least_refused_are_made_after_all(void)
{
    rng r;
    rng_seed(&r, 8);
    int seen = 0;
    for (int i = 0; i < 600; i++) {
        const int n = 3 + (int)rng_below(&r, 12);
        int head[16], could = 0;
        make_rooted_tree(&r, head, n);
        for (int d = 1; d <= n; d++)
            could += head[d] > 0 && abs(head[d] - d) == 1;
        if (could < 2)
            continue;
        tmodel m;
        tparser p;
        copse_sentence *s = random_sentence(&r, n, true);
        make_model(&m, i % 2 ? sys_find("covington-nonprojective") : sys_find("covington-projective"),
                   CFG_ROOT_NONE, true);
        like_tree(&m, s, head);
        tp_init(&p, &m);
        tp_start(&p, &(stage_input){.sentence = s}, 0);
        tp_derive(&p);
        CHECK_INT(p.config.attached, 0);
        while (tp_go_back(&p))
            tp_derive(&p);
        CHECK_INT(p.config.attached, 2);
        for (int d = 1; d <= n; d++)
            if (p.config.head[d] != CFG_NONE) {
                CHECK_INT(p.config.head[d], head[d]);
                CHECK(p.score[d] < 0.5F);
            }
        seen++;
        tp_done(&p);
        tm_done(&m);
        copse_sentence_free(s);
    }
    CHECK(seen > 200);
}

// Of a projective tree one arc is missing: from a word to one on its right, or from the root word to one that
// has nothing on its left to be joined to before.
static void a_loose_word_is_joined_by_decisions(void)
{
    rng r;
    rng_seed(&r, 8);
    int joined = 0;
    for (int i = 0; i < 600; i++) {
        int n = 2 + (int)rng_below(&r, 12), head[16];
        do
            make_rooted_tree(&r, head, n);
        while (!tree_is_projective(head, n));
        const int d = 1 + (int)rng_below(&r, (uint64_t)n), h = head[d];
        bool alone = true;
        for (int w = 1; w < d; w++)
            alone = alone && tree_descends(head, w, d);
        if (h == 0 || (h > d && (head[h] != 0 || !alone)))
            continue;
        tmodel m;
        tparser p;
        copse_sentence *s = random_sentence(&r, n, true);
        make_model(&m, sys_find("covington-nonprojective"), CFG_ROOT_NONE, true);
        like_tree(&m, s, head);
        tp_init(&p, &m);
        tp_start(&p, &(stage_input){.sentence = s}, 0);
        for (int w = 1; w <= n; w++)
            if (w != d && head[w] != 0)
                cfg_arc(&p.config, head[w], w, 0);
        tp_attach(&p, NULL, NULL);
        CHECK_INT(p.config.head[d], h);
        CHECK_INT(p.config.attached, n - 1);
        joined++;
        tp_done(&p);
        tm_done(&m);
        copse_sentence_free(s);
    }
    CHECK(joined > 200);
}

// Without single_root loose words are the root's.
static void several_roots_are_left_alone(void)
{
    const int head[] = {-1, 2, 0, 2};
    tmodel m;
    tparser p;
    copse_tree *tree = copse_tree_new();
    copse_sentence *s = sentence_of("a b c");
    make_model(&m, sys_find("covington-nonprojective"), CFG_ROOT_FIRST, false);
    like_tree(&m, s, head);
    tp_init(&p, &m);
    tp_parse(&p, &(stage_input){.sentence = s}, tree);
    for (int d = 1; d <= 3; d++) {
        CHECK_INT(tree->head[d], 0);
        CHECK(str_is(tree->label[d], "root"));
    }
    tp_done(&p);
    tm_done(&m);
    copse_tree_free(tree);
    copse_sentence_free(s);
}

// A root word that the derivation made stays it, whatever the classifiers say now.
static void a_root_word_stays(void)
{
    const int head[] = {-1, 2, 0, 2};
    tmodel m;
    tparser p;
    copse_sentence *s = sentence_of("a b c");
    make_model(&m, sys_find("covington-projective"), CFG_ROOT_FIRST, true);
    like_tree(&m, s, head);
    tp_init(&p, &m);
    tp_start(&p, &(stage_input){.sentence = s}, 0);
    cfg_arc(&p.config, 0, 1, 2);
    tp_finish(&p);
    CHECK_INT(p.config.head[1], 0);
    CHECK_INT(p.config.head[2], 1); // sees 1 and 3; no arc is liked, so the nearest on the left
    CHECK_INT(p.config.head[3], 2);
    tp_done(&p);
    tm_done(&m);
    copse_sentence_free(s);
}

TESTS(TEST(any_classifier_gives_trees), TEST(a_classifier_without_classes_gives_trees),
      TEST(scores_decide_how_words_are_joined), TEST(a_loose_word_is_joined_by_decisions),
      TEST(arcs_least_refused_are_made_after_all), TEST(several_roots_are_left_alone),
      TEST(a_root_word_stays))
