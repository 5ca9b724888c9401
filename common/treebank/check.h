// SPDX-License-Identifier: MIT
// Finds problems in a sentence that was read. The messages are those of `copse check`; training refuses
// sentences with the same messages.
#ifndef COPSE_TREEBANK_CHECK_H
#define COPSE_TREEBANK_CHECK_H

#include "copse.h"

#define CHK_NOT_ANNOTATED "no word has a head: the sentence is not annotated"

// Calls fn (which may be NULL) for every problem of the text and the heads, in the order of lines. Problems
// that sen_scan reports (columns, ids) are not repeated. options may be NULL. Returns the number of
// problems. Takes O(n), or O(n log n) where ids are out of order.
int chk_sentence(const copse_sentence *sentence, const copse_check_options *options, copse_problem_fn fn,
                 void *context);

#endif
