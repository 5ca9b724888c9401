// SPDX-License-Identifier: MIT
// Learning the weights: stochastic gradient steps, sentence by sentence, with a step size for each weight
// (Duchi, Hazan & Singer 2011). First each word alone among all its candidates, then sequences on the pruned
// lattice.
#include "text/tagger_mean.h"
#include "text/tagger_train.h"

#include "common/base/mem.h"
#include "common/base/progress.h"
#include "common/base/random.h"
#include "common/base/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PRUNED = 4 }; // rounds after small weights are removed, over which weights are averaged
enum {
    LINK_BITS = 18,
    LINKS_PER_WORD = 8,
    LINK_KEYS = (int)TGL_PAIR > (int)TGL_TRIPLE ? (int)TGL_PAIR : (int)TGL_TRIPLE
};

static const float RATE = 0.02F;       // of steps
static const float LATE_RATE = 0.04F;  // of steps after small weights are removed
static const double DROPPED = 0.2;     // the share of features that a word goes without after that
static const float LEAST = 0.15F;      // a gradient so large makes a new weight
static const float SMALL = 0.04F;      // weights below this are removed before the last rounds
static const float TRIFLE = 0.002F;    // a smaller one changes nothing
static const double SURE = 0.995;      // a word whose tag is so probable teaches nothing
static const double IMPROBABLE = 1e-4; // pairs and triples that are left out

typedef struct learner {
    tgmodel *m;
    const tg_data *d;
    tg_sources sources;
    tg_cells cells;
    tg_dense links, relation;
    tg_slope slope;
    tg_word word; // its entries
    tg_scorer scorer;
    tg_lattice lattice;
    float *sum;      // [parts]
    double *p;       // [candidates of the lattice] probabilities
    int *right;      // [n] the place of the gold tag among candidates
    size_t at;       // the first word of the piece of a sentence
    uint32_t *id;    // the features of its words that count, each word's from where d has them
    size_t *ids;     // [n] how many of them
    rng random;      // for the order of sentences and for features that are dropped
    bool late;       // small weights are removed
    float rate;      // of steps
    float least;     // a gradient so large makes a new weight
    tg_mean mean[3]; // of cells, links and relation
    double loss;     // of the round
    long candidates; // in lattices of the round
    size_t p_cap, right_cap, id_cap, ids_cap;
} learner;

// ---------------------------------------------------------------------------------------------------
// The gradient of a word

static void slope_add(learner *l, uint16_t tag, float by)
{
    const tg_tags *tags = &l->m->tags;
    int row[TGR_KINDS];
    for (uint32_t i = tags->first[tag]; i < tags->first[tag + 1]; i++) {
        const uint16_t part = tags->part[i];
        if (!l->slope.listed[part])
            l->slope.part[l->slope.n++] = part;
        l->slope.listed[part] = true;
        l->slope.by[part] += by;
    }
    int rows = tg_relate(tags, &l->word, tag, row);
    rows += tg_relate_more(tags, &l->word, tag, row + rows);
    for (int k = 0; k < rows; k++)
        tg_dense_gather(&l->relation, (uint32_t)row[k], by);
}

// Takes a step along the gradient, without parts that it hardly changes, and clears it.
static void slope_settle(learner *l, size_t word)
{
    size_t n = 0;
    for (size_t i = 0; i < l->slope.n; i++) {
        const uint16_t part = l->slope.part[i];
        l->slope.listed[part] = false;
        if (fabsf(l->slope.by[part]) < TRIFLE)
            l->slope.by[part] = 0;
        else
            l->slope.part[n++] = part;
    }
    l->slope.n = n;
    if (n)
        tgc_learn(&l->cells, l->id + (l->d->first[word] - l->d->first[l->at]), l->ids[word - l->at],
                  &l->slope, l->rate, l->least);
    for (size_t i = 0; i < n; i++)
        l->slope.by[l->slope.part[i]] = 0;
    l->slope.n = 0;
}

static void set_word(learner *l, size_t word)
{
    l->word.face.form = l->d->form[word];
    l->word.face.lower = l->d->lower[word];
    l->word.capital = l->d->capital[word];
    tgp_get(&l->d->pool, word * TGD_ENTRIES, &l->word.stem);
    for (size_t k = 0; k < TGW_ALIKE; k++)
        tgp_get(&l->d->pool, word * TGD_ENTRIES + 1 + k, &l->word.more[TGW_FIRST_ALIKE + k]);
    tg_word_look_up(&l->word, &l->sources, (tg_own){l->d->gold[word], 0});
}

// Chooses the features of a word that count this time. In late rounds some are dropped by chance, so that
// each learns to do without the others; those left count for them.
static const uint32_t *choose(learner *l, size_t word)
{
    const size_t *first = l->d->first, from = first[word] - first[l->at];
    size_t n = 0;
    l->id = mem_grow(l->id, &l->id_cap, first[word + 1] - first[l->at], sizeof *l->id);
    l->ids = mem_grow(l->ids, &l->ids_cap, word - l->at + 1, sizeof *l->ids);
    for (size_t i = first[word]; i < first[word + 1]; i++)
        if (!l->late || rng_unit(&l->random) >= DROPPED)
            l->id[from + n++] = l->d->id[i];
    l->ids[word - l->at] = n;
    return l->id + from;
}

static void score(learner *l, size_t word)
{
    const uint32_t *id = choose(l, word);
    memset(l->sum, 0, l->m->tags.parts * sizeof *l->sum);
    tgc_add(&l->cells, id, l->ids[word - l->at], l->sum);
    set_word(l, word);
    tgs_score(&l->scorer, &l->m->tags, l->relation.now, &l->word, l->sum,
              l->late ? 1 / (1 - (float)DROPPED) : 1, NULL);
}

// ---------------------------------------------------------------------------------------------------
// Words alone

static void learn_word(learner *l, size_t word)
{
    const uint16_t gold = l->d->gold[word];
    tg_scorer *s = &l->scorer;
    float most = -INFINITY;
    double sum = 0, right = 0;
    score(l, word);
    for (size_t i = 0; i < s->n; i++)
        most = fmaxf(most, s->score[i]);
    for (size_t i = 0; i < s->n; i++) {
        s->score[i] = expf(s->score[i] - most);
        sum += (double)s->score[i];
        right += s->tag[i] == gold ? (double)s->score[i] : 0;
    }
    if (right == 0)
        return; // a frequent form that has this tag only here
    l->loss -= log(right / sum);
    if (right > SURE * sum)
        return;
    for (size_t i = 0; i < s->n; i++) {
        const float by = (s->tag[i] == gold ? 1.0F : 0.0F) - s->score[i] / (float)sum;
        if (fabsf(by) > TRIFLE / 2)
            slope_add(l, s->tag[i], by);
    }
    slope_settle(l, word);
    tg_dense_settle(&l->relation, l->rate);
}

// ---------------------------------------------------------------------------------------------------
// Sequences

// Adds to the gradient of links for a pair (n is 2) or triple of tags.
static void link_add(learner *l, int n, const uint16_t tag[3], float by)
{
    uint32_t key[LINK_KEYS];
    const tg_links *links = &l->m->links;
    const size_t keys = n == 2 ? tgl_pair(links, &l->m->tags, tag[1], tag[2], key)
                               : tgl_triple(links, &l->m->tags, tag[0], tag[1], tag[2], key);
    for (size_t i = 0; i < keys; i++)
        tg_dense_gather(&l->links, key[i], by);
}

static void take(void *context, int word, int n, const int place[3], const uint16_t tag[3], double p)
{
    learner *l = context;
    if (n == 1)
        l->p[l->lattice.first[word] + (uint32_t)place[2]] = p;
    else
        link_add(l, n, tag, p > 1 - IMPROBABLE ? -1 : (float)-p);
}

// The lattice of n words, with the gold tags among the candidates. False if a word has no gold tag.
static bool make_lattice(learner *l, size_t n, bool ends)
{
    const uint16_t *gold = l->d->gold + l->at;
    tg_lattice *t = &l->lattice;
    tgl_start(t, TG_EDGE, TG_EDGE);
    t->ends = ends;
    l->right = mem_grow(l->right, &l->right_cap, n, sizeof *l->right);
    for (size_t i = 0; i < n; i++) {
        if (gold[i] == TG_EDGE)
            return false;
        score(l, l->at + i);
        tgs_prune(&l->scorer, TG_MARGIN, TG_CANDIDATES, gold[i], t);
        l->right[i] = -1;
        for (uint32_t k = t->first[i]; k < t->first[i + 1]; k++)
            if (t->tag[k] == gold[i])
                l->right[i] = (int)(k - t->first[i]);
        if (l->right[i] < 0) { // a frequent form that has this tag only here
            l->right[i] = (int)(t->first[i + 1] - t->first[i]);
            tgl_candidate(t, gold[i], 0);
        }
    }
    l->candidates += t->first[n];
    return true;
}

// Adds the gold sequence to the gradient of links; returns its score.
static double take_gold(learner *l, size_t n)
{
    const tgmodel *m = l->m;
    const tg_lattice *t = &l->lattice;
    uint16_t tag[3] = {TG_EDGE, TG_EDGE, TG_EDGE};
    uint32_t key[LINK_KEYS];
    double all = 0;
    for (size_t i = 0; i < n + t->ends; i++) {
        tag[0] = tag[1];
        tag[1] = tag[2];
        tag[2] = i < n ? l->d->gold[l->at + i] : TG_EDGE;
        all += (double)tgl_sum(&m->links, key, tgl_pair(&m->links, &m->tags, tag[1], tag[2], key));
        all += (double)tgl_sum(&m->links, key, tgl_triple(&m->links, &m->tags, tag[0], tag[1], tag[2], key));
        if (i < n)
            all += (double)t->score[t->first[i] + (uint32_t)l->right[i]];
        link_add(l, 2, tag, 1);
        link_add(l, 3, tag, 1);
    }
    return all;
}

static void learn_sequence(learner *l, size_t n, bool ends)
{
    const tg_lattice *t = &l->lattice;
    if (!make_lattice(l, n, ends))
        return;
    l->p = mem_grow(l->p, &l->p_cap, t->first[n], sizeof *l->p);
    memset(l->p, 0, t->first[n] * sizeof *l->p);
    l->loss += tgl_sums(&l->lattice, &l->m->links, &l->m->tags, IMPROBABLE, take, l);
    l->loss -= take_gold(l, n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t right = t->first[i] + (uint32_t)l->right[i];
        if (l->p[right] > SURE)
            continue;
        set_word(l, l->at + i);
        for (uint32_t k = t->first[i]; k < t->first[i + 1]; k++)
            slope_add(l, t->tag[k], (k == right ? 1.0F : 0.0F) - (float)l->p[k]);
        slope_settle(l, l->at + i);
    }
    tg_dense_settle(&l->relation, l->rate);
    tg_dense_settle(&l->links, l->rate);
}

// ---------------------------------------------------------------------------------------------------
// Rounds

static void learn_sentence(learner *l, size_t sentence, bool alone)
{
    const size_t end = l->d->begin[sentence + 1];
    for (size_t from = l->d->begin[sentence]; from < end; from += TG_PIECE) {
        const size_t n = end - from < TG_PIECE ? end - from : TG_PIECE;
        l->at = from;
        if (!alone)
            learn_sequence(l, n, from + n == end);
        for (size_t i = 0; alone && i < n; i++)
            if (l->d->gold[from + i] != TG_EDGE)
                learn_word(l, from + i);
    }
}

// A lexicon is believed, as far as training does not show otherwise: a tag that it gives to a form scores
// more from the start, and other tags less.
static void trust_lexicon(tg_dense *relation)
{
    static const float TRUST = 1.5F;
    for (int total = 1; total < TGR_TOTALS; total++)
        for (int share = 0; share < TGR_SHARES; share++)
            relation->now[(TGR_LISTED * TGR_TOTALS + total) * TGR_SHARES + share] = share ? TRUST : -TRUST;
}

// Enough links for the words of the treebank.
static int link_bits(size_t words)
{
    int bits = TGL_LEAST_BITS;
    while (bits < LINK_BITS && (size_t)1 << bits < words * LINKS_PER_WORD)
        bits++;
    return bits;
}

static void begin(learner *l)
{
    const size_t parts = l->m->tags.parts;
    l->sources = tgm_sources(l->m);
    l->m->links.bits = link_bits(l->d->words);
    tgc_start(&l->cells, l->d->ids.n, parts);
    tg_dense_start(&l->links, (size_t)1 << l->m->links.bits);
    tg_dense_start(&l->relation, TGR_ROWS);
    trust_lexicon(&l->relation);
    l->m->links.now = l->links.now;
    l->slope.part = mem_alloc(parts + 1, sizeof *l->slope.part);
    l->slope.by = mem_zero(parts + 1, sizeof *l->slope.by);
    l->slope.listed = mem_zero(parts + 1, sizeof *l->slope.listed);
    l->sum = mem_alloc(parts + 1, sizeof *l->sum);
}

static void end(learner *l)
{
    tg_mean_take(&l->mean[0], l->cells.weight);
    tg_mean_take(&l->mean[1], l->links.now);
    tg_mean_take(&l->mean[2], l->relation.now);
    l->m->links.now = NULL;
    tgl_pack(l->m, l->d, &l->cells, &l->links, &l->relation);
    tgc_done(&l->cells);
    tg_dense_done(&l->links);
    tg_dense_done(&l->relation);
    mem_free(l->slope.part);
    mem_free(l->slope.by);
    mem_free(l->slope.listed);
    mem_free(l->sum);
    mem_free(l->p);
    mem_free(l->id);
    mem_free(l->ids);
    mem_free(l->right);
    tgs_done(&l->scorer);
    tgl_done(&l->lattice);
}

static void learn_round(learner *l, const uint32_t *order, int round, meter *gauge)
{
    const double words = (double)(l->d->words ? l->d->words : 1);
    char what[64];
    snprintf(what, sizeof what, "tags, round %d of %d", round + 1, TGL_ALONE + TGL_ROUNDS);
    meter_stage(gauge, what, 1, (long)l->d->sentences);
    l->loss = 0;
    l->candidates = 0;
    for (size_t i = 0; i < l->d->sentences; i++) {
        meter_step(gauge);
        learn_sentence(l, order[i], round < TGL_ALONE);
    }
    if (round < TGL_ALONE)
        report_line(gauge->env.report, gauge->env.context, "%s: loss %.4f a word", what, l->loss / words);
    else
        report_line(gauge->env.report, gauge->env.context, "%s: loss %.4f a word, %.2f candidates", what,
                    l->loss / words, (double)l->candidates / words);
}

// From now on there are no new weights, larger steps, dropped features, and averages.
static void prune(learner *l)
{
    tgc_prune(&l->cells, SMALL);
    l->late = true;
    l->least = INFINITY;
    l->rate = LATE_RATE;
}

static void average(learner *l)
{
    tg_mean_add(&l->mean[0], l->cells.weight, l->cells.used);
    tg_mean_add(&l->mean[1], l->links.now, l->links.size);
    tg_mean_add(&l->mean[2], l->relation.now, l->relation.size);
}

void tgl_learn(tgmodel *m, const tg_data *d, uint64_t seed, meter *gauge)
{
    learner l = {.m = m, .d = d, .rate = RATE, .least = LEAST};
    uint32_t *order = mem_alloc(d->sentences + 1, sizeof *order);
    for (size_t i = 0; i < d->sentences; i++)
        order[i] = (uint32_t)i;
    rng_seed(&l.random, seed);
    begin(&l);
    for (int round = 0; round < TGL_ALONE + TGL_ROUNDS; round++) {
        if (round == TGL_ALONE + TGL_ROUNDS - PRUNED)
            prune(&l);
        rng_shuffle(&l.random, order, d->sentences);
        learn_round(&l, order, round, gauge);
        if (l.late)
            average(&l);
    }
    end(&l);
    mem_free(order);
}
