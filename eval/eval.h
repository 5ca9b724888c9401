// SPDX-License-Identifier: MIT
// The counting core of evaluation. It takes trees in memory, so that a trainer can score its development set
// without files. eval_files.c feeds it from files, eval_memory.c from the caller's trees.
#ifndef COPSE_EVAL_EVAL_H
#define COPSE_EVAL_EVAL_H

#include "common/treebank/treebank.h"

typedef struct eval eval;

// NULL: everything counts. The text of skip_tags stays the caller's until the end.
eval *eval_begin(const copse_eval_options *options);

// Counts one sentence, which gives forms and parts of speech. gold, of the same length, has heads in 0..n
// and, with nonprojective_only, is a tree. head[1..n] and label[1..n] are the system's: any head but the
// gold one is wrong, also SEN_NO_HEAD. Sentences without words do not count. False if it was left out.
bool eval_add(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
              const copse_str *label);

// The same, and with calibration also counts the probabilities of the system's heads and of its heads with
// labels, [n+1]; NAN: a word has none.
bool eval_add_scored(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
                     const copse_str *label, const double *score, const double *label_score);

// Adds the counts of a sentence to those of many; lists and tables are not touched.
void eval_add_up(copse_scores *sum, const copse_sentence_scores *sentence);

// The counts of graphs, for callers that have them.
copse_graph_scores *eval_graph(eval *ev);

// The figures of all sentences added; frees ev. The scores go to copse_scores_done.
void eval_finish(eval *ev, copse_scores *scores);

void eval_free(eval *ev); // frees it without computing the figures

// The accuracy that trainers report, in per cent of all tokens.
typedef struct eval_figures {
    double las, uas;
} eval_figures;

// Returns the parser's tree for sentence i: scratch, which it may fill, or another tree.
typedef const copse_tree *(*eval_tree_fn)(void *parser, size_t i, copse_tree *scratch);

// Compares each tree of a treebank with the parser's. (eval_treebank.c)
eval_figures eval_treebank(const treebank *gold, eval_tree_fn tree, void *parser);

#endif
