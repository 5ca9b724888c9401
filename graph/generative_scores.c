// SPDX-License-Identifier: MIT
// The scores of all trees of a sentence: what the sums and searches work on.
#include "graph/generative.h"

#include "common/base/mem.h"
#include "common/treebank/given.h"
#include "graph/decode.h"
#include "graph/marginals.h"

#include <string.h>

void gen_scores_done(gen_scores *s)
{
    gen_words_done(&s->words);
    mem_free(s->context);
    mem_free(s->context_tag);
    mem_free(s->stop);
    mem_free(s->go);
    mem_free(s->chain);
    mem_free(s->form);
    mem_free(s->arc);
    mem_free(s->trees);
    arena_done(&s->arena);
    memset(s, 0, sizeof *s);
}

// Is h→d excluded by the heads that are given?
static bool excluded(const gen_scores *s, int h, int d)
{
    return s->given && s->given[d] != GIVEN_NONE && s->given[d] != h;
}

// ---------------------------------------------------------------------------------------------------
// Projective: head automata

static void row_of(const void *of, int h, int d, double *row)
{
    const gen_scores *s = of;
    const size_t K = (size_t)s->automata.contexts, at = (2 * (size_t)h + (h < d)) * K,
                 N = (size_t)s->words.n + 1;
    const bool alike = s->m->variant->dependents == GEN_NOTHING, out = excluded(s, h, d);
    const double form = s->form[(size_t)d * N + (size_t)h];
    double tag = 0;
    for (size_t k = 0; k < K; k++) {
        if (k == 0 || !alike)
            tag = gen_log_tag(s->m, &s->chain[at + k], s->words.tag[d]);
        row[k] = out ? -INFINITY : (s->go[at + k] + tag + form) * s->scale;
    }
}

// Numbers the contexts of the sentence. Returns how many.
static int number_contexts(gen_scores *s)
{
    const gen_words *w = &s->words;
    const size_t nodes = (size_t)w->n + 1;
    const bool before = s->m->variant->dependents == GEN_BEFORE || s->m->variant->stops == GEN_BEFORE;
    int K = 1;
    s->context = mem_grow(s->context, &s->context_cap, nodes, sizeof *s->context);
    s->context_tag = mem_grow(s->context_tag, &s->context_tag_cap, nodes + 1, sizeof *s->context_tag);
    s->context_tag[0] = 0;
    s->context_tag[1] = 1;
    for (int d = 1; d <= w->n; d++) {
        int k = 1;
        while (before && k < K && s->context_tag[k] != 1 + w->tag[d])
            k++;
        if (before && k == K)
            s->context_tag[k] = 1 + w->tag[d];
        K = k < K ? K : k + 1;
        s->context[d] = k;
    }
    s->context[0] = 0;
    return K;
}

static void set_automata(gen_scores *s)
{
    const gen_words *w = &s->words;
    const int K = number_contexts(s);
    const size_t places = ((size_t)w->n + 1) * 2 * (size_t)K;
    s->stop = mem_grow(s->stop, &s->stop_cap, places, sizeof *s->stop);
    s->go = mem_grow(s->go, &s->go_cap, places, sizeof *s->go);
    s->chain = mem_grow(s->chain, &s->chain_cap, places, sizeof *s->chain);
    for (size_t i = 0; i < places; i++) {
        const int k = (int)(i % (size_t)K), h = (int)(i / (size_t)K / 2);
        const gen_head head = {w->tag[h], w->form[h], (int)(i / (size_t)K % 2), s->context_tag[k]};
        double stop[2];
        gen_log_stop(s->m, &head, stop);
        s->go[i] = h == 0 && k && s->single_root ? -INFINITY : stop[0];
        s->stop[i] = stop[1] * s->scale;
        gen_tag_chain(s->m, &head, &s->chain[i]);
    }
    s->automata = (ha_scores){w->n, K, s->context, s->stop, row_of, s};
}

// ---------------------------------------------------------------------------------------------------
// Non-projective: arcs

// The log of the sum of the weights of all trees of n words.
static double all_trees(gen_scores *s, int n)
{
    const size_t N = (size_t)n + 1;
    if (s->trees_n <= (size_t)n) {
        const size_t known = s->trees_n;
        s->trees = mem_grow(s->trees, &s->trees_n, N, sizeof *s->trees);
        for (size_t i = known; i < s->trees_n; i++)
            s->trees[i] = NAN;
    }
    if (isnan(s->trees[n])) {
        arena_reset(&s->arena);
        double *arc = arena_alloc(&s->arena, 2 * N * N, sizeof *arc);
        for (int d = 1; d <= n; d++)
            for (int h = 0; h <= n; h++)
                arc[(size_t)d * N + (size_t)h] = gen_log_reach(s->m, h, d);
        s->trees[n] = mar_matrix_tree_logs(arc, n, s->m->single_root, arc + N * N, &s->arena);
    }
    return s->trees[n];
}

// log P(n) and the normaliser of P(tree | n).
static double log_length(gen_scores *s)
{
    const int n = s->words.n;
    return log1p(-s->m->longer) + (n - 1) * log(s->m->longer) - all_trees(s, n);
}

static void set_arcs(gen_scores *s)
{
    const gen_words *w = &s->words;
    const size_t N = (size_t)w->n + 1;
    s->arc = mem_grow(s->arc, &s->arc_cap, N * N, sizeof *s->arc);
    for (size_t h = 0; h < N; h++)
        s->arc[h] = -INFINITY; // the root has no head
    for (int h = 0; h <= w->n; h++) {
        bo_chain c[2];
        for (int side = 0; side < 2; side++)
            gen_tag_chain(s->m, &(gen_head){w->tag[h], w->form[h], side, 0}, &c[side]);
        for (int d = 1; d <= w->n; d++) {
            const size_t at = (size_t)d * N + (size_t)h;
            const double score =
                gen_log_tag(s->m, &c[h < d], w->tag[d]) + s->form[at] + gen_log_reach(s->m, h, d);
            s->arc[at] = excluded(s, h, d) ? -INFINITY : score * s->scale;
        }
    }
}

// ---------------------------------------------------------------------------------------------------

static void score(gen_scores *s)
{
    if (s->m->projective)
        set_automata(s);
    else
        set_arcs(s);
}

void gen_heat(gen_scores *s, double temperature)
{
    if (s->scale * temperature == 1)
        return;
    s->scale = 1 / temperature;
    score(s);
}

void gen_scores_set(gen_scores *s, const copse_sentence *sentence, const int *fixed)
{
    gen_words_set(&s->words, s->m, sentence, fixed != NULL);
    const int n = s->words.n;
    const size_t N = (size_t)n + 1;
    s->given = fixed;
    s->form = mem_grow(s->form, &s->form_cap, N * N, sizeof *s->form);
    for (int d = 1; d <= n; d++)
        for (int h = 0; h <= n; h++)
            s->form[(size_t)d * N + (size_t)h] = gen_log_form(s->m, &s->words, h, d);
    score(s);
}

double gen_marginals(gen_scores *s, double *marginal)
{
    if (s->m->projective) {
        arena_reset(&s->arena);
        return ha_expect(&s->automata, &(ha_counts){.marginal = marginal}, &s->arena);
    }
    const double length = log_length(s);
    arena_reset(&s->arena);
    return mar_matrix_tree_logs(s->arc, s->words.n, s->single_root || s->m->single_root, marginal,
                                &s->arena) +
           length;
}

double gen_sum(gen_scores *s)
{
    if (s->m->projective) {
        arena_reset(&s->arena);
        return ha_sum(&s->automata, &s->arena);
    }
    const size_t N = (size_t)s->words.n + 1;
    double *marginal = mem_alloc(N * N, sizeof *marginal);
    const double sum = gen_marginals(s, marginal);
    mem_free(marginal);
    return sum;
}

double gen_best(gen_scores *s, int *head)
{
    arena_reset(&s->arena);
    if (s->m->projective)
        return ha_best(&s->automata, head, &s->arena);
    const int n = s->words.n;
    const size_t all = ((size_t)n + 1) * ((size_t)n + 1);
    float *arc = arena_alloc(&s->arena, all, sizeof *arc);
    for (size_t i = 0; i < all; i++)
        arc[i] = (float)s->arc[i];
    const double score = dec_cle(arc, n, s->single_root || s->m->single_root, head, &s->arena);
    return score + log_length(s);
}

// What a head generates on one side.
static double log_side(const gen_scores *s, const int *head, int h, int side)
{
    const gen_words *w = &s->words;
    gen_head at = {w->tag[h], w->form[h], side, 0};
    double sum = 0, stop[2];
    bo_chain c;
    for (int d = side ? h + 1 : h - 1; d > 0 && d <= w->n; d += side ? 1 : -1) {
        if (head[d] != h)
            continue;
        gen_log_stop(s->m, &at, stop);
        gen_tag_chain(s->m, &at, &c);
        sum += gen_log_tag(s->m, &c, w->tag[d]) + gen_log_form(s->m, w, h, d);
        sum += s->m->projective ? stop[0] : gen_log_reach(s->m, h, d);
        at.context = 1 + w->tag[d];
    }
    gen_log_stop(s->m, &at, stop);
    return s->m->projective ? sum + stop[1] : sum;
}

double gen_log_tree(gen_scores *s, const int *head)
{
    double sum = s->m->projective ? 0 : log_length(s);
    for (int h = 0; h <= s->words.n; h++)
        for (int side = h == 0; side < 2; side++)
            sum += log_side(s, head, h, side);
    return sum;
}
