// SPDX-License-Identifier: MIT
// The LIBLINEAR learner and the linear table, with its section in model files.
#include "tests/harness.h"
#include "tests/files.h"

#include "learn/liblinear.h"
#include "common/base/mem.h"
#include "common/base/random.h"

#include <limits.h>

enum { MOST_CLASSES = 64 };

static const liblinear_options OWN = {.solver = 4};
extern const learner learn_liblinear;
static const learn_options OPTIONS = {.cost = 10, .eps = 0.01, .seed = 1, .what = "test", .own = &OWN};

static scorer *train(const examples *ex, const learn_options *o, copse_error *error)
{
    return learn_liblinear.train(ex, o, error);
}

// A separable problem: every class has three features of its own, the rest are noise.
static examples separable(rng *r, uint32_t classes, size_t n)
{
    enum { NOISE = 40 };
    examples ex = {.classes = classes, .features = 3 * classes + NOISE, .n = n};
    ex.key = mem_alloc(ex.features, sizeof *ex.key);
    ex.y = mem_alloc(n, sizeof *ex.y);
    ex.start = mem_zero(n + 1, sizeof *ex.start);
    ex.feature = mem_alloc(n * 5, sizeof *ex.feature);
    for (uint32_t f = 0; f < ex.features; f++)
        ex.key[f] = rng_next(r);
    for (size_t i = 0; i < n; i++) {
        const uint32_t c = (uint32_t)rng_below(r, classes), noise = (uint32_t)rng_below(r, NOISE - 2);
        uint32_t *at = ex.feature + ex.start[i];
        const uint32_t own = (uint32_t)rng_below(r, 3);
        ex.y[i] = c;
        at[0] = 3 * c + own;
        at[1] = 3 * c + (own + 1) % 3;
        at[2] = 3 * classes + noise;
        at[3] = 3 * classes + noise + 1;
        ex.start[i + 1] = ex.start[i] + 4;
    }
    return ex;
}

static void examples_done(examples *ex)
{
    mem_free(ex->key);
    mem_free(ex->y);
    mem_free(ex->start);
    mem_free(ex->feature);
}

static void score_example(const scorer *s, const examples *ex, size_t i, float *score)
{
    uint64_t key[16];
    size_t n = 0;
    void *memory = mem_alloc(s->kind->scratch(s), 1);
    for (size_t k = ex->start[i]; k < ex->start[i + 1]; k++)
        key[n++] = ex->key[ex->feature[k]];
    sc_score(s, key, n, score, memory);
    mem_free(memory);
}

static uint32_t best(const float *score, uint32_t classes)
{
    uint32_t k = 0;
    for (uint32_t i = 1; i < classes; i++)
        if (score[i] > score[k])
            k = i;
    return k;
}

static size_t errors(const scorer *s, const examples *ex)
{
    size_t wrong = 0;
    for (size_t i = 0; i < ex->n; i++) {
        float score[MOST_CLASSES];
        score_example(s, ex, i, score);
        wrong += best(score, ex->classes) != ex->y[i];
    }
    return wrong;
}

static void what_was_learnt_is_known(void)
{
    static const int solvers[] = {0, 1, 2, 3, 4, 5, 6, 7};
    rng r;
    rng_seed(&r, 1);
    for (size_t k = 0; k < sizeof solvers / sizeof solvers[0]; k++)
        for (uint32_t classes = 2; classes <= 42; classes += classes < 4 ? 1 : 19) {
            examples ex = separable(&r, classes, 400);
            copse_error err = {0};
            learn_options o = OPTIONS;
            const liblinear_options own = {.solver = solvers[k]};
            o.own = &own;
            scorer *s = train(&ex, &o, &err);
            REQUIRE(s);
            CHECK_INT(s->classes, classes);
            CHECK_INT(errors(s, &ex), 0);
            sc_free(s);
            examples_done(&ex);
        }
}

// Classes are met in the order 2, 0, 1; with two of three classes, and with only one.
static void classes_keep_their_numbers(void)
{
    uint64_t key[] = {5, UINT64_MAX, 1u << 31};
    uint32_t y[] = {2, 0, 1, 2, 0, 1}, feature[] = {0, 1, 2, 0, 1, 2};
    size_t start[] = {0, 1, 2, 3, 4, 5, 6};
    copse_error err = {0};
    for (int solver = 1; solver <= 4; solver += 3) {
        learn_options o = OPTIONS;
        const liblinear_options own = {.solver = solver};
        o.own = &own;
        for (uint32_t classes = 1; classes <= 3; classes++) {
            examples ex = {3, 3, key, 6, y, start, feature, 0, NULL};
            for (int i = 0; i < 6; i++)
                y[i] = i % 3 == 0 ? 2 : i % 3 == 1 ? (classes == 1 ? 2 : 0) : classes == 3 ? 1 : 2;
            scorer *s = train(&ex, &o, &err);
            REQUIRE(s);
            CHECK_INT(s->classes, 3);
            if (classes > 1)
                CHECK_INT(errors(s, &ex), 0);
            float score[3];
            score_example(s, &ex, 0, score);
            if (classes == 2)
                CHECK(score[1] == 0); // a class without examples
            sc_free(s);
        }
    }
}

// --- The table

typedef struct rows {
    uint32_t classes;
    const double *w; // [features][classes]
} rows;

static void give_row(void *context, uint32_t feature, double *w)
{
    const rows *r = context;
    memcpy(w, r->w + (size_t)feature * r->classes, r->classes * sizeof *w);
}

static scorer *table_of(uint32_t classes, uint32_t features, const uint64_t *key, const double *w,
                        double drop)
{
    rows r = {classes, w};
    return sc_linear_make(classes, features, key, give_row, &r, drop);
}

static void score_keys(const scorer *s, const uint64_t *key, size_t n, float *score)
{
    void *memory = mem_alloc(s->kind->scratch(s), 1);
    sc_score(s, key, n, score, memory);
    mem_free(memory);
}

// Dense and sparse rows, many features: scores are the sums of weights, rounded.
static void scores_are_sums_of_weights(void)
{
    rng r;
    rng_seed(&r, 2);
    for (uint32_t classes = 1; classes <= 60; classes += classes < 3 ? 1 : 19) {
        enum { FEATURES = 500 };
        uint64_t key[FEATURES];
        double *w = mem_zero((size_t)FEATURES * classes, sizeof *w);
        for (uint32_t f = 0; f < FEATURES; f++) {
            const uint64_t rare = f % 3 ? 1 : 8;
            key[f] = rng_next(&r);
            for (uint32_t k = 0; k < classes; k++)
                w[f * classes + k] = rng_below(&r, rare) ? 0 : 4 * rng_unit(&r) - 2;
        }
        scorer *s = table_of(classes, FEATURES, key, w, 0);
        for (int i = 0; i < 50; i++) {
            uint64_t asked[20];
            double sum[MOST_CLASSES] = {0};
            float score[MOST_CLASSES];
            for (size_t n = 0; n < 20; n++) {
                const size_t f = rng_below(&r, FEATURES);
                asked[n] = n % 5 ? key[f] : rng_next(&r); // some are not there
                for (uint32_t k = 0; k < classes && n % 5; k++)
                    sum[k] += w[f * classes + k];
            }
            score_keys(s, asked, 20, score);
            for (uint32_t k = 0; k < classes; k++)
                CHECK_NEAR(score[k], sum[k], 20 * 0.51 * 2 / 127);
        }
        sc_free(s);
        mem_free(w);
    }
}

// Weights of few and of many classes, some keys twice, some alike in their upper halves.
static double *random_rows(rng *r, uint32_t classes, uint32_t width, uint32_t features, uint64_t *key)
{
    double *w = mem_zero((size_t)features * width, sizeof *w);
    for (uint32_t f = 0; f < features; f++) {
        const uint64_t rare = 1 + rng_below(r, 4) * classes / 4;
        key[f] = rng_next(r);
        if (f && f % 7 == 0)
            key[f] = key[f - 1];
        if (f && f % 5 == 0)
            key[f] = key[f - 1] ^ rng_below(r, 3000);
        for (uint32_t k = 0; k < classes; k++)
            w[(size_t)f * width + k] = rng_below(r, rare) ? 0 : 4 * rng_unit(r) - 2;
    }
    return w;
}

// With more than 128 classes records are walked, with fewer they are laid out anew: the same to the bit. With
// crowd, so many keys are in one bucket that they cannot be laid out.
static void compare_layouts(rng *r, uint32_t classes, uint32_t features, uint32_t crowd)
{
    enum { WIDE = 129, ASKED = 300 };
    uint64_t *key = mem_alloc(features + 1, sizeof *key), asked[ASKED];
    double *w = random_rows(r, classes, WIDE, features, key),
           *narrow = mem_zero((size_t)features * classes + 1, sizeof *narrow);
    for (uint32_t f = 0; f < features; f++)
        memcpy(narrow + (size_t)f * classes, w + (size_t)f * WIDE, classes * sizeof *w);
    for (uint32_t f = 0; f < crowd && f < features; f++)
        key[f] = f;
    scorer *one = table_of(WIDE, features, key, w, 0), *other = table_of(classes, features, key, narrow, 0);
    for (int round = 0; round < 20; round++) {
        float score[2][WIDE];
        const size_t n = rng_below(r, ASKED + 1);
        for (size_t i = 0; i < n; i++) {
            asked[i] = features && i % 4 ? key[rng_below(r, features)] : rng_next(r);
            asked[i] ^= i % 16 == 1 ? rng_below(r, 1 << 16) : 0;
        }
        score_keys(one, asked, n, score[0]);
        score_keys(other, asked, n, score[1]);
        CHECK(memcmp(score[0], score[1], classes * sizeof(float)) == 0);
    }
    sc_free(one);
    sc_free(other);
    mem_free(key);
    mem_free(w);
    mem_free(narrow);
}

static void layouts_give_the_same_scores(void)
{
    rng r;
    rng_seed(&r, 7);
    for (uint32_t classes = 1; classes <= 128; classes += classes < 4 ? 1 : 31)
        for (uint32_t features = 0; features <= 9000; features = features * 8 + 1) {
            compare_layouts(&r, classes, features, 0);
            compare_layouts(&r, classes, features, 40);
            compare_layouts(&r, classes, features, 400);
        }
}

static void small_weights_are_dropped(void)
{
    const uint64_t key[] = {1, 2, 3};
    const double w[] = {1, 1, 0.05, 0.2, 0.09, -0.09};
    float score[2];
    scorer *s = table_of(2, 3, key, w, 0.1);
    score_keys(s, key + 1, 1, score);
    CHECK(score[0] == 0);
    CHECK_NEAR(score[1], 0.2, 0.004);
    score_keys(s, key + 2, 1, score);
    CHECK(score[0] == 0 && score[1] == 0);
    char text[100];
    s->kind->describe(s, text, sizeof text);
    CHECK(strstr(text, "2 features"));
    sc_free(s);
}

static void nothing_is_a_table_too(void)
{
    const uint64_t key[] = {0, 1};
    const double w[] = {0, 0, 0, 0};
    float score[2] = {9, 9};
    scorer *s = table_of(2, 2, key, w, 0);
    score_keys(s, key, 2, score);
    CHECK(score[0] == 0 && score[1] == 0);
    sc_free(s);
    s = table_of(2, 0, NULL, NULL, 0);
    score_keys(s, key, 2, score);
    score_keys(s, NULL, 0, score);
    CHECK(score[0] == 0 && score[1] == 0);
    sc_free(s);
}

// --- Files

static void save_scorer(const scorer *s, const char *path)
{
    copse_error err = {0};
    box_writer *w = box_writer_new();
    box_begin(w, "TEST");
    sc_save(s, w);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

static void scores_survive_files(void)
{
    rng r;
    rng_seed(&r, 3);
    examples ex = separable(&r, 5, 200);
    copse_error err = {0};
    cursor c;
    scorer *s = train(&ex, &OPTIONS, &err);
    REQUIRE(s);
    const char *path = scratch("linear");
    save_scorer(s, path);
    box *b = box_open(path, &err);
    REQUIRE(b && box_find(b, "TEST", 0, &c, &err) == 0);
    scorer *again = sc_load(&c, &err);
    REQUIRE(again);
    CHECK_INT(cur_end(&c, &err), 0);
    for (size_t i = 0; i < ex.n; i++) {
        float one[5], other[5];
        score_example(s, &ex, i, one);
        score_example(again, &ex, i, other);
        CHECK(memcmp(one, other, sizeof one) == 0);
    }
    sc_free(again);
    box_close(b);
    sc_free(s);
    examples_done(&ex);
}

static char *bytes_of(const examples *ex, const learn_options *o, size_t *size)
{
    copse_error err = {0};
    scorer *s = train(ex, o, &err);
    save_scorer(s, scratch("same"));
    sc_free(s);
    return slurp(scratch("same"), size);
}

// Whatever rand() was asked before.
static void the_same_seed_gives_the_same_bytes(void)
{
    rng r;
    rng_seed(&r, 4);
    examples ex = separable(&r, 6, 300);
    for (int solver = 1; solver <= 4; solver += 3) {
        learn_options o = OPTIONS;
        size_t size[2];
        const liblinear_options own = {.solver = solver};
        o.own = &own;
        o.eps = 0.3;
        srand(12345);
        char *first = bytes_of(&ex, &o, &size[0]);
        srand(1);
        for (int i = 0; i < 1000; i++)
            (void)rand();
        char *second = bytes_of(&ex, &o, &size[1]);
        CHECK_INT(size[0], size[1]);
        CHECK(memcmp(first, second, size[0]) == 0);
        mem_free(first);
        mem_free(second);
    }
    examples_done(&ex);
}

static void processes_do_not_change_bytes(void)
{
    rng r;
    rng_seed(&r, 6);
    examples ex = separable(&r, 7, 200);
    char *first = NULL;
    size_t first_size = 0;
    for (int processes = 0; processes <= 9; processes += 3) {
        learn_options o = OPTIONS;
        size_t size;
        const liblinear_options own = {.solver = 1};
        o.own = &own;
        o.processes = processes;
        char *bytes = bytes_of(&ex, &o, &size);
        if (!first) {
            first = bytes;
            first_size = size;
            continue;
        }
        CHECK(size == first_size && memcmp(bytes, first, size) == 0);
        mem_free(bytes);
    }
    mem_free(first);
    examples_done(&ex);
}

// Loads a section from bytes that lie alone in memory, and scores with what comes out. Was it refused?
static bool refused(const box *b, const unsigned char *bytes, size_t size)
{
    copse_error err = {0};
    unsigned char *at = mem_alloc(size, 1);
    memcpy(at, bytes, size);
    cursor c = {.box = b, .tag = "TEST", .at = at, .end = at + size, .base = at};
    scorer *s = sc_load(&c, &err);
    if (s && s->classes <= UINT16_MAX) {
        float *score = mem_alloc(s->classes, sizeof *score);
        rng r;
        rng_seed(&r, 8);
        for (int i = 0; i < 50; i++) {
            const uint64_t key[] = {rng_next(&r), (uint64_t)i, (uint64_t)i << 32};
            score_keys(s, key, 3, score);
        }
        mem_free(score);
    }
    if (!s)
        CHECK_INT(err.code, COPSE_EMODEL);
    const bool whole = s && cur_end(&c, &err) == 0;
    sc_free(s);
    mem_free(at);
    return !whole;
}

static void damaged_sections_do_no_harm(void)
{
    rng r;
    rng_seed(&r, 5);
    const uint64_t key[] = {1, 2, 3, 4, (uint64_t)9 << 60};
    double w[5 * 20] = {0};
    for (int i = 0; i < 5 * 20; i++)
        w[i] = i / 20 % 2 || i % 20 < 4 ? 1 + i : 0;
    copse_error err = {0};
    cursor c;
    scorer *s = table_of(20, 5, key, w, 0);
    const char *path = scratch("damage");
    save_scorer(s, path);
    sc_free(s);
    box *b = box_open(path, &err);
    REQUIRE(b && box_find(b, "TEST", 0, &c, &err) == 0);
    const size_t size = (size_t)(c.end - c.at);
    unsigned char *bytes = mem_alloc(size + 1, 1);
    memcpy(bytes, c.at, size);
    bytes[size] = 0;
    CHECK(!refused(b, bytes, size));
    CHECK(refused(b, bytes, size + 1));
    for (size_t cut = 0; cut < size; cut++)
        CHECK(refused(b, bytes, cut));
    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[at] ^= (unsigned char)(1 << bit);
            refused(b, bytes, size);
            bytes[at] ^= (unsigned char)(1 << bit);
        }
    for (size_t at = 0; at + 4 <= size; at++) { // extreme numbers at every place
        static const unsigned char extreme[][4] = {
            {0xff, 0xff, 0xff, 0xff}, {0, 0, 0, 0}, {0, 0, 0, 0x80}, {0xff, 0x7f, 0xff, 0x7f}};
        for (int k = 0; k < 4; k++) {
            unsigned char kept[4];
            memcpy(kept, bytes + at, 4);
            memcpy(bytes + at, extreme[k], 4);
            refused(b, bytes, size);
            memcpy(bytes + at, kept, 4);
        }
    }
    mem_free(bytes);
    box_close(b);
}

// --- What cannot be trained

static void refuses(const examples *ex, const learn_options *o, int code, const char *words)
{
    copse_error err = {0};
    scorer *s = train(ex, o, &err);
    CHECK(!s);
    CHECK_INT(err.code, code);
    CHECK(strstr(err.message, words));
    CHECK(strstr(err.message, "test"));
    sc_free(s);
}

// None of these arrays is there.
static void what_overflows_int_is_refused(void)
{
    refuses(&(examples){.classes = 2, .features = INT_MAX / 2 + 1, .n = 1}, &OPTIONS, COPSE_ELIMIT,
            "too large");
    refuses(&(examples){.classes = 100, .features = 30000000, .n = 1000}, &OPTIONS, COPSE_ELIMIT,
            "too large");
    refuses(&(examples){.classes = 100, .features = 10, .n = 30000000}, &OPTIONS, COPSE_ELIMIT, "too large");
    refuses(&(examples){.classes = 1, .features = 10, .n = (size_t)1 << 40}, &OPTIONS, COPSE_ELIMIT,
            "too large");
    refuses(&(examples){.classes = UINT32_MAX, .features = UINT32_MAX, .n = SIZE_MAX}, &OPTIONS, COPSE_ELIMIT,
            "too large");
    refuses(&(examples){0}, &OPTIONS, COPSE_EINPUT, "no examples");
}

static void what_the_library_refuses_is_said(void)
{
    uint64_t key[] = {1};
    uint32_t y[] = {0, 1}, feature[] = {0};
    size_t start[] = {0, 0, 1};
    const examples ex = {2, 1, key, 2, y, start, feature, 0, NULL};
    learn_options o = OPTIONS;
    o.cost = 0;
    refuses(&ex, &o, COPSE_EINPUT, "C <= 0");
    o = OPTIONS;
    o.eps = -1;
    refuses(&ex, &o, COPSE_EINPUT, "eps <= 0");
    static const int wrong[] = {-1, 8, 11, 12, 13, 21, 1000};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        o = OPTIONS;
        const liblinear_options own = {.solver = wrong[i]};
        o.own = &own;
        refuses(&ex, &o, COPSE_EINPUT, "no solver");
    }
}

TESTS(TEST(what_was_learnt_is_known), TEST(classes_keep_their_numbers), TEST(scores_are_sums_of_weights),
      TEST(layouts_give_the_same_scores), TEST(small_weights_are_dropped), TEST(nothing_is_a_table_too),
      TEST(scores_survive_files), TEST(the_same_seed_gives_the_same_bytes),
      TEST(processes_do_not_change_bytes), TEST(damaged_sections_do_no_harm),
      TEST(what_overflows_int_is_refused), TEST(what_the_library_refuses_is_said))
