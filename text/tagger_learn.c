// SPDX-License-Identifier: MIT
// Learning the weights: stochastic gradient steps, sentence by sentence, with a step size for each weight.
// First each word alone among all its candidates, then whole sequences on the pruned lattice.
#include "text/tagger_train.h"

#include "common/base/mem.h"
#include "common/base/meter.h"
#include "common/base/progress.h"
#include "common/base/random.h"
#include "common/base/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double knob(const char *name, double def);
double knob(const char *name, double def)
{
    const char *v = getenv(name);
    return v ? atof(v) : def;
}

// Weights found by number that change together at the end of a sentence.
typedef struct dense {
    float *now, *square, *change;
    uint32_t *touched;
    size_t n, cap;
} dense;

typedef struct learner {
    tgmodel *m;
    const tg_data *d;
    tg_cells cells;
    dense links, relation;
    tg_slope slope;
    tg_word word;
    tg_scorer scorer;
    tg_lattice lattice;
    float *sum; // [parts]
    double *p;  // [candidates of the lattice] probabilities
    size_t p_cap;
    size_t at;  // the first word of the sentence
    int *right; // [n] the place of the gold tag
    size_t right_cap;
    float rate, least;
    uint32_t *id; // features left
    size_t *first; size_t id_cap, first_cap;
    rng drops; float drop, decay;
    double loss;
    long pruned, candidates, words;
} learner;

static void dense_start(dense *v, size_t n)
{
    v->now = mem_table(n, sizeof *v->now);
    v->square = mem_table(n, sizeof *v->square);
    v->change = mem_table(n, sizeof *v->change);
    for (size_t i = 0; i < n; i++)
        v->square[i] = 1;
}

static void dense_done(dense *v)
{
    mem_free(v->now);
    mem_free(v->square);
    mem_free(v->change);
    mem_free(v->touched);
}

static void dense_gather(dense *v, uint32_t at, float by)
{
    v->touched = mem_grow(v->touched, &v->cap, v->n + 1, sizeof *v->touched);
    v->touched[v->n++] = at;
    v->change[at] += by;
}

static void dense_settle(dense *v, float rate)
{
    for (size_t i = 0; i < v->n; i++) {
        const uint32_t at = v->touched[i];
        const float by = v->change[at];
        if (by == 0)
            continue;
        v->change[at] = 0;
        v->square[at] += by * by;
        v->now[at] += rate * by / sqrtf(v->square[at]);
    }
    v->n = 0;
}

// ---------------------------------------------------------------------------------------------------
// Gradients

static void slope_add(learner *l, uint16_t tag, float by)
{
    const tg_tags *tags = &l->m->tags;
    for (uint32_t i = tags->first[tag]; i < tags->first[tag + 1]; i++) {
        const uint16_t part = tags->part[i];
        if (l->slope.by[part] == 0)
            l->slope.part[l->slope.n++] = part;
        l->slope.by[part] += by;
        if (l->slope.by[part] == 0)
            l->slope.by[part] = 1e-12F; // stays listed once
    }
}

// Forgets parts with hardly any slope.
static void slope_trim(learner *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->slope.n; i++) {
        const uint16_t part = l->slope.part[i];
        if (fabsf(l->slope.by[part]) < 0.002F)
            l->slope.by[part] = 0;
        else
            l->slope.part[n++] = part;
    }
    l->slope.n = n;
}

static void slope_clear(learner *l)
{
    for (size_t i = 0; i < l->slope.n; i++)
        l->slope.by[l->slope.part[i]] = 0;
    l->slope.n = 0;
}

static void relation_add(learner *l, uint16_t tag, float by)
{
    int row[TGR_KINDS];
    tg_relate(&l->m->tags, &l->word, tag, row);
    for (int k = 0; k < TGR_KINDS; k++)
        dense_gather(&l->relation, (uint32_t)row[k], by);
}

static void learn_rows(learner *l, size_t word)
{
    slope_trim(l);
    if (l->slope.n)
        tgc_learn(&l->cells, l->id + l->first[word-l->at], l->first[word + 1-l->at] - l->first[word-l->at], &l->slope, l->rate,
                  l->least, l->decay);
    slope_clear(l);
}

static void set_word(learner *l, size_t word)
{
    const tg_sources sources = tgm_sources(l->m);
    l->word.form = l->d->form[word];
    l->word.lower = l->d->lower[word];
    l->word.begins = 0;
    tg_word_entries(&l->word, &sources, l->d->gold[word], 0);
    l->word.stem[0] = l->d->stem[word];
}

static void score(learner *l, size_t word)
{
    const tg_data *d = l->d;
    const size_t i = word - l->at;
    memset(l->sum, 0, l->m->tags.parts * sizeof *l->sum);
    l->first = mem_grow(l->first, &l->first_cap, i + 2, sizeof *l->first);
    if (i == 0) l->first[0] = 0;
    l->id = mem_grow(l->id, &l->id_cap, l->first[i] + TGW_KEYS, sizeof *l->id);
    size_t n = l->first[i];
    for (size_t k = d->first[word]; k < d->first[word + 1]; k++)
        if (l->drop == 0 || rng_unit(&l->drops) >= (double)l->drop)
            l->id[n++] = d->id[k];
    l->first[i + 1] = n;
    tgc_add(&l->cells, l->id + l->first[i], n - l->first[i], l->sum);
    if (l->drop > 0)
        for (size_t k = 0; k < l->m->tags.parts; k++)
            l->sum[k] /= 1 - l->drop;
    set_word(l, word);
    tgs_score(&l->scorer, &l->m->tags, l->relation.now, &l->word, l->sum, NULL);
}

// ---------------------------------------------------------------------------------------------------
// Words alone

static void learn_word(learner *l, size_t word)
{
    const uint16_t gold = l->d->gold[word];
    tg_scorer *s = &l->scorer;
    float most = 0;
    double sum = 0, right = 0;
    score(l, word);
    for (size_t i = 0; i < s->n; i++)
        most = i == 0 || s->score[i] > most ? s->score[i] : most;
    for (size_t i = 0; i < s->n; i++) {
        s->score[i] = expf(s->score[i] - most);
        sum += (double)s->score[i];
        right += s->tag[i] == gold ? (double)s->score[i] : 0;
    }
    if (right == 0)
        return; // a tag that was never seen with a frequent form
    l->loss -= log(right / sum);
    if (right / sum > 0.995)
        return;
    for (size_t i = 0; i < s->n; i++) {
        const float p = s->score[i] / (float)sum, by = (s->tag[i] == gold ? 1.0F : 0.0F) - p;
        if (fabsf(by) < 0.001F)
            continue;
        slope_add(l, s->tag[i], by);
        relation_add(l, s->tag[i], by);
    }
    learn_rows(l, word);
    dense_settle(&l->relation, l->rate);
}

// ---------------------------------------------------------------------------------------------------
// Sequences

// The change of links for a pair or triple of tags.
static void link_add(learner *l, int n, const uint16_t tag[3], float by)
{
    uint32_t key[TGL_PAIR > TGL_TRIPLE ? TGL_PAIR : TGL_TRIPLE];
    const tg_links *links = &l->m->links;
    const size_t keys = n == 2 ? tgl_pair(links, &l->m->tags, tag[1], tag[2], key)
                               : tgl_triple(links, &l->m->tags, tag[0], tag[1], tag[2], key);
    for (size_t i = 0; i < keys; i++)
        dense_gather(&l->links, key[i], by);
}

static void take(void *context, int word, int n, const int place[3], const uint16_t tag[3], double p)
{
    learner *l = context;
    if (n == 1)
        l->p[l->lattice.first[word] + (uint32_t)place[2]] = p;
    else if (p < 0.9999)
        link_add(l, n, tag, (float)-p);
    else
        link_add(l, n, tag, -1);
}

static bool make_lattice(learner *l, size_t n)
{
    tgl_start(&l->lattice, TG_EDGE, TG_EDGE);
    l->right = mem_grow(l->right, &l->right_cap, n, sizeof *l->right);
    for (size_t i = 0; i < n; i++) {
        const uint16_t gold = l->d->gold[l->at + i];
        score(l, l->at + i);
        l->pruned +=
            !tgs_prune(&l->scorer, (float)knob("MARGIN", 6), (size_t)knob("MOST", 8), gold, &l->lattice);
        l->right[i] = -1;
        for (uint32_t k = l->lattice.first[i]; k < l->lattice.first[i + 1]; k++)
            if (l->lattice.tag[k] == gold)
                l->right[i] = (int)(k - l->lattice.first[i]);
        if (l->right[i] < 0) {
            if (gold == TG_EDGE)
                return false;
            tgl_candidate(&l->lattice, gold, 0); // never seen with this frequent form
            l->right[i] = (int)(l->lattice.first[i + 1] - l->lattice.first[i]) - 1;
        }
        l->candidates += l->lattice.first[i + 1] - l->lattice.first[i];
    }
    l->words += (long)n;
    return true;
}

// Adds the gold sequence to the change of links; returns its score.
static double gold_links(learner *l, size_t n)
{
    uint16_t tag[3] = {TG_EDGE, TG_EDGE, TG_EDGE};
    uint32_t key[TGL_PAIR > TGL_TRIPLE ? TGL_PAIR : TGL_TRIPLE];
    double all = 0;
    for (size_t i = 0; i <= n; i++) {
        tag[0] = tag[1];
        tag[1] = tag[2];
        tag[2] = i < n ? l->d->gold[l->at + i] : TG_EDGE;
        all += (double)tgl_sum(&l->m->links, key, tgl_pair(&l->m->links, &l->m->tags, tag[1], tag[2], key));
        all += (double)tgl_sum(&l->m->links, key,
                               tgl_triple(&l->m->links, &l->m->tags, tag[0], tag[1], tag[2], key));
        if (i < n)
            all += (double)l->lattice.score[l->lattice.first[i] + (uint32_t)l->right[i]];
        link_add(l, 2, tag, 1);
        link_add(l, 3, tag, 1);
    }
    return all;
}

static void learn_sentence(learner *l, size_t n)
{
    if (!make_lattice(l, n))
        return;
    const tg_lattice *t = &l->lattice;
    l->p = mem_grow(l->p, &l->p_cap, t->first[n] + 1, sizeof *l->p);
    memset(l->p, 0, t->first[n] * sizeof *l->p);
    const double all = tgl_sums(&l->lattice, &l->m->links, &l->m->tags, 1e-4, take, l);
    l->loss += all - gold_links(l, n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t right = t->first[i] + (uint32_t)l->right[i];
        if (l->p[right] > 0.995)
            continue;
        set_word(l, l->at + i);
        for (uint32_t k = t->first[i]; k < t->first[i + 1]; k++) {
            const float by = (k == right ? 1.0F : 0.0F) - (float)l->p[k];
            slope_add(l, t->tag[k], by);
            relation_add(l, t->tag[k], by);
        }
        learn_rows(l, l->at + i);
    }
    dense_settle(&l->relation, l->rate);
    dense_settle(&l->links, l->rate * (float)knob("LINKRATE", 1));
}

// ---------------------------------------------------------------------------------------------------
// The end

static int8_t pack(float weight, float scale)
{
    const float x = weight / scale;
    return (int8_t)lrintf(x > 127 ? 127 : x < -127 ? -127 : x);
}

static void pack_links(learner *l)
{
    tg_links *to = &l->m->links;
    const size_t n = (size_t)1 << to->bits;
    float most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(l->links.now[i]));
    to->scale = most > 0 ? most / 127 : 1;
    to->own = mem_alloc(n, 1);
    for (size_t i = 0; i < n; i++)
        to->own[i] = pack(l->links.now[i], to->scale);
    to->packed = to->own;
    to->now = NULL;
}

static void pack_rows(learner *l)
{
    const tg_cells *c = &l->cells;
    tg_row *row = mem_alloc(c->n + 1, sizeof *row);
    float most = 0;
    for (size_t i = 0; i < c->n; i++) {
        row[i] = (tg_row){l->d->ids.of[i], c->size[i], c->part + c->at[i], c->weight + c->at[i]};
        for (size_t k = 0; k < row[i].n; k++)
            most = fmaxf(most, fabsf(row[i].weight[k]));
    }
    most = fminf(most, (float)knob("CLIP", 4));
    tgt_make(&l->m->table, row, c->n, l->m->tags.parts, most > 0 ? most / 127 : 1);
    mem_free(row);
}

static void begin(learner *l, const tg_data *d)
{
    const size_t parts = l->m->tags.parts;
    l->m->links.bits = (int)knob("BITS", 18);
    tgc_start(&l->cells, d->ids.n, parts);
    dense_start(&l->links, (size_t)1 << l->m->links.bits);
    dense_start(&l->relation, TGR_ROWS);
    l->m->links.now = l->links.now;
    l->slope.part = mem_alloc(parts + 1, sizeof *l->slope.part);
    l->slope.by = mem_zero(parts + 1, sizeof *l->slope.by);
    l->sum = mem_alloc(parts + 1, sizeof *l->sum);
}

static void end(learner *l)
{
    pack_links(l);
    pack_rows(l);
    memcpy(l->m->relation, l->relation.now, sizeof l->m->relation);
    tgc_done(&l->cells);
    dense_done(&l->links);
    dense_done(&l->relation);
    mem_free(l->slope.part);
    mem_free(l->slope.by);
    mem_free(l->sum);
    mem_free(l->p);
    mem_free(l->right);
    tgs_done(&l->scorer);
    tgl_done(&l->lattice);
}

void tgl_learn(tgmodel *m, const tg_data *d, uint64_t seed, const copse_environment *env)
{
    learner l = {.m = m, .d = d, .rate = (float)knob("RATE", 0.05), .least = (float)knob("LEAST", 0.05)};
    const double started = prog_now();
    const int alone = (int)knob("ALONE", 2), rounds = alone + (int)knob("ROUNDS", 8);
    uint32_t *order = mem_alloc(d->sentences + 1, sizeof *order);
    rng random;
    meter gauge;
    for (size_t i = 0; i < d->sentences; i++)
        order[i] = (uint32_t)i;
    rng_seed(&random, seed);
    begin(&l, d);
    rng_seed(&l.drops, seed + 1);
    l.drop = (float)knob("DROP", 0);
    l.decay = (float)knob("L2", 0);
    meter_start(&gauge, env, rounds);
    for (int round = 0; round < rounds; round++) {
        meter_stage(&gauge, "tagger", 1, (long)d->sentences);
        rng_shuffle(&random, order, d->sentences);
        l.loss = 0;
        l.pruned = l.candidates = l.words = 0;
        l.rate = (float)(knob("RATE", 0.05) * (1 - knob("DECAY", 0.0) * round / rounds));
        for (size_t i = 0; i < d->sentences; i++) {
            l.at = d->begin[order[i]];
            const size_t n = d->begin[order[i] + 1] - l.at;
            meter_step(&gauge);
            if (round >= alone)
                learn_sentence(&l, n);
            else
                for (size_t k = 0; k < n; k++)
                    if (d->gold[l.at + k] != TG_EDGE)
                        learn_word(&l, l.at + k);
        }
        report_line(
            env->report, env->context,
            "tagger, round %d of %d: loss %.4f a word; %.2f candidates, %.3f%% pruned; %zu cells; %.1f s",
            round + 1, rounds, l.loss / (double)d->words, (double)l.candidates / (double)(l.words + 1),
            100 * (double)l.pruned / (double)(l.words + 1), l.cells.used, prog_now() - started);
    }
    end(&l);
    mem_free(order);
}
