// SPDX-License-Identifier: MIT
// Expectation maximisation for generative models without forms (Klein & Manning 2004; McDonald & Satta 2007).
//
// Probabilities are dense tables over tags. A step computes the expected counts of all decisions under the
// probabilities (E), and the probabilities that these counts make most likely (M). Nothing is smoothed, so
// the likelihood of the sentences never falls.
#ifndef COPSE_GRAPH_GENERATIVE_EM_H
#define COPSE_GRAPH_GENERATIVE_EM_H

#include "common/base/random.h"
#include "graph/generative.h"

enum { EM_MOST_NUMBERS = 1 << 24 }; // of a table

typedef struct em_tables {
    double *tag;  // [((h*2 + side)*Kd + k)*T + t]
    double *stop; // [((h*2 + side)*Ks + k)*2 + o] o: 0 goes on, 1 stops
} em_tables;

typedef struct em {
    const generative *m; // variant, projective, single_root, tags, lengths and distances
    int T;               // tags; the root has the number T
    int K, Kd, Ks;       // contexts in sentences, of dependents, of STOP
    em_tables log_p;
    em_tables count; // the expected counts that made log_p
    em_tables next;  // those of the last E step
    // The sentences.
    int *tag;      // [start[n]]
    size_t *start; // [n+1]
    size_t n, tag_cap, start_cap;
    int longest;
    // Of the sentence at hand
    const int *words; // [words_n] tags from word 1 on
    int words_n;
    int *context;
    double *stops, *used, *arc, *marginal;
    double *length; // [longest+1] what the length adds to log P in the non-projective model
    arena arena;
} em;

// Is there room for the tables?
bool em_fits(const generative *m);
void em_init(em *e, const generative *m);
void em_done(em *e);
// Adds a sentence of n tags, at least 1, numbers below those of the model's tags.
void em_add(em *e, const int *tags, int n);
// Begins as Klein & Manning do: every word chooses its head among the others, in proportion to 1/distance,
// and the number of dependents is geometric. They choose the root evenly. With weights [T] of tags, above 0,
// a word attracts dependents, and the root attracts words, in proportion to the weight.
void em_start_harmonic(em *e, const double *weight);
// Begins with random probabilities.
void em_start_random(em *e, rng *r);
// The E step: expected counts of all sentences go to next. Returns the log likelihood.
double em_expect(em *e);
// The M step: next becomes count, and log_p what it makes most likely.
void em_maximise(em *e);
// Puts the counts into m, in place of its counts of tags and STOP.
void em_fill(const em *e, generative *m);

#endif
