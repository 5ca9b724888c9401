// SPDX-License-Identifier: MIT
// All trees: Chu-Liu-Edmonds for first order. The best tree of second order would take too long to find, so
// the search climbs from the best projective tree (McDonald & Pereira 2006), or, if no tree is projective,
// from the best tree of first order.
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
    .marginals = mar_matrix_tree,
};
