// SPDX-License-Identifier: MIT
// The counting core of evaluation: trees in memory, so that a trainer can score its development set without
// files. eval_files.c feeds it from files, eval_memory.c from the caller's trees.
#ifndef COPSE_EVAL_EVAL_H
#define COPSE_EVAL_EVAL_H

#include "copse.h"

typedef struct eval eval;

eval *eval_begin(const copse_eval_options *options); // NULL: everything counts

// Counts one sentence. The gold sentence gives forms and parts of speech; gold, of the same length, has heads
// in 0..n and, with nonprojective_only, is a tree. head[1..n] and label[1..n] are the system's: any number
// that is not the gold head is wrong, no head (SEN_NO_HEAD) among them. Sentences without words do not count.
void eval_add(eval *ev, const copse_sentence *sentence, const copse_tree *gold, const int *head,
              const copse_str *label);

// The figures of all sentences added; frees ev. The scores go to copse_scores_done.
void eval_finish(eval *ev, copse_scores *scores);

void eval_free(eval *ev); // without asking for the figures

#endif
