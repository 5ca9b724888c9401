// SPDX-License-Identifier: MIT
// All trees: Chu-Liu-Edmonds for first order. The best tree of second order would take too long to find, so
// the search climbs from the best projective tree (McDonald & Pereira 2006), or, if no tree is projective or
// that is asked for, from the best tree of first order. A list of trees starts from the best projective ones
// and from the tree of the search.
#include "graph/decoders.h"
#include "graph/marginals.h"
#include "common/base/mem.h"

#include <math.h>
#include <string.h>

extern const graph_decoder dec_nonprojective;

// Climbs from one start. -INFINITY if there is no such tree.
static double climb_from(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                         const dec_climbing *how, bool projective, int *head, arena *a)
{
    const double start = !projective ? dec_cle(arc, n, single_root, head, a)
                         : x         ? dec_eisner_grand(arc, sib, x, single_root, head, a)
                                     : dec_eisner2(arc, sib, n, single_root, head, a);
    arena_reset(a);
    if (start == -INFINITY)
        return -INFINITY;
    return dec_climb2(arc, sib, x, n, single_root, head, how->bounded ? how->most : 2 * n, a);
}

// Climbs from both starts; ties: the projective one.
static double climb_both(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                         const dec_climbing *how, int *head, arena *a)
{
    const size_t N = (size_t)n + 1;
    int *kept = mem_alloc(N, sizeof *kept); // the climbs reset the arena
    const double first = climb_from(arc, sib, x, n, single_root, how, false, kept, a);
    arena_reset(a);
    double score = climb_from(arc, sib, x, n, single_root, how, true, head, a);
    if (first > score || !(score > -INFINITY)) {
        memcpy(head, kept, N * sizeof *head);
        score = first;
    }
    mem_free(kept);
    return score;
}

static double climb(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                    const dec_climbing *how, int *head, arena *a)
{
    if (how->from == DEC_FROM_BOTH)
        return dec_end(climb_both(arc, sib, x, n, single_root, how, head, a), n, head);
    double score = -INFINITY;
    if (how->from == DEC_FROM_PROJECTIVE)
        score = climb_from(arc, sib, x, n, single_root, how, true, head, a);
    if (score == -INFINITY) {
        arena_reset(a);
        score = climb_from(arc, sib, x, n, single_root, how, false, head, a);
    }
    return dec_end(score, n, head);
}

static double siblings(const float *arc, const float *sib, int n, bool single_root, int *head, arena *a)
{
    return climb(arc, sib, NULL, n, single_root, &(const dec_climbing){.bounded = false}, head, a);
}

static double grandparents(const float *arc, const float *sib, const dec_grand *x, bool single_root,
                           int *head, arena *a)
{
    return climb(arc, sib, x, x->n, single_root, &(const dec_climbing){.bounded = false}, head, a);
}

// A list around the tree of the search and the found best projective trees. (The climb replaces the first of
// these: the list has it again if it is good enough, since each step of a climb can be taken back.)
static int list_around(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root, int k,
                       int found, int *head, double *score, arena *a)
{
    const dec_climbing usual = {.bounded = false};
    arena_reset(a);
    const double top = found ? dec_climb2(arc, sib, x, n, single_root, head, 2 * n, a)
                             : climb_from(arc, sib, x, n, single_root, &usual, false, head, a);
    if (!(top > -INFINITY))
        return 0;
    arena_reset(a);
    return dec_climb_kbest(arc, sib, x, n, single_root, k, found ? found : 1, head, score, a);
}

static int kbest_siblings(const float *arc, const float *sib, int n, bool single_root, int k, int *head,
                          double *score, arena *a)
{
    if (k <= 0)
        return 0;
    const int found = dec_eisner2_kbest(arc, sib, n, single_root, k, head, score, a);
    return list_around(arc, sib, NULL, n, single_root, k, found, head, score, a);
}

static int kbest_grandparents(const float *arc, const float *sib, const dec_grand *x, bool single_root, int k,
                              int *head, double *score, arena *a)
{
    if (k <= 0)
        return 0;
    const int found = dec_eisner_grand_kbest(arc, sib, x, single_root, k, head, score, a);
    return list_around(arc, sib, x, x->n, single_root, k, found, head, score, a);
}

const graph_decoder dec_nonprojective = {
    .name = "nonprojective",
    .help =
        "the best of all trees (Chu-Liu-Edmonds); with order 2 a good tree, by hill climbing from the best "
        "projective one",
    .id = 0,
    .arcs = dec_cle,
    .siblings = siblings,
    .grandparents = grandparents,
    .climb = climb,
    .kbest = dec_cle_kbest,
    .kbest_siblings = kbest_siblings,
    .kbest_grandparents = kbest_grandparents,
    .marginals = mar_matrix_tree,
};
