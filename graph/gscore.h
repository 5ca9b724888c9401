// SPDX-License-Identifier: MIT
// Scores of all parts of a sentence, ready for the decoders, and the search for the best tree.
#ifndef COPSE_GRAPH_SCORE_H
#define COPSE_GRAPH_SCORE_H

#include "arena.h"
#include "gfeature.h"
#include "gweights.h"

enum {
    GS_HEADS = 10,           // heads of a word that stay for second order: the best by the scores of arcs
    GS_MOST_SECOND = 256,    // words: longer sentences are parsed in first order (siblings take n³ floats: 68 MB here),
    GS_MOST_PROJECTIVE = 1000, // longer ones without asking for projectivity (Eisner takes n³ steps),
    GS_MOST = 4000,          // and still longer ones in pieces (arcs take n² floats: 64 MB here)
};

typedef struct gs_method {
    int order; // 1 or 2
    bool projective;
    bool single_root;
} gs_method;

typedef struct gscores {
    gf_words words;
    int n;
    arena memory; // of the sentence: what follows
    float *arc;   // [d*N + h], -INFINITY where h is not considered for d
    float *sib;   // [(d*N + h)*N + s], or NULL
    arena search;  // of the decoders
} gscores;

void gs_done(gscores *s);

// The scores of all arcs of the sentence in s->words. extra, if not NULL, is added to arcs: [d*N + h].
void gs_arcs(gscores *s, const gweights *w);

// Leaves GS_HEADS heads to each word, the word before it and gold[d] (if gold is not NULL) among them, so that there is a
// projective tree with one root; then scores siblings.
void gs_siblings(gscores *s, const gweights *w, const int *gold);

// The best tree that the method finds. A second order method wants gs_siblings before.
double gs_search(gscores *s, const gs_method *method, int *head);

// The parts of a tree: calls f with the keys of each part (arcs, and siblings if order is 2) that has d as its dependent.
size_t gs_part_keys(const gf_words *w, const int *head, int order, int d, uint32_t *key);

// The nearest dependent of the head of d between the two, or the head.
int gs_sibling_of(const int *head, int d);

#endif
