// SPDX-License-Identifier: MIT
// The search of the tagger against brute force: the best sequence, the sum over all, probabilities as slopes
// of it.
#include "tests/harness.h"

#include "common/base/mem.h"
#include "common/base/random.h"
#include "text/tagger_lattice.h"

#include <math.h>

enum { BITS = 12, LONGEST = 5 };

static copse_str str(const char *s)
{
    return (copse_str){s, strlen(s)};
}

static void make_tags(tg_tags *t)
{
    static const char *const tag[][TG_COLUMNS] = {
        {"NOUN", "N", "Case=Nom|Number=Sing"}, {"NOUN", "N", "Case=Acc|Number=Sing"},
        {"NOUN", "N", "Case=Acc|Number=Plur"}, {"VERB", "V", "Number=Sing"},
        {"VERB", "V", "Number=Plur"},          {"ADV", "R", "_"}};
    tg_tags_start(t);
    for (size_t i = 0; i < sizeof tag / sizeof tag[0]; i++) {
        const copse_str value[] = {str(tag[i][0]), str(tag[i][1]), str(tag[i][2])};
        CHECK_INT(tg_tags_add(t, value), i + 1);
        CHECK_INT(tg_tags_find(t, value), i + 1);
    }
    tg_tags_settle(t);
}

static void make_links(tg_links *l, rng *r)
{
    l->bits = BITS;
    l->now = mem_alloc((size_t)1 << BITS, sizeof *l->now);
    for (size_t i = 0; i < (size_t)1 << BITS; i++)
        l->now[i] = (float)(rng_unit(r) - 0.5);
}

static void make_lattice(tg_lattice *l, rng *r, const tg_tags *t, int n, bool ends)
{
    tgl_start(l, (uint16_t)rng_below(r, t->n), (uint16_t)rng_below(r, t->n));
    l->ends = ends;
    for (int i = 0; i < n; i++) {
        tgl_word(l);
        const uint16_t first = (uint16_t)(1 + rng_below(r, t->n - 1));
        for (uint16_t tag = first; tag < t->n && tag < first + 3; tag++)
            tgl_candidate(l, tag, (float)(4 * rng_unit(r)));
    }
}

// The score of a sequence of candidates.
static double score_of(const tg_lattice *l, const tg_links *links, const tg_tags *t, const uint16_t *which)
{
    uint16_t tag[3] = {0, l->before[0], l->before[1]};
    uint32_t key[TGL_PAIR + TGL_TRIPLE];
    double all = 0;
    for (int i = 0; i < l->n + l->ends; i++) {
        const uint32_t at = i < l->n ? l->first[i] + which[i] : 0;
        tag[0] = tag[1];
        tag[1] = tag[2];
        tag[2] = i < l->n ? l->tag[at] : TG_EDGE;
        all += i < l->n ? (double)l->score[at] : 0;
        all += (double)tgl_sum(links, key, tgl_pair(links, t, tag[1], tag[2], key));
        all += (double)tgl_sum(links, key, tgl_triple(links, t, tag[0], tag[1], tag[2], key));
    }
    return all;
}

// The next sequence; false after the last.
static bool next(const tg_lattice *l, uint16_t *which)
{
    for (int i = 0; i < l->n; i++) {
        if (++which[i] < l->first[i + 1] - l->first[i])
            return true;
        which[i] = 0;
    }
    return false;
}

static void best_is_the_best(void)
{
    tg_tags t;
    tg_links links = {0};
    tg_lattice l = {0};
    rng r;
    rng_seed(&r, 1);
    make_tags(&t);
    make_links(&links, &r);
    for (int trial = 0; trial < 200; trial++) {
        uint16_t which[LONGEST] = {0};
        double best = -INFINITY;
        make_lattice(&l, &r, &t, 1 + trial % LONGEST, trial % 3 > 0);
        do
            best = fmax(best, score_of(&l, &links, &t, which));
        while (next(&l, which));
        tgl_best(&l, &links, &t);
        CHECK_NEAR(score_of(&l, &links, &t, l.best), best, 1e-4);
        CHECK_NEAR(tgl_best_score(&l, &links, &t), best, 1e-4);
    }
    tgl_done(&l);
    mem_free(links.now);
    tg_tags_done(&t);
}

// The probabilities that were handed out, by tag of word i, and of links by key.
typedef struct expected {
    const tg_lattice *l;
    const tg_links *links;
    const tg_tags *tags;
    double *tag, *link;
} expected;

static void take(void *context, int word, int n, const int place[3], const uint16_t tag[3], double p)
{
    expected *e = context;
    uint32_t key[TGL_PAIR + TGL_TRIPLE];
    size_t keys = 0;
    if (n == 1)
        e->tag[e->l->first[word] + (uint32_t)place[2]] += p;
    if (n == 2)
        keys = tgl_pair(e->links, e->tags, tag[1], tag[2], key);
    if (n == 3)
        keys = tgl_triple(e->links, e->tags, tag[0], tag[1], tag[2], key);
    for (size_t i = 0; i < keys; i++)
        e->link[key[i]] += p;
}

// The probability of a tag, and the number of times a link is expected, are the slopes of the log of the sum.
static void check_slopes(tg_lattice *l, tg_links *links, const tg_tags *t, rng *r, const expected *e)
{
    const float step = 1.0F / 64;
    for (uint32_t at = 0; at < l->first[l->n]; at++) {
        const float was = l->score[at];
        l->score[at] = was + step;
        const double up = tgl_sums(l, links, t, 0, NULL, NULL);
        l->score[at] = was - step;
        const double down = tgl_sums(l, links, t, 0, NULL, NULL);
        l->score[at] = was;
        CHECK_NEAR((up - down) / (2 * (double)step), e->tag[at], 1e-3);
    }
    for (int i = 0; i < 8; i++) {
        const size_t at = rng_below(r, (size_t)1 << BITS);
        const float was = links->now[at];
        links->now[at] = was + step;
        const double up = tgl_sums(l, links, t, 0, NULL, NULL);
        links->now[at] = was - step;
        const double down = tgl_sums(l, links, t, 0, NULL, NULL);
        links->now[at] = was;
        CHECK_NEAR((up - down) / (2 * (double)step), e->link[at], 2e-2);
    }
}

static void sums_are_sums(void)
{
    tg_tags t;
    tg_links links = {0};
    tg_lattice l = {0};
    rng r;
    rng_seed(&r, 2);
    make_tags(&t);
    make_links(&links, &r);
    for (int trial = 0; trial < 60; trial++) {
        uint16_t which[LONGEST] = {0};
        double sum = 0;
        make_lattice(&l, &r, &t, 1 + trial % LONGEST, trial % 3 > 0);
        do
            sum += exp(score_of(&l, &links, &t, which));
        while (next(&l, which));
        expected e = {&l, &links, &t, mem_zero(l.first[l.n] + 1, sizeof(double)),
                      mem_zero((size_t)1 << BITS, sizeof(double))};
        CHECK_NEAR(tgl_sums(&l, &links, &t, 0, take, &e), log(sum), 1e-4);
        check_slopes(&l, &links, &t, &r, &e);
        mem_free(e.tag);
        mem_free(e.link);
    }
    tgl_done(&l);
    mem_free(links.now);
    tg_tags_done(&t);
}

TESTS(TEST(best_is_the_best), TEST(sums_are_sums))
