// SPDX-License-Identifier: MIT
// Reparsing (Sagae & Lavie 2006): every system's tree votes for its arcs with a weight, the votes are the
// scores of a graph, and its best tree is the result.
//
// The systems that proposed an arc vote on its label. So a word under the root gets a label that some system
// gives it there, and any other word one that some system gives it elsewhere. If no system has the word in
// that place, it gets the most frequent label of the sentence's words in that place; if there are none
// either, all systems vote on the word's label.
//
// Ties between arcs go to the one whose first voter comes first in the order of systems; ties between trees
// to the one whose first voters have the smallest sum of places. So the tree of one system, or of several
// equal ones, comes back unchanged.
#ifndef COPSE_ENSEMBLE_VOTE_H
#define COPSE_ENSEMBLE_VOTE_H

#include "copse.h"
#include "common/model/stage.h"
#include "ensemble/weights.h"
#include "graph/decoders.h"

struct given; // common/treebank/given.h

// Words of the longest sentence that is decoded (see vote.c), and of the longest that has lists of trees.
enum { VOTE_MOST = 4000, VOTE_MOST_LIST = 1000 };

typedef struct vote_options {
    const graph_decoder *decoder; // NULL: the first that searches all trees
    bool single_root;             // one root word
    bool confidence;              // a vote is multiplied by the arc's score where a tree has scores
    bool root_as_systems; // instead of single_root: one root word where all trees of the sentence have one
} vote_options;

typedef struct voter voter; // what one thread needs; memory is kept between sentences

// w outlives the voter.
voter *vote_new(size_t systems, const weights *w, const vote_options *options);
// tree[0..systems-1] are trees over the sentence's words. The labels of out are copies, owned by out. Its
// scores are the shares of the weights that voted for each arc, and for arc and label. It has evidence.
void vote_combine(voter *v, const copse_sentence *s, const copse_tree *const *tree, copse_tree *out);
// In steps, for trees that are found in another way. vote_begin takes the trees, which must stay.
void vote_begin(voter *v, const copse_sentence *s, const copse_tree *const *tree);
// The share of a system's vote in all votes on the head of d.
double vote_share(const voter *v, int d, size_t system);
// The best tree under other scores of arcs, [d*N + h], with the labels and scores that the votes give it. At
// most VOTE_MOST words, at least one.
void vote_under(voter *v, const float *arc, copse_tree *out);
// The k best trees under the votes; the first is that of vote_combine. They have no arcs that nobody
// proposed, or as few as the first, so that there are often fewer than k. The score of a tree is the sum of
// its votes, as precise as they are compared.
void vote_kbest(voter *v, const copse_sentence *s, const copse_tree *const *tree, stage_list *list);
// From now on trees keep given heads and labels, those of the next sentence; NULL: none.
void vote_keep(voter *v, const struct given *g);
// Counts the tied arcs of out, the tree combined last: those that only the order of the systems decided.
// Another proposed head of the word, or another label of the arc, has the same votes, within the precision
// of the comparison. rank[systems] must not decrease. If the first voters of both have different ranks,
// their order is intended, and the arc is not tied.
long vote_tied(const voter *v, const copse_tree *out, const size_t *rank);
void vote_free(voter *v);

#endif
