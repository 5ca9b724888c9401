// SPDX-License-Identifier: MIT
// Sentences as text in memory: the bytes as read, with the predicted columns put in their places.
#ifndef COPSE_TREEBANK_RENDER_H
#define COPSE_TREEBANK_RENDER_H

#include "common/base/text.h"

// A sentence with what lies over it, with the tree's heads and labels if there is one, and if scores the
// confidence of each arc as the MISC item Score. A tree of another length is none.
void render_sentence(text *t, const copse_sentence *s, const copse_tree *tree, bool scores);

#endif
