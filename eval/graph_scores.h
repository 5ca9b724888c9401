// SPDX-License-Identifier: MIT
// Counts the arcs of graphs, in which a word may have several heads. docs/eval.md defines the figures.
#ifndef COPSE_EVAL_GRAPH_SCORES_H
#define COPSE_EVAL_GRAPH_SCORES_H

#include "common/treebank/deps.h"
#include "eval/skip.h"
#include "copse.h"

// One sentence: the gold graph and tree, the system's graph and tree.
typedef struct graph_pair {
    const copse_sentence *sentence; // gives forms
    const deps *gold, *system;
    const int *gold_head, *head; // [n+1]
    const copse_str *label;      // [n+1] of the system's tree
} graph_pair;

// Adds the counts of a sentence, but for the words that are skipped.
void graph_scores_add(copse_graph_scores *scores, const graph_pair *pair, const eval_skip *skip);

#endif
