// SPDX-License-Identifier: MIT
#include "text/tagger_lattice.h"

#include "common/base/mem.h"

#include <float.h>
#include <math.h>
#include <string.h>

void tgl_start(tg_lattice *l, uint16_t before2, uint16_t before1)
{
    l->n = 0;
    l->before[0] = before2;
    l->before[1] = before1;
    l->ends = true;
    l->first = mem_grow(l->first, &l->first_cap, 1, sizeof *l->first);
    l->first[0] = 0;
}

void tgl_word(tg_lattice *l)
{
    l->n++;
    l->first = mem_grow(l->first, &l->first_cap, (size_t)l->n + 1, sizeof *l->first);
    l->first[l->n] = l->first[l->n - 1];
}

void tgl_candidate(tg_lattice *l, uint16_t tag, float score)
{
    const uint32_t at = l->first[l->n]++;
    l->tag = mem_grow(l->tag, &l->tag_cap, (size_t)at + 1, sizeof *l->tag);
    l->score = mem_grow(l->score, &l->score_cap, (size_t)at + 1, sizeof *l->score);
    l->tag[at] = tag;
    l->score[at] = score;
}

void tgl_done(tg_lattice *l)
{
    mem_free(l->first);
    mem_free(l->tag);
    mem_free(l->score);
    mem_free(l->best);
    mem_free(l->pairs);
    mem_free(l->pair);
    mem_free(l->inside);
    mem_free(l->from);
    mem_free(l->ahead);
    mem_free(l->back);
    mem_free(l->triple);
    memset(l, 0, sizeof *l);
}

// Words -2 and -1 are the tags before, word n is the edge: each has one candidate.
static inline size_t count(const tg_lattice *l, int word)
{
    return word < 0 || word >= l->n ? 1 : l->first[word + 1] - l->first[word];
}

static inline uint16_t tag_of(const tg_lattice *l, int word, size_t k)
{
    return word < 0 ? l->before[word + 2] : word >= l->n ? TG_EDGE : l->tag[l->first[word] + k];
}

static inline float score_of(const tg_lattice *l, int word, size_t k)
{
    return word >= l->n ? 0 : l->score[l->first[word] + k];
}

static inline int steps(const tg_lattice *l)
{
    return l->n + l->ends;
}

// Numbers the pairs and scores them, together with the second tag.
static void score_pairs(tg_lattice *l, const tg_links *links, const tg_tags *tags)
{
    uint32_t key[TGL_PAIR];
    l->pairs = mem_grow(l->pairs, &l->pairs_cap, (size_t)steps(l) + 1, sizeof *l->pairs);
    l->pairs[0] = 0;
    for (int i = 0; i < steps(l); i++)
        l->pairs[i + 1] = l->pairs[i] + count(l, i - 1) * count(l, i);
    l->pair = mem_grow(l->pair, &l->pair_cap, l->pairs[steps(l)] + 1, sizeof *l->pair);
    for (int i = 0; i < steps(l); i++) {
        float *to = l->pair + l->pairs[i];
        for (size_t a = 0; a < count(l, i - 1); a++)
            for (size_t b = 0; b < count(l, i); b++) {
                const size_t n = tgl_pair(links, tags, tag_of(l, i - 1, a), tag_of(l, i, b), key);
                *to++ = tgl_sum(links, key, n) + score_of(l, i, b);
            }
    }
}

static float triple_score(const tg_lattice *l, const tg_links *links, const tg_tags *tags, int i, size_t z,
                          size_t a, size_t b)
{
    uint32_t key[TGL_TRIPLE];
    const size_t n = tgl_triple(links, tags, tag_of(l, i - 2, z), tag_of(l, i - 1, a), tag_of(l, i, b), key);
    return tgl_sum(links, key, n);
}

// ---------------------------------------------------------------------------------------------------
// The best sequence

static void best_pair(tg_lattice *l, const tg_links *links, const tg_tags *tags, int i, size_t a, size_t b)
{
    const size_t at = l->pairs[i] + a * count(l, i) + b;
    const size_t zs = count(l, i - 2), as = count(l, i - 1), bs = count(l, i);
    float best = -FLT_MAX;
    uint8_t from = 0;
    for (size_t z = 0; z < zs; z++) {
        float score = i ? l->inside[l->pairs[i - 1] + z * as + a] : 0;
        if (zs > 1 || as > 1 || bs > 1)
            score += triple_score(l, links, tags, i, z, a, b);
        if (score > best) {
            best = score;
            from = (uint8_t)z;
        }
    }
    l->inside[at] = best + l->pair[at];
    l->from[at] = from;
}

static void trace(tg_lattice *l)
{
    const int last = steps(l) - 1;
    size_t best = l->pairs[last];
    for (size_t at = l->pairs[last]; at < l->pairs[last + 1]; at++)
        if (l->inside[at] > l->inside[best])
            best = at;
    size_t a = (best - l->pairs[last]) / count(l, last), b = (best - l->pairs[last]) % count(l, last);
    for (int i = last; i >= 0; i--) {
        const size_t z = l->from[l->pairs[i] + a * count(l, i) + b];
        if (i < l->n)
            l->best[i] = (uint16_t)b;
        b = a;
        a = z;
    }
}

void tgl_best(tg_lattice *l, const tg_links *links, const tg_tags *tags)
{
    l->best = mem_grow(l->best, &l->best_cap, (size_t)l->n + 1, sizeof *l->best);
    if (l->n == 0)
        return;
    score_pairs(l, links, tags);
    l->inside = mem_grow(l->inside, &l->inside_cap, l->pairs[steps(l)], sizeof *l->inside);
    l->from = mem_grow(l->from, &l->from_cap, l->pairs[steps(l)], sizeof *l->from);
    for (int i = 0; i < steps(l); i++)
        for (size_t a = 0; a < count(l, i - 1); a++)
            for (size_t b = 0; b < count(l, i); b++)
                best_pair(l, links, tags, i, a, b);
    trace(l);
}

double tgl_best_score(const tg_lattice *l, const tg_links *links, const tg_tags *tags)
{
    double sum = 0;
    size_t z = 0, a = 0;
    for (int i = 0; l->n && i < steps(l); i++) {
        const size_t b = i < l->n ? l->best[i] : 0;
        sum += (double)l->pair[l->pairs[i] + a * count(l, i) + b];
        sum += (double)triple_score(l, links, tags, i, z, a, b);
        z = a;
        a = b;
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------
// Sums

// The exponentials of the triples that end in word i, each less the greatest, whose score is returned.
static double weigh_triples(tg_lattice *l, const tg_links *links, const tg_tags *tags, int i, double *to)
{
    const size_t zs = count(l, i - 2), as = count(l, i - 1), bs = count(l, i);
    double most = -DBL_MAX;
    for (size_t z = 0, at = 0; z < zs; z++)
        for (size_t a = 0; a < as; a++)
            for (size_t b = 0; b < bs; b++, at++) {
                to[at] = (double)l->pair[l->pairs[i] + a * bs + b] +
                         (double)triple_score(l, links, tags, i, z, a, b);
                most = fmax(most, to[at]);
            }
    for (size_t at = 0; at < zs * as * bs; at++)
        to[at] = exp(to[at] - most);
    return most;
}

static size_t triples(const tg_lattice *l, int i)
{
    return count(l, i - 2) * count(l, i - 1) * count(l, i);
}

// The sums over what comes before a pair, scaled so that those of a word add up to 1; returns the log of the
// scale. The triples are divided by it too.
static double go_ahead(tg_lattice *l, int i, double *triple)
{
    const size_t zs = count(l, i - 2), as = count(l, i - 1), bs = count(l, i);
    double *to = l->ahead + l->pairs[i], sum = 0;
    memset(to, 0, as * bs * sizeof *to);
    for (size_t z = 0, at = 0; z < zs; z++)
        for (size_t a = 0; a < as; a++) {
            const double before = i ? l->ahead[l->pairs[i - 1] + z * as + a] : 1;
            for (size_t b = 0; b < bs; b++, at++)
                to[a * bs + b] += before * triple[at];
        }
    for (size_t k = 0; k < as * bs; k++)
        sum += to[k];
    for (size_t k = 0; k < as * bs; k++)
        to[k] /= sum;
    for (size_t k = 0; k < zs * as * bs; k++)
        triple[k] /= sum;
    return log(sum);
}

static void go_back(tg_lattice *l, int i, const double *triple)
{
    const size_t zs = count(l, i - 2), as = count(l, i - 1), bs = count(l, i);
    double *to = l->back + l->pairs[i - 1];
    for (size_t z = 0, at = 0; z < zs; z++)
        for (size_t a = 0; a < as; a++) {
            double sum = 0;
            for (size_t b = 0; b < bs; b++, at++)
                sum += triple[at] * l->back[l->pairs[i] + a * bs + b];
            to[z * as + a] = sum;
        }
}

// Hands out the probabilities of word i.
static void show(const tg_lattice *l, int i, const double *triple, double least, tgl_visit *visit,
                 void *context)
{
    const size_t zs = count(l, i - 2), as = count(l, i - 1), bs = count(l, i);
    double tag[TGL_MOST] = {0};
    for (size_t z = 0, at = 0; z < zs; z++)
        for (size_t a = 0; a < as; a++) {
            const double before = i ? l->ahead[l->pairs[i - 1] + z * as + a] : 1;
            for (size_t b = 0; b < bs; b++, at++) {
                const double p = before * triple[at] * l->back[l->pairs[i] + a * bs + b];
                const int place[3] = {(int)z, (int)a, (int)b};
                const uint16_t tags[3] = {tag_of(l, i - 2, z), tag_of(l, i - 1, a), tag_of(l, i, b)};
                if (p >= least)
                    visit(context, i, 3, place, tags, p);
            }
        }
    for (size_t a = 0; a < as; a++)
        for (size_t b = 0; b < bs; b++) {
            const size_t at = l->pairs[i] + a * bs + b;
            const double p = l->ahead[at] * l->back[at];
            const int place[3] = {-1, (int)a, (int)b};
            const uint16_t tags[3] = {0, tag_of(l, i - 1, a), tag_of(l, i, b)};
            tag[b] += p;
            if (p >= least)
                visit(context, i, 2, place, tags, p);
        }
    for (size_t b = 0; b < bs && i < l->n; b++) {
        const int place[3] = {-1, -1, (int)b};
        const uint16_t tags[3] = {0, 0, tag_of(l, i, b)};
        if (tag[b] >= least)
            visit(context, i, 1, place, tags, tag[b]);
    }
}

double tgl_sums(tg_lattice *l, const tg_links *links, const tg_tags *tags, double least, tgl_visit *visit,
                void *context)
{
    double log_sum = 0;
    size_t all = 0, at = 0;
    if (l->n == 0)
        return 0;
    score_pairs(l, links, tags);
    const int n = steps(l);
    for (int i = 0; i < n; i++)
        all += triples(l, i);
    l->triple = mem_grow(l->triple, &l->triple_cap, all, sizeof *l->triple);
    l->ahead = mem_grow(l->ahead, &l->ahead_cap, l->pairs[n], sizeof *l->ahead);
    l->back = mem_grow(l->back, &l->back_cap, l->pairs[n], sizeof *l->back);
    for (int i = 0; i < n; at += triples(l, i++)) {
        log_sum += weigh_triples(l, links, tags, i, l->triple + at);
        log_sum += go_ahead(l, i, l->triple + at);
    }
    for (size_t k = l->pairs[n - 1]; k < l->pairs[n]; k++)
        l->back[k] = 1;
    for (int i = n - 1; i >= 0; i--) {
        at -= triples(l, i);
        if (i)
            go_back(l, i, l->triple + at);
        if (visit)
            show(l, i, l->triple + at, least, visit, context);
    }
    return log_sum;
}
