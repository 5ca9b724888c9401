// SPDX-License-Identifier: MIT
// Most sentences need no search: if the best arcs of all words, each by itself, form a tree that is allowed,
// there is none better. Otherwise the decoders of graph/ search. Their scores are whole numbers: votes in L
// levels, times C, plus a bonus for how early the arc's first voter comes. If C exceeds the sum of all
// bonuses in a tree, trees are compared by votes first and by the order of systems second. Sums are exact.
// The search of all trees adds in double; the search of projective trees adds in float, where L is smaller.
// In long sentences there is no room for both, and the decoder decides between trees with equal votes.
//
// If one root word or a projective tree is required, an arc that nobody proposed may be needed. It costs more
// than all votes together, so that there are as few of them as possible.
//
// Long sentences have cheaper methods, as in graph/: each decoder says up to how many words it is used and
// which decoder comes after it. Past VOTE_MOST words n² numbers are too many. There, if the best arcs are no
// tree, the result is the tree of the system whose arcs have most votes in all.
#include "ensemble/vote_internal.h"

#include "common/base/mem.h"
#include "common/treebank/given.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT = 1 << 24, LEVELS = 4096, LEVELS_LEAST = 256 };

voter *vote_new(size_t systems, const weights *w, const vote_options *options)
{
    voter *v = mem_zero(1, sizeof *v);
    v->systems = systems;
    v->w = w;
    v->options = *options;
    if (!v->options.decoder)
        v->options.decoder = dec_for(false);
    v->ask = wt_scratch_new(w);
    return v;
}

void vote_free(voter *v)
{
    if (!v)
        return;
    wt_scratch_free(v->ask);
    mem_free(v->vote);
    mem_free(v->arc);
    mem_free(v->head);
    mem_free(v->list);
    arena_done(&v->decoder);
    mem_free(v);
}

void vote_keep(voter *v, const given *g)
{
    v->given = g;
}

// The given head of d, or GIVEN_NONE.
static int given_head(const voter *v, int d)
{
    return v->given ? v->given->head[d] : GIVEN_NONE;
}

// The votes for the head h of d, in units of 1/scale; -1 if there are none. *first: the first voter. Every
// vote is rounded by itself, so that the same votes have the same sum for any head.
static double support(const voter *v, int d, int h, size_t *first)
{
    double sum = -1;
    for (size_t i = v->systems; i-- > 0;)
        if (v->tree[i]->head[d] == h) {
            sum = (sum < 0 ? 0 : sum) + floor(vote_row(v, d)[i] * v->scale + 0.5);
            *first = i;
        }
    return sum;
}

// Divides room, the largest whole number, between at least `least` levels of votes and the tie bonus. The
// scale is a power of ten, so that weights of a few decimals are exact.
static void set_scale(voter *v, double room, double least)
{
    double levels = floor(room / ((double)v->n * (double)(v->systems - 1) + 1));
    v->tie = (double)v->n * (double)(v->systems - 1) + 1;
    if (levels < least) {
        levels = least;
        v->tie = floor(room / least);
    }
    const double most = levels - (double)v->systems;
    v->scale = 1;
    while (v->top * v->scale * 10 <= most && v->scale < 1e9)
        v->scale *= 10;
    while (v->top * v->scale > most && v->scale > 1e-200)
        v->scale /= 10;
}

// The score of an arc with these votes, whose first voter is first.
static double grade(const voter *v, double sum, size_t first)
{
    const double early = (double)(v->systems - 1 - first);
    return sum * v->tie + (early < v->tie ? early : 0);
}

// The best arc of each word, by itself.
static void take_best(const voter *v, int *head)
{
    head[0] = -1;
    for (int d = 1; d <= v->n; d++) {
        double most = -1;
        head[d] = v->tree[0]->head[d];
        for (size_t i = 0; i < v->systems; i++) {
            const int h = v->tree[i]->head[d];
            size_t first = i;
            const double score = grade(v, support(v, d, h, &first), first);
            if (score > most) {
                most = score;
                head[d] = h;
            }
        }
        if (given_head(v, d) != GIVEN_NONE)
            head[d] = given_head(v, d);
    }
}

static bool allowed(const voter *v, const int *head, bool projective)
{
    int word;
    return tree_check(head, v->n, !v->single_root, &word) == TREE_FINE &&
           (!projective || tree_is_projective(head, v->n));
}

// Forbids all heads of a word but the given one.
static void forbid(voter *v)
{
    const size_t N = (size_t)v->n + 1;
    for (int d = 1; d <= v->n; d++)
        for (int h = 0; given_head(v, d) != GIVEN_NONE && h <= v->n; h++)
            if (h != given_head(v, d))
                v->arc[(size_t)d * N + (size_t)h] = -INFINITY;
}

static void fill_arcs(voter *v, double unproposed)
{
    const size_t N = (size_t)v->n + 1;
    v->arc = mem_grow(v->arc, &v->arc_cap, N * N, sizeof *v->arc);
    for (size_t i = 0; i < N * N; i++)
        v->arc[i] = (float)unproposed;
    for (int d = 1; d <= v->n; d++)
        for (size_t i = 0; i < v->systems; i++) {
            const int h = v->tree[i]->head[d];
            size_t first = i;
            const double sum = support(v, d, h, &first);
            if (first == i)
                v->arc[(size_t)d * N + (size_t)h] = (float)grade(v, sum, first);
        }
    forbid(v);
}

// The score of an arc that is not proposed: its cost is a power of two, hence exact, and more than all
// scores of a tree together.
static double forbidding(const voter *v, double room)
{
    double cost = 1;
    while (cost < room * ((double)v->n + 1))
        cost *= 2;
    return -cost;
}

// Searches all trees first: the best one is often projective.
static void decode(voter *v, const graph_decoder *how, int *head)
{
    const double n = (double)v->n;
    const graph_decoder *all = how->projective ? dec_for(false) : how;
    arena_reset(&v->decoder);
    set_scale(v, EXACT, LEVELS);
    fill_arcs(v, forbidding(v, EXACT));
    all->arcs(v->arc, v->n, v->single_root, head, &v->decoder);
    if (!how->projective || tree_is_projective(head, v->n))
        return;
    arena_reset(&v->decoder);
    set_scale(v, floor(EXACT / n), LEVELS);
    fill_arcs(v, -INFINITY);
    if (how->arcs(v->arc, v->n, v->single_root, head, &v->decoder) > -INFINITY)
        return;
    const double room = floor(EXACT / (2 * n * (n + 1)));
    arena_reset(&v->decoder);
    set_scale(v, room > LEVELS_LEAST ? room : LEVELS_LEAST, LEVELS_LEAST);
    fill_arcs(v, forbidding(v, room > LEVELS_LEAST ? room : LEVELS_LEAST));
    how->arcs(v->arc, v->n, v->single_root, head, &v->decoder);
}

// Takes the tree of the system whose arcs have most votes. If there must be one root word, the one with most
// votes becomes the head of the others.
static void take_system(const voter *v, int *head)
{
    double most = -1;
    size_t best = 0, first = 0;
    for (size_t i = 0; i < v->systems; i++) {
        double sum = 0;
        for (int d = 1; d <= v->n; d++)
            sum += support(v, d, v->tree[i]->head[d], &first);
        if (sum > most) {
            most = sum;
            best = i;
        }
    }
    int root = 0;
    for (int d = 1; d <= v->n; d++) {
        head[d] = v->tree[best]->head[d];
        if (head[d] == 0 && (!root || support(v, d, 0, &first) > support(v, root, 0, &first)))
            root = d;
    }
    for (int d = 1; d <= v->n && v->single_root; d++)
        if (head[d] == 0 && d != root)
            head[d] = root;
}

static int roots(const copse_tree *t)
{
    int n = 0;
    for (int d = 1; d <= t->n; d++)
        n += t->head[d] == 0;
    return n;
}

void vote_begin(voter *v, const copse_sentence *s, const copse_tree *const *tree)
{
    const size_t cells = ((size_t)s->n + 1) * v->systems;
    v->n = s->n;
    v->tree = tree;
    v->vote = mem_grow(v->vote, &v->vote_cap, cells, sizeof *v->vote);
    v->head = mem_grow(v->head, &v->head_cap, (size_t)s->n + 1, sizeof *v->head);
    v->single_root = v->options.single_root || v->options.root_as_systems;
    for (size_t i = 0; i < v->systems && v->options.root_as_systems; i++)
        v->single_root &= roots(tree[i]) == 1;
    wt_votes(v->ask, s, tree, v->vote);
    memset(v->common, 0, sizeof v->common);
    v->top = 0;
    for (int d = 1; d <= s->n; d++) {
        double sum = 0;
        for (size_t i = 0; i < v->systems; i++) {
            const copse_tree *t = tree[i];
            double *vote = &vote_row(v, d)[i];
            if (v->options.confidence && t->scored)
                *vote = vote_sane(*vote) * vote_sane((double)t->score[d]);
            *vote = vote_sane(*vote);
            sum += *vote;
        }
        v->top = sum > v->top ? sum : v->top;
    }
    v->top = v->top > 0 ? v->top : 1;
}

// Finds the best heads.
static void find_heads(voter *v, const copse_sentence *s, const copse_tree *const *tree)
{
    const graph_decoder *how = dec_for_length(v->options.decoder, s->n);
    vote_begin(v, s, tree);
    set_scale(v, EXACT, LEVELS);
    take_best(v, v->head);
    if (!allowed(v, v->head, how->projective)) {
        if (s->n <= VOTE_MOST)
            decode(v, how, v->head);
        else
            take_system(v, v->head);
    }
    if (v->given) // a decoder may have found no tree, and the tree of one system may have several root words
        given_graft(v->given, v->single_root, v->head);
}

static void fill(voter *v, const int *head, copse_tree *out)
{
    tree_resize(out, v->n);
    for (int d = 1; d <= v->n; d++)
        out->head[d] = head[d];
    vote_set_labels(v, out);
    if (v->given) // the arcs are there; these are the labels
        given_settle(v->given, v->single_root, vote_common_label(v, 0), vote_common_label(v, 1), out);
}

double vote_share(const voter *v, int d, size_t system)
{
    double all = 0;
    for (size_t i = 0; i < v->systems; i++)
        all += vote_row(v, d)[i];
    return all > 0 ? vote_row(v, d)[system] / all : 1 / (double)v->systems;
}

void vote_under(voter *v, const float *arc, copse_tree *out)
{
    const graph_decoder *how = dec_for_length(v->options.decoder, v->n);
    const size_t cells = ((size_t)v->n + 1) * ((size_t)v->n + 1);
    v->arc = mem_grow(v->arc, &v->arc_cap, cells, sizeof *v->arc);
    memcpy(v->arc, arc, cells * sizeof *v->arc);
    forbid(v);
    arena_reset(&v->decoder);
    how->arcs(v->arc, v->n, v->single_root, v->head, &v->decoder);
    fill(v, v->head, out);
}

void vote_combine(voter *v, const copse_sentence *s, const copse_tree *const *tree, copse_tree *out)
{
    if (s->n == 0) {
        tree_resize(out, 0);
        return;
    }
    find_heads(v, s, tree);
    fill(v, v->head, out);
}

// The sum of a tree's votes. *unproposed counts arcs that have none.
static double sum_votes(const voter *v, const int *head, int *unproposed)
{
    double sum = 0;
    size_t first;
    *unproposed = 0;
    for (int d = 1; d <= v->n; d++) {
        const double votes = support(v, d, head[d], &first);
        *unproposed += votes < 0;
        sum += votes < 0 ? 0 : votes;
    }
    return sum / v->scale;
}

// Lists the k best trees that have as few unproposed arcs as the first, which is in v->head. Returns how
// many.
static int list_heads(voter *v, const graph_decoder *how, int k, double *score)
{
    const size_t N = (size_t)v->n + 1;
    int least, unproposed, kept = 0;
    set_scale(v, EXACT, LEVELS);
    const double best = sum_votes(v, v->head, &least);
    fill_arcs(v, least ? forbidding(v, EXACT) : -INFINITY);
    arena_reset(&v->decoder);
    const int found = k > 1 ? how->kbest(v->arc, v->n, v->single_root, k, v->list, score, &v->decoder) : 0;
    for (int i = 0; i < found; i++) {
        const int *head = v->list + (size_t)i * N;
        score[kept] = sum_votes(v, head, &unproposed);
        if (unproposed <= least)
            memmove(v->list + (size_t)kept++ * N, head, N * sizeof *head);
    }
    dec_list_sort(v->n, kept, v->list, score);
    return dec_list_start(v->n, k, kept, v->list, score, v->head, best);
}

void vote_kbest(voter *v, const copse_sentence *s, const copse_tree *const *tree, stage_list *list)
{
    const graph_decoder *how = dec_for_length(v->options.decoder, s->n);
    const size_t N = (size_t)s->n + 1;
    list->exact = s->n <= VOTE_MOST_LIST && how->kbest;
    list->log_sum = NAN;
    list->n = 1;
    list->score[0] = 0;
    if (s->n == 0) {
        tree_resize(list->tree[0], 0);
        return;
    }
    const int k = list->exact ? list->k : 1;
    v->list = mem_grow(v->list, &v->list_cap, (size_t)k * N, sizeof *v->list);
    find_heads(v, s, tree);
    list->n = list_heads(v, how, k, list->score);
    for (int i = 0; i < list->n; i++)
        fill(v, v->list + (size_t)i * N, list->tree[i]);
}

static bool head_tied(const voter *v, int d, int h, const size_t *rank)
{
    size_t first = 0, other = 0;
    const double sum = support(v, d, h, &first);
    for (size_t i = 0; i < v->systems && sum >= 0; i++) {
        const int rival = v->tree[i]->head[d];
        if (rival != h && fabs(support(v, d, rival, &other) - sum) < 0.5 && rank[other] == rank[first])
            return true;
    }
    return false;
}

long vote_tied(const voter *v, const copse_tree *out, const size_t *rank)
{
    long tied = 0;
    for (int d = 1; d <= out->n; d++)
        tied += head_tied(v, d, out->head[d], rank) || wt_label_tied(v->ask, v->vote, d, out->head[d], rank);
    return tied;
}
