// SPDX-License-Identifier: MIT
// Statistics of a treebank, in one pass.
//
// Labels and parts of speech are kept by name. Forms, lemmas and features are only counted, by 64-bit hashes
// (among a million values two collide with a probability of 3 in 10^8). Lengths are counted by value, so
// that the median is exact.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/treebank/reader.h"
#include "common/treebank/sentence.h"
#include "common/base/table.h"
#include "common/treebank/tree.h"

#include <limits.h>
#include <stdlib.h>

typedef struct gather {
    copse_stats *stats;
    copse_tree *tree;
    table labels, upos, xpos;
    key_set forms, lemmas, feats;
    long *lengths; // [lengths_cap] sentences by length
    size_t lengths_cap;
    bool *crossing; // [crossing_cap] scratch: which arcs are not projective
    size_t crossing_cap;
    double arc_length; // sum over all arcs except root arcs
    long root_arcs;
} gather;

static const int bin_top[COPSE_LENGTH_BINS] = {1, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, INT_MAX};

int copse_length_bin_top(int bin)
{
    return bin < 0 ? 0 : bin < COPSE_LENGTH_BINS ? bin_top[bin] : INT_MAX;
}

copse_column copse_pos_auto(size_t xpos_values)
{
    enum { LEAST = 2, MOST = 200 };
    return xpos_values >= LEAST && xpos_values <= MOST ? COPSE_XPOS : COPSE_UPOS;
}

static void add_length(gather *g, int n)
{
    size_t had = g->lengths_cap;
    g->lengths = mem_grow(g->lengths, &g->lengths_cap, (size_t)n + 1, sizeof *g->lengths);
    for (size_t i = had; i < g->lengths_cap; i++)
        g->lengths[i] = 0;
    g->lengths[n]++;
    int bin = 0;
    while (n > bin_top[bin])
        bin++;
    g->stats->length_bins[bin]++;
}

static void add_distinct(key_set *set, copse_str value)
{
    if (!str_is(value, "_"))
        key_add(set, hash_bytes(value.s, value.len));
}

static void add_words(gather *g, const copse_sentence *s)
{
    for (int w = 1; w <= s->n; w++) {
        copse_str form = sen_column(s, w, COPSE_FORM);
        tab_count(&g->upos, sen_column(s, w, COPSE_UPOS), 1);
        tab_count(&g->xpos, sen_column(s, w, COPSE_XPOS), 1);
        key_add(&g->forms, hash_bytes(form.s, form.len));
        add_distinct(&g->lemmas, sen_column(s, w, COPSE_LEMMA));
        add_distinct(&g->feats, sen_column(s, w, COPSE_FEATS));
    }
}

static void add_tree(gather *g)
{
    copse_stats *stats = g->stats;
    const copse_tree *t = g->tree;
    int roots = 0;
    const double too_long = 1e9; // steps; only a malicious sentence needs more
    g->crossing = mem_grow(g->crossing, &g->crossing_cap, (size_t)t->n + 1, sizeof *g->crossing);
    int crossing = tree_nonprojective(t->head, t->n, g->crossing);
    bool degrees = crossing && (double)crossing * t->n < too_long;
    stats->annotated++;
    stats->arcs += t->n;
    stats->nonprojective_arcs += crossing;
    stats->nonprojective_sentences += crossing > 0;
    for (int w = 1; w <= t->n; w++) {
        tab_count(&g->labels, t->label[w], 1);
        if (t->head[w] == 0)
            roots++;
        else
            g->arc_length += abs(t->head[w] - w);
        if (degrees && g->crossing[w]) {
            int degree = tree_arc_degree(t->head, t->n, w);
            stats->max_degree = degree > stats->max_degree ? degree : stats->max_degree;
        }
    }
    g->root_arcs += roots;
    stats->roots[roots < 3 ? roots : 3]++;
}

static void add_sentence(gather *g, const copse_sentence *s)
{
    copse_stats *stats = g->stats;
    copse_error why;
    stats->multiword += s->multiword;
    stats->empty_nodes += s->empty_nodes;
    stats->comments += s->comments;
    stats->digest = sen_digest(stats->digest, s);
    if (s->n == 0)
        return;
    if (stats->sentences == 0 || s->n < stats->shortest)
        stats->shortest = s->n;
    stats->longest = s->n > stats->longest ? s->n : stats->longest;
    stats->sentences++;
    stats->words += s->n;
    add_length(g, s->n);
    add_words(g, s);
    if (tree_read(g->tree, s, &why) == 0)
        add_tree(g);
}

// The length of sentence k (from 0) in order of length.
static int length_at(const gather *g, long k)
{
    int n = 0;
    while (k >= g->lengths[n])
        k -= g->lengths[n++];
    return n;
}

static copse_count *counts_of(const table *t, size_t *n)
{
    copse_count *counts = mem_alloc(t->n, sizeof *counts);
    uint32_t *order = tab_order(t);
    for (size_t i = 0; i < t->n; i++) {
        copse_str name = tab_name(t, order[i]);
        counts[i] = (copse_count){mem_string(name.s, name.len), t->entry[order[i]].count};
    }
    mem_free(order);
    *n = t->n;
    return counts;
}

static void finish(gather *g)
{
    copse_stats *stats = g->stats;
    long far = stats->arcs - g->root_arcs;
    if (stats->sentences) {
        long half = stats->sentences / 2;
        bool odd = stats->sentences % 2;
        stats->mean_length = (double)stats->words / (double)stats->sentences;
        stats->median_length =
            odd ? length_at(g, half) : (length_at(g, half - 1) + (double)length_at(g, half)) / 2;
    }
    if (far)
        stats->mean_arc_length = g->arc_length / (double)far;
    stats->labels = counts_of(&g->labels, &stats->labels_n);
    stats->upos = counts_of(&g->upos, &stats->upos_n);
    stats->xpos = counts_of(&g->xpos, &stats->xpos_n);
    stats->pos = copse_pos_auto(stats->xpos_n);
    stats->forms_n = g->forms.n;
    stats->lemmas_n = g->lemmas.n;
    stats->feats_n = g->feats.n;
}

static void gather_done(gather *g)
{
    copse_tree_free(g->tree);
    tab_done(&g->labels);
    tab_done(&g->upos);
    tab_done(&g->xpos);
    key_done(&g->forms);
    key_done(&g->lemmas);
    key_done(&g->feats);
    mem_free(g->lengths);
    mem_free(g->crossing);
}

static int read_stats(copse_stats *stats, const char *path, copse_error *err)
{
    *stats = (copse_stats){.pos = COPSE_UPOS};
    copse_reader *reader = copse_reader_open(path, err);
    if (!reader)
        return err->code;
    gather g = {.stats = stats, .tree = copse_tree_new()};
    copse_sentence *s = copse_sentence_new();
    int got;
    while ((got = copse_reader_next(reader, s, err)) > 0)
        add_sentence(&g, s);
    stats->format = copse_reader_format(reader);
    stats->bytes = (long)rd_bytes(reader);
    if (got == 0)
        finish(&g);
    gather_done(&g);
    copse_sentence_free(s);
    copse_reader_close(reader);
    return got;
}

int copse_stats_read(copse_stats *stats, const char *path, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        *stats = (copse_stats){.pos = COPSE_UPOS};
        return mem_failed(&guard, err);
    }
    return mem_end(&guard, read_stats(stats, path, err));
}

static void free_counts(copse_count *counts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mem_free(counts[i].name);
    mem_free(counts);
}

void copse_stats_done(copse_stats *stats)
{
    if (!stats)
        return;
    free_counts(stats->labels, stats->labels_n);
    free_counts(stats->upos, stats->upos_n);
    free_counts(stats->xpos, stats->xpos_n);
    *stats = (copse_stats){.pos = COPSE_UPOS};
}
