// SPDX-License-Identifier: MIT
// The vote of the nearest instances, and scores made of it.
#include "learn/memory.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { MEMORY_ID = 3 };

// A vote too small for a double counts as TiMBL counts it, as much as the least step above 1.
static double of_underflow(double vote)
{
    return vote == 0 ? DBL_EPSILON : vote;
}

// How much an instance at the i-th of k distances counts (Dudani 1976; Shepard 1987). Inverse linear votes
// need all k of them: with fewer, TiMBL counts all instances alike.
static double weight_of(const memory *m, const mbl_nearest *near, uint32_t k, uint32_t i)
{
    const double d = near->distance[i], first = near->distance[0], last = near->distance[near->n - 1];
    switch (m->vote) {
    case MBL_INVERSE:
        return 1 / (d + DBL_EPSILON);
    case MBL_LINEAR:
        return near->n == k && last > first ? (last - d) / (last - first) : 1;
    case MBL_EXPONENTIAL:
        return of_underflow(exp(-m->decay * pow(d, m->power)));
    default:
        return 1;
    }
}

static void count_votes(const memory *m, const mbl_nearest *near, uint32_t k, double *vote /* [classes] */)
{
    for (uint32_t c = 0; c < m->base.classes; c++)
        vote[c] = 0;
    for (uint32_t i = 0; i < near->n; i++) {
        const double weight = weight_of(m, near, k, i);
        for (uint32_t c = 0; c < m->base.classes; c++)
            vote[c] += near->count[i][c] * weight;
    }
}

// Does class a come before b? By votes, then by occurrences in training, then by the order there.
static bool comes_before(const memory *m, const double *vote, uint32_t a, uint32_t b)
{
    if (vote[a] > vote[b] || vote[a] < vote[b])
        return vote[a] > vote[b];
    if (m->class_count[a] != m->class_count[b])
        return m->class_count[a] > m->class_count[b];
    return a < b;
}

static uint32_t winner(const memory *m, const double *vote)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < m->base.classes; c++)
        if (comes_before(m, vote, c, best))
            best = c;
    return best;
}

static bool is_tie(const memory *m, const double *vote, uint32_t best)
{
    for (uint32_t c = 0; c < m->base.classes; c++)
        if (c != best && !(vote[c] < vote[best]))
            return true;
    return false;
}

// A tie is broken by one distance more. If there is a tie then too, the first vote holds, and of the classes
// with equal votes the most frequent one is taken, then the one that came first in training.
mbl_answer mbl_ask(const scorer *s, const uint64_t *key, size_t n, void *scratch)
{
    const memory *m = (const memory *)s;
    double *vote = (double *)((unsigned char *)scratch + m->layout.vote);
    mbl_look(m, key, n, scratch);
    mbl_nearest near = mbl_search(m, m->k, scratch);
    count_votes(m, &near, m->k, vote);
    mbl_answer answer = {winner(m, vote), near.distance[0], vote, false};
    answer.tie = is_tie(m, vote, answer.best);
    if (answer.tie) {
        near = mbl_search(m, m->k + 1, scratch);
        count_votes(m, &near, m->k + 1, vote);
        if (is_tie(m, vote, winner(m, vote))) {
            near.n = near.n < m->k ? near.n : m->k;
            count_votes(m, &near, m->k, vote);
        }
        answer.best = winner(m, vote);
    }
    return answer;
}

// The classes with votes, best first. Returns their number.
static uint32_t rank_classes(const memory *m, const double *vote, uint32_t *rank)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < m->base.classes; c++) {
        if (!(vote[c] > 0))
            continue;
        uint32_t at = n++;
        for (; at > 0 && comes_before(m, vote, c, rank[at - 1]); at--)
            rank[at] = rank[at - 1];
        rank[at] = c;
    }
    return n;
}

// A class's score is its share of the votes, so that equal votes are told apart by as little as possible.
// Classes without votes come after all others, the frequent ones first, with scores from -1 to -1/2.
static void score_memory(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch)
{
    const memory *m = (const memory *)s;
    const mbl_answer answer = mbl_ask(s, key, n, scratch);
    uint32_t *rank = (uint32_t *)((unsigned char *)scratch + m->layout.rank);
    double all = 0, instances = 0;
    for (uint32_t c = 0; c < s->classes; c++) {
        all += answer.vote[c];
        instances += m->class_count[c];
    }
    for (uint32_t c = 0; c < s->classes; c++)
        score[c] = (float)(m->class_count[c] / instances / 2 - 1);
    const uint32_t voted = rank_classes(m, answer.vote, rank);
    float above = HUGE_VALF;
    for (uint32_t i = 0; i < voted; i++) {
        const float share = (float)(answer.vote[rank[i]] / all);
        above = share < above ? share : nextafterf(above, -1);
        score[rank[i]] = above;
    }
}

static size_t scratch_memory(const scorer *s)
{
    return ((const memory *)s)->scratch;
}

static void describe(const scorer *s, char *buf, size_t size)
{
    static const char *const metric[] = {"Overlap", "MVDM"};
    static const char *const vote[] = {"majority", "inverse distance", "inverse linear", "exponential decay"};
    static const char *const weights[] = {"no weights", "gain ratio", "information gain", "chi-square",
                                          "shared variance"};
    const memory *m = (const memory *)s;
    snprintf(buf, size, "memory, %u classes, %u instances of %u columns, k %u, %s, %s, %s",
             (unsigned)s->classes, (unsigned)m->rows, (unsigned)m->columns, (unsigned)m->k, metric[m->metric],
             vote[m->vote], weights[m->weighting]);
}

const scorer_kind scorer_memory = {
    .id = MEMORY_ID,
    .name = "memory",
    .score = score_memory,
    .scratch = scratch_memory,
    .save = mbl_save,
    .load = mbl_load,
    .free = mbl_free,
    .describe = describe,
};
