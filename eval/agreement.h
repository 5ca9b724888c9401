// SPDX-License-Identifier: MIT
// How far systems say the same of a word, and whether that makes it more likely to be right.
#ifndef COPSE_EVAL_AGREEMENT_H
#define COPSE_EVAL_AGREEMENT_H

#include "copse.h"

// Room for the pairs and majorities of analysis->systems systems, all zero.
void agree_begin(copse_analysis *analysis);

// Counts one word. opinion[k] says what system k thinks: equal numbers, equal opinions, 0 the right one.
// by_head is for heads alone, by_both for heads with labels.
void agree_add(copse_analysis *analysis, const int *by_head, const int *by_both);

#endif
