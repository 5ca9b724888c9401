// SPDX-License-Identifier: MIT
// Reparsing (Sagae & Lavie 2006): every system's tree votes for its arcs with a weight, the votes are the
// scores of a graph, and its best tree is the result. Labels are voted among the systems that proposed the
// arc. So a word under the root has a label that some system gives it there, and another word one that some
// system gives it elsewhere; where no system has the word there, the label is the most frequent one of the
// sentence's words that are there, and only if there are none what the systems say of the word.
//
// Ties go to the arcs whose first voters come first in the order of systems (of trees with as many votes, to
// the one where the places of the first voters add up to least): one system alone, or several equal ones,
// come back unchanged.
#ifndef COPSE_ENSEMBLE_VOTE_H
#define COPSE_ENSEMBLE_VOTE_H

#include "copse.h"
#include "ensemble/weights.h"
#include "graph/decoders.h"

enum { VOTE_MOST = 4000 }; // words of a sentence whose arcs are searched for the best tree; see vote.c

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
// scores are the shares of the weights that voted for each arc.
void vote_combine(voter *v, const copse_sentence *s, const copse_tree *const *tree, copse_tree *out);
// Of the sentence that was combined last, into out: the arcs decided by a tie, that is by the order of the
// systems alone. Another head that is proposed for the word has as many votes, as exactly as votes are
// compared, or another label of the arc has. rank[systems] does not fall from system to system; where the
// first voters of both have different ranks, the order was no accident, and it is no tie.
long vote_tied(const voter *v, const copse_tree *out, const size_t *rank);
void vote_free(voter *v);

#endif
