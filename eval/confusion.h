// SPDX-License-Identifier: MIT
// Counts of pairs: the gold label of a word and the label that a system gives it. Only pairs that occur take
// memory.
#ifndef COPSE_EVAL_CONFUSION_H
#define COPSE_EVAL_CONFUSION_H

#include "common/base/table.h"

typedef struct confusion {
    table pairs; // the name of a pair is two numbers of labels; counts words
    long *head;  // [pairs.n] of these, words with the right head
    size_t cap;
} confusion; // all zero is empty

// Labels are given by their numbers in a table.
void conf_add(confusion *c, size_t gold, size_t system, bool right_head);

// The pairs by descending number of words, then by their labels. place[i]: the row of scores->labels for
// label i of the table.
void conf_take(const confusion *c, const size_t *place, copse_scores *scores);

void conf_done(confusion *c);

#endif
