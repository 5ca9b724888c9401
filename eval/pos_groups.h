// SPDX-License-Identifier: MIT
// Groups of parts of speech: nouns, verbs and so on, as sums over tags.
#ifndef COPSE_EVAL_POS_GROUPS_H
#define COPSE_EVAL_POS_GROUPS_H

#include "eval/groups.h"

// Reads the shipped groups of tags, "upos" or "penn", that have more of the words in the table.
void posg_choose(groups *g, const copse_analysis_table *pos);

// A row for each group, the sum of the rows of its tags.
void posg_sum(copse_analysis_table *t, const groups *g, const copse_analysis_table *pos, size_t systems);

#endif
