// SPDX-License-Identifier: MIT
// Scores of all parts of a sentence, ready for the decoders, and the search for the best tree.
#ifndef COPSE_GRAPH_SCORES_H
#define COPSE_GRAPH_SCORES_H

#include "common/base/arena.h"
#include "common/treebank/label_places.h"
#include "graph/decoders.h"
#include "graph/feature_sets.h"
#include "graph/weights.h"

enum {
    GS_CANDIDATES = 26, // heads of a word that the pruner keeps (pruner.c)
    GS_HEADS = 12,      // of these, heads that the filter leaves at most (filter.c)
    // The longest sentences of a method; longer ones get the next cheaper one. Decoders have limits too.
    GS_MOST_SECOND = 256,         // second order: siblings take n³ floats, 68 MB
    GS_MOST_LIST = 1000,          // lists of trees: n² numbers of 8 bytes, several times
    GS_MOST_UNPRUNED_PAIRS = 100, // where every arc is scored: grandparents, and labels of siblings
    GS_MOST_UNPRUNED = 300,       // the same for arcs; longer sentences are parsed in pieces
    GS_MOST = 4000, // arcs take n² floats, 64 MB; longer sentences are parsed in pieces (parser.c)
};

// How much less likely than the best head of its word, as a logarithm, a head may be and stay. Training
// needs more wrong trees than parsing has to look at.
#define GS_BOUND_LEARNING 8.0F
#define GS_BOUND_PARSING 5.0F

typedef struct gs_method {
    int order; // 1 or 2
    const graph_decoder *decoder;
    bool single_root;
    bool grand;        // grandparents, with order 2
    bool unpruned;     // every arc is scored: there is no pruner and no filter
    bool sib_labels;   // the best label of an arc depends on the sibling, with order 2: gs_label_siblings
    dec_climbing hill; // of decoders that climb
} gs_method;

// The longest sentence that a method scores as a whole.
static inline int gs_most(const gs_method *m)
{
    return m->unpruned ? GS_MOST_UNPRUNED : GS_MOST;
}

// The method for a sentence of n words, gs_most at most: its order is no higher than its decoder has.
gs_method gs_method_for(const gs_method *wanted, int n);

typedef struct gscores {
    gf_words words;
    int n;
    arena memory;        // of the sentence: what follows
    float *arc;          // [d*N + h], -INFINITY where h is not considered for d
    float *sib;          // [(d*N + h)*N + s], or NULL
    dec_grand grand;     // of the arcs that are left, if wanted
    uint16_t *label;     // [d*N + h] the best label of an arc, if the search counts labels, or NULL
    uint16_t *sib_label; // [(d*N + h)*N + s] the same where it depends on the sibling, or NULL
    const int *only;     // [n+1] the label that a word has in any case, -1: any label; or NULL
    arena search;        // of the decoders
} gscores;               // all zero is empty

void gs_done(gscores *s);

// Prepares s for the sentence in s->words and chooses GS_CANDIDATES heads for each word, always with the
// word before it and gold[d] (if gold is not NULL). pruner may be NULL: every arc is considered.
void gs_candidates(gscores *s, const gweights *pruner, const int *gold);
// One step of learning for the pruner: for each word, its gold head against a rival.
void gs_learn_candidates(gscores *s, gweights *pruner, gw_vector *change, const int *gold);

// Forbids all heads of d except the best ones (`most` of them), the word before it and gold.
void gs_keep_best(float *arc, int n, int d, int most, int gold);

// Leaves each word at most GS_HEADS of its candidates, none less likely than the best one by more than
// bound. The word before it and gold[d] (if gold is not NULL) always stay, so there is a projective tree
// with one root. filter may be NULL: all stay.
void gs_filter(gscores *s, const gweights *filter, float bound, const int *gold);
// One step of learning for the filter, after gs_candidates.
void gs_learn_filter(gscores *s, gweights *filter, gw_vector *change, const int *gold);

// Forbids all heads of a word but kept[d], unless that is -1. kept may be NULL. (keep.c)
void gs_keep(gscores *s, const int *kept);

// The label that d has in any case, or -1.
static inline int gs_only(const int *only, int d)
{
    return only ? only[d] : -1;
}

// Puts into s->arc, for each remaining arc, the sum of the weights of the keys that end and pair (as in
// gf_set) give for it.
void gs_sum_arcs(gscores *s, const gweights *w,
                 size_t (*end)(const gf_words *words, int word, bool as_head, bool right, int bin,
                               uint32_t *key),
                 size_t (*pair)(const gf_words *words, int h, int d, uint32_t *key));

// Scores the remaining arcs.
void gs_arcs(gscores *s, const gweights *w);

// Adds to each remaining arc the score of its best label; s->label and s->words.label say which it is.
// labels is the number of labels. If gold is not NULL, wrong labels get loss more. Labels that allowed
// (label_places.h, or NULL) rules out are not considered, nor those that s->only rules out.
void gs_labels(gscores *s, const gweights *w, int labels, const uint8_t *allowed, const int *gold,
               float loss);

// Scores siblings and, if the method has them, grandparents of the remaining arcs.
void gs_second(gscores *s, const gs_method *method, const gweights *w);

// Labels by sibling (McDonald et al. 2007, 7.2), after gs_second and instead of gs_labels: adds to the score
// of each remaining arc with each sibling that of its best label given the sibling; s->sib_label says which
// it is. With T labels O(T n³) time and 2 n³ bytes, n³ being the siblings of remaining arcs.
void gs_label_siblings(gscores *s, const gweights *w, int labels, const uint8_t *allowed, const int *gold,
                       float loss);

// The label of d's arc in a tree, if the search counts labels.
int gs_label_of(const gscores *s, const int *head, int d);

// The best tree that the method finds. A second-order method needs gs_second first. head is a tree whatever
// the scores are (decode.h).
double gs_search(gscores *s, const gs_method *method, int *head);

// The k best trees that the method finds, all different, best first: head[i*N + d], score[i]. Returns how
// many, 0 if every tree has a forbidden arc, or the decoder has no lists, or the sentence has more than
// GS_MOST_LIST words. *exact: no tree that is missing is better than the last one.
int gs_list(gscores *s, const gs_method *method, int k, int *head, double *score, bool *exact);
// The same, k at least 1, but the first tree is that of gs_search; without a list it is the only one.
// Searches add in float and lists in double: a tree that is better by the rounding of sums, or in an
// approximate list really better, gets the score of the first, so that scores fall.
int gs_kbest(gscores *s, const gs_method *method, int k, int *head, double *score, bool *exact);

// The score of a tree under the parts that the method scores.
double gs_score(const gscores *s, const gs_method *method, const int *head);

// The nearest dependent of d's head between the two, or the head if there is none.
int gs_sibling_of(const int *head, int d);

#endif
