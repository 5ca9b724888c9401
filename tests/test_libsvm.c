// SPDX-License-Identifier: MIT
// The LIBSVM learner and its scorer, against svm_predict itself (hence svm.h also here).
#include "tests/harness.h"
#include "tests/scratch.h"

#include "learn/libsvm.h"
#include "common/base/mem.h"
#include "common/base/random.h"

#if defined(__has_include)
#if __has_include(<libsvm/svm.h>)
#include <libsvm/svm.h>
#else
#include <svm.h>
#endif
#else
#include <svm.h>
#endif

#include <limits.h>

typedef struct shape {
    uint32_t classes, features;
    size_t n, longest;
} shape;

// Random examples whose classes lean on their features, so that there is something to learn.
static examples make_examples(rng *r, shape s)
{
    examples ex = {.classes = s.classes, .features = s.features, .n = s.n};
    uint32_t *order = mem_alloc(s.features, sizeof *order);
    ex.key = mem_alloc(s.features, sizeof *ex.key);
    ex.y = mem_alloc(s.n, sizeof *ex.y);
    ex.start = mem_alloc(s.n + 1, sizeof *ex.start);
    ex.feature = mem_alloc(s.n * s.longest, sizeof *ex.feature);
    for (uint32_t f = 0; f < s.features; f++) {
        ex.key[f] = rng_next(r);
        order[f] = f;
    }
    ex.start[0] = 0;
    for (size_t i = 0; i < s.n; i++) {
        const size_t len = rng_below(r, s.longest + 1);
        uint64_t sum = rng_below(r, 4) ? 0 : rng_next(r) >> 8;
        for (size_t j = 0; j < len; j++) { // the beginning of a shuffle
            const size_t pick = j + rng_below(r, s.features - j);
            const uint32_t f = order[pick];
            order[pick] = order[j];
            order[j] = f;
            ex.feature[ex.start[i] + j] = f;
            sum += f < s.features / 2 ? f : 0;
        }
        ex.start[i + 1] = ex.start[i] + len;
        ex.y[i] = (uint32_t)(sum % s.classes);
    }
    mem_free(order);
    return ex;
}

static void free_examples(examples *ex)
{
    mem_free(ex->key);
    mem_free(ex->y);
    mem_free(ex->start);
    mem_free(ex->feature);
}

typedef struct settings {
    learn_options how;
    libsvm_options own;
} settings;

static const settings DEFAULTS = {
    .how = {.cost = 1, .eps = 0.01, .seed = 1, .what = "test"},
    .own = {.kernel = KERNEL_POLY, .degree = 2, .gamma = 0.2, .coef0 = 0, .cache_mb = 10},
};

extern const learner learn_libsvm;

static scorer *train(const examples *ex, const settings *o, copse_error *err)
{
    learn_options how = o->how;
    how.own = &o->own;
    return learn_libsvm.train(ex, &how, err);
}

static void ignore(const char *text)
{
    (void)text;
}

// The same problem given to the library by hand.
typedef struct reference {
    struct svm_problem problem;
    struct svm_node *node;
    struct svm_model *model;
} reference;

static void fill_nodes(struct svm_node *node, const uint32_t *feature, size_t n, uint32_t features)
{
    bool *has = mem_zero(features, 1);
    for (size_t j = 0; j < n; j++)
        has[feature[j]] = true;
    for (uint32_t f = 0; f < features; f++)
        if (has[f])
            *node++ = (struct svm_node){(int)f + 1, 1};
    node->index = -1;
    mem_free(has);
}

static reference train_reference(const examples *ex, const settings *o)
{
    reference ref = {.problem = {.l = (int)ex->n}};
    ref.problem.y = mem_alloc(ex->n, sizeof *ref.problem.y);
    ref.problem.x = mem_alloc(ex->n, sizeof *ref.problem.x);
    ref.node = mem_alloc(ex->start[ex->n] + ex->n, sizeof *ref.node);
    struct svm_node *node = ref.node;
    for (size_t i = 0; i < ex->n; i++) {
        const size_t len = ex->start[i + 1] - ex->start[i];
        ref.problem.y[i] = ex->y[i];
        ref.problem.x[i] = node;
        fill_nodes(node, ex->feature + ex->start[i], len, ex->features);
        node += len + 1;
    }
    const struct svm_parameter p = {.svm_type = C_SVC,
                                    .kernel_type = (const int[]){LINEAR, POLY, RBF}[o->own.kernel],
                                    .degree = (int)o->own.degree,
                                    .gamma = o->own.gamma,
                                    .coef0 = o->own.coef0,
                                    .cache_size = o->own.cache_mb,
                                    .eps = o->how.eps,
                                    .C = o->how.cost,
                                    .shrinking = 1};
    svm_set_print_string_function(ignore);
    ref.model = svm_train(&ref.problem, &p);
    return ref;
}

static void free_reference(reference *ref)
{
    svm_free_and_destroy_model(&ref->model);
    mem_free(ref->problem.x);
    mem_free(ref->problem.y);
    mem_free(ref->node);
}

// Votes and mean decision values by the library's own decisions; false if one is too near 0 to be judged.
static bool library_votes(const reference *ref, const struct svm_node *x, int *votes, double *mean)
{
    const int k = ref->model->nr_class;
    double *d = mem_alloc((size_t)k * (size_t)k, sizeof *d);
    bool clear = true;
    svm_predict_values(ref->model, x, d);
    for (int a = 0, i = 0; a < k; a++)
        for (int b = a + 1; b < k; b++, i++) {
            const int class_a = ref->model->label[a], class_b = ref->model->label[b];
            votes[d[i] > 0 ? class_a : class_b]++;
            mean[class_a] += d[i] / (k - 1);
            mean[class_b] -= d[i] / (k - 1);
            clear = clear && fabs(d[i]) > 1e-4;
        }
    mem_free(d);
    return clear;
}

enum { MOST = 64 };

static uint32_t best(const float *score, uint32_t classes)
{
    uint32_t top = 0;
    for (uint32_t c = 1; c < classes; c++)
        top = score[c] > score[top] ? c : top;
    return top;
}

// One query: scores are votes and the share of the mean decision, and the best is the library's class.
static void compare(const examples *ex, const reference *ref, const scorer *s, void *scratch,
                    const examples *query, size_t i, long *judged)
{
    const uint32_t *feature = query->feature + query->start[i];
    const size_t n = query->start[i + 1] - query->start[i];
    uint64_t key[MOST];
    struct svm_node node[MOST + 1];
    float score[MOST];
    int votes[MOST] = {0};
    double mean[MOST] = {0};
    for (size_t j = 0; j < n; j++) // ids past those of training are features never seen
        key[j] = feature[j] < ex->features ? ex->key[feature[j]] : query->key[feature[j]];
    fill_nodes(node, feature, n, query->features);
    sc_score(s, key, n, score, scratch);
    if (!library_votes(ref, node, votes, mean))
        return;
    bool seen[MOST] = {false};
    int most = 0, with_most = 0;
    for (int a = 0; a < ref->model->nr_class; a++) {
        const int c = ref->model->label[a];
        seen[c] = true;
        CHECK_NEAR(score[c], votes[c] + 0.49 * mean[c] / (1 + fabs(mean[c])), 1e-4);
        with_most = votes[c] > most ? 1 : with_most + (votes[c] == most);
        most = votes[c] > most ? votes[c] : most;
    }
    for (uint32_t c = 0; c < ex->classes; c++)
        CHECK(seen[c] || score[c] == -1);
    const uint32_t top = best(score, ex->classes);
    CHECK_INT(votes[top], most);
    if (with_most == 1) {
        CHECK_INT(top, (int)svm_predict(ref->model, node));
        ++*judged;
    }
}

static void agree(uint64_t seed, shape shape_of, settings o, long *judged)
{
    rng r;
    copse_error err = {0};
    rng_seed(&r, seed);
    examples ex = make_examples(&r, shape_of);
    struct shape wider = shape_of;
    wider.n = 60;
    wider.features += wider.features / 4;
    examples query = make_examples(&r, wider);
    reference ref = train_reference(&ex, &o);
    scorer *s = train(&ex, &o, &err);
    REQUIRE(s);
    void *scratch = mem_alloc(s->kind->scratch(s), 1);
    memset(scratch, 0xa5, s->kind->scratch(s));
    for (size_t i = 0; i < query.n; i++)
        compare(&ex, &ref, s, scratch, &query, i, judged);
    mem_free(scratch);
    s->kind->free(s);
    free_reference(&ref);
    free_examples(&ex);
    free_examples(&query);
}

static void agrees_with_the_library(void)
{
    long judged = 0;
    for (uint64_t seed = 1; seed <= 12; seed++)
        for (uint32_t classes = 2; classes <= 6; classes++)
            for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
                settings o = DEFAULTS;
                o.own.kernel = kernel;
                o.own.degree = 1 + (long)(seed % 4);
                o.own.coef0 = seed % 3 ? 0 : 0.7;
                agree(seed, (shape){classes, 30, 60, 12}, o, &judged);
            }
    CHECK(judged > 3000);
}

static void agrees_with_many_classes(void)
{
    long judged = 0;
    for (uint32_t classes = 7; classes <= 61; classes += 9)
        for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
            settings o = DEFAULTS;
            o.own.kernel = kernel;
            o.how.cost = 3;
            agree(classes, (shape){classes, 40, 300, 15}, o, &judged);
        }
    CHECK(judged > 200);
}

// More frequent features at once than bitmaps are added up, and features that are in few support vectors.
static void agrees_with_long_examples(void)
{
    long judged = 0;
    for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
        settings o = DEFAULTS;
        o.own.kernel = kernel;
        o.own.gamma = 0.02;
        agree(3, (shape){4, 80, 150, 60}, o, &judged);
        agree(4, (shape){4, 3000, 150, 60}, o, &judged);
    }
    CHECK(judged > 200);
}

// --- files

static scorer *train_some(uint64_t seed, learn_kernel kernel)
{
    rng r;
    copse_error err = {0};
    settings o = DEFAULTS;
    o.own.kernel = (int)kernel;
    rng_seed(&r, seed);
    examples ex = make_examples(&r, (shape){5, 40, 80, 10});
    scorer *s = train(&ex, &o, &err);
    free_examples(&ex);
    return s;
}

static void write_scorer(const scorer *s, const char *path)
{
    copse_error err = {0};
    box_writer *w = box_writer_new();
    box_begin(w, "SVMT");
    s->kind->save(s, w);
    CHECK_INT(box_save(w, path, &err), 0);
    box_writer_free(w);
}

// Scores of some queries with the keys of train_some(seed): the same generator, the same keys.
static void score_some(const scorer *s, uint64_t seed, float *score /* [20][classes] */)
{
    rng r;
    rng_seed(&r, seed);
    examples ex = make_examples(&r, (shape){5, 40, 80, 10});
    void *scratch = mem_alloc(s->kind->scratch(s), 1);
    for (size_t q = 0; q < 20; q++) {
        uint64_t key[12];
        for (size_t j = 0; j < 12; j++)
            key[j] = ex.key[(q * 7 + j * 3) % 40];
        sc_score(s, key, 12, score + q * s->classes, scratch);
    }
    mem_free(scratch);
    free_examples(&ex);
}

static void survives_a_file(void)
{
    scratch_make();
    for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
        copse_error err = {0};
        cursor c;
        float before[100], after[100];
        scorer *s = train_some(5, (learn_kernel)kernel);
        REQUIRE(s);
        write_scorer(s, scratch("model"));
        score_some(s, 5, before);
        char text[200], text2[200];
        s->kind->describe(s, text, sizeof text);
        s->kind->free(s);
        box *b = box_open(scratch("model"), &err);
        REQUIRE(b && box_find(b, "SVMT", 0, &c, &err) == 0);
        s = scorer_svm.load(&c, &err);
        REQUIRE(s);
        CHECK_INT(cur_end(&c, &err), 0);
        score_some(s, 5, after);
        CHECK(memcmp(before, after, sizeof before) == 0);
        s->kind->describe(s, text2, sizeof text2);
        CHECK_STRING(text2, text);
        s->kind->free(s);
        box_close(b);
    }
    scratch_remove(scratch_folder);
}

static void same_seed_same_bytes(void)
{
    scratch_make();
    char *bytes[2];
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        scorer *s = train_some(9, KERNEL_POLY);
        REQUIRE(s);
        write_scorer(s, scratch("model"));
        s->kind->free(s);
        bytes[i] = scratch_read(scratch("model"), &size[i]);
        (void)rand(); // the second training begins from another state
    }
    CHECK(size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0);
    mem_free(bytes[0]);
    mem_free(bytes[1]);
    scratch_remove(scratch_folder);
}

// A section with a byte changed, or ended early, as if its checksum were right: refused, or used without
// harm.
static void try_bytes(const box *b, const char *bytes, size_t size, long *refused)
{
    copse_error err = {0};
    unsigned char *at = mem_alloc(size, 1); // exactly so many: a read past the end is seen by a sanitizer
    memcpy(at, bytes, size);
    cursor c = {.box = b, .tag = "SVMT", .at = at, .end = at + size, .base = at};
    scorer *s = scorer_svm.load(&c, &err);
    if (s && s->classes < 100) {
        float score[20 * 100];
        score_some(s, 5, score);
        for (uint32_t i = 0; i < 20 * s->classes; i++)
            CHECK(score[i] >= -1 && score[i] <= 100);
    }
    if (!s) {
        CHECK_INT(err.code, COPSE_EMODEL);
        ++*refused;
    } else {
        s->kind->free(s);
    }
    mem_free(at);
}

static void damage_does_no_harm(void)
{
    scratch_make();
    for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
        copse_error err = {0};
        cursor c;
        rng r;
        long refused = 0;
        rng_seed(&r, 77);
        scorer *s = train_some(5, (learn_kernel)kernel);
        REQUIRE(s);
        write_scorer(s, scratch("model"));
        s->kind->free(s);
        box *b = box_open(scratch("model"), &err);
        REQUIRE(b && box_find(b, "SVMT", 0, &c, &err) == 0);
        const size_t size = (size_t)(c.end - c.at);
        char *bytes = mem_alloc(size, 1);
        long cuts = 0;
        memcpy(bytes, c.at, size);
        for (size_t cut = 0; cut < size; cut += cut < 64 ? 1 : 97, cuts++)
            try_bytes(b, bytes, cut, &refused);
        CHECK_INT(refused, cuts);
        for (int i = 0; i < 500; i++) {
            memcpy(bytes, c.at, size);
            const size_t where = i < 250 ? rng_below(&r, 80) : rng_below(&r, size);
            bytes[where] = (char)(bytes[where] ^ (1 << rng_below(&r, 8)));
            try_bytes(b, bytes, size, &refused);
        }
        mem_free(bytes);
        box_close(b);
    }
    scratch_remove(scratch_folder);
}

// --- small and impossible problems

static uint32_t class_for(const scorer *s, const uint64_t *key, size_t n)
{
    float score[MOST];
    void *scratch = mem_alloc(s->kind->scratch(s), 1);
    sc_score(s, key, n, score, scratch);
    mem_free(scratch);
    return best(score, s->classes);
}

static void one_class_always_wins(void)
{
    copse_error err = {0};
    uint64_t key[] = {11, 22, 33};
    uint32_t y[] = {2, 2}, feature[] = {1, 0, 2};
    size_t start[] = {0, 2, 3};
    const examples ex = {4, 3, key, 2, y, start, feature, 0, NULL};
    for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
        settings o = DEFAULTS;
        o.own.kernel = kernel;
        scorer *s = train(&ex, &o, &err);
        REQUIRE(s);
        CHECK_INT(class_for(s, key, 3), 2);
        CHECK_INT(class_for(s, NULL, 0), 2);
        s->kind->free(s);
    }
}

static void one_example_a_class_is_enough(void)
{
    copse_error err = {0};
    uint64_t key[] = {11, 22, 33};
    uint32_t y[] = {2, 0, 3}, feature[] = {1, 0, 2};
    size_t start[] = {0, 1, 2, 3};
    const examples ex = {4, 3, key, 3, y, start, feature, 0, NULL};
    for (int kernel = KERNEL_LINEAR; kernel <= KERNEL_RBF; kernel++) {
        settings o = DEFAULTS;
        o.own.kernel = kernel;
        scorer *s = train(&ex, &o, &err);
        REQUIRE(s);
        for (uint32_t i = 0; i < 3; i++)
            CHECK_INT(class_for(s, &key[feature[i]], 1), y[i]);
        uint64_t twice[] = {22, 22, 22, 22};
        CHECK_INT(class_for(s, twice, 4), 2);
        s->kind->free(s);
    }
}

static void examples_without_features(void)
{
    copse_error err = {0};
    uint32_t y[] = {0, 1, 1};
    size_t start[] = {0, 0, 0, 0};
    const examples ex = {2, 0, NULL, 3, y, start, NULL, 0, NULL};
    scorer *s = train(&ex, &DEFAULTS, &err);
    REQUIRE(s);
    CHECK(class_for(s, (uint64_t[]){5}, 1) < 2);
    s->kind->free(s);
}

static void refuses(settings o, const examples *ex, int code, const char *part)
{
    copse_error err = {0};
    scorer *s = train(ex, &o, &err);
    CHECK(!s);
    CHECK_INT(err.code, code);
    CHECK(strstr(err.message, part));
    if (!strstr(err.message, part))
        printf("  \"%s\" is not in \"%s\"\n", part, err.message);
}

static void says_why_not(void)
{
    uint64_t key[] = {11, 22, 33};
    uint32_t y[] = {1, 0}, feature[] = {1, 0, 2};
    size_t start[] = {0, 2, 3};
    examples ex = {4, 3, key, 2, y, start, feature, 0, NULL};
    settings o = DEFAULTS;
    o.how.cost = 0;
    refuses(o, &ex, COPSE_EINPUT, "C <= 0");
    o.how.cost = NAN;
    refuses(o, &ex, COPSE_EINPUT, "finite");
    o = DEFAULTS;
    o.own.degree = -1;
    refuses(o, &ex, COPSE_EINPUT, "degree -1");
    o = DEFAULTS;
    o.own.cache_mb = 1e12;
    refuses(o, &ex, COPSE_EMEMORY, "memory");
    ex.features = INT_MAX;
    refuses(DEFAULTS, &ex, COPSE_ELIMIT, "features");
    ex.features = 3;
    start[2] = 1000; // looked at, never read
    refuses(DEFAULTS, &ex, COPSE_ELIMIT, "998 features");
    start[2] = (size_t)INT_MAX + 1;
    refuses(DEFAULTS, &ex, COPSE_ELIMIT, "too many");
    ex.n = 0;
    refuses(DEFAULTS, &ex, COPSE_EINPUT, "no examples");
}

TESTS(TEST(agrees_with_the_library), TEST(agrees_with_many_classes), TEST(agrees_with_long_examples),
      TEST(survives_a_file), TEST(same_seed_same_bytes), TEST(damage_does_no_harm),
      TEST(one_class_always_wins), TEST(one_example_a_class_is_enough), TEST(examples_without_features),
      TEST(says_why_not))
