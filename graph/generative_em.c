// SPDX-License-Identifier: MIT
#include "graph/generative_em.h"

#include "common/base/mem.h"
#include "graph/marginals.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------
// Tables

static int contexts(gen_context kind, int tags)
{
    return kind == GEN_NOTHING ? 1 : kind == GEN_VALENCE ? 2 : tags + 1;
}

static size_t tag_cells(const em *e)
{
    return (size_t)(e->T + 1) * 2 * (size_t)e->Kd * (size_t)e->T;
}

static size_t stop_cells(const em *e)
{
    return (size_t)(e->T + 1) * 2 * (size_t)e->Ks * 2;
}

// The distribution of a head in a context; k is one of a sentence.
static size_t tag_row(const em *e, int h, int side, int k)
{
    const int at = e->Kd == 1 ? 0 : e->Kd == 2 ? k > 0 : k;
    return ((size_t)(2 * h + side) * (size_t)e->Kd + (size_t)at) * (size_t)e->T;
}

static size_t stop_row(const em *e, int h, int side, int k)
{
    const int at = e->Ks == 1 ? 0 : e->Ks == 2 ? k > 0 : k;
    return ((size_t)(2 * h + side) * (size_t)e->Ks + (size_t)at) * 2;
}

static em_tables tables_new(const em *e)
{
    return (em_tables){mem_zero(tag_cells(e), sizeof(double)), mem_zero(stop_cells(e), sizeof(double))};
}

static void tables_done(em_tables *t)
{
    mem_free(t->tag);
    mem_free(t->stop);
}

bool em_fits(const generative *m)
{
    const double T = (double)m->tags.n;
    return (T + 1) * 2 * contexts(m->variant->dependents, (int)m->tags.n) * T <= EM_MOST_NUMBERS;
}

void em_init(em *e, const generative *m)
{
    const int T = (int)m->tags.n;
    *e =
        (em){.m = m, .T = T, .Kd = contexts(m->variant->dependents, T), .Ks = contexts(m->variant->stops, T)};
    e->K = e->Kd > e->Ks ? e->Kd : e->Ks;
    e->K = e->K > 2 ? e->K : 2; // the root always knows whether it has a word
    e->log_p = tables_new(e);
    e->count = tables_new(e);
    e->next = tables_new(e);
    e->start = mem_grow(NULL, &e->start_cap, 1, sizeof *e->start);
    e->start[0] = 0;
    e->used = mem_zero((size_t)e->K, sizeof *e->used);
}

void em_done(em *e)
{
    tables_done(&e->log_p);
    tables_done(&e->count);
    tables_done(&e->next);
    mem_free(e->tag);
    mem_free(e->start);
    mem_free(e->context);
    mem_free(e->stops);
    mem_free(e->used);
    mem_free(e->arc);
    mem_free(e->marginal);
    mem_free(e->length);
    arena_done(&e->arena);
    memset(e, 0, sizeof *e);
}

void em_add(em *e, const int *tags, int n)
{
    const size_t at = e->start[e->n];
    e->tag = mem_grow(e->tag, &e->tag_cap, at + (size_t)n, sizeof *e->tag);
    e->start = mem_grow(e->start, &e->start_cap, e->n + 2, sizeof *e->start);
    memcpy(e->tag + at, tags, (size_t)n * sizeof *tags);
    e->start[++e->n] = at + (size_t)n;
    e->longest = n > e->longest ? n : e->longest;
}

// ---------------------------------------------------------------------------------------------------
// The E step of one sentence

static int tag_of(const em *e, int node)
{
    return node ? e->words[node - 1] : e->T;
}

// The log probability that h does not stop, or stops, in a context.
static double decision(const em *e, int h, int side, int k, int stop)
{
    if (h == 0 && k == 0)
        return stop ? -INFINITY : 0;
    if (h == 0 && e->m->single_root)
        return stop ? 0 : -INFINITY;
    return e->log_p.stop[stop_row(e, tag_of(e, h), side, k) + (size_t)stop];
}

static void row_of(const void *of, int h, int d, double *row)
{
    const em *e = of;
    for (int k = 0; k < e->K; k++) {
        const double arc = e->log_p.tag[tag_row(e, tag_of(e, h), h < d, k) + (size_t)tag_of(e, d)];
        row[k] = decision(e, h, h < d, k, 0) + arc;
    }
}

static void count_decision(em *e, int h, int side, int k, int stop, double by)
{
    if (h != 0 || (k > 0 && !e->m->single_root))
        e->next.stop[stop_row(e, tag_of(e, h), side, k) + (size_t)stop] += by;
}

static void count_arc(void *to, int h, int d, const double *row)
{
    em *e = to;
    for (int k = 0; k < e->K; k++) {
        e->next.tag[tag_row(e, tag_of(e, h), h < d, k) + (size_t)tag_of(e, d)] += row[k];
        count_decision(e, h, h < d, k, 0, row[k]);
    }
}

static double expect_projective(em *e)
{
    const int n = e->words_n;
    const size_t places = 2 * ((size_t)n + 1) * (size_t)e->K;
    double *used = arena_zero(&e->arena, places, sizeof *used);
    for (int d = 1; d <= n; d++)
        e->context[d] = e->K == 2 ? 1 : 1 + tag_of(e, d);
    for (size_t i = 0; i < places; i++) {
        const int k = (int)(i % (size_t)e->K), side = (int)(i / (size_t)e->K % 2),
                  h = (int)(i / (size_t)e->K / 2);
        e->stops[i] = decision(e, h, side, k, 1);
    }
    const ha_scores s = {n, e->K, e->context, e->stops, row_of, e};
    const ha_counts counts = {.stop = used, .arcs = count_arc, .to = e};
    const double sum = ha_expect(&s, &counts, &e->arena);
    for (size_t i = 0; i < places; i++) {
        const int k = (int)(i % (size_t)e->K), side = (int)(i / (size_t)e->K % 2),
                  h = (int)(i / (size_t)e->K / 2);
        if (used[i] > 0)
            count_decision(e, h, side, k, 1, used[i]);
    }
    return sum;
}

static double expect_all(em *e)
{
    const int n = e->words_n;
    const size_t N = (size_t)n + 1;
    for (int d = 1; d <= n; d++)
        for (int h = 0; h <= n; h++)
            e->arc[(size_t)d * N + (size_t)h] =
                e->log_p.tag[tag_row(e, tag_of(e, h), h < d, 0) + (size_t)tag_of(e, d)] +
                gen_log_reach(e->m, h, d);
    const double sum = mar_matrix_tree_logs(e->arc, n, e->m->single_root, e->marginal, &e->arena);
    for (int d = 1; d <= n; d++)
        for (int h = 0; h <= n; h++)
            e->next.tag[tag_row(e, tag_of(e, h), h < d, 0) + (size_t)tag_of(e, d)] +=
                e->marginal[(size_t)d * N + (size_t)h];
    return sum + e->length[n];
}

// What the length adds: log P(n), and the normaliser of P(tree | n).
static void set_lengths(em *e)
{
    const generative *m = e->m;
    e->length = mem_zero((size_t)e->longest + 1, sizeof *e->length);
    for (int n = 1; n <= e->longest; n++) {
        const size_t N = (size_t)n + 1;
        for (int d = 1; d <= n; d++)
            for (int h = 0; h <= n; h++)
                e->arc[(size_t)d * N + (size_t)h] = gen_log_reach(m, h, d);
        arena_reset(&e->arena);
        e->length[n] = log1p(-m->longer) + (n - 1) * log(m->longer) -
                       mar_matrix_tree_logs(e->arc, n, m->single_root, e->marginal, &e->arena);
    }
}

static void make_room(em *e)
{
    const size_t N = (size_t)e->longest + 1;
    e->context = mem_zero(N, sizeof *e->context);
    e->stops = mem_zero(2 * N * (size_t)e->K, sizeof *e->stops);
    if (!e->m->projective) {
        e->arc = mem_zero(N * N, sizeof *e->arc);
        e->marginal = mem_zero(N * N, sizeof *e->marginal);
        set_lengths(e);
    }
}

static void at_sentence(em *e, size_t i)
{
    e->words = e->tag + e->start[i];
    e->words_n = (int)(e->start[i + 1] - e->start[i]);
    arena_reset(&e->arena);
}

double em_expect(em *e)
{
    double sum = 0;
    if (!e->context)
        make_room(e);
    memset(e->next.tag, 0, tag_cells(e) * sizeof *e->next.tag);
    memset(e->next.stop, 0, stop_cells(e) * sizeof *e->next.stop);
    for (size_t i = 0; i < e->n; i++) {
        at_sentence(e, i);
        sum += e->m->projective ? expect_projective(e) : expect_all(e);
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------
// The M step

// The logs of the shares of n counts; of equal shares if all are 0.
static void normalise(const double *count, double *log_p, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        total += count[i];
    for (int i = 0; i < n; i++)
        log_p[i] = total > 0 ? log(count[i] / total) : -log(n);
}

void em_maximise(em *e)
{
    const em_tables before = e->count;
    e->count = e->next;
    e->next = before;
    for (size_t at = 0; at < tag_cells(e); at += (size_t)e->T)
        normalise(e->count.tag + at, e->log_p.tag + at, e->T);
    for (size_t at = 0; at < stop_cells(e); at += 2)
        normalise(e->count.stop + at, e->log_p.stop + at, 2);
}

// ---------------------------------------------------------------------------------------------------
// The start

// The weight of h as a head of d: 1 over the distance, times what its tag weighs.
static double attraction(const em *e, const double *weight, int h, int d)
{
    return h == d ? 0 : (weight ? weight[tag_of(e, h)] : 1) / (h < d ? d - h : h - d);
}

// d chooses its head. mean[2*h + side] is the number of dependents that h can expect.
static void choose_head(em *e, const double *weight, int d, double *mean)
{
    const int n = e->words_n;
    double tops = 0, heads = 0;
    for (int h = 1; h <= n; h++) {
        tops += weight ? weight[tag_of(e, h)] : 1;
        heads += attraction(e, weight, h, d);
    }
    const double root = (weight ? weight[tag_of(e, d)] : 1) / tops;
    e->next.tag[tag_row(e, e->T, HA_RIGHT, 0) + (size_t)tag_of(e, d)] += root;
    for (int h = 1; h <= n && heads > 0; h++) {
        const double p = (1 - root) * attraction(e, weight, h, d) / heads;
        mean[2 * h + (h < d)] += p;
        for (int k = 0; k < e->Kd; k++)
            e->next.tag[tag_row(e, tag_of(e, h), h < d, k) + (size_t)tag_of(e, d)] += p;
    }
}

// The counts of STOP for a geometric number of dependents.
static void count_geometric(em *e, int h, int side, double mean)
{
    const double some = mean / (1 + mean);
    count_decision(e, h, side, 0, 0, some);
    count_decision(e, h, side, 0, 1, 1 - some);
    for (int k = 1; k < e->Ks; k++) {
        count_decision(e, h, side, k, 0, mean - some);
        count_decision(e, h, side, k, 1, some);
    }
}

void em_start_harmonic(em *e, const double *weight)
{
    for (size_t i = 0; i < e->n; i++) {
        at_sentence(e, i);
        double *mean = arena_zero(&e->arena, 2 * (size_t)e->words_n + 2, sizeof *mean);
        for (int d = 1; d <= e->words_n; d++)
            choose_head(e, weight, d, mean);
        for (int h = 1; h <= e->words_n; h++)
            for (int side = 0; side < 2; side++)
                count_geometric(e, h, side, mean[2 * h + side]);
    }
    em_maximise(e);
}

// Exponential variables: their shares are uniform over all distributions.
static void draw(double *count, size_t n, rng *r)
{
    for (size_t i = 0; i < n; i++)
        count[i] = -log(1 - rng_unit(r));
}

void em_start_random(em *e, rng *r)
{
    draw(e->next.tag, tag_cells(e), r);
    draw(e->next.stop, stop_cells(e), r);
    em_maximise(e);
}

// ---------------------------------------------------------------------------------------------------

void em_fill(const em *e, generative *m)
{
    const double least = 1e-12; // expected counts below it are 0
    bo_done(&m->tag);
    bo_done(&m->stop);
    for (int h = 0; h <= e->T; h++)
        for (int side = h == e->T; side < 2; side++) {
            gen_head at = {h == e->T ? h + 1 : h, BO_UNSEEN, side, 0};
            for (at.context = 0; at.context < e->Kd; at.context++)
                for (int t = 0; t < e->T; t++) {
                    const double by = e->count.tag[tag_row(e, h, side, at.context) + (size_t)t];
                    if (by > least)
                        gen_count_tag(m, &at, t, by);
                }
            for (at.context = 0; m->projective && at.context < e->Ks; at.context++)
                for (int stop = 0; stop < 2; stop++) {
                    const double by = e->count.stop[stop_row(e, h, side, at.context) + (size_t)stop];
                    if (by > least)
                        gen_count_stop(m, &at, stop, by);
                }
        }
    bo_settle(&m->tag);
    bo_settle(&m->stop);
}
