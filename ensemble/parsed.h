// SPDX-License-Identifier: MIT
// Trees as they stand in parsed files.
#ifndef COPSE_ENSEMBLE_PARSED_H
#define COPSE_ENSEMBLE_PARSED_H

#include "copse.h"

// Reads a tree like copse_tree_read. If scores, also reads the confidence of arcs from the MISC items
// Score=X that `copse parse --scores` writes: the tree is scored if any word has one; words without one
// count 1. Fails, with the line, for a score that is no number from 0 to 1.
int parsed_tree(copse_tree *tree, const copse_sentence *sentence, bool scores, copse_error *err);

#endif
