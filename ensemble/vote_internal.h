// SPDX-License-Identifier: MIT
// The inside of votes, for the files that find their trees and labels.
#ifndef COPSE_ENSEMBLE_VOTE_INTERNAL_H
#define COPSE_ENSEMBLE_VOTE_INTERNAL_H

#include "common/treebank/given.h"
#include "common/treebank/label_places.h"
#include "ensemble/vote.h"

#define MOST_VOTE 1e100 // larger weights and scores of arcs count as much: no sum of votes overflows

struct voter {
    size_t systems;
    const weights *w;
    vote_options options;
    wt_scratch *ask;
    double *vote; // [n+1][systems]
    size_t vote_cap;
    float *arc; // [N][N]
    size_t arc_cap;
    int *head; // [n+1]
    size_t head_cap;
    int *list; // [k][N] heads of a list
    size_t list_cap;
    arena decoder;
    // of the sentence at hand
    int n;
    const copse_tree *const *tree;
    double top;        // the largest sum of a word's votes
    double scale, tie; // votes times scale are levels; tie is C
    bool single_root;
    const given *given;            // or NULL
    copse_str common[LP_ANYWHERE]; // most frequent label of each place; empty: not computed yet
};

// A vote that sums and products can take: a number, not negative, within MOST_VOTE.
static inline double vote_sane(double vote)
{
    return vote > 0 ? vote < MOST_VOTE ? vote : MOST_VOTE : 0;
}

// The votes on the head of d, [systems].
static inline double *vote_row(const voter *v, int d)
{
    return v->vote + (size_t)d * v->systems;
}

// The most frequent label of words in the same place (under the root, or elsewhere) as those below h, in the
// systems' trees. Ties go to the label that reached the count first. Empty if no word is there.
copse_str vote_common_label(voter *v, int h);

// Sets labels and shares of votes for the heads of out, and evidence: the share of the votes, each times the
// confidence of its system; for labels the log odds of the votes, with half a vote more on either side.
void vote_set_labels(voter *v, copse_tree *out);

#endif
