// SPDX-License-Identifier: MIT
// Finds problems of the column DEPS of CoNLL-U: the graph of a sentence, also into and out of empty nodes.
#ifndef COPSE_TREEBANK_CHECK_DEPS_H
#define COPSE_TREEBANK_CHECK_DEPS_H

#include "copse.h"

typedef void (*check_deps_fn)(void *context, long line, const char *message);

// Calls fn for each item that is no head, colon and label, whose head is not in the sentence or is the node
// itself, and for each column whose items are out of order (by head, then by the bytes of the label) or
// repeated. ids_known: ids are in order, so that it can be said which heads there are. Nothing in CoNLL-X.
void check_deps(const copse_sentence *s, bool ids_known, check_deps_fn fn, void *context);

#endif
