// SPDX-License-Identifier: MIT
// All trees: Chu-Liu-Edmonds for first order. The best tree of second order would take too long to find, so
// the search climbs from the best projective tree (McDonald & Pereira 2006), or, if no tree is projective or
// that is asked for, from the best tree of first order.
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
    .marginals = mar_matrix_tree,
};
