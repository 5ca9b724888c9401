// SPDX-License-Identifier: MIT
// Hildreth's algorithm on random problems, and learning: the margin holds after a step, and a language that
// can be learnt is learnt without a mistake.
#include "graph/labeller.h"
#include "graph/trainers.h"
#include "tests/harness.h"
#include "graph/hildreth.h"
#include "tests/language.h"
#include "common/base/mem.h"

#include <stdlib.h>

// Constraints a[i]·x >= need[i] in DIM dimensions that a point satisfies; the conditions of Karush, Kuhn and
// Tucker.
static void hildreth_is_optimal(void)
{
    enum { K = 8, DIM = 12 };
    rng r;
    rng_seed(&r, 11);
    for (int round = 0; round < 300; round++) {
        double a[K][DIM], point[DIM], x[DIM] = {0}, gram[K * K], need[K], alpha[K];
        const int k = 1 + (int)rng_below(&r, K);
        for (int j = 0; j < DIM; j++)
            point[j] = 2 * rng_unit(&r) - 1;
        for (int i = 0; i < k; i++) {
            double margin = 0;
            for (int j = 0; j < DIM; j++) {
                a[i][j] = 2 * rng_unit(&r) - 1;
                margin += a[i][j] * point[j];
            }
            need[i] = margin - rng_unit(&r); // some negative: they hold from the start
        }
        for (int i = 0; i < k; i++)
            for (int j = 0; j < k; j++) {
                gram[i * k + j] = 0;
                for (int c = 0; c < DIM; c++)
                    gram[i * k + j] += a[i][c] * a[j][c];
            }
        hil_solve(k, gram, need, INFINITY, alpha);
        for (int i = 0; i < k; i++)
            for (int c = 0; c < DIM; c++)
                x[c] += alpha[i] * a[i][c];
        for (int i = 0; i < k; i++) {
            double margin = -need[i];
            for (int c = 0; c < DIM; c++)
                margin += a[i][c] * x[c];
            CHECK(alpha[i] >= 0);
            CHECK(margin >= -1e-5);
            CHECK(alpha[i] * margin <= 1e-5 * (1 + alpha[i])); // slack only where the multiplier is zero
        }
    }
}

static void hildreth_keeps_bounds(void)
{
    const double gram[] = {1, 1, 0, 1, 1, 0, 0, 0, 0}, need[] = {1, 5, 3};
    double alpha[3];
    hil_solve(3, gram, need, INFINITY, alpha); // the second implies the first; the third has no features
    CHECK_NEAR(alpha[0] + alpha[1], 5, 1e-6);
    CHECK_NEAR(alpha[2], 0, 0);
    hil_solve(3, gram, need, 0.5, alpha);
    CHECK(alpha[0] <= 0.5 && alpha[1] <= 0.5 && alpha[1] > 0);
}

static void start(online_learner *l, gweights *arcs, gs_method method, const graph_trainer *trainer, int k)
{
    gw_init(arcs, 16);
    *l = (online_learner){
        .method = method, .trainer = trainer, .k = k, .C = INFINITY, .punctuation = true, .arcs = arcs};
}

// Arcs; siblings too; grandparents too.
enum { KINDS = 3 };

static gs_method method_of(int kind, bool projective, bool single_root)
{
    return (gs_method){.order = kind ? 2 : 1,
                       .decoder = dec_for(projective),
                       .single_root = single_root,
                       .grand = kind == 2};
}

static void set_words(gf_words *w, const lang_sentence *one)
{
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, one->n, one->token + 1);
    gf_words_set(w, s, COPSE_UPOS);
    copse_sentence_free(s);
}

static void score_parts(online_learner *l, const gweights *w)
{
    gs_candidates(&l->s, NULL, NULL);
    gs_arcs(&l->s, w);
    if (l->method.order == 2)
        gs_second(&l->s, &l->method, w);
}

// After a step the gold tree scores more than the tree that violated the margin most, by what that tree is
// wrong.
static void margin_holds_after_a_step(void)
{
    rng r;
    lang_sentence one;
    rng_seed(&r, 12);
    for (int round = 0; round < 60; round++) {
        online_learner l;
        gweights arcs;
        int head[LANG_MOST + 1], loss = 0;
        start(&l, &arcs, method_of(round % KINDS, true, true), trainer_find("mira"), 1);
        lang_make(&one, &r, false);
        const size_t N = (size_t)one.n + 1;
        set_words(&l.s.words, &one);
        arcs.step = 1;
        score_parts(&l, &arcs);
        for (int d = 1; d <= one.n; d++)
            for (int h = 0; h <= one.n; h++)
                l.s.arc[(size_t)d * N + (size_t)h] += h != one.head[d];
        gs_search(&l.s, &l.method, head);
        for (int d = 1; d <= one.n; d++)
            loss += head[d] != one.head[d];
        CHECK_INT(online_learn(&l, one.head, NULL), loss);
        score_parts(&l, &arcs);
        double gold = gs_score(&l.s, &l.method, one.head), other = gs_score(&l.s, &l.method, head);
        CHECK(isinf(other) || gold - other >= loss - 1e-3);
        online_done(&l);
        gw_done(&arcs);
    }
}

// How many wrong heads, of all words, score less than the gold one by less than 1, under the weights.
static int violated(online_learner *l, const lang_sentence *one, const gweights *w, int *all)
{
    int count = 0, head[LANG_MOST + 1];
    score_parts(l, w);
    memcpy(head, one->head, sizeof head);
    const double gold = gs_score(&l->s, &l->method, head);
    for (int d = 1; d <= one->n; d++)
        for (int h = 0; h <= one->n; h++)
            if (h != d && h != one->head[d]) {
                head[d] = h;
                count += gold - gs_score(&l->s, &l->method, head) < 1 - 0.01;
                head[d] = one->head[d];
                ++*all;
            }
    return count;
}

// A step of factored MIRA is one problem: after it all constraints of the sentence hold.
static void all_words_hold_after_a_step(void)
{
    rng r;
    lang_sentence one;
    int before = 0, after = 0, all = 0;
    rng_seed(&r, 17);
    for (int kind = 0; kind < KINDS; kind++) {
        online_learner l;
        gweights arcs;
        start(&l, &arcs, method_of(kind, false, true), trainer_find("factored-mira"), 1);
        for (int i = 0; i < 12; i++) {
            int again = 0;
            lang_make(&one, &r, true);
            arcs.step++;
            set_words(&l.s.words, &one);
            before += violated(&l, &one, &arcs, &all);
            online_learn(&l, one.head, NULL);
            after += violated(&l, &one, &arcs, &again);
        }
        online_done(&l);
        gw_done(&arcs);
    }
    CHECK(before > all / 20); // there was something to do
    CHECK_INT(after, 0);
}

// Sentences of the same words with other trees: nobody can learn them, but weights stay numbers of some size.
static void contradictions_do_not_diverge(void)
{
    enum { STEPS = 60, N = 16 };
    rng r;
    lang_sentence one;
    rng_seed(&r, 18);
    for (const graph_trainer *const *t = trainer_all; *t; t++) {
        online_learner l;
        gweights arcs, rows;
        double most = 0;
        start(&l, &arcs, method_of((*t)->most_order == 2 ? 2 : 0, false, false), *t, 1);
        gw_init(&rows, 16);
        l.labels = &rows;
        l.labels_n = LANG_LABELS;
        for (int i = 0; i < STEPS; i++) {
            one.n = 0;
            for (int d = 1; d <= N; d++) {
                lang_word(&one, &r, "NOUN", NULL);
                snprintf(one.form[d], LANG_TEXT, "ha");
                one.head[d] = (int)rng_below(&r, (uint64_t)d);
                one.label[d] = (int)rng_below(&r, LANG_LABELS);
            }
            arcs.step++;
            rows.step++;
            set_words(&l.s.words, &one);
            online_learn(&l, one.head, one.label);
        }
        for (size_t i = 0; i < ((size_t)1 << arcs.bits); i++) {
            CHECK(isfinite(arcs.now[i]) && isfinite(rows.now[i]));
            most = fmax(most, fmax(fabs((double)arcs.now[i]), fabs((double)rows.now[i])));
        }
        CHECK(most < 1000);
        online_done(&l);
        gw_done(&arcs);
        gw_done(&rows);
    }
}

// Without the loss of punctuation, wrong heads cost nothing where evaluation leaves words out, and only
// there.
static void punctuation_is_that_of_evaluation(void)
{
    static const copse_token token[] = {{"it", "it", "PRON", NULL, NULL},
                                        {"$", "$", "SYM", NULL, NULL},
                                        {"\xe3\x80\x82", NULL, "PUNCT", NULL, NULL},
                                        {"\xc2\xbb", NULL, "Fx", NULL, NULL},
                                        {"~", "~", "PUNCT", NULL, NULL}};
    static const int gold[] = {-1, 0, 1, 1, 1, 1};
    static const float loss[] = {0, 1, 1, 0, 0, 1}; // "$" and "~" are symbols to Unicode
    for (int all = 0; all < 2; all++) {
        online_learner l;
        online_lesson t;
        gweights arcs;
        start(&l, &arcs, method_of(0, true, true), trainer_find("mira"), 1);
        l.punctuation = all;
        copse_sentence *s = copse_sentence_new();
        copse_sentence_set(s, 5, token);
        gf_words_set(&l.s.words, s, COPSE_UPOS);
        online_begin(&l, &t, gold, NULL, true);
        for (int d = 1; d <= 5; d++)
            CHECK_NEAR(l.s.arc[d * 6 + (d == 5 ? 4 : 5)], all ? 1 : loss[d], 0);
        online_end(&t);
        online_done(&l);
        gw_done(&arcs);
        copse_sentence_free(s);
    }
}

static int wrong_heads(online_learner *l, const lang_sentence *data, int n, const gweights *w)
{
    int wrong = 0, head[LANG_MOST + 1];
    for (int i = 0; i < n; i++) {
        set_words(&l->s.words, &data[i]);
        score_parts(l, w);
        gs_search(&l->s, &l->method, head);
        for (int d = 1; d <= data[i].n; d++)
            wrong += head[d] != data[i].head[d];
    }
    return wrong;
}

static void learns(gs_method method, const graph_trainer *trainer, int k, bool crossing)
{
    enum { SENTENCES = 60, ROUNDS = 8 };
    rng r;
    online_learner l;
    gweights arcs, packed;
    lang_sentence *data = mem_alloc(1, SENTENCES * sizeof *data);
    rng_seed(&r, 13);
    for (int i = 0; i < SENTENCES; i++)
        lang_make(&data[i], &r, crossing);
    start(&l, &arcs, method, trainer, k);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SENTENCES; i++) {
            arcs.step++;
            set_words(&l.s.words, &data[i]);
            online_learn(&l, data[i].head, NULL);
        }
    CHECK_INT(wrong_heads(&l, data, SENTENCES, &arcs), 0);
    gw_pack(&arcs, &packed);
    CHECK_INT(wrong_heads(&l, data, SENTENCES, &packed), 0);
    gw_done(&packed);
    online_done(&l);
    gw_done(&arcs);
    mem_free(data);
}

// Every trainer, every order it has, every decoder that has this order.
static void trainers_learn(void)
{
    for (const graph_trainer *const *t = trainer_all; *t; t++)
        for (int kind = 0; kind < ((*t)->most_order == 2 ? KINDS : 1); kind++)
            for (const graph_decoder *const *d = dec_all; *d; d++)
                if (dec_has(*d, kind ? 2 : 1, kind == 2))
                    learns(
                        (gs_method){
                            .order = kind ? 2 : 1, .decoder = *d, .single_root = true, .grand = kind == 2},
                        *t, 1, !(*d)->projective);
}

static void several_roots_are_learnt(void)
{
    for (int kind = 0; kind < KINDS; kind++)
        learns(method_of(kind, false, false), trainer_find("mira"), 1, true);
    for (int projective = 0; projective < 2; projective++)
        learns(method_of(0, projective, false), trainer_find("crf"), 1, !projective);
}

static void kbest_mira_learns(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        learns(method_of(kind, true, true), trainer_find("mira"), 5, false);
        learns(method_of(kind, false, true), trainer_find("mira"), 5, true);
    }
}

// A decoder without lists: learning has the best tree.
static void kbest_mira_needs_no_list(void)
{
    graph_decoder plain = *dec_for(false);
    plain.kbest = NULL;
    learns((gs_method){.order = 1, .decoder = &plain, .single_root = true}, trainer_find("mira"), 5, true);
}

static void trainers_are_found(void)
{
    static const char *const order[] = {"mira", "factored-mira", "perceptron", "crf"};
    size_t n = 0;
    for (const graph_trainer *const *t = trainer_all; *t; t++, n++) {
        CHECK(trainer_find((*t)->name) == *t && trainer_choice(n).help == (*t)->help);
        CHECK(strcmp(trainer_choice(n).name, (*t)->name) == 0 && (*t)->help[0]);
        CHECK((*t)->learn && (*t)->most_order >= 1 && (*t)->most_order <= 2);
        CHECK(!(*t)->log_linear || (*t)->most_order == 1); // sums over trees are of first order
        CHECK(n >= 4 || strcmp((*t)->name, order[n]) == 0);
    }
    CHECK(n >= 4 && trainer_choice(n).name == NULL && trainer_choice(n + 1).name == NULL);
    CHECK(trainer_find("") == NULL && trainer_find("mir") == NULL);
}

static void joint_labels_are_learnt(void)
{
    enum { SENTENCES = 60, ROUNDS = 8 };
    rng r;
    online_learner l;
    gweights arcs, rows;
    int wrong = 0, head[LANG_MOST + 1];
    static lang_sentence data[SENTENCES];
    rng_seed(&r, 14);
    start(&l, &arcs, method_of(2, true, true), trainer_find("mira"), 1);
    gw_init(&rows, 16);
    l.labels = &rows;
    l.labels_n = LANG_LABELS;
    l.label_loss = 1;
    for (int i = 0; i < SENTENCES; i++)
        lang_make(&data[i], &r, false);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SENTENCES; i++) {
            arcs.step++;
            rows.step++;
            set_words(&l.s.words, &data[i]);
            online_learn(&l, data[i].head, data[i].label);
        }
    for (int i = 0; i < SENTENCES; i++) {
        set_words(&l.s.words, &data[i]);
        gs_candidates(&l.s, NULL, NULL);
        gs_arcs(&l.s, &arcs);
        gs_labels(&l.s, &rows, LANG_LABELS, NULL, NULL, 0);
        gs_second(&l.s, &l.method, &arcs);
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

// ---------------------------------------------------------------------------------------------------
// Labels

static double label_score(const gf_words *w, const gf_context *c, const gweights *g, int n, const int *label)
{
    uint32_t key[2 * GF_MOST];
    double sum = 0;
    for (int d = 1; d <= n; d++) {
        const int s = c->before[d];
        size_t k = gf_label(w, c->head[d], d, key);
        k += gf_label_context(w, c, d, key + k);
        k += gf_label_pair(w, c->head[d], s, d, s ? label[s] : -1, key + k);
        sum += (double)gw_sum_at(g, key, k, label[d]);
    }
    return sum;
}

static void viterbi_equals_brute_force(void)
{
    enum { L = 3, MOST = 6 };
    rng r;
    rng_seed(&r, 15);
    gweights g;
    gf_words w = {0};
    gf_context c = {0};
    labeller lab = {.kept = L, .labels = L};
    gw_init(&g, 14);
    for (size_t i = 0; i < ((size_t)1 << g.bits) + GW_ROW; i++)
        g.now[i] = (float)(rng_unit(&r) - 0.5);
    for (int round = 0; round < 60; round++) {
        lang_sentence one;
        do
            lang_make(&one, &r, true);
        while (one.n > MOST);
        int found[LANG_MOST + 1], trial[LANG_MOST + 1], all = 1;
        double best = -INFINITY;
        set_words(&w, &one);
        gf_context_set(&c, one.head, one.n);
        for (int d = 1; d <= one.n; d++)
            all *= L;
        for (int code = 0; code < all; code++) {
            for (int d = 1, x = code; d <= one.n; d++, x /= L)
                trial[d] = x % L;
            best = fmax(best, label_score(&w, &c, &g, one.n, trial));
        }
        gl_label(&lab, &w, &g, one.head, NULL, found);
        CHECK_NEAR(label_score(&w, &c, &g, one.n, found), best, 1e-4);
    }
    gl_done(&lab);
    gf_context_done(&c);
    gf_words_done(&w);
    gw_done(&g);
}

static void labeller_learns_with(bool late)
{
    enum { SENTENCES = 60, ROUNDS = 8 };
    rng r;
    gweights g;
    gf_words w = {0};
    labeller lab = {.kept = GL_KEPT, .labels = LANG_LABELS, .late_loss = late};
    static lang_sentence data[SENTENCES];
    int wrong = 0, label[LANG_MOST + 1];
    rng_seed(&r, 16);
    gw_init(&g, 16);
    for (int i = 0; i < SENTENCES; i++)
        lang_make(&data[i], &r, true);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SENTENCES; i++) {
            g.step++;
            set_words(&w, &data[i]);
            gl_learn(&lab, &w, &g, data[i].head, data[i].label, INFINITY);
        }
    for (int i = 0; i < SENTENCES; i++) {
        set_words(&w, &data[i]);
        gl_label(&lab, &w, &g, data[i].head, NULL, label);
        for (int d = 1; d <= data[i].n; d++)
            wrong += label[d] != data[i].label[d];
    }
    CHECK_INT(wrong, 0);
    gl_done(&lab);
    gf_words_done(&w);
    gw_done(&g);
}

static void labeller_learns(void)
{
    labeller_learns_with(false);
    labeller_learns_with(true);
}

TESTS(TEST(hildreth_is_optimal), TEST(hildreth_keeps_bounds), TEST(trainers_are_found),
      TEST(margin_holds_after_a_step), TEST(contradictions_do_not_diverge), TEST(all_words_hold_after_a_step),
      TEST(punctuation_is_that_of_evaluation), TEST(trainers_learn), TEST(several_roots_are_learnt),
      TEST(kbest_mira_learns), TEST(kbest_mira_needs_no_list), TEST(joint_labels_are_learnt),
      TEST(viterbi_equals_brute_force), TEST(labeller_learns))
