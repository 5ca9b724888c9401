// SPDX-License-Identifier: MIT
// Projective trees: Eisner's algorithm and what was made of it. Everything is exact.
#include "graph/decoders.h"
#include "graph/marginals.h"

extern const graph_decoder dec_projective;

const graph_decoder dec_projective = {
    .name = "projective",
    .help = "the best projective tree, in cubic time (Eisner)",
    .id = 1,
    .projective = true,
    .exact = true,
    .most_words = 1000, // n³ steps
    .further = "nonprojective",
    .arcs = dec_eisner,
    .siblings = dec_eisner2,
    .grandparents = dec_eisner_grand,
    .kbest = dec_eisner_kbest,
    .kbest_siblings = dec_eisner2_kbest,
    .kbest_grandparents = dec_eisner_grand_kbest,
    .marginals = mar_inside_outside,
};
