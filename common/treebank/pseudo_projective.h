// SPDX-License-Identifier: MIT
// The marks of the pseudo-projective transformation, shared by the two directions.
//
// A marked label is  d  or  d↑  or  d↑h,  followed by  ↓  if the arc is part of a path. d is the word's own
// label, h the label of the head it was lifted from.
#ifndef COPSE_TREEBANK_PSEUDO_PROJECTIVE_H
#define COPSE_TREEBANK_PSEUDO_PROJECTIVE_H

#include "copse.h"

#define PPROJ_UP "\xe2\x86\x91"   // ↑ U+2191
#define PPROJ_DOWN "\xe2\x86\x93" // ↓ U+2193
enum { PPROJ_MARK = 3 };          // bytes of a mark

// The number of bytes before the first mark; the length if there is none.
size_t pproj_bare(copse_str label);

// A label without its marks; "_" if it has only marks.
copse_str pproj_own(copse_str label);

// copse_tree_deprojectivize for use inside a task: running out of memory fails the task.
int pproj_restore(copse_tree *tree, copse_pproj mode);

// Is there an ↑ on the label?
bool pproj_is_lifted(copse_str label);

#endif
