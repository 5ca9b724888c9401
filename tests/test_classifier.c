// SPDX-License-Identifier: MIT
// How classifiers choose among scores, its section in model files, and the examples gathered for it.
#include "tests/harness.h"
#include "tests/files.h"

#include "transition/collect.h"
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/random.h"

#include <math.h>

enum { SHIFT = 1 << T_SHIFT, REDUCE = 1 << T_REDUCE, LEFT = 1 << T_LEFT, RIGHT = 1 << T_RIGHT, ALL = 15 };
enum { FALLBACK = 7 };

static const cls_labels FREE = {.any = FALLBACK}; // any label anywhere

// A table with one feature for each class: key k+1 speaks for class k, with the weight given.
typedef struct diagonal {
    uint32_t classes;
    const double *weight;
} diagonal;

static void give_row(void *context, uint32_t feature, double *w)
{
    const diagonal *d = context;
    for (uint32_t k = 0; k < d->classes; k++)
        w[k] = k == feature ? d->weight[k] : 0;
}

static void set_decider(classifier *d, uint32_t n, const outcome *outcomes, const double *weight)
{
    uint64_t key[16];
    diagonal context = {n, weight};
    for (uint32_t k = 0; k < n; k++)
        key[k] = k + 1;
    d->own = mem_alloc(n, sizeof *d->own);
    memcpy(d->own, outcomes, n * sizeof *d->own);
    d->outcome = d->own;
    d->classes = n;
    d->scorer = weight ? sc_linear_make(n, n, key, give_row, &context, 0) : NULL;
}

// Class: 0 SHIFT, 1 REDUCE, 2 LEFT:0, 3 LEFT:rare, 4 RIGHT:1, 5 RIGHT:rare. Rare left labels: 2, 3; rare
// right labels: 4 alone.
static void make_set(classifier_set *g)
{
    static const outcome first[] = {{T_SHIFT, CLS_NO_LABEL},
                                    {T_REDUCE, CLS_NO_LABEL},
                                    {T_LEFT, 0},
                                    {T_LEFT, CLS_NO_LABEL},
                                    {T_RIGHT, 1},
                                    {T_RIGHT, CLS_NO_LABEL}},
                         left[] = {{T_LEFT, 2}, {T_LEFT, 3}}, right[] = {{T_RIGHT, 4}};
    static const double weight[] = {1, 1, 2, 2, 4, 4};
    memset(g, 0, sizeof *g);
    set_decider(&g->classifier[CLS_FIRST], 6, first, weight);
    set_decider(&g->classifier[CLS_LEFT], 2, left, (const double[]){-1, -1});
    set_decider(&g->classifier[CLS_RIGHT], 1, right, NULL);
}

static choice ask(const classifier_set *g, const uint64_t *key, size_t n, unsigned legal)
{
    choice out;
    cls_scratch s = {0};
    cls_scratch_fit(&s, g);
    cls_choose(g, key, n, legal, &FREE, &s, &out);
    cls_scratch_done(&s);
    return out;
}

static int label(const classifier_set *g, transition type, const uint64_t *key, size_t n)
{
    cls_scratch s = {0};
    cls_scratch_fit(&s, g);
    int l = cls_label(g, type, key, n, &FREE, &s);
    cls_scratch_done(&s);
    return l;
}

#define KEYS(...) (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / 8

static void the_best_legal_type_wins(void)
{
    classifier_set g;
    make_set(&g);
    choice c = ask(&g, KEYS(1), ALL);
    CHECK_INT(c.type, T_SHIFT);
    CHECK_INT(c.label, CFG_NONE);
    CHECK_NEAR(c.score, 1, 0.02);
    CHECK_NEAR(c.margin, 1, 0.02);
    c = ask(&g, KEYS(1, 3), ALL);
    CHECK_INT(c.type, T_LEFT);
    CHECK_INT(c.label, 0);
    CHECK_NEAR(c.margin, 1, 0.02);
    c = ask(&g, KEYS(1, 3), ALL & ~LEFT); // what is not legal does not count, for the margin either
    CHECK_INT(c.type, T_SHIFT);
    CHECK_NEAR(c.margin, 1, 0.02);
    CHECK(c.by_type[T_LEFT] == -HUGE_VALF);
    c = ask(&g, KEYS(1, 3, 5), ALL);
    CHECK_INT(c.type, T_RIGHT);
    CHECK_INT(c.label, 1);
    CHECK_NEAR(c.margin, 2, 0.02);
    c = ask(&g, KEYS(1), LEFT);
    CHECK_INT(c.type, T_LEFT);
    CHECK(c.margin == HUGE_VALF);
    cls_done(&g);
}

static void rare_labels_are_asked_for(void)
{
    classifier_set g;
    make_set(&g);
    choice c = ask(&g, KEYS(4), ALL); // LEFT with a rare label; the second scorer has keys 1 and 2
    CHECK_INT(c.type, T_LEFT);
    CHECK_INT(c.label, 2);
    c = ask(&g, KEYS(4, 1), ALL);
    CHECK_INT(c.type, T_LEFT);
    CHECK_INT(c.label, 3);
    c = ask(&g, KEYS(6), ALL); // one class and no scorer
    CHECK_INT(c.type, T_RIGHT);
    CHECK_INT(c.label, 4);
    CHECK_INT(label(&g, T_LEFT, KEYS(3)), 0);
    CHECK_INT(label(&g, T_LEFT, KEYS(4)), 2);
    CHECK_INT(label(&g, T_LEFT, KEYS(4, 1, 5)), 3);
    CHECK_INT(label(&g, T_RIGHT, KEYS(5)), 1);
    CHECK_INT(label(&g, T_RIGHT, KEYS(6)), 4);
    cls_done(&g);
}

static void what_was_never_seen_is_the_last_resort(void)
{
    static const outcome only[] = {{T_REDUCE, CLS_NO_LABEL}};
    classifier_set g;
    memset(&g, 0, sizeof g);
    CHECK_INT(ask(&g, KEYS(1), ALL).type, T_SHIFT);
    CHECK_INT(ask(&g, KEYS(1), LEFT | RIGHT).type, T_RIGHT);
    CHECK_INT(ask(&g, KEYS(1), LEFT).label, FALLBACK);
    CHECK_INT(label(&g, T_RIGHT, KEYS(1)), FALLBACK);
    set_decider(&g.classifier[CLS_FIRST], 1, only, NULL);
    CHECK_INT(ask(&g, KEYS(1), ALL).type, T_REDUCE);
    choice c = ask(&g, KEYS(1), RIGHT | SHIFT);
    CHECK_INT(c.type, T_SHIFT);
    CHECK(c.margin == HUGE_VALF);
    cls_done(&g);
}

// --- Files

// Scores that are no numbers, or infinite, choose a legal type too, and its margin is a number.
static void any_scores_choose(void)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0, 1e-45F};
    enum { CLASSES = 6, ODD = sizeof odd / sizeof odd[0] };
    classifier_set g;
    make_set(&g);
    for (int code = 0; code < ODD * ODD * ODD * ODD * ODD * ODD; code++) {
        float score[CLASSES];
        for (int k = 0, rest = code; k < CLASSES; k++, rest /= ODD)
            score[k] = odd[rest % ODD];
        const unsigned legal = 1 + (unsigned)code % ALL;
        choice c;
        cls_pick(&g, score, legal, &FREE, &c);
        const bool arc = c.type == T_LEFT || c.type == T_RIGHT;
        CHECK(legal & 1u << c.type);
        CHECK(c.margin >= 0);
        CHECK(arc ? c.label == CLS_NO_LABEL || c.label <= 1 : c.label == CFG_NONE);
    }
    cls_done(&g);
}

static void save_set(const classifier_set *g, const char *path)
{
    copse_error err = {0};
    box_writer *w = box_writer_new();
    box_begin(w, "GUID");
    cls_save(g, w);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

static void classifiers_survive_files(void)
{
    classifier_set g, again;
    copse_error err = {0};
    cursor c;
    make_set(&g);
    const char *path = scratch("classifiers");
    save_set(&g, path);
    box *b = box_open(path, &err);
    REQUIRE(b && box_find(b, "GUID", 0, &c, &err) == 0);
    memset(&again, 0, sizeof again);
    REQUIRE(cls_load(&again, &c, 5, &err) == 0);
    CHECK_INT(cur_end(&c, &err), 0);
    rng r;
    rng_seed(&r, 1);
    for (int i = 0; i < 200; i++) {
        uint64_t key[3] = {1 + rng_below(&r, 8), 1 + rng_below(&r, 8), 1 + rng_below(&r, 8)};
        unsigned legal = 1 + (unsigned)rng_below(&r, ALL);
        choice one = ask(&g, key, 3, legal), other = ask(&again, key, 3, legal);
        CHECK_INT(one.type, other.type);
        CHECK_INT(one.label, other.label);
        CHECK(one.score == other.score && one.margin == other.margin);
        CHECK(legal >> one.type & 1);
    }
    cls_done(&again);
    memset(&again, 0, sizeof again); // a label the model does not have
    REQUIRE(box_find(b, "GUID", 0, &c, &err) == 0);
    CHECK_INT(cls_load(&again, &c, 4, &err), COPSE_EMODEL);
    cls_done(&again);
    box_close(b);
    cls_done(&g);
}

static bool refused(const box *b, const unsigned char *bytes, size_t size)
{
    copse_error err = {0};
    unsigned char *at = mem_alloc(size, 1);
    classifier_set g;
    memset(&g, 0, sizeof g);
    memcpy(at, bytes, size);
    cursor c = {.box = b, .tag = "GUID", .at = at, .end = at + size, .base = at};
    int code = cls_load(&g, &c, 5, &err);
    if (code == 0)
        code = cur_end(&c, &err);
    if (code == 0)
        for (uint64_t k = 0; k < 8; k++) {
            choice out = ask(&g, KEYS(k, k + 1), ALL);
            CHECK(out.type < T_TYPES);
            CHECK(out.label == CFG_NONE || out.label == FALLBACK || (out.label >= 0 && out.label < 5));
        }
    else
        CHECK_INT(code, COPSE_EMODEL);
    cls_done(&g);
    mem_free(at);
    return code != 0;
}

static void damaged_classifiers_do_no_harm(void)
{
    classifier_set g;
    copse_error err = {0};
    cursor c;
    make_set(&g);
    const char *path = scratch("damaged");
    save_set(&g, path);
    cls_done(&g);
    box *b = box_open(path, &err);
    REQUIRE(b && box_find(b, "GUID", 0, &c, &err) == 0);
    const size_t size = (size_t)(c.end - c.at);
    unsigned char *bytes = mem_alloc(size, 1);
    memcpy(bytes, c.at, size);
    CHECK(!refused(b, bytes, size));
    for (size_t cut = 0; cut < size; cut++)
        CHECK(refused(b, bytes, cut));
    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] ^= (unsigned char)(1 << bit);
            refused(b, bytes, size);
            bytes[at] ^= (unsigned char)(1 << bit);
        }
    bytes[0]++; // one class more than there are
    CHECK(refused(b, bytes, size));
    bytes[0] = 5; // one less than the scorer has
    CHECK(refused(b, bytes, size));
    bytes[0] = 6;
    bytes[6] = T_TYPES; // no transition
    CHECK(refused(b, bytes, size));
    mem_free(bytes);
    box_close(b);
}

// --- Examples

static bool take_all(void *context, size_t i, outcome *as)
{
    (void)context;
    (void)i;
    (void)as;
    return true;
}

static bool take_some(void *context, size_t i, outcome *as)
{
    as->label = CLS_NO_LABEL;
    return i % 2 == (size_t) * (int *)context;
}

static void collections_become_examples(void)
{
    collection c = {0};
    selection s;
    col_add(&c, KEYS(10, 20, 10), NULL, (outcome){T_LEFT, 3}, 0, 0);
    col_add(&c, KEYS(20, 30), NULL, (outcome){T_SHIFT, CLS_NO_LABEL}, 0, 0);
    col_add(&c, KEYS(20, 0), NULL, (outcome){T_LEFT, 4}, 0, 0);
    col_add(&c, NULL, 0, NULL, (outcome){T_LEFT, 3}, 0, 0);
    col_select(&c, take_all, NULL, 0, &s);
    CHECK_INT(s.ex.n, 4);
    CHECK_INT(s.ex.classes, 3);
    CHECK_INT(s.ex.features, 4);
    CHECK_INT(s.ex.y[0], 0);
    CHECK_INT(s.ex.y[1], 1);
    CHECK_INT(s.ex.y[2], 2);
    CHECK_INT(s.ex.y[3], 0);
    CHECK_INT(s.outcome[2].label, 4);
    CHECK_INT(s.ex.start[1], 2); // a key counts once in an example
    CHECK_INT(s.ex.start[4], 6);
    CHECK_INT(s.ex.key[s.ex.feature[5]] + s.ex.key[s.ex.feature[4]], 20);
    selection_done(&s);
    mem_free(s.outcome);
    col_select(&c, take_all, NULL, 2, &s); // only 20 occurs twice
    CHECK_INT(s.ex.features, 1);
    CHECK_INT(s.ex.key[0], 20);
    CHECK_INT(s.ex.start[4], 3);
    selection_done(&s);
    mem_free(s.outcome);
    int odd = 0;
    col_select(&c, take_some, &odd, 1, &s); // 0 and 2, whose targets become one
    CHECK_INT(s.ex.n, 2);
    CHECK_INT(s.ex.classes, 1);
    CHECK_INT(s.ex.features, 3);
    selection_done(&s);
    mem_free(s.outcome);
    odd = 2;
    col_select(&c, take_some, &odd, 1, &s); // none
    CHECK_INT(s.ex.n + s.ex.classes + s.ex.features, 0);
    selection_done(&s);
    mem_free(s.outcome);
    col_done(&c);
}

static void many_keys_get_their_ids(void)
{
    enum { KEYS_N = 200000 };
    collection c = {0};
    selection s;
    for (uint64_t i = 0; i < KEYS_N; i++)
        col_add(&c, KEYS(hash_mix(i, 1), hash_mix(i, 2)), NULL, (outcome){T_SHIFT, CLS_NO_LABEL}, i,
                (uint32_t)i);
    CHECK_INT(c.ids.n, 2 * KEYS_N);
    CHECK_INT(c.split[KEYS_N - 1], KEYS_N - 1);
    col_select(&c, take_all, NULL, 1, &s);
    size_t wrong = 0;
    for (uint64_t i = 0; i < KEYS_N; i++) {
        const uint32_t *f = s.ex.feature + s.ex.start[i];
        const uint64_t a = s.ex.key[f[0]], b = s.ex.key[f[1]], x = hash_mix(i, 1), y = hash_mix(i, 2);
        wrong += !((a == x && b == y) || (a == y && b == x));
    }
    CHECK_INT(wrong, 0);
    selection_done(&s);
    mem_free(s.outcome);
    col_done(&c);
}

TESTS(TEST(the_best_legal_type_wins), TEST(rare_labels_are_asked_for),
      TEST(what_was_never_seen_is_the_last_resort), TEST(any_scores_choose), TEST(classifiers_survive_files),
      TEST(damaged_classifiers_do_no_harm), TEST(collections_become_examples), TEST(many_keys_get_their_ids))
