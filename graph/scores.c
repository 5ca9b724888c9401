// SPDX-License-Identifier: MIT
#include "graph/scores.h"

#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <string.h>

void gs_done(gscores *s)
{
    gf_words_done(&s->words);
    arena_done(&s->memory);
    arena_done(&s->search);
    memset(s, 0, sizeof *s);
}

// Scores of the ends of arcs, computed on first use: [word][as_head][right][bin].
typedef size_t end_fn(const gf_words *words, int word, bool as_head, bool right, int bin, uint32_t *key);

static float end_score(const gf_words *w, const gweights *g, end_fn *end, float *known, int word,
                       bool as_head, bool right, int bin)
{
    float *at = known + (((size_t)word * 2 + as_head) * 2 + right) * GF_BINS + bin;
    if (isnan(*at)) {
        uint32_t key[GF_MOST];
        *at = gw_sum(g, key, end(w, word, as_head, right, bin, key));
    }
    return *at;
}

// Sums lag one part behind: while a part makes its keys, the weights of the part before are fetched.
typedef struct pending {
    uint32_t key[2][GF_MOST];
    size_t keys;
    int turn;  // key[turn] waits, key[!turn] is free
    float *to; // where the waiting sum is added, or NULL
} pending;

static void settle(pending *p, const gweights *g)
{
    if (p->to)
        *p->to += gw_sum(g, p->key[p->turn], p->keys);
    p->to = NULL;
}

// The keys of a part are in the free half; their sum will be added to *to.
static void await(pending *p, const gweights *g, size_t keys, float *to)
{
    gw_fetch(g, p->key[!p->turn], keys);
    settle(p, g);
    p->turn = !p->turn;
    p->keys = keys;
    p->to = to;
}

// Adds to each remaining arc the sum of the weights of its keys.
static void add_pairs(gscores *s, const gweights *g,
                      size_t (*extract)(const gf_words *words, int h, int d, uint32_t *key))
{
    const size_t N = (size_t)s->n + 1;
    pending p = {.turn = 0};
    for (int d = 1; d <= s->n; d++)
        for (int h = 0; h <= s->n; h++) {
            float *arc = s->arc + (size_t)d * N + (size_t)h;
            if (*arc != -INFINITY)
                await(&p, g, extract(&s->words, h, d, p.key[!p.turn]), arc);
        }
    settle(&p, g);
}

static void add_ends(gscores *s, const gweights *g, end_fn *end)
{
    const int n = s->n;
    const size_t N = (size_t)n + 1, ends = N * 4 * GF_BINS;
    float *known = arena_alloc(&s->memory, ends, sizeof *known);
    for (size_t i = 0; i < ends; i++)
        known[i] = NAN;
    for (int d = 1; d <= n; d++) {
        float *arc = s->arc + (size_t)d * N;
        for (int h = 0; h <= n; h++) {
            const bool right = h < d;
            const int bin = gf_bin(right ? d - h : h - d);
            if (arc[h] == -INFINITY)
                continue;
            arc[h] += end_score(&s->words, g, end, known, h, true, right, bin);
            arc[h] += end_score(&s->words, g, end, known, d, false, right, bin);
        }
    }
}

void gs_sum_arcs(gscores *s, const gweights *g, end_fn *end,
                 size_t (*pair)(const gf_words *words, int h, int d, uint32_t *key))
{
    const size_t N = (size_t)s->n + 1;
    for (size_t i = 0; i < N * N; i++)
        s->arc[i] = s->arc[i] == -INFINITY ? -INFINITY : 0;
    add_pairs(s, g, pair);
    add_ends(s, g, end);
}

void gs_arcs(gscores *s, const gweights *g)
{
    gs_sum_arcs(s, g, s->words.set->end, s->words.set->pair);
}

// The best label of h→d under scores of labels, -1 if none is allowed.
static int best_label(const gscores *s, const float *score, int labels, const uint8_t *allowed, int h, int d)
{
    int best = gs_only(s->only, d);
    for (int l = 0; l < labels && gs_only(s->only, d) < 0; l++)
        if (lp_allowed(allowed, l, h) && (best < 0 || score[l] > score[best]))
            best = l;
    return best;
}

// Scores of d's labels, by d alone, its head left or right of it; wrong ones get loss more, if gold is given.
static void score_own(const gscores *s, const gweights *g, int labels, int d, const int *gold, float loss,
                      float own[2][GW_ROW])
{
    uint32_t key[GF_MOST];
    for (int right = 0; right < 2; right++) {
        memset(own[right], 0, (size_t)labels * sizeof(float));
        gw_add_rows(g, key, gf_label_own(&s->words, d, right, key), labels, own[right]);
        for (int l = 0; gold && l < labels; l++)
            own[right][l] += l != gold[d] ? loss : 0;
    }
}

void gs_labels(gscores *s, const gweights *g, int labels, const uint8_t *allowed, const int *gold, float loss)
{
    const int n = s->n;
    const size_t N = (size_t)n + 1, row = (size_t)labels * sizeof(float);
    uint32_t key[GF_MOST];
    float own[2][GW_ROW], score[GW_ROW];
    s->words.label = s->label = arena_zero(&s->memory, N * N, sizeof *s->label);
    for (int d = 1; d <= n; d++) {
        score_own(s, g, labels, d, gold, loss, own);
        for (int h = 0; h <= n; h++) {
            const size_t at = (size_t)d * N + (size_t)h;
            if (s->arc[at] == -INFINITY)
                continue;
            memcpy(score, own[h < d], row);
            gw_add_rows(g, key, gf_label_arc(&s->words, h, d, key), labels, score);
            const int best = best_label(s, score, labels, allowed, h, d);
            s->label[at] = (uint16_t)(best < 0 ? 0 : best);
            s->arc[at] += score[s->label[at]];
        }
    }
}

// Adds the best labels of h→d for all its siblings. alone has the scores of the arc's labels.
static void add_sibling_labels(gscores *s, const gweights *g, int labels, const uint8_t *allowed, int h,
                               int d, const float *alone)
{
    const size_t N = (size_t)s->n + 1, at = ((size_t)d * N + (size_t)h) * N;
    const int step = h < d ? 1 : -1;
    uint32_t key[GF_MOST];
    float score[GW_ROW];
    for (int k = h; k != d; k += step) {
        if (k != h && (k == 0 || s->arc[(size_t)k * N + (size_t)h] == -INFINITY))
            continue;
        memcpy(score, alone, (size_t)labels * sizeof *score);
        gw_add_rows(g, key, gf_label_sibling(&s->words, h, k, d, key), labels, score);
        const int best = best_label(s, score, labels, allowed, h, d);
        s->sib_label[at + (size_t)k] = (uint16_t)(best < 0 ? 0 : best);
        s->sib[at + (size_t)k] += score[best < 0 ? 0 : best];
    }
}

void gs_label_siblings(gscores *s, const gweights *g, int labels, const uint8_t *allowed, const int *gold,
                       float loss)
{
    const size_t N = (size_t)s->n + 1;
    uint32_t key[GF_MOST];
    float own[2][GW_ROW], alone[GW_ROW];
    s->sib_label = arena_zero(&s->memory, N * N * N, sizeof *s->sib_label);
    for (int d = 1; d <= s->n; d++) {
        score_own(s, g, labels, d, gold, loss, own);
        for (int h = 0; h <= s->n; h++) {
            if (s->arc[(size_t)d * N + (size_t)h] == -INFINITY)
                continue;
            memcpy(alone, own[h < d], (size_t)labels * sizeof *alone);
            gw_add_rows(g, key, gf_label_arc(&s->words, h, d, key), labels, alone);
            add_sibling_labels(s, g, labels, allowed, h, d, alone);
        }
    }
}

int gs_label_of(const gscores *s, const int *head, int d)
{
    const size_t N = (size_t)s->n + 1, at = (size_t)d * N + (size_t)head[d];
    return s->sib_label ? s->sib_label[at * N + (size_t)gs_sibling_of(head, d)] : s->label[at];
}

static void add_siblings(gscores *s, const gweights *g)
{
    const int n = s->n;
    const size_t N = (size_t)n + 1;
    pending p = {.turn = 0};
    s->sib = arena_zero(&s->memory, N * N * N, sizeof *s->sib);
    int *alive = arena_alloc(&s->memory, N, sizeof *alive);
    for (int h = 0; h <= n; h++)
        for (int step = -1; step <= 1; step += 2) {
            int count = 0;
            for (int d = h + step; d >= 1 && d <= n; d += step) {
                if (s->arc[(size_t)d * N + (size_t)h] == -INFINITY)
                    continue;
                float *sib = s->sib + ((size_t)d * N + (size_t)h) * N;
                await(&p, g, gf_sibling(&s->words, h, h, d, p.key[!p.turn]), &sib[h]);
                for (int i = 0; i < count; i++)
                    await(&p, g, gf_sibling(&s->words, h, alive[i], d, p.key[!p.turn]), &sib[alive[i]]);
                alive[count++] = d;
            }
        }
    settle(&p, g);
}

static void add_grands(gscores *s, const gweights *g)
{
    dec_grand *x = &s->grand;
    pending p = {.turn = 0};
    dec_grand_init(x, s->arc, s->n, &s->memory);
    for (int i = 0; i < x->arcs; i++) {
        const int h = x->head[i], d = x->dep[i], first = x->start[h];
        for (int k = first; k < x->start[h + 1]; k++)
            if (x->head[k] != d)
                await(&p, g, gf_grand(&s->words, x->head[k], h, d, p.key[!p.turn]),
                      &x->score[x->at[i] + (size_t)(k - first)]);
    }
    settle(&p, g);
}

void gs_second(gscores *s, const gs_method *method, const gweights *g)
{
    add_siblings(s, g);
    if (method->grand)
        add_grands(s, g);
}

gs_method gs_method_for(const gs_method *wanted, int n)
{
    gs_method m = *wanted;
    m.decoder = dec_for_length(m.decoder, n);
    m.order = n <= GS_MOST_SECOND && dec_has(m.decoder, m.order, false) ? m.order : 1;
    const bool pairs = m.order == 2 && (!m.unpruned || n <= GS_MOST_UNPRUNED_PAIRS);
    m.grand = m.grand && pairs && dec_has(m.decoder, 2, true);
    m.sib_labels = m.sib_labels && pairs;
    return m;
}

static double search(gscores *s, const gs_method *method, int *head)
{
    const graph_decoder *d = method->decoder;
    arena_reset(&s->search);
    if (method->order == 1)
        return d->arcs(s->arc, s->n, method->single_root, head, &s->search);
    if (d->climb)
        return d->climb(s->arc, s->sib, method->grand ? &s->grand : NULL, s->n, method->single_root,
                        &method->hill, head, &s->search);
    if (method->grand)
        return d->grandparents(s->arc, s->sib, &s->grand, method->single_root, head, &s->search);
    return d->siblings(s->arc, s->sib, s->n, method->single_root, head, &s->search);
}

double gs_search(gscores *s, const gs_method *method, int *head)
{
    int word;
    const double score = search(s, method, head);
    const bool fine = tree_check(head, s->n, !method->single_root, &word) == TREE_FINE;
    return fine ? score : dec_end(-INFINITY, s->n, head); // decoders give trees; what follows relies on it
}

static bool has_lists(const gs_method *method)
{
    const graph_decoder *d = method->decoder;
    return method->order == 1 ? d->kbest != NULL
           : method->grand    ? d->kbest_grandparents != NULL
                              : d->kbest_siblings != NULL;
}

int gs_list(gscores *s, const gs_method *method, int k, int *head, double *score, bool *exact)
{
    const graph_decoder *d = method->decoder;
    const bool single = method->single_root;
    arena *a = &s->search;
    *exact = false;
    if (s->n > GS_MOST_LIST || !has_lists(method))
        return 0;
    arena_reset(a);
    *exact = method->order == 1 || d->exact;
    if (method->order == 1)
        return d->kbest(s->arc, s->n, single, k, head, score, a);
    if (method->grand)
        return d->kbest_grandparents(s->arc, s->sib, &s->grand, single, k, head, score, a);
    return d->kbest_siblings(s->arc, s->sib, s->n, single, k, head, score, a);
}

int gs_kbest(gscores *s, const gs_method *method, int k, int *head, double *score, bool *exact)
{
    int *first = arena_alloc(&s->memory, (size_t)s->n + 1, sizeof *first);
    const double best = gs_search(s, method, first);
    const int found = k > 1 ? gs_list(s, method, k, head, score, exact) : 0;
    if (k == 1)
        *exact = method->order == 1 || method->decoder->exact;
    return dec_list_start(s->n, k, found, head, score, first, best);
}

double gs_score(const gscores *s, const gs_method *method, const int *head)
{
    if (method->order == 2)
        return method->grand ? dec_score_grand(s->arc, s->sib, &s->grand, head)
                             : dec_score2(s->arc, s->sib, s->n, head);
    double score = 0;
    for (int d = 1; d <= s->n; d++)
        score += (double)s->arc[(size_t)d * ((size_t)s->n + 1) + (size_t)head[d]];
    return score;
}

int gs_sibling_of(const int *head, int d)
{
    const int h = head[d], step = h < d ? -1 : 1;
    for (int s = d + step; s != h; s += step)
        if (head[s] == h)
            return s;
    return h;
}
