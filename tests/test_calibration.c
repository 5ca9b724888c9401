// SPDX-License-Identifier: MIT
// Calibration: isotonic regression against brute force, maps, temperatures, errors by hand, and the section
// of models.
#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/model/calibration.h"
#include "common/model/reliability.h"
#include "common/treebank/tree.h"
#include "tests/harness.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Isotonic regression

enum { FEW = 7 };

// The least squared error of values that never fall, by dynamic programming over shares: the values of an
// optimal solution are shares of right points of stretches.
static double slow_error(const iso_point *p, size_t n)
{
    double level[FEW * FEW + 1], best[FEW * FEW + 1];
    size_t levels = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i, right = 0; j < n; j++) {
            right += p[j].right;
            level[levels++] = (double)right / (double)(j - i + 1);
        }
    for (size_t a = 0; a < levels; a++)
        for (size_t b = a + 1; b < levels; b++)
            if (level[b] < level[a]) {
                const double x = level[a];
                level[a] = level[b];
                level[b] = x;
            }
    for (size_t l = 0; l < levels; l++)
        best[l] = 0;
    for (size_t i = 0; i < n; i++) {
        double least = INFINITY;
        for (size_t l = 0; l < levels; l++) {
            least = fmin(least, best[l]);
            best[l] = least + (level[l] - p[i].right) * (level[l] - p[i].right);
        }
    }
    double least = INFINITY;
    for (size_t l = 0; l < levels; l++)
        least = fmin(least, best[l]);
    return least;
}

static void pooling_is_optimal(void)
{
    rng r;
    rng_seed(&r, 71);
    for (int i = 0; i < 2000; i++) {
        const size_t n = 1 + rng_below(&r, FEW);
        iso_point p[FEW];
        iso_block block[FEW];
        for (size_t k = 0; k < n; k++)
            p[k] = (iso_point){(double)k + 0.5, rng_below(&r, 2)};
        const double least = slow_error(p, n);
        for (size_t k = 0; k < n; k++) { // in any order
            const size_t other = rng_below(&r, (uint32_t)n);
            const iso_point x = p[k];
            p[k] = p[other];
            p[other] = x;
        }
        const size_t blocks = iso_pool(p, n, block);
        double error = 0, points = 0;
        for (size_t b = 0; b < blocks; b++) {
            const double share = block[b].right / block[b].n;
            CHECK(b == 0 || share > block[b - 1].right / block[b - 1].n);
            CHECK(b == 0 || block[b].x / block[b].n > block[b - 1].x / block[b - 1].n);
            error += block[b].n * share * (1 - share);
            points += block[b].n;
        }
        CHECK_NEAR(error, least, 1e-9);
        CHECK_INT(points, n);
    }
}

static void equal_evidence_has_one_value(void)
{
    iso_point p[] = {{0.5, true}, {0.5, false}, {0.5, true}, {0.2, false}, {0.5, true}};
    iso_block block[5];
    CHECK_INT(iso_pool(p, 5, block), 2);
    CHECK_NEAR(block[1].right / block[1].n, 0.75, 0);
    CHECK_NEAR(block[1].x / block[1].n, 0.5, 1e-12);
}

static void check_map(const iso_map *map)
{
    double last = 0;
    REQUIRE(map->n >= 1 && map->n <= ISO_KNOTS);
    for (int i = 0; i < map->n; i++) {
        CHECK(i == 0 || map->x[i] > map->x[i - 1]);
        CHECK(map->y[i] >= 0 && map->y[i] <= 1);
    }
    for (double x = -0.5; x <= 1.5; x += 0.001) {
        const double y = iso_at(map, x);
        CHECK(y >= last && y <= 1);
        last = y;
    }
    CHECK_NEAR(iso_at(map, NAN), map->y[0], 0);
}

static void maps_never_fall(void)
{
    enum { MOST = 3000 };
    static iso_point p[MOST];
    rng r;
    iso_map map;
    rng_seed(&r, 72);
    for (int i = 0; i < 60; i++) {
        const size_t n = i < 10 ? (size_t)i + 1 : 1 + rng_below(&r, MOST);
        for (size_t k = 0; k < n;
             k++) { // evidence of all kinds, also the same again and again, and all right
            const double x = i % 3 ? rng_unit(&r) : (double)rng_below(&r, 4) / 3;
            p[k] = (iso_point){x, i % 7 == 0 || (i % 5 ? rng_unit(&r) < x : rng_unit(&r) > x)};
        }
        iso_fit_logistic(&map, p, n);
        check_map(&map);
        iso_fit(&map, p, n);
        check_map(&map);
    }
}

// ---------------------------------------------------------------------------------------------------
// Fitting

// A tree of one word with evidence, and whether head and label are right.
static void add_word(cal_sample *s, double sure, double lead, bool head, bool label)
{
    copse_tree *gold = copse_tree_new(), *tree = copse_tree_new();
    tree_resize(gold, 2);
    tree_resize(tree, 2);
    gold->head[2] = 1;
    tree->head[1] = gold->head[1] = 0;
    tree->head[2] = head ? 1 : 0;
    gold->label[2] = (copse_str){"a", 1};
    tree->label[2] = label ? (copse_str){"a", 1} : (copse_str){"b", 1};
    tree->weighed = true;
    for (int d = 1; d <= 2; d++)
        tree->evidence[d] = (tree_evidence){(float)sure, (float)lead};
    cal_add(s, gold, tree);
    s->word[s->n - 2] = s->word[s->n - 1]; // the second word alone counts
    s->n--;
    copse_tree_free(gold);
    copse_tree_free(tree);
}

// Evidence x is right with the probability x², a label with lead z with that of a logistic of z / 3.
static void draw_words(cal_sample *s, rng *r, int n)
{
    for (int i = 0; i < n; i++) {
        const double x = rng_unit(r), z = 20 * rng_unit(r) - 4;
        add_word(s, x, z, rng_unit(r) < x * x, rng_unit(r) < 1 / (1 + exp(-z / 3)));
    }
}

static void test_words(const calibration *c, rng *r, int n, double *ece, double *label_ece)
{
    copse_reliability head = {0}, both = {0};
    cal_sample fresh = {0};
    copse_tree *tree = copse_tree_new();
    draw_words(&fresh, r, n);
    for (size_t i = 0; i < fresh.n; i++) {
        const cal_word *w = &fresh.word[i];
        tree_resize(tree, 1);
        tree->weighed = true;
        tree->evidence[1] = (tree_evidence){w->sure, w->lead};
        cal_apply(c, tree);
        CHECK(copse_tree_label_score(tree, 1) <= tree->score[1]);
        rel_add(&head, (double)tree->score[1], w->head);
        rel_add(&both, (double)tree->label_score[1], w->both);
    }
    *ece = rel_ece(&head);
    *label_ece = rel_ece(&both);
    copse_tree_free(tree);
    cal_sample_done(&fresh);
}

static void scores_become_probabilities(void)
{
    static const int sizes[] = {400, 20000};
    static const double bounds[] = {0.08, 0.02};
    rng r;
    rng_seed(&r, 73);
    for (int i = 0; i < 2; i++) {
        cal_sample s = {0};
        calibration c;
        double ece, label_ece;
        draw_words(&s, &r, sizes[i]);
        REQUIRE(cal_fit(&c, &s, CAL_VERB));
        CHECK_INT(c.isotonic, i);
        CHECK_INT(c.words, sizes[i]);
        CHECK(c.label_temperature > (i ? 2.5 : 1.5) && c.label_temperature < (i ? 3.6 : 6));
        test_words(&c, &r, 20000, &ece, &label_ece);
        CHECK(ece < bounds[i] && label_ece < bounds[i]);
        CHECK(c.before[0] > 0.1 && c.after[0] < bounds[i] && c.after[1] < bounds[i]);
        cal_sample_done(&s);
    }
}

static void few_words_are_refused(void)
{
    rng r;
    cal_sample s = {0};
    calibration c;
    rng_seed(&r, 74);
    draw_words(&s, &r, CAL_LEAST_WORDS - 1);
    CHECK(!cal_fit(&c, &s, CAL_VERB) && !c.fitted);
    add_word(&s, NAN, NAN, true, true); // evidence of no sense does no harm
    CHECK(cal_fit(&c, &s, CAL_VERB) && c.fitted);
    check_map(&c.head);
    check_map(&c.both);
    cal_sample_done(&s);
}

static void without_calibration_scores_stay(void)
{
    const calibration none = {0};
    copse_tree *tree = copse_tree_new();
    tree_resize(tree, 1);
    tree->score[1] = 0.8F;
    tree->scored = true;
    cal_apply(&none, tree); // no evidence either
    CHECK(!tree->label_scored && copse_tree_label_score(tree, 1) == 0);
    tree->weighed = true;
    tree->evidence[1] = (tree_evidence){0.1F, 0};
    cal_apply(&none, tree);
    CHECK_NEAR(copse_tree_score(tree, 1), 0.8, 1e-6);
    CHECK_NEAR(copse_tree_label_score(tree, 1), 0.4, 1e-6);
    copse_tree_free(tree);
}

// A parser without evidence has its scores.
static void scores_serve_as_evidence(void)
{
    rng r;
    cal_sample s = {0};
    calibration c;
    copse_tree *gold = copse_tree_new(), *tree = copse_tree_new();
    rng_seed(&r, 77);
    for (int i = 0; i < 2000; i++) {
        tree_resize(gold, 2);
        tree_resize(tree, 2);
        cal_add(&s, gold, tree); // neither evidence nor scores: it does not count
        tree->scored = true;
        tree->score[2] = (float)rng_unit(&r);
        tree->head[2] = rng_unit(&r) < (double)tree->score[2] / 2 ? 0 : 1;
        cal_add(&s, gold, tree);
        s.word[s.n - 2] = s.word[s.n - 1];
        s.n--;
    }
    CHECK_INT(s.n, 2000);
    REQUIRE(cal_fit(&c, &s, CAL_VERB));
    tree->score[1] = 0.8F;
    cal_apply(&c, tree);
    CHECK_NEAR(copse_tree_score(tree, 1), 0.4, 0.1);
    CHECK(copse_tree_label_score(tree, 1) > 0 && tree->label_scored);
    copse_tree_free(gold);
    copse_tree_free(tree);
    cal_sample_done(&s);
}

// ---------------------------------------------------------------------------------------------------
// The temperature

// A parser of one word that gives its head 0 the log odds of the word's number of letters, times a factor.
typedef struct toy {
    double factor;
} toy;

static void *toy_worker(const void *model, const copse_parse_options *options)
{
    (void)options;
    toy *t = mem_alloc(1, sizeof *t);
    *t = *(const toy *)model;
    return t;
}

static double toy_odds(const void *worker, const stage_input *in, int d)
{
    return ((const toy *)worker)->factor *
           ((double)copse_sentence_column(in->sentence, d, COPSE_FORM).len - 4);
}

static void toy_parse(void *worker, const stage_input *in, copse_tree *tree)
{
    tree_resize(tree, 2);
    tree->head[2] = toy_odds(worker, in, 2) > 0 ? 0 : 1;
    tree->evidence[2].sure = (float)(1 / (1 + exp(-fabs(toy_odds(worker, in, 2)) / in->temperature)));
    tree->weighed = true;
}

static void toy_arcs(void *worker, const stage_input *in, double temperature, stage_arcs *out)
{
    const double p = 1 / (1 + exp(-toy_odds(worker, in, 2) / temperature));
    out->p = mem_grow(out->p, &out->cap, 9, sizeof *out->p);
    memset(out->p, 0, 9 * sizeof *out->p);
    out->p[3] = 1;
    out->p[6] = p;
    out->p[7] = 1 - p;
    out->n = 2;
}

static void toy_free(void *worker)
{
    mem_free(worker);
}

static const stage_kind toy_stage = {
    .worker_new = toy_worker, .worker_free = toy_free, .parse = toy_parse, .arcs = toy_arcs};

static void a_known_temperature_is_found(void)
{
    static const char *const words[] = {"a", "aa", "aaa", "aaaa", "aaaaa", "aaaaaa", "aaaaaaa"};
    const double factors[] = {0.2, 1, 5};
    rng r;
    treebank t = {0};
    rng_seed(&r, 75);
    for (int i = 0; i < 2000; i++) {
        const size_t letters = rng_below(&r, 7);
        const copse_token token[] = {{"a", "a", "X", "X", NULL}, {words[letters], "a", "X", "X", NULL}};
        copse_sentence *s = copse_sentence_new();
        copse_tree *tree = copse_tree_new();
        copse_sentence_set(s, 2, token);
        tree_resize(tree, 2);
        tree->head[2] = rng_unit(&r) < 1 / (1 + exp(-((double)letters - 3))) ? 0 : 1;
        tb_add(&t, s, tree);
    }
    for (int i = 0; i < 3; i++)
        for (int threads = 1; threads <= 2; threads++) {
            static double found[2];
            const toy model = {factors[i]};
            cal_sample s = {0};
            cal_observe(&s, &toy_stage, &model, &t, threads, NULL);
            CHECK_INT(s.n, 4000);
            CHECK(s.temperature > 0.75 * factors[i] && s.temperature < 1.33 * factors[i]);
            found[threads - 1] = s.temperature;
            CHECK(threads == 1 || found[0] == found[1]);
            cal_sample_done(&s);
        }
    tb_done(&t);
}

// ---------------------------------------------------------------------------------------------------

static void errors_by_hand(void)
{
    copse_reliability r = {0};
    CHECK_NEAR(copse_reliability_ece(&r), 0, 0);
    CHECK_NEAR(copse_reliability_brier(NULL), 0, 0);
    rel_add(&r, 0.95, true);
    rel_add(&r, 1, false); // the last bin has 1
    rel_add(&r, 0.25, false);
    rel_add(&r, 0.25, true);
    CHECK_INT(r.words[9], 2);
    CHECK_INT(r.words[2], 2);
    CHECK_NEAR(copse_reliability_ece(&r), (fabs(1.95 - 1) + fabs(0.5 - 1)) / 4, 1e-12);
    CHECK_NEAR(copse_reliability_brier(&r), (0.0025 + 1 + 0.0625 + 0.5625) / 4, 1e-12);
    rel_add(&r, NAN, true);
    CHECK_INT(r.words[0], 1);
}

// The section as bytes of a model.
static void *bytes_of(const calibration *c, size_t *size)
{
    copse_error err;
    box_writer *w = box_writer_new();
    box_begin(w, "META");
    cal_save(c, w);
    void *bytes = box_bytes(w, size, &err);
    box_writer_free(w);
    return bytes;
}

static int load(calibration *c, const void *bytes, size_t size)
{
    copse_error err;
    box *b = box_memory(bytes, size, "test", &err);
    const int code = b ? cal_load(c, b, &err) : err.code;
    box_close(b);
    return code;
}

static int load_changed(calibration c)
{
    size_t size;
    calibration again;
    void *bytes = bytes_of(&c, &size);
    const int code = load(&again, bytes, size);
    CHECK(code == 0 || !again.fitted);
    mem_free(bytes);
    return code;
}

static void sections_are_checked(void)
{
    rng r;
    cal_sample s = {0};
    calibration c, again;
    size_t size;
    rng_seed(&r, 76);
    draw_words(&s, &r, 3000);
    s.temperature = 0.5;
    REQUIRE(cal_fit(&c, &s, CAL_TRAINING));
    void *bytes = bytes_of(&c, &size);
    REQUIRE(load(&again, bytes, size) == 0);
    CHECK(again.fitted && again.temperature == 0.5 && again.head.n == c.head.n && again.both.n == c.both.n);
    CHECK(memcmp(again.head.x, c.head.x, (size_t)c.head.n * sizeof *c.head.x) == 0);
    CHECK(memcmp(again.both.y, c.both.y, (size_t)c.both.n * sizeof *c.both.y) == 0);
    mem_free(bytes);
    calibration bad = c;
    bad.head.x[1] = bad.head.x[0];
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad = c;
    bad.both.y[0] = 0.9;
    bad.both.y[1] = 0.1;
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad = c;
    bad.head.y[bad.head.n - 1] = 1.5;
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad = c;
    bad.head.n = 0;
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad = c;
    bad.temperature = 0;
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad.temperature = NAN;
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad = c;
    bad.after[1] = -1;
    CHECK_INT(load_changed(bad), COPSE_EMODEL);
    bad = c;
    bad.fitted = false; // no section
    CHECK_INT(load_changed(bad), 0);
    cal_sample_done(&s);
}

TESTS(TEST(pooling_is_optimal), TEST(equal_evidence_has_one_value), TEST(maps_never_fall),
      TEST(scores_become_probabilities), TEST(few_words_are_refused), TEST(without_calibration_scores_stay),
      TEST(scores_serve_as_evidence), TEST(a_known_temperature_is_found), TEST(errors_by_hand),
      TEST(sections_are_checked))
