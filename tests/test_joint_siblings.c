// SPDX-License-Identifier: MIT
// Labels that depend on siblings (McDonald et al. 2007, section 7.2): the search against all labelled trees
// of few words, and what learning from it changes.
#include "graph/trainers.h"
#include "tests/forest.h"
#include "tests/harness.h"
#include "tests/language.h"

enum { MOST = 5, LABELS = 3 };
static const uint8_t places[LABELS] = {LP_UNDER_ROOT | LP_ELSEWHERE, LP_ELSEWHERE, LP_UNDER_ROOT};

static void fill(gweights *w, rng *r)
{
    gw_init(w, 14);
    for (size_t i = 0; i < ((size_t)1 << w->bits) + GW_ROW; i++)
        w->now[i] = (float)(rng_unit(r) - 0.5);
}

static void set_words(gf_words *w, const lang_sentence *one)
{
    copse_sentence *s = copse_sentence_new();
    copse_sentence_set(s, one->n, one->token + 1);
    gf_words_set(w, s, COPSE_UPOS);
    copse_sentence_free(s);
}

// The score of a labelled tree, part by part.
static double slow_score(const gf_words *w, const gweights *arcs, const gweights *rows, const gs_method *m,
                         const int *head, const int *label)
{
    uint32_t key[2 * GF_MOST];
    double sum = 0;
    for (int d = 1; d <= w->n; d++) {
        const int h = head[d], s = gs_sibling_of(head, d);
        sum += (double)gw_sum(arcs, key, gf_arc(w, h, d, key));
        sum += (double)gw_sum(arcs, key, gf_sibling(w, h, s, d, key));
        if (m->grand && h)
            sum += (double)gw_sum(arcs, key, gf_grand(w, head[h], h, d, key));
        size_t n = gf_label(w, h, d, key);
        n += gf_label_sibling(w, h, s, d, key + n);
        sum += (double)gw_sum_at(rows, key, n, label[d]);
    }
    return sum;
}

// The best labels of a tree, by trying all; the loss of wrong ones is added if gold is given.
static double slow_labels(const gf_words *w, const gweights *arcs, const gweights *rows, const gs_method *m,
                          const int *head, const int *gold, float loss)
{
    int label[MOST + 1], all = 1;
    double best = -INFINITY;
    for (int d = 1; d <= w->n; d++)
        all *= LABELS;
    for (int code = 0; code < all; code++) {
        bool fine = true;
        double more = 0;
        for (int d = 1, x = code; d <= w->n; d++, x /= LABELS) {
            label[d] = x % LABELS;
            fine = fine && lp_allowed(places, label[d], head[d]);
            more += gold && label[d] != gold[d] ? (double)loss : 0;
        }
        if (fine)
            best = fmax(best, slow_score(w, arcs, rows, m, head, label) + more);
    }
    return best;
}

static void prepare(gscores *s, const gweights *arcs, const gweights *rows, const gs_method *m,
                    const int *gold, float loss)
{
    gs_candidates(s, NULL, NULL);
    gs_arcs(s, arcs);
    gs_second(s, m, arcs);
    gs_label_siblings(s, rows, LABELS, places, gold, loss);
}

static void short_sentence(lang_sentence *one, rng *r, int most)
{
    do
        lang_make(one, r, true);
    while (one->n > most);
    for (int d = 1; d <= one->n; d++)
        one->label[d] = one->head[d] ? (int)rng_below(r, 2) : 2;
}

// One sentence: the tables have the score of every tree with its best labels, and the search for projective
// trees finds the best of all labelled ones. Returns whether some arc has another label with another sibling.
static bool try_sentence(gscores *s, const gweights *arcs, const gweights *rows, const lang_sentence *one,
                         const gs_method *m, bool loss)
{
    forest f;
    const int *gold = loss ? one->label : NULL;
    const size_t N = (size_t)one->n + 1;
    double best = -INFINITY;
    int found[MOST + 1], label[MOST + 1];
    bool depends = false;
    set_words(&s->words, one);
    prepare(s, arcs, rows, m, gold, 0.75F);
    forest_init(&f, one->n);
    for (size_t i = 0; i < f.count; i++) {
        int head[MOST + 1];
        for (int d = 0; d <= one->n; d++)
            head[d] = f.tree[i].head[d];
        const double score = slow_labels(&s->words, arcs, rows, m, head, gold, 0.75F);
        CHECK_NEAR(gs_score(s, m, head), score, 1e-3);
        if (f.tree[i].projective && f.tree[i].single_root)
            best = fmax(best, score);
    }
    forest_done(&f);
    const double score = gs_search(s, m, found);
    CHECK_NEAR(score, best, 1e-3);
    for (int d = 1; d <= one->n; d++)
        label[d] = gs_label_of(s, found, d);
    for (int d = 1; d <= one->n; d++)
        CHECK(lp_allowed(places, label[d], found[d]));
    if (!loss)
        CHECK_NEAR(slow_score(&s->words, arcs, rows, m, found, label), best, 1e-3);
    for (size_t i = N * N; i < N * N * N; i++) // dependents of the first word
        depends = depends || (i / N % N == 1 && s->sib_label[i] != s->sib_label[i / N * N + 1]);
    return depends;
}

static void search_equals_brute_force(void)
{
    rng r;
    gweights arcs, rows;
    int depends = 0;
    rng_seed(&r, 31);
    fill(&arcs, &r);
    fill(&rows, &r);
    for (const gf_set *const *set = gf_set_all; *set; set++) {
        gscores s = {.words = {.set = *set}};
        for (int i = 0; i < 12 / SLOWER + 2; i++) {
            lang_sentence one;
            const gs_method m = {.order = 2,
                                 .decoder = dec_for(true),
                                 .single_root = true,
                                 .grand = (*set)->grand && i % 2,
                                 .sib_labels = true};
            short_sentence(&one, &r, i < 2 ? MOST : MOST - 1);
            depends += try_sentence(&s, &arcs, &rows, &one, &m, i % 3 == 0);
        }
        gs_done(&s);
    }
    CHECK(depends > 0);
    gw_done(&arcs);
    gw_done(&rows);
}

// Hill climbing: the labels of several arcs may change with one head. The score is that of the tree with all
// its best labels, and no change of one head is better.
static void climbing_counts_all_labels(void)
{
    rng r;
    gweights arcs, rows;
    gscores s = {0};
    const gs_method m = {.order = 2, .decoder = dec_for(false), .sib_labels = true};
    rng_seed(&r, 32);
    fill(&arcs, &r);
    fill(&rows, &r);
    for (int i = 0; i < 10 / SLOWER + 1; i++) {
        lang_sentence one;
        int head[MOST + 1];
        short_sentence(&one, &r, MOST - 1);
        set_words(&s.words, &one);
        prepare(&s, &arcs, &rows, &m, NULL, 0);
        const double score = gs_search(&s, &m, head);
        CHECK_NEAR(slow_labels(&s.words, &arcs, &rows, &m, head, NULL, 0), score, 1e-3);
        for (int d = 1; d <= one.n; d++) {
            const int own = head[d];
            for (int h = 0; h <= one.n; h++) {
                head[d] = h;
                if (h != d && slow_is_tree(head, one.n))
                    CHECK(slow_labels(&s.words, &arcs, &rows, &m, head, NULL, 0) <= score + 1e-3);
            }
            head[d] = own;
        }
    }
    gs_done(&s);
    gw_done(&arcs);
    gw_done(&rows);
}

// After a step of MIRA the gold tree with its labels leads the tree that violated the margin most by its
// loss, whether the loss was in the search or not.
static void margin_holds_after_a_step(void)
{
    rng r;
    int steps = 0;
    rng_seed(&r, 33);
    for (int i = 0; i < 40; i++) {
        gweights arcs, rows;
        lang_sentence one;
        int head[MOST + 1], label[MOST + 1];
        double loss = 0;
        fill(&arcs, &r);
        fill(&rows, &r);
        const gs_method m = {.order = 2,
                             .decoder = dec_for(true),
                             .single_root = true,
                             .grand = i % 4 < 2,
                             .sib_labels = true};
        online_learner l = {.method = m,
                            .trainer = trainer_find("mira"),
                            .k = 1,
                            .C = (double)INFINITY,
                            .punctuation = true,
                            .late_loss = i % 2,
                            .label_loss = 0.5F,
                            .arcs = &arcs,
                            .labels = &rows,
                            .labels_n = LABELS,
                            .allowed = places};
        short_sentence(&one, &r, MOST);
        set_words(&l.s.words, &one);
        online_lesson t;
        arcs.step = rows.step = 1;
        online_begin(&l, &t, one.head, one.label, !l.late_loss);
        memcpy(head, t.head, ((size_t)one.n + 1) * sizeof *head);
        for (int d = 1; d <= one.n; d++) {
            label[d] = gs_label_of(&l.s, head, d);
            loss += (head[d] != one.head[d]) + 0.5 * (label[d] != one.label[d]);
        }
        online_end(&t);
        online_learn(&l, one.head, one.label);
        steps += loss > 0;
        if (loss > 0)
            CHECK(slow_score(&l.s.words, &arcs, &rows, &m, one.head, one.label) -
                      slow_score(&l.s.words, &arcs, &rows, &m, head, label) >=
                  loss - 1e-3);
        online_done(&l);
        gw_done(&arcs);
        gw_done(&rows);
    }
    CHECK(steps > 20);
}

// Without the loss in the search a sentence whose best tree is the gold tree teaches nothing, however small
// its lead; with the loss it does.
static void right_trees_teach_nothing_without_loss(void)
{
    for (int late = 0; late < 2; late++) {
        rng r;
        lang_sentence one;
        gweights arcs;
        int wrong = 0, rounds = 0;
        rng_seed(&r, 34);
        gw_init(&arcs, 14);
        lang_make(&one, &r, false);
        online_learner l = {.method = {.order = 2, .decoder = dec_for(true), .single_root = true},
                            .trainer = trainer_find("mira"),
                            .k = 1,
                            .C = 1e-3, // small steps: the tree is right long before the margin holds
                            .punctuation = true,
                            .late_loss = late,
                            .arcs = &arcs};
        set_words(&l.s.words, &one);
        do {
            arcs.step++;
            wrong = online_learn(&l, one.head, NULL);
        } while (wrong && ++rounds < 4000);
        CHECK_INT(wrong, 0);
        gs_candidates(&l.s, NULL, NULL);
        gs_arcs(&l.s, &arcs);
        gs_second(&l.s, &l.method, &arcs);
        int head[LANG_MOST + 1], least = 0;
        const double gold = gs_search(&l.s, &l.method, head);
        for (int d = 1; d <= one.n; d++) // does a neighbour of the gold tree come nearer than 1?
            for (int h = 1; h <= one.n && one.head[d]; h++) {
                head[d] = h;
                if (h != one.head[d] && h != d && slow_is_tree(head, one.n))
                    least += gold - gs_score(&l.s, &l.method, head) < 0.999;
                head[d] = one.head[d];
            }
        CHECK(late ? least > 0 : least == 0);
        online_done(&l);
        gw_done(&arcs);
    }
}

TESTS(TEST(search_equals_brute_force), TEST(climbing_counts_all_labels), TEST(margin_holds_after_a_step),
      TEST(right_trees_teach_nothing_without_loss))
