// SPDX-License-Identifier: MIT
// The weight of a system's vote for an arc: one number for each system, or one for each system and each
// value of some factors of the arc (part of speech, label, length, ...), or the probability of a trained
// classifier.
//
// Weights are a readable text (docs/weights.md) that names the systems they are for.
#ifndef COPSE_ENSEMBLE_WEIGHTS_H
#define COPSE_ENSEMBLE_WEIGHTS_H

#include "common/base/text.h"
#include "common/treebank/treebank.h"

typedef struct weights weights;

// All systems count 1.
weights *wt_uniform(size_t systems);
// System i counts weight[i]: finite, not negative.
weights *wt_given(const double *weight, size_t systems);

// Reads weights. name is for messages, whole is the text of the file, systems are the names of the voters in
// their order. Fails with file and line for malformed text, for a voter without weights, for weights of a
// system that does not vote, for a negative or infinite weight. If no name matches but the number of systems
// does, they are matched in order. Of equal names among systems the second becomes NAME#2, and so on.
weights *wt_parse(const char *name, copse_str whole, const char *const *systems, size_t n, copse_error *err);
// The same for a file.
weights *wt_load(const char *path, const char *const *systems, size_t n, copse_error *err);

// Estimates weights on gold trees and the systems' trees for the same sentences: system[i*n + k] is system
// k's tree for sentence i. by: "none", "pos", "label", "length", ..., several joined by commas, or "learned".
weights *wt_estimate(const char *by, const treebank *gold, copse_tree *const *system,
                     const char *const *systems, size_t n, copse_error *err);
const char *wt_factor(size_t i);                   // the names that by may have, NULL after the last
int wt_check_by(const char *by, copse_error *err); // is it one? 0 or COPSE_EINPUT

void wt_print(const weights *w, text *out);
void wt_free(weights *w);

// Do the weights look at the scores of trees?
bool wt_needs_scores(const weights *w);

// What one thread needs to compute votes.
typedef struct wt_scratch wt_scratch;
wt_scratch *wt_scratch_new(const weights *w);
void wt_scratch_free(wt_scratch *x);
// Fills vote[d*n + k] with the weight of tree k's vote for the arc into word d: finite, not negative.
void wt_votes(wt_scratch *x, const copse_sentence *s, const copse_tree *const *tree, double *vote);
// Which tree's label the arc h→d gets, after wt_votes and for the same sentence; vote may have been changed.
size_t wt_label(const wt_scratch *x, const double *vote, int d, int h);
// Has another label of the arc as many votes? rank as in vote_tied.
bool wt_label_tied(const wt_scratch *x, const double *vote, int d, int h, const size_t *rank);

#endif
