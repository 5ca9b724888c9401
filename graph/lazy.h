// SPDX-License-Identifier: MIT
// The k best derivations of a chart, on demand: for decoders whose trees have one derivation each.
//
// A chart has spans. A span is made in several ways; each way adds something of its own to two parts, smaller
// spans. The best score of every span must be known. Scores are sums in double, and -INFINITY forbids; no
// score is INFINITY or NaN.
#ifndef COPSE_GRAPH_LAZY_H
#define COPSE_GRAPH_LAZY_H

#include "common/base/arena.h"

enum { LAZY_NOTHING = 0 }; // the kind of a span that is empty: its only derivation scores 0

typedef struct lazy_span {
    int kind, s, t; // s and t are the chart's own, not negative
} lazy_span;

typedef struct lazy_chart {
    const void *chart;
    // The number of ways to make v; v is not empty.
    int (*ways)(const void *chart, lazy_span v);
    // The parts of way w, 0 <= w < ways. Returns what it adds to their scores.
    double (*parts)(const void *chart, lazy_span v, int w, lazy_span part[2]);
    // The score of the best derivation of v.
    double (*best)(const void *chart, lazy_span v);
    // Writes what a span itself says about the heads of words.
    void (*take)(const void *chart, lazy_span v, int *head);
} lazy_chart;

// Fills head[i*(n+1) + d] and score[i] with the k best derivations of goal, best first, fewer if there are
// fewer, and returns how many. With ways of O(n) spans O(n²) time for the first tree, and O(n log n) for each
// of the others as long as they open few new spans.
int lazy_kbest(const lazy_chart *c, lazy_span goal, int n, int k, int *head, double *score, arena *a);

#endif
