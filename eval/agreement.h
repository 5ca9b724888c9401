// SPDX-License-Identifier: MIT
// Agreement of systems on a word, and how often agreeing systems are right.
#ifndef COPSE_EVAL_AGREEMENT_H
#define COPSE_EVAL_AGREEMENT_H

#include "copse.h"

// Room for the pairs and majorities of analysis->systems systems, all zero.
void agree_begin(copse_analysis *analysis);

// Counts one word. opinion[k] is the opinion of system k: equal numbers are equal opinions, 0 is the right
// one. by_head is for heads alone, by_both for heads with labels.
void agree_add(copse_analysis *analysis, const int *by_head, const int *by_both);

#endif
