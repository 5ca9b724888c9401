// SPDX-License-Identifier: MIT
// All trees: Chu-Liu-Edmonds for first order. The best tree of second order would take too long to find, so
// the search climbs from the best projective tree (McDonald & Pereira 2006), or, if no tree is projective,
// from the best tree of first order. A list of trees starts from the best projective ones and from the tree
// of the search.
#include "graph/decoders.h"
#include "graph/marginals.h"

#include <math.h>

extern const graph_decoder dec_nonprojective;

// Climbs from head, with the score projective, or -INFINITY if there is no projective tree.
static double climb(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                    double projective, int *head, arena *a)
{
    arena_reset(a);
    if (projective == -INFINITY && dec_cle(arc, n, single_root, head, a) == -INFINITY)
        return -INFINITY;
    arena_reset(a);
    return dec_end(dec_climb2(arc, sib, x, n, single_root, head, 2 * n, a), n, head);
}

static double siblings(const float *arc, const float *sib, int n, bool single_root, int *head, arena *a)
{
    const double score = dec_eisner2(arc, sib, n, single_root, head, a);
    return climb(arc, sib, NULL, n, single_root, score, head, a);
}

static double grandparents(const float *arc, const float *sib, const dec_grand *x, bool single_root,
                           int *head, arena *a)
{
    const double score = dec_eisner_grand(arc, sib, x, single_root, head, a);
    return climb(arc, sib, x, x->n, single_root, score, head, a);
}

// A list around the tree of the search and the found best projective trees. (The climb replaces the first of
// these: the list has it again if it is good enough, since each step of a climb can be taken back.)
static int list_around(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                       int k, int found, int *head, double *score, arena *a)
{
    if (climb(arc, sib, x, n, single_root, found ? score[0] : -INFINITY, head, a) == -INFINITY)
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
    .kbest = dec_cle_kbest,
    .kbest_siblings = kbest_siblings,
    .kbest_grandparents = kbest_grandparents,
    .marginals = mar_matrix_tree,
};
