// SPDX-License-Identifier: MIT
// Trees as they stand in parsed files.
#ifndef COPSE_ENSEMBLE_PARSED_H
#define COPSE_ENSEMBLE_PARSED_H

#include "copse.h"

// copse_tree_read, and if scores the confidence of arcs too, from the MISC items Score=X that `copse parse
// --scores` writes: the tree is scored if a word has one, and words without count 1. Fails, with the line,
// for a score that is no number from 0 to 1.
int parsed_tree(copse_tree *tree, const copse_sentence *sentence, bool scores, copse_error *err);

#endif
