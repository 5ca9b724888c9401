// SPDX-License-Identifier: MIT
// Weights: estimates against figures worked out by hand, as text and back, what is refused, which system is
// which.
#include "tests/harness.h"

#include "tests/forest.h"
#include "tests/sentences.h"
#include "common/treebank/system_name.h"
#include "ensemble/weights_internal.h"
#include "common/base/mem.h"

// Gold trees over random sentences and n systems that get heads right with rates of their own.
typedef struct bank {
    treebank gold;
    copse_tree **tree; // [gold.n][n]
    size_t n;
} bank;

static const char *const names[] = {"ae", "g2", "cn"};
static const char *const labels[] = {"nsubj", "obj", "x|y,z", "\\"};

static copse_tree *tree_like(rng *r, const copse_tree *gold, int n, double rate, bool scored)
{
    copse_tree *t = copse_tree_new();
    tree_resize(t, n);
    do
        for (int d = 1; d <= n; d++) {
            const int other = (int)rng_below(r, (uint64_t)n + 1);
            t->head[d] = gold && (rng_unit(r) < rate || other == d) ? gold->head[d] : other;
        }
    while (!slow_is_tree(t->head, n));
    for (int d = 1; d <= n; d++) {
        t->label[d] = str(labels[rng_below(r, 4)]);
        t->score[d] = (float)rng_unit(r);
    }
    t->scored = scored;
    return t;
}

static void bank_init(bank *b, uint64_t seed, size_t sentences, size_t n, bool scored)
{
    static const double rate[] = {0.6, 0.9, 0.75};
    rng r;
    rng_seed(&r, seed);
    *b = (bank){.n = n};
    b->gold.n = sentences;
    b->gold.sentence = mem_zero(sentences, sizeof *b->gold.sentence);
    b->gold.tree = mem_zero(sentences, sizeof *b->gold.tree);
    b->tree = mem_zero(sentences * n, sizeof *b->tree);
    for (size_t i = 0; i < sentences; i++) {
        const int words = 1 + (int)rng_below(&r, 8);
        b->gold.sentence[i] = random_sentence(&r, words, false);
        b->gold.tree[i] = tree_like(&r, NULL, words, 0, false);
        for (size_t k = 0; k < n; k++)
            b->tree[i * n + k] = tree_like(&r, b->gold.tree[i], words, rate[k], scored);
    }
}

static void bank_done(bank *b)
{
    for (size_t i = 0; i < b->gold.n * b->n; i++)
        copse_tree_free(b->tree[i]);
    mem_free(b->tree);
    tb_done(&b->gold);
}

static char *printed(const weights *w)
{
    text t = {0};
    wt_print(w, &t);
    text_add(&t, "", 1);
    return t.s;
}

static weights *parse(const char *whole, const char *const *systems, size_t n, copse_error *err)
{
    return wt_parse("W", str(whole), systems, n, err);
}

// --- estimates

// A sentence "a/N b/V c/N" three times; its gold heads are 2 0 2. ae is right on 2 of 3 words each time, g2
// on all but the third word of the last sentence.
static void hand_made(bank *b)
{
    static const int gold[] = {2, 0, 2}, ae[] = {2, 0, 1}, g2[] = {2, 0, 2}, last[] = {2, 0, 1};
    *b = (bank){.n = 2};
    b->gold.n = 3;
    b->gold.sentence = mem_zero(3, sizeof *b->gold.sentence);
    b->gold.tree = mem_zero(3, sizeof *b->gold.tree);
    b->tree = mem_zero(6, sizeof *b->tree);
    for (size_t i = 0; i < 3; i++) {
        const int *from[] = {gold, ae, i < 2 ? g2 : last};
        b->gold.sentence[i] = sentence_of("a//N b//V c//N");
        for (size_t k = 0; k < 3; k++) {
            copse_tree *t = copse_tree_new();
            tree_resize(t, 3);
            for (int d = 1; d <= 3; d++) {
                t->head[d] = from[k][d - 1];
                t->label[d] = str(d == 2 ? "root" : "dep");
            }
            *(k == 0 ? &b->gold.tree[i] : &b->tree[i * 2 + k - 1]) = t;
        }
    }
}

static void by_hand(void)
{
    static const struct {
        const char *by, *expected;
    } cases[] = {
        {"none",
         "copse-weights 1\nby\tnone\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\nend\t0\n"},
        // N of ae: 3 of 6 right; with ten times 2/3 more: (3 + 6.66667) / 16
        {"pos", "copse-weights 1\nby\tpos\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\n"
                "weight\tae\tN\t0.604167\t3\t6\nweight\tae\tV\t0.743590\t3\t3\n"
                "weight\tg2\tN\t0.868056\t5\t6\nweight\tg2\tV\t0.914530\t3\t3\nend\t4\n"},
        // In the trees 2 0 1 no word has a sibling; in 2 0 2 the first and the third are each other's.
        {"siblings", "copse-weights 1\nby\tsiblings\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\n"
                     "weight\tae\t0\t0.666667\t6\t9\nweight\tg2\t0\t0.859259\t4\t5\n"
                     "weight\tg2\t1\t0.920635\t4\t4\nend\t3\n"},
        // The arc from the first word to the third passes over the root word.
        {"degree", "copse-weights 1\nby\tdegree\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\n"
                   "weight\tae\t0\t0.791667\t6\t6\nweight\tae\t1\t0.512821\t0\t3\n"
                   "weight\tg2\t0\t0.938272\t8\t8\nweight\tg2\t1\t0.808081\t0\t1\nend\t4\n"},
        {"direction,length",
         "copse-weights 1\nby\tdirection,length\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\n"
         "weight\tae\tleft\t1\t0.743590\t3\t3\nweight\tae\tright\t2\t0.512821\t0\t3\n"
         "weight\tae\troot\troot\t0.743590\t3\t3\n"
         "weight\tg2\tleft\t1\t0.914530\t3\t3\nweight\tg2\troot\troot\t0.914530\t3\t3\n"
         "weight\tg2\tright\t1\t0.907407\t2\t2\nweight\tg2\tright\t2\t0.808081\t0\t1\nend\t7\n"},
        {"agreement",
         "copse-weights 1\nby\tagreement\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\n"
         "weight\tae\t11\t0.745098\t6\t7\nweight\tae\t10\t0.555556\t0\t2\n"
         "weight\tg2\t11\t0.875817\t6\t7\nweight\tg2\t01\t0.907407\t2\t2\nend\t4\n"},
        {"root-distance",
         "copse-weights 1\nby\troot-distance\nsystem\tae\t0.666667\t6\t9\nsystem\tg2\t0.888889\t8\t9\n"
         "weight\tae\t1\t0.743590\t3\t3\nweight\tae\t2\t0.743590\t3\t3\nweight\tae\t3\t0.512821\t0\t3\n"
         "weight\tg2\t2\t0.925926\t5\t5\nweight\tg2\t1\t0.914530\t3\t3\nweight\tg2\t3\t0.808081\t0\t1\n"
         "end\t6\n"},
        {"label,sentence-length,score",
         "copse-weights 1\nby\tlabel,sentence-length,score\nsystem\tae\t0.666667\t6\t9\n"
         "system\tg2\t0.888889\t8\t9\n"
         "weight\tae\tdep\t1..\tnone\t0.604167\t3\t6\nweight\tae\troot\t1..\tnone\t0.743590\t3\t3\n"
         "weight\tg2\tdep\t1..\tnone\t0.868056\t5\t6\nweight\tg2\troot\t1..\tnone\t0.914530\t3\t3\n"
         "end\t4\n"},
    };
    bank b;
    copse_error err;
    hand_made(&b);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        weights *w = wt_estimate(cases[i].by, &b.gold, b.tree, names, 2, &err);
        REQUIRE(w);
        char *got = printed(w);
        CHECK_STRING(got, cases[i].expected);
        mem_free(got);
        wt_free(w);
    }
    bank_done(&b);
}

static void seen_and_unseen_values(void)
{
    bank b;
    copse_error err;
    hand_made(&b);
    weights *w = wt_estimate("pos", &b.gold, b.tree, names, 2, &err);
    REQUIRE(w);
    copse_sentence *s = sentence_of("a//V b//ZZ");
    copse_tree *t = copse_tree_new();
    tree_resize(t, 2);
    t->head[2] = 1;
    const copse_tree *trees[] = {t, t};
    double vote[6];
    wt_scratch *x = wt_scratch_new(w);
    wt_votes(x, s, trees, vote);
    CHECK_NEAR(vote[2], 0.743590, 1e-9);
    CHECK_NEAR(vote[3], 0.914530, 1e-9);
    CHECK_NEAR(vote[4], 0.666667, 1e-9);
    CHECK_NEAR(vote[5], 0.888889, 1e-9);
    wt_scratch_free(x);
    copse_tree_free(t);
    copse_sentence_free(s);
    wt_free(w);
    bank_done(&b);
}

// --- text

static const char *const all_by[] = {"none",
                                     "pos",
                                     "label",
                                     "length",
                                     "direction",
                                     "root-distance",
                                     "sentence-length",
                                     "agreement",
                                     "score",
                                     "learned",
                                     "label,pos,score",
                                     "agreement,length",
                                     "siblings",
                                     "degree",
                                     "pos,siblings,degree"};
enum { BYS = sizeof all_by / sizeof all_by[0] };

static double *all_votes(const weights *w, const bank *b, const size_t *order, size_t *n)
{
    double *vote = NULL;
    size_t cap = 0;
    wt_scratch *x = wt_scratch_new(w);
    *n = 0;
    for (size_t i = 0; i < b->gold.n; i++) {
        const copse_sentence *s = b->gold.sentence[i];
        const copse_tree *tree[3];
        for (size_t k = 0; k < b->n; k++)
            tree[k] = b->tree[i * b->n + order[k]];
        const size_t cells = ((size_t)s->n + 1) * b->n;
        vote = mem_grow(vote, &cap, *n + cells, sizeof *vote);
        memset(vote + *n, 0, cells * sizeof *vote);
        wt_votes(x, s, tree, vote + *n);
        for (int d = 1; d <= s->n; d++) { // votes back in the first order
            double row[3], *to = vote + *n + (size_t)d * b->n;
            for (size_t k = 0; k < b->n; k++)
                row[order[k]] = to[k];
            memcpy(to, row, b->n * sizeof *row);
        }
        *n += cells;
    }
    wt_scratch_free(x);
    return vote;
}

// Printed, read and printed again is the same text, and gives the same votes as before, in any order of
// voters.
static void there_and_back(void)
{
    static const size_t orders[][3] = {{0, 1, 2}, {2, 0, 1}, {1, 0, 2}};
    bank b;
    copse_error err;
    bank_init(&b, 7, 60, 3, true);
    for (size_t i = 0; i < BYS; i++) {
        weights *w = wt_estimate(all_by[i], &b.gold, b.tree, names, 3, &err);
        REQUIRE(w);
        char *first = printed(w);
        size_t n, m;
        double *vote = all_votes(w, &b, orders[0], &n);
        for (size_t o = 0; o < 3; o++) {
            const char *const voters[] = {names[orders[o][0]], names[orders[o][1]], names[orders[o][2]]};
            weights *back = parse(first, voters, 3, &err);
            REQUIRE(back);
            char *again = printed(back);
            CHECK_STRING(again, first);
            CHECK_INT(wt_needs_scores(back), wt_needs_scores(w));
            double *same = all_votes(back, &b, orders[o], &m);
            CHECK_INT(m, n);
            for (size_t k = 0; k < n && k < m; k++)
                CHECK_NEAR(same[k], vote[k], 1e-12);
            mem_free(same);
            mem_free(again);
            wt_free(back);
        }
        CHECK_INT(wt_needs_scores(w), strstr(all_by[i], "score") || strcmp(all_by[i], "learned") == 0);
        mem_free(vote);
        mem_free(first);
        wt_free(w);
    }
    bank_done(&b);
}

static void learned_weights_learn(void)
{
    bank b;
    copse_error err;
    long right = 0, of_best = 0;
    bank_init(&b, 11, 600, 3, false);
    weights *w = wt_estimate("learned", &b.gold, b.tree, names, 3, &err);
    weights *twin = wt_estimate("learned", &b.gold, b.tree, names, 3, &err);
    REQUIRE(w && twin);
    char *one = printed(w), *other = printed(twin);
    CHECK_STRING(one, other);
    CHECK(!wt_needs_scores(w));
    for (size_t i = 0; i < b.gold.n; i++) { // the most probable head of each word against the best system's
        const proposals p = {b.gold.sentence[i], (const copse_tree *const *)(b.tree + i * 3), 3, NULL};
        text scratch = {0};
        for (int d = 1; d <= p.s->n; d++) {
            double most = 0;
            int best = -1;
            for (size_t k = 0; k < 3; k++) {
                const double x = wt_head_value(w, &scratch, &p, d, p.tree[k]->head[d]);
                CHECK(x > 0 && x < 1);
                if (x > most) {
                    most = x;
                    best = p.tree[k]->head[d];
                }
            }
            right += best == b.gold.tree[i]->head[d];
            of_best += p.tree[1]->head[d] == b.gold.tree[i]->head[d];
        }
        text_done(&scratch);
    }
    CHECK(right > of_best);
    mem_free(one);
    mem_free(other);
    wt_free(w);
    wt_free(twin);
    bank_done(&b);
}

// Names and values of any bytes.
static void any_name(void)
{
    const char *const odd[] = {"a\tb\nc\\", "", "\x01 #\xff\xc2\x92\xc3\xa9", "system"};
    copse_error err;
    bank b;
    bank_init(&b, 3, 5, 3, false);
    weights *w = wt_estimate("label", &b.gold, b.tree, odd, 3, &err);
    REQUIRE(w);
    char *first = printed(w), *again = NULL;
    weights *back = parse(first, odd, 3, &err);
    REQUIRE(back);
    again = printed(back);
    CHECK_STRING(again, first);
    CHECK(strstr(first, "system\ta\\x09b\\x0ac\\x5c\t"));
    CHECK(strstr(first, "system\t\\x01 #\\xff\\xc2\\x92\xc3\xa9\t"));
    mem_free(first);
    mem_free(again);
    wt_free(w);
    wt_free(back);
    bank_done(&b);
}

// --- what is refused

#define HEAD "copse-weights 1\nby\tpos\nsystem\tae\t1\nsystem\tg2\t1\n"

static void refusals(void)
{
    static const struct {
        const char *text;
        long line;
        const char *message; // a part of it
    } cases[] = {
        {"", 1, "no weights that this version knows"},
        {"copse-weights 2\n", 1, "no weights that this version knows"},
        {"1\tthe\t_\tDET\n", 1, "no weights that this version knows"},
        {"copse-weights 1\n", 1, "cut short"},
        {HEAD, 4, "cut short"},
        {HEAD "weight\tae\tN\t0.5\n", 5, "cut short"},
        {HEAD "weight\tae\tN\t0.5\nend\t2\n", 6, "1 weights, but there should be 2"},
        {HEAD "weight\tae\tN\t0.5\nend\n", 6, "'end' goes with one number"},
        {HEAD "end\t0\nend\t0\n", 6, "after 'end'"},
        {HEAD "weight\tae\tN\t-0.5\nend\t1\n", 5, "a negative weight: '-0.5'"},
        {HEAD "weight\tae\tN\t-0\nend\t1\n", 5, "a negative weight: '-0'"},
        {HEAD "weight\tae\tN\tnan\nend\t1\n", 5, "not a number: 'nan'"},
        {HEAD "weight\tae\tN\tinf\nend\t1\n", 5, "not a number: 'inf'"},
        {HEAD "weight\tae\tN\t1e5\nend\t1\n", 5, "not a number: '1e5'"},
        {HEAD "weight\tae\tN\t\nend\t1\n", 5, "not a number: ''"},
        {HEAD "weight\tae\tN\t.\nend\t1\n", 5, "not a number: '.'"},
        {HEAD "weight\tae\tN\t1.\nend\t1\n", 5, "not a number: '1.'"},
        {HEAD "weight\tae\tN\t-\nend\t1\n", 5, "not a number: '-'"},
        {HEAD "weight\tae\tN\t 1\nend\t1\n", 5, "not a number: ' 1'"},
        {HEAD "weight\tae\tN\t1234567\nend\t1\n", 5, "larger than 1000000: '1234567'"},
        {HEAD "weight\tae\tN\t9999999999999999\nend\t1\n", 5, "not a number"},
        {HEAD "weight\tae\tN\t1\tx\t2\nend\t1\n", 5, "not a count: 'x'"},
        {HEAD "weight\tae\tN\t1\t1\t2.5\nend\t1\n", 5, "not a count: '2.5'"},
        {HEAD "weight\tae\tN\t1\t1\nend\t1\n", 5, "5 fields"},
        {HEAD "weight\tae\tN\nend\t1\n", 5, "3 fields"},
        {HEAD "weight\tae\tN\t1\t1\t1\t1\nend\t1\n", 5, "7 fields"},
        {HEAD "weight\tzz\tN\t1\nend\t1\n", 5, "no line 'system' before this one for 'zz'"},
        {HEAD "weight\tae\tN\t1\nweight\tae\tN\t1\nend\t2\n", 6, "a second weight"},
        {HEAD "weight\tae\tN\t1\nsystem\tcn\t1\nend\t1\n", 6, "systems come before"},
        {HEAD "system\tae\t1\nend\t0\n", 5, "a second time system 'ae'"},
        {HEAD "system\tcn\t-1\nend\t0\n", 5, "a negative weight: '-1'"},
        {HEAD "system\nend\t0\n", 5, "a system without a name"},
        {HEAD "feature\tx\t1\nend\t1\n", 5, "by says nothing of a line 'feature'"},
        {HEAD "weight\tae\tN\\q\t1\nend\t1\n", 5, "a backslash must be written"},
        {HEAD "weight\tae\\x00\tN\t1\nend\t1\n", 5, "a backslash must be written"},
        {HEAD "system\tcn\\x00\t1\nend\t0\n", 5, "a backslash must be written"},
        {HEAD "weigh\tae\tN\t1\nend\t1\n", 5, "unknown kind of line 'weigh'"},
        {HEAD "weight\ta\tb\tc\td\te\tf\tg\th\ti\tj\tk\tl\tm\tn\to\tp\n", 5, "more than"},
        {"copse-weights 1\nsystem\tae\t1\n", 2, "'by' should come first"},
        {"copse-weights 1\nby\tcolour\n", 2, "unknown factor 'colour'"},
        {"copse-weights 1\nby\tpos,pos\n", 2, "factor 'pos' is named twice"},
        {"copse-weights 1\nby\tpos,\n", 2, "unknown factor ''"},
        {"copse-weights 1\nby\tpos,none\n", 2, "'none' cannot be combined"},
        {"copse-weights 1\nby\tnone\nend\t0\n", 3, "there are no systems"},
        {"copse-weights 1\nby\tnone\nsystem\tae\t1\nweight\tae\t1\nend\t1\n", 4, "by says nothing"},
        {"copse-weights 1\nby\tlearned\nsystem\tae\t1\nfeature\tx\t1\nfeature\tx\t2\n", 5,
         "a second time feature"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        copse_error err = {0};
        weights *w = parse(cases[i].text, names, 2, &err);
        CHECK(!w);
        wt_free(w);
        CHECK_STRING(err.file, "W");
        CHECK_INT(err.line, cases[i].line);
        CHECK_INT(err.code, COPSE_EINPUT);
        if (!strstr(err.message, cases[i].message))
            CHECK_STRING(err.message, cases[i].message);
    }
    copse_error err = {0};
    CHECK(!wt_parse("W", (copse_str){"copse-weights 1\nby\tno\0ne\n", 25}, names, 2, &err));
    CHECK(strstr(err.message, "NUL"));
}

// Every text that is cut somewhere, and every text with one byte changed, is refused or read: never worse.
static void damaged(void)
{
    bank b;
    copse_error err;
    bank_init(&b, 5, 8, 3, true);
    for (size_t i = 0; i < BYS; i += 3) {
        weights *w = wt_estimate(all_by[i], &b.gold, b.tree, names, 3, &err);
        REQUIRE(w);
        char *whole = printed(w);
        const size_t len = strlen(whole);
        const size_t step = 1 + len / 500;
        for (size_t cut = 0; cut + 1 < len; cut += step) {
            weights *part = wt_parse("W", (copse_str){whole, cut}, names, 3, &err);
            CHECK(!part);
            wt_free(part);
        }
        for (size_t at = 0; at < len; at += step) {
            const char before = whole[at];
            whole[at] = (char)(before ^ (1 << at % 7));
            weights *bent = wt_parse("W", (copse_str){whole, len}, names, 3, &err);
            if (bent)
                for (size_t k = 0; k < bent->n; k++)
                    CHECK(bent->system[k].weight >= 0);
            wt_free(bent);
            whole[at] = before;
        }
        mem_free(whole);
        wt_free(w);
    }
    bank_done(&b);
}

// --- which system is which

static void matching(void)
{
    static const char whole[] = "copse-weights 1\r\n# a comment\n\nby\tnone\nsystem\tae\t1\nsystem\tg2\t2\n"
                                "system\tg2#2\t3\nend\t0\n";
    static const struct {
        const char *voter[4];
        size_t n;
        size_t expected[3]; // the voter of each system
        const char *message;
        long line;
    } cases[] = {
        {{"ae", "g2", "g2"}, 3, {0, 1, 2}, NULL, 0},
        {{"g2", "g2", "ae"}, 3, {2, 0, 1}, NULL, 0},
        {{"g2", "ae", "g2#2"}, 3, {1, 0, 2}, NULL, 0},
        {{"x", "y", "z"}, 3, {0, 1, 2}, NULL, 0},
        {{"x", "x", "x"}, 3, {0, 1, 2}, NULL, 0},
        {{"ae", "x", "y"}, 3, {0}, "no weights for system 'x'; they are for 'ae' and others", 5},
        {{"x", "y"}, 2, {0}, "no weights for system 'x'; they are for 'ae' and others", 5},
        {{"ae", "g2"}, 2, {0}, "system 'g2#2' is not among those that vote", 7},
        {{"ae", "g2", "g2", "cn"}, 4, {0}, "no weights for system 'cn'; they are for 'ae' and others", 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        copse_error err = {0};
        weights *w = parse(whole, cases[i].voter, cases[i].n, &err);
        CHECK_INT(w != NULL, cases[i].message == NULL);
        for (size_t k = 0; w && k < 3; k++)
            CHECK_INT(w->voter[k], cases[i].expected[k]);
        if (cases[i].message) {
            CHECK(strstr(err.message, cases[i].message));
            CHECK_INT(err.line, cases[i].line);
        }
        wt_free(w);
    }
}

static void names_of_systems(void)
{
    static const char *const cases[][2] = {
        {"ae.model", "ae"},
        {"/a/b.c/ae.conllu", "ae"},
        {"ae.conllu.gz", "ae"},
        {"ae.x.conllx.zst", "ae.x"},
        {"ae.conll", "ae"},
        {"ae.out", "ae.out"},
        {".model", ".model"},
        {"-", "stdin"},
        {"a/", "a"},
        {"", ""},
        {"b/ae.model//", "ae"},
        {"a.model.conllu", "a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *name = system_name(cases[i][0]);
        CHECK_STRING(name, cases[i][1]);
        mem_free(name);
    }
    static const char *const paths[] = {"x/ae.conllu", "y/ae.conllx", "-", "ae#2", "ae"};
    static const char *const different[] = {"ae", "ae#2", "stdin", "ae#2#2", "ae#3"};
    char **unlike = system_names(paths, 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_STRING(unlike[i], different[i]);
    system_names_free(unlike, 5);
    static const char *const given[][3] = {
        {"mst=x/ae.conllu", "mst", "x/ae.conllu"}, {"a b=-", "a b", "-"},     {"mst=a=b", "mst#2", "a=b"},
        {"./a=b.conllu", "a=b", "./a=b.conllu"},   {"x/y=z", "y=z", "x/y=z"}, {"=a.model", "=a", "=a.model"}};
    for (size_t i = 0; i < 6; i++) {
        const char *const two[] = {"mst=first", given[i][0]};
        unlike = system_names(two, 2);
        CHECK_STRING(unlike[1], i == 0 ? "mst#2" : given[i][1]);
        CHECK_STRING(system_file(given[i][0]), given[i][2]);
        system_names_free(unlike, 2);
    }
    CHECK(system_file(NULL) == NULL);
}

static void factors(void)
{
    copse_error err;
    size_t n = 0;
    for (; wt_factor(n); n++)
        CHECK_INT(wt_check_by(wt_factor(n), &err), 0);
    CHECK_INT(n, 12);
    CHECK_INT(
        wt_check_by("pos,length,label,direction,root-distance,siblings,degree,sentence-length,agreement,"
                    "score",
                    &err),
        0);
    static const char *const bad[] = {"",        ",",   "pos,,label", "Pos", "pos,learned", "learned,pos",
                                      "uniform", "pos "};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_INT(wt_check_by(bad[i], &err), COPSE_EINPUT);
}

TESTS(TEST(by_hand), TEST(seen_and_unseen_values), TEST(there_and_back), TEST(learned_weights_learn),
      TEST(any_name), TEST(refusals), TEST(damaged), TEST(matching), TEST(names_of_systems), TEST(factors))
