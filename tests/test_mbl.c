// SPDX-License-Identifier: MIT
// Memory-based learning: against answers of TiMBL 6.5, and against a plain search through all instances.
#include "tests/harness.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "learn/memory.h"

#include <float.h>
#include <math.h>

// --- Examples of symbols: a feature's key is made of its column and its symbol

enum { MOST_COLUMNS = 6, MOST = 400 };

typedef struct symbolic {
    size_t n;
    uint32_t columns, classes;
    char value[MOST][MOST_COLUMNS];
    uint32_t y[MOST];
} symbolic;

static uint64_t key_of(uint32_t column, char value)
{
    return hash_mix(column + 1, (unsigned char)value);
}

// Ids are column × 256 + symbol. The caller frees key, column, start and feature.
static examples examples_of(const symbolic *s)
{
    examples ex = {.classes = s->classes,
                   .features = s->columns * 256,
                   .n = s->n,
                   .y = (uint32_t *)(uintptr_t)s->y,
                   .columns = s->columns};
    ex.key = mem_alloc(ex.features, sizeof *ex.key);
    ex.column = mem_alloc(ex.features, sizeof *ex.column);
    for (uint32_t i = 0; i < ex.features; i++) {
        ex.key[i] = key_of(i / 256, (char)(i % 256));
        ex.column[i] = i / 256;
    }
    ex.start = mem_alloc(s->n + 1, sizeof *ex.start);
    ex.feature = mem_alloc(s->n * s->columns, sizeof *ex.feature);
    for (size_t i = 0; i <= s->n; i++)
        ex.start[i] = i * s->columns;
    for (size_t i = 0; i < s->n; i++)
        for (uint32_t f = 0; f < s->columns; f++)
            ex.feature[i * s->columns + f] = f * 256 + (unsigned char)s->value[i][f];
    return ex;
}

static void examples_done(examples *ex)
{
    mem_free(ex->key);
    mem_free(ex->column);
    mem_free(ex->start);
    mem_free(ex->feature);
}

static size_t keys_of(const char *value, uint32_t columns, uint64_t *key)
{
    for (uint32_t f = 0; f < columns; f++)
        key[f] = key_of(f, value[f]);
    return columns;
}

// --- TiMBL

static const char *const TRAIN[] = {"axp1", "axq1", "ayp2", "byq2", "byp1", "bzr3",
                                    "azr2", "cxp1", "cyr3", "axp2", "dxs1"};
static const char *const TEST_LINES[] = {"axp", "bxr", "czq", "nnn", "anr", "dyp"};

static void read_train(symbolic *s)
{
    memset(s, 0, sizeof *s);
    s->columns = s->classes = 3;
    for (; s->n < sizeof TRAIN / sizeof TRAIN[0]; s->n++) {
        memcpy(s->value[s->n], TRAIN[s->n], 3);
        s->y[s->n] = (uint32_t)(TRAIN[s->n][3] - '1');
    }
}

// What `timbl -f TRAIN -t LINE -m M -w W -d D -k K +v di` printed for each line: the class and the distance.
// Two columns have the same information gain; TiMBL's differ by rounding, and where that decides (Overlap)
// there is no row here.
static const struct answers {
    int metric;
    long least;
    int weights, vote;
    long k;
    const char *class;
    double distance[6];
} ANSWERS[] = {
    // clang-format off
    {MBL_OVERLAP, 1, MBL_NO_WEIGHTS, MBL_MAJORITY, 2, "111121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_OVERLAP, 1, MBL_NO_WEIGHTS, MBL_INVERSE, 3, "111121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_OVERLAP, 1, MBL_NO_WEIGHTS, MBL_LINEAR, 4, "111111", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_OVERLAP, 1, MBL_NO_WEIGHTS, MBL_EXPONENTIAL, 1, "131121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_OVERLAP, 1, MBL_GAIN_RATIO, MBL_MAJORITY, 2, "132131", {0.0, 0.29399387628347, 0.53953264817329, 0.88664984812832, 0.29399387628347, 0.24553877188983}},
    {MBL_OVERLAP, 1, MBL_GAIN_RATIO, MBL_LINEAR, 4, "132121", {0.0, 0.29399387628347, 0.53953264817329, 0.88664984812832, 0.29399387628347, 0.24553877188983}},
    {MBL_OVERLAP, 1, MBL_CHI_SQUARE, MBL_MAJORITY, 2, "132131", {0.0, 5.390, 10.633333333333, 18.718333333333, 5.390, 5.2433333333333}},
    {MBL_OVERLAP, 1, MBL_CHI_SQUARE, MBL_LINEAR, 4, "132121", {0.0, 5.390, 10.633333333333, 18.718333333333, 5.390, 5.2433333333333}},
    {MBL_OVERLAP, 1, MBL_SHARED_VARIANCE, MBL_MAJORITY, 2, "132131", {0.0, 0.2450, 0.48333333333333, 0.85083333333333, 0.2450, 0.23833333333333}},
    {MBL_OVERLAP, 1, MBL_SHARED_VARIANCE, MBL_LINEAR, 4, "132121", {0.0, 0.2450, 0.48333333333333, 0.85083333333333, 0.2450, 0.23833333333333}},
    {MBL_MVDM, 1, MBL_NO_WEIGHTS, MBL_MAJORITY, 2, "131132", {0.0, 0.80, 0.58333333333333, 3.0, 1.0, 0.60}},
    {MBL_MVDM, 1, MBL_NO_WEIGHTS, MBL_INVERSE, 3, "111132", {0.0, 0.80, 0.58333333333333, 3.0, 1.0, 0.60}},
    {MBL_MVDM, 1, MBL_NO_WEIGHTS, MBL_LINEAR, 4, "132122", {0.0, 0.80, 0.58333333333333, 3.0, 1.0, 0.60}},
    {MBL_MVDM, 1, MBL_NO_WEIGHTS, MBL_EXPONENTIAL, 1, "132122", {0.0, 0.80, 0.58333333333333, 3.0, 1.0, 0.60}},
    {MBL_MVDM, 1, MBL_GAIN_RATIO, MBL_MAJORITY, 2, "132132", {0.0, 0.23519510102677, 0.15534472636748, 0.88664984812832, 0.29399387628347, 0.14732326313390}},
    {MBL_MVDM, 1, MBL_GAIN_RATIO, MBL_LINEAR, 4, "132132", {0.0, 0.23519510102677, 0.15534472636748, 0.88664984812832, 0.29399387628347, 0.14732326313390}},
    {MBL_MVDM, 1, MBL_GAIN, MBL_MAJORITY, 2, "131132", {0.0, 0.35159758953721, 0.25637324237088, 1.5003091425827, 0.43949698692151, 0.26369819215291}},
    {MBL_MVDM, 1, MBL_GAIN, MBL_LINEAR, 4, "132132", {0.0, 0.35159758953721, 0.25637324237088, 1.5003091425827, 0.43949698692151, 0.26369819215291}},
    {MBL_MVDM, 1, MBL_CHI_SQUARE, MBL_MAJORITY, 2, "131132", {0.0, 4.3120, 3.0952777777778, 18.718333333333, 5.390, 3.1460}},
    {MBL_MVDM, 1, MBL_CHI_SQUARE, MBL_LINEAR, 4, "132132", {0.0, 4.3120, 3.0952777777778, 18.718333333333, 5.390, 3.1460}},
    {MBL_MVDM, 1, MBL_SHARED_VARIANCE, MBL_MAJORITY, 2, "131132", {0.0, 0.1960, 0.14069444444444, 0.85083333333333, 0.2450, 0.1430}},
    {MBL_MVDM, 1, MBL_SHARED_VARIANCE, MBL_LINEAR, 4, "132132", {0.0, 0.1960, 0.14069444444444, 0.85083333333333, 0.2450, 0.1430}},
    {MBL_MVDM, 3, MBL_NO_WEIGHTS, MBL_MAJORITY, 2, "211121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_MVDM, 3, MBL_NO_WEIGHTS, MBL_INVERSE, 3, "211121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_MVDM, 3, MBL_NO_WEIGHTS, MBL_LINEAR, 4, "211121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_MVDM, 3, MBL_NO_WEIGHTS, MBL_EXPONENTIAL, 1, "211121", {0.0, 1.0, 2.0, 3.0, 1.0, 1.0}},
    {MBL_MVDM, 3, MBL_GAIN_RATIO, MBL_MAJORITY, 2, "222121", {0.0, 0.29399387628347, 0.53953264817329, 0.88664984812832, 0.29399387628347, 0.24553877188983}},
    {MBL_MVDM, 3, MBL_GAIN_RATIO, MBL_LINEAR, 4, "232121", {0.0, 0.29399387628347, 0.53953264817329, 0.88664984812832, 0.29399387628347, 0.24553877188983}},
    {MBL_MVDM, 3, MBL_CHI_SQUARE, MBL_MAJORITY, 2, "222131", {0.0, 5.390, 10.633333333333, 18.718333333333, 5.390, 5.2433333333333}},
    {MBL_MVDM, 3, MBL_CHI_SQUARE, MBL_LINEAR, 4, "232121", {0.0, 5.390, 10.633333333333, 18.718333333333, 5.390, 5.2433333333333}},
    {MBL_MVDM, 3, MBL_SHARED_VARIANCE, MBL_MAJORITY, 2, "222131", {0.0, 0.2450, 0.48333333333333, 0.85083333333333, 0.2450, 0.23833333333333}},
    {MBL_MVDM, 3, MBL_SHARED_VARIANCE, MBL_LINEAR, 4, "232121", {0.0, 0.2450, 0.48333333333333, 0.85083333333333, 0.2450, 0.23833333333333}},
    // clang-format on
};

static void answers_are_those_of_timbl(void)
{
    symbolic s;
    read_train(&s);
    examples ex = examples_of(&s);
    for (size_t i = 0; i < sizeof ANSWERS / sizeof ANSWERS[0]; i++) {
        const struct answers *a = &ANSWERS[i];
        const memory_options o = {a->k, a->metric, a->vote, a->weights, a->least, 2, 1};
        scorer *made = mbl_make(&ex, &o);
        void *scratch = mem_alloc(made->kind->scratch(made), 1);
        for (size_t t = 0; t < 6; t++) {
            uint64_t key[3];
            const mbl_answer found = mbl_ask(made, key, keys_of(TEST_LINES[t], 3, key), scratch);
            CHECK_INT(found.best + 1, a->class[t] - '0');
            CHECK(fabs(found.distance - a->distance[t]) < 1e-11);
        }
        mem_free(scratch);
        sc_free(made);
    }
    examples_done(&ex);
}

// What `timbl -f TRAIN -W FILE` wrote.
static void weights_are_those_of_timbl(void)
{
    static const double expected[][3] = {
        [MBL_NO_WEIGHTS] = {1, 1, 1},
        [MBL_GAIN_RATIO] = {0.245538771889828, 0.293993876283466, 0.347117199955026},
        [MBL_GAIN] = {0.439496986921513, 0.439496986921514, 0.621315168739695},
        [MBL_CHI_SQUARE] = {5.24333333333333, 5.39, 8.085},
        [MBL_SHARED_VARIANCE] = {0.238333333333333, 0.245, 0.3675}};
    symbolic s;
    read_train(&s);
    examples ex = examples_of(&s);
    for (uint32_t f = 0; f < 3; f++) {
        uint32_t value[MOST];
        mbl_counts counts;
        for (size_t i = 0; i < s.n; i++)
            value[i] = (uint32_t)(s.value[i][f] - (f == 0 ? 'a' : f == 1 ? 'x' : 'p'));
        mbl_count(&counts, value, f == 1 ? 3 : 4, &ex);
        for (int w = MBL_NO_WEIGHTS; w <= MBL_SHARED_VARIANCE; w++)
            CHECK(fabs(mbl_weigh((mbl_weighting)w, &counts, &ex) - expected[w][f]) < 1e-13);
        mbl_counts_done(&counts);
    }
    examples_done(&ex);
}

// --- A plain search

typedef struct plain {
    const symbolic *s;
    memory_options o;
    uint32_t order[MOST_COLUMNS]; // in which distances are added up
    double weight[MOST_COLUMNS];
    double vote[8];
} plain;

static double often(const symbolic *s, uint32_t f, char value, uint32_t class, bool any)
{
    double n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += s->value[i][f] == value && (any || s->y[i] == class);
    return n;
}

static double delta(const plain *p, uint32_t f, char a, char b)
{
    const double n = often(p->s, f, a, 0, true), m = often(p->s, f, b, 0, true);
    double sum = 0;
    if (a == b)
        return 0;
    if (p->o.metric == MBL_OVERLAP || n < (double)p->o.least || m < (double)p->o.least || n == 0 || m == 0)
        return 1;
    for (uint32_t c = 0; c < p->s->classes; c++)
        sum += fabs(often(p->s, f, a, c, false) / n - often(p->s, f, b, c, false) / m);
    return sum / 2;
}

static void plain_init(plain *p, const examples *ex)
{
    double worth[MOST_COLUMNS];
    for (uint32_t f = 0; f < p->s->columns; f++) {
        uint32_t value[MOST], values = 0, number[256], at = f;
        memset(number, 0xff, sizeof number);
        for (size_t i = 0; i < p->s->n; i++) {
            const unsigned char v = (unsigned char)p->s->value[i][f];
            if (number[v] == UINT32_MAX)
                number[v] = values++;
            value[i] = number[v];
        }
        mbl_counts counts;
        mbl_count(&counts, value, values, ex);
        worth[f] = mbl_weigh(MBL_GAIN_RATIO, &counts, ex) / values;
        p->weight[f] = mbl_weigh((mbl_weighting)p->o.weights, &counts, ex);
        mbl_counts_done(&counts);
        for (; at > 0 && worth[p->order[at - 1]] < worth[f]; at--)
            p->order[at] = p->order[at - 1];
        p->order[at] = f;
    }
}

// TiMBL's vote where a double is too small for it.
static double at_least(double vote)
{
    return vote == 0 ? DBL_EPSILON : vote;
}

// All distances, ascending, and the votes of those at the k smallest ones. Returns the number of classes with
// the most votes; *best is the most frequent of them in training.
static int plain_vote(plain *p, const double *distance, uint32_t k, uint32_t *best)
{
    double near[MOST], last = -1;
    uint32_t n = 0;
    for (; n < k; n++) {
        double next = HUGE_VAL;
        for (size_t i = 0; i < p->s->n; i++)
            if (distance[i] > last && !(n > 0 && mbl_same(distance[i], last)) && distance[i] < next)
                next = distance[i];
        if (next == HUGE_VAL)
            break;
        near[n] = last = next;
    }
    for (uint32_t c = 0; c < p->s->classes; c++)
        p->vote[c] = 0;
    for (uint32_t j = 0; j < n; j++) {
        const double w =
            p->o.vote == MBL_MAJORITY  ? 1
            : p->o.vote == MBL_INVERSE ? 1 / (near[j] + DBL_EPSILON)
            : p->o.vote == MBL_LINEAR
                ? (n == k && near[n - 1] > near[0] ? (near[n - 1] - near[j]) / (near[n - 1] - near[0]) : 1)
                : at_least(exp(-p->o.decay * pow(near[j], p->o.power)));
        for (uint32_t c = 0; c < p->s->classes; c++) {
            double count = 0;
            for (size_t i = 0; i < p->s->n; i++)
                count += mbl_same(distance[i], near[j]) && p->s->y[i] == c;
            p->vote[c] += count * w;
        }
    }
    double most = -1;
    size_t frequent = 0;
    int winners = 0;
    for (uint32_t c = 0; c < p->s->classes; c++)
        most = p->vote[c] > most ? p->vote[c] : most;
    for (uint32_t c = 0; c < p->s->classes; c++) {
        size_t seen = 0;
        for (size_t i = 0; i < p->s->n; i++)
            seen += p->s->y[i] == c;
        if (p->vote[c] < most)
            continue;
        if (winners++ == 0 || seen > frequent) {
            *best = c;
            frequent = seen;
        }
    }
    return winners;
}

static void compare(plain *p, const scorer *made, const char *test, void *scratch)
{
    uint64_t key[MOST_COLUMNS];
    double distance[MOST], nearest = HUGE_VAL;
    for (size_t i = 0; i < p->s->n; i++) {
        distance[i] = 0;
        for (uint32_t j = 0; j < p->s->columns; j++) {
            const uint32_t f = p->order[j];
            distance[i] += p->weight[f] * delta(p, f, p->s->value[i][f], test[f]);
        }
        nearest = distance[i] < nearest ? distance[i] : nearest;
    }
    uint32_t best = 0;
    const uint32_t k = (uint32_t)p->o.neighbours;
    const bool tie = plain_vote(p, distance, k, &best) > 1;
    if (tie && plain_vote(p, distance, k + 1, &best) > 1)
        plain_vote(p, distance, k, &best);
    const mbl_answer found = mbl_ask(made, key, keys_of(test, p->s->columns, key), scratch);
    CHECK(mbl_same(found.distance, nearest));
    CHECK_INT(found.tie, tie);
    CHECK_INT(found.best, best);
    for (uint32_t c = 0; c < p->s->classes; c++)
        CHECK(fabs(found.vote[c] - p->vote[c]) <= 1e-9 * (1 + p->vote[c]));
    float score[8];
    sc_score(made, key, p->s->columns, score, scratch);
    for (uint32_t c = 0; c < p->s->classes; c++)
        CHECK(c == best || score[c] < score[best] || (c > best && !(score[c] > score[best])));
}

static void make_random(symbolic *s, rng *r)
{
    memset(s, 0, sizeof *s);
    s->n = 20 + rng_below(r, 60);
    s->columns = 1 + (uint32_t)rng_below(r, MOST_COLUMNS);
    s->classes = 2 + (uint32_t)rng_below(r, 4);
    for (size_t i = 0; i < s->n; i++) {
        s->y[i] = (uint32_t)rng_below(r, s->classes);
        for (uint32_t f = 0; f < s->columns; f++)
            s->value[i][f] = (char)('a' + (rng_below(r, 2) ? s->y[i] : rng_below(r, 3 + 4 * f)));
    }
}

static void the_trie_finds_what_a_plain_search_finds(void)
{
    rng r;
    rng_seed(&r, 3);
    for (int round = 0; round < 120; round++) {
        symbolic s;
        make_random(&s, &r);
        examples ex = examples_of(&s);
        plain p = {.s = &s,
                   .o = {1 + (long)rng_below(&r, 6), round % 2, round / 2 % 4, round / 8 % 5,
                         1 + (long)rng_below(&r, 6), 1.5, 2}};
        plain_init(&p, &ex);
        scorer *made = mbl_make(&ex, &p.o);
        void *scratch = mem_alloc(made->kind->scratch(made), 1);
        for (int t = 0; t < 8; t++) {
            char test[MOST_COLUMNS];
            for (uint32_t f = 0; f < s.columns; f++) // some values were never seen
                test[f] = (char)('a' + rng_below(&r, 5 + 4 * f));
            compare(&p, made, test, scratch);
        }
        mem_free(scratch);
        sc_free(made);
        examples_done(&ex);
    }
}

// --- Sets of features

// One column: example 0 has features 1 and 2, example 1 feature 1 alone, example 2 none. Feature 3 is always
// there and has no column.
static void a_value_is_the_set_of_features(void)
{
    uint64_t key[] = {11, 22, 33};
    uint32_t column[] = {0, 0, EX_NO_COLUMN}, y[] = {0, 1, 2}, feature[] = {0, 1, 2, 0, 2, 2};
    size_t start[] = {0, 3, 5, 6};
    const examples ex = {3, 3, key, 3, y, start, feature, 1, column};
    const memory_options o = {1, MBL_OVERLAP, MBL_MAJORITY, MBL_NO_WEIGHTS, 1, 1, 1};
    scorer *made = mbl_make(&ex, &o);
    void *scratch = mem_alloc(made->kind->scratch(made), 1);
    const uint64_t both[] = {22, 33, 11}, second[] = {22};
    CHECK_INT(mbl_ask(made, both, 3, scratch).best, 0);
    CHECK(mbl_ask(made, both, 3, scratch).distance == 0);
    CHECK_INT(mbl_ask(made, key, 1, scratch).best, 1);
    CHECK_INT(mbl_ask(made, key + 2, 1, scratch).best, 2);
    CHECK_INT(mbl_ask(made, NULL, 0, scratch).best, 2);
    CHECK(mbl_ask(made, second, 1, scratch).distance == 1); // never alone in training
    mem_free(scratch);
    sc_free(made);
}

TESTS(TEST(answers_are_those_of_timbl), TEST(weights_are_those_of_timbl),
      TEST(the_trie_finds_what_a_plain_search_finds), TEST(a_value_is_the_set_of_features))
