// SPDX-License-Identifier: MIT
// The decoders by name: which trees are searched, and how. A new one is one new file that defines its row and
// one line in the list of decoders.c; nothing else names it.
//
// The functions of a row follow the conventions of decode.h. Scores may be of any size. The arena serves the
// search alone: the caller resets it before, and a search in several steps may reset it between them.
#ifndef COPSE_GRAPH_DECODERS_H
#define COPSE_GRAPH_DECODERS_H

#include "common/base/option.h"
#include "graph/decode.h"

typedef struct graph_decoder {
    const char *name;    // in options and descriptions of models
    const char *help;    // one sentence, no full stop
    uint32_t id;         // in model files: never changed, never used again
    bool projective;     // finds only projective trees; otherwise it searches all trees
    bool exact;          // finds the best tree in second order too; otherwise a good one
    int most_words;      // the longest sentence that it has time for; 0: any
    const char *further; // the name of the decoder for longer sentences; NULL if most_words is 0

    // The best tree of first order, exactly. Sums of whole numbers below 2^24 are exact. Never NULL.
    double (*arcs)(const float *arc, int n, bool single_root, int *head, arena *a);
    // A tree of second order (sib as in dec_eisner2), at least as good as the best projective one. NULL: the
    // decoder has only first order.
    double (*siblings)(const float *arc, const float *sib, int n, bool single_root, int *head, arena *a);
    // The same with grandparents. NULL: it has none.
    double (*grandparents)(const float *arc, const float *sib, const dec_grand *x, bool single_root,
                           int *head, arena *a);
    // The same by hill climbing: x may be NULL. Unless the climb begins with the best projective tree, the
    // result may be worse than that. NULL: it does not climb.
    double (*climb)(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                    const dec_climbing *how, int *head, arena *a);
    // The k best trees of first order, as dec_eisner_kbest, exactly. NULL: it finds only the best one.
    int (*kbest)(const float *arc, int n, bool single_root, int k, int *head, double *score, arena *a);
    // The same in second order. If the decoder is not exact, these are good trees, the first no worse than
    // that of the search. NULL: it finds only one.
    int (*kbest_siblings)(const float *arc, const float *sib, int n, bool single_root, int k, int *head,
                          double *score, arena *a);
    int (*kbest_grandparents)(const float *arc, const float *sib, const dec_grand *x, bool single_root, int k,
                              int *head, double *score, arena *a);
    // The sum over all trees of first order, and probabilities of arcs, as mar_matrix_tree (marginals.h).
    // NULL: the heads of each word are normalised by themselves.
    double (*marginals)(const float *arc, int n, bool single_root, double *marginal, arena *a);
} graph_decoder;

extern const graph_decoder
    *const dec_all[]; // NULL-terminated; has one for all trees and one for projective trees

const graph_decoder *dec_find(const char *name); // or NULL
const graph_decoder *dec_by_id(uint32_t id);     // or NULL
// The first decoder that finds only projective trees, or the first that searches all.
const graph_decoder *dec_for(bool projective);
// The decoder that replaces d in a sentence of n words.
const graph_decoder *dec_for_length(const graph_decoder *d, int n);
// Does it have the searches that trees of this order need?
bool dec_has(const graph_decoder *d, int order, bool grandparents);
// Name and help of the i-th decoder, for the option that chooses one.
opt_choice dec_choice(size_t i);

#endif
