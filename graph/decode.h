// SPDX-License-Identifier: MIT
// Decoders: the best trees under scores. Pure functions on numbers: they know no words and no features.
//
// Nodes are 0 (the root) and words 1..n; N = n + 1. Scores are floats in flat arrays; -INFINITY and NaN
// forbid. Ties: the tree with the smaller head vector (head[1], head[2], ...) at the first difference wins
// only where a function says so. Otherwise the choice depends on the scores and n alone (same input, same
// tree).
#ifndef COPSE_GRAPH_DECODE_H
#define COPSE_GRAPH_DECODE_H

#include "common/base/arena.h"
#include "copse.h"

#include <float.h>
#include <math.h>

// arc[d*N + h] is the score of h→d: the candidates for the head of one word lie side by side.
// All decoders write the heads of words 1..n to head[1..n] (head[0] = -1) and return the score of the tree.
// single_root: exactly one word hangs on 0. Memory comes from the arena, which the caller resets.
//
// Decoders are total: for any scores at all head is a tree, projective and with one root word if these are
// asked for. If every tree has a forbidden arc, the result is -INFINITY and head is the chain 0→1→…→n. What
// is said of the best tree holds while sums of scores stay finite; scores of models do (weights.h). Beyond
// that, and with scores of INFINITY, head is some tree. The result is never NaN.

// Ends a search with a score that may be NaN: without a tree head becomes the chain.
static inline double dec_end(double score, int n, int *head)
{
    if (score > -INFINITY)
        return score;
    for (int d = 0; d <= n; d++)
        head[d] = d - 1;
    return -INFINITY;
}

// A score for searches that add in double: NaN forbids, and INFINITY is the greatest number. No sum of such
// scores overflows.
static inline double dec_sane(float score)
{
    return score > FLT_MAX ? (double)FLT_MAX : score >= -FLT_MAX ? (double)score : -INFINITY;
}

// Chu-Liu-Edmonds, O(n²) (Tarjan's implementation for dense graphs).
double dec_cle(const float *arc, int n, bool single_root, int *head, arena *a);

// Eisner, first order, O(n³).
double dec_eisner(const float *arc, int n, bool single_root, int *head, arena *a);

// Second order (adjacent siblings), O(n³). sib[(d*N + h)*N + s]: the extra score of h→d when s is the nearest
// dependent of h between h and d; s == h when there is none (d is the first on its side). Only entries with s
// strictly between h and d or s == h are read. A tree scores the sum of arc and sib over its arcs.
double dec_eisner2(const float *arc, const float *sib, int n, bool single_root, int *head, arena *a);

// The score of any tree (projective or not) under the second-order model: siblings are adjacent among the
// dependents of a head on one side, in sentence order.
double dec_score2(const float *arc, const float *sib, int n, const int *head);

// Grandparents: an extra score for h→d when g is the head of h. Only arcs that are not forbidden have them:
// these are listed by dependent and head.
typedef struct dec_grand {
    int n, arcs;
    int *start;   // [n+2] the arcs into d are start[d] .. start[d+1]-1
    int *head;    // [arcs] ascending for each dependent
    int *dep;     // [arcs]
    int *id;      // [d*N + h] the number of an arc, -1 if it is forbidden
    size_t *at;   // [arcs+1] the scores of arc i are score[at[i]] .. score[at[i+1]-1], for the arcs into its
                  // head in their order; an arc from the root has none
    float *score; // [at[arcs]] zero at first
} dec_grand;

// Lists the arcs that are not forbidden. Memory comes from the arena.
void dec_grand_init(dec_grand *x, const float *arc, int n, arena *a);

// The extra score of h→d, h not the root, when g is the head of h; -INFINITY if one of the two arcs is
// forbidden.
static inline float dec_grand_of(const dec_grand *x, int g, int h, int d)
{
    const size_t N = (size_t)x->n + 1;
    const int of_d = x->id[(size_t)d * N + (size_t)h], of_h = x->id[(size_t)h * N + (size_t)g];
    return of_d < 0 || of_h < 0 ? -INFINITY : x->score[x->at[of_d] + (size_t)(of_h - x->start[h])];
}

// The best projective tree with siblings and grandparents, exact. With m arcs into each word that are not
// forbidden O(m² n²) time and 2 m n² floats.
double dec_eisner_grand(const float *arc, const float *sib, const dec_grand *x, bool single_root, int *head,
                        arena *a);

// The score of any tree, grandparents too.
double dec_score_grand(const float *arc, const float *sib, const dec_grand *x, const int *head);

// Approximate second-order non-projective search (McDonald & Pereira 2006). head is a tree; its heads are
// changed one at a time, the best change first, while the score rises and the result is a tree, at most
// `most` times. O(n²) a change with incremental differences. Returns the new score. If the tree has a
// forbidden arc, the result is -INFINITY and nothing is changed. x may be NULL: no grandparents.
double dec_climb2(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root, int *head,
                  int most, arena *a);

// Where hill climbing begins, and how far it goes.
typedef enum dec_start {
    DEC_FROM_PROJECTIVE, // the best projective tree of second order, or, if there is none, as the next one
    DEC_FROM_FIRST,      // the best tree of first order
    DEC_FROM_BOTH,       // each of these; the better result
    DEC_STARTS
} dec_start;
typedef struct dec_climbing {
    dec_start from;
    bool bounded; // at most `most` changes; otherwise 2 n
    int most;
} dec_climbing; // all zero is the default
// gain[d*N + g]: what the score of the tree head gains if d moves to g and nothing else changes; 0 for the
// head that d has, -INFINITY if the arc is forbidden. If g is below d, the change makes a cycle; its gain is
// that of the same parts. False, and nothing but -INFINITY, if the tree has a forbidden part. O(n²); x may be
// NULL.
bool dec_gains(const float *arc, const float *sib, const dec_grand *x, int n, const int *head, double *gain,
               arena *a);

// ---------------------------------------------------------------------------------------------------
// Lists

// The k best trees, best first, all different; fewer if there are fewer. head[i*N + d], score[i]. Returns
// how many, 0 if every tree has a forbidden arc. Scores of INFINITY count as FLT_MAX.
//
// Projective trees: O(n³) for the scores of all spans, then O(n log n) for each tree as long as it opens few
// spans that the trees before it do not have.
int dec_eisner_kbest(const float *arc, int n, bool single_root, int k, int *head, double *score, arena *a);
// All trees: O(k n²).
int dec_cle_kbest(const float *arc, int n, bool single_root, int k, int *head, double *score, arena *a);
// The trees of dec_eisner2, as dec_eisner_kbest. Scores are those of dec_score2. Trees whose scores differ by
// no more than the rounding of sums in double count as equal.
int dec_eisner2_kbest(const float *arc, const float *sib, int n, bool single_root, int k, int *head,
                      double *score, arena *a);
// The trees of dec_eisner_grand, in the time of dec_eisner_grand for the spans, and with n more for each span
// that is opened. 2 m n² doubles. Scores are those of dec_score_grand.
int dec_eisner_grand_kbest(const float *arc, const float *sib, const dec_grand *x, bool single_root, int k,
                           int *head, double *score, arena *a);

// Good trees of second order around `found` given ones, at least 1, which have no forbidden arc: the k best
// of those seen when the best trees are changed in one head each, again and again. Approximate, O(k n²). head
// and score hold the given trees, then the list. No tree that differs from one of the list in one head is
// better than the last, unless the search ended early, after 4 k changed trees. x may be NULL.
int dec_climb_kbest(const float *arc, const float *sib, const dec_grand *x, int n, bool single_root, int k,
                    int found, int *head, double *score, arena *a);

// A score of a tree that was computed twice: the first value, unless scores of INFINITY spoilt it.
static inline double dec_list_score(double anew, double of_list)
{
    return anew > -INFINITY && anew < INFINITY ? anew : of_list;
}
// Sorts trees by falling score; ties keep their order. For lists that are nearly sorted.
void dec_list_sort(int n, int found, int *head, double *score);
// Puts a tree in front of a list of at most k trees that is sorted, and takes it out of its place there, or
// the last tree out if there are k others. No score stays above that of the first. Returns how many.
int dec_list_start(int n, int k, int found, int *head, double *score, const int *first, double first_score);

#endif
