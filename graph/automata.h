// SPDX-License-Identifier: MIT
// Head automata: projective trees in which every head makes its dependents on each side from the inside out,
// then stops (Eisner 1996; Klein & Manning 2004). Sums over all trees, expected counts, and the best tree.
// Pure functions on numbers.
//
// What a head does depends on its context: 0 while it has no dependent on the side, and otherwise a number of
// the last dependent that it made there. The score of a tree is
//   Σ over heads and sides of  Σ arcs(h, d)[context before d] over its dependents  +  stop[context at the
//   end].
// The root is node 0 and has a right side alone. Scores are logs of any size; -INFINITY forbids.
//
// The spans are those of eisner2.c: R and L, complete to one side, their head's STOP included; I, an arc and
// what is between its ends; S, what is between two adjacent dependents of one head. O(n³) time.
#ifndef COPSE_GRAPH_AUTOMATA_H
#define COPSE_GRAPH_AUTOMATA_H

#include "common/base/arena.h"
#include "copse.h"

enum { HA_LEFT, HA_RIGHT };

typedef struct ha_scores {
    int n;
    int contexts;       // K
    const int *context; // [n+1] 1..K-1: the context that a dependent leaves behind
    const double *stop; // [(h*2 + side)*K + k]
    // The scores of making d as a dependent of h, for each context before: row[K].
    void (*arcs)(const void *of, int h, int d, double *row);
    const void *of;
} ha_scores;

// The log of the sum of e^score over all projective trees, or the highest score. 5 N² doubles of the arena,
// N = n + 1. n is at least 1. -INFINITY if there is no tree.
double ha_sum(const ha_scores *s, arena *a);
// The best tree: head[1..n], head[0] = -1. Without a tree it is the chain 0→1→…→n, and the result -INFINITY.
double ha_best(const ha_scores *s, int *head, arena *a);

// Where expected counts go: how often each score is used, under the distribution over trees e^score / sum.
typedef struct ha_counts {
    double *stop; // [(h*2 + side)*K + k] added to; or NULL
    // Receives the counts of arcs(h, d), if any is above 0; or NULL.
    void (*arcs)(void *to, int h, int d, const double *row);
    void *to;
    double *marginal; // [d*N + h] set to the probability of each arc; or NULL
} ha_counts;

// Returns ha_sum. Without a tree nothing is counted. 9 N² doubles of the arena.
double ha_expect(const ha_scores *s, const ha_counts *counts, arena *a);

// --- Between the files of this group

typedef struct ha_chart {
    const ha_scores *s;
    size_t N;
    double *R, *L, *S; // [N][N] each span at both mirrored places
    double *I, *J;     // [h][d] J: with the STOP of h after d
    double *row;       // [K]
    double *term;      // [N]
} ha_chart;

// Fills the chart by sums, or, if best, by maxima. Returns the value of the whole.
double ha_inside(ha_chart *c, const ha_scores *s, bool best, arena *a);
// The terms of a span in term[], and how many. The k-th is of the split at from + k.
int ha_terms_complete(const ha_chart *c, int h, int end);             // R or L: dependents h±1 .. end
int ha_terms_between(const ha_chart *c, int s, int t);                // S: m = s .. t-1
int ha_terms_arc(const ha_chart *c, int h, int d, const double *row); // I: first no sibling, then siblings

#endif
