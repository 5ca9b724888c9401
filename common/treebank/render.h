// SPDX-License-Identifier: MIT
// Sentences as text in memory: the bytes as read, with the predicted columns replaced.
#ifndef COPSE_TREEBANK_RENDER_H
#define COPSE_TREEBANK_RENDER_H

#include "common/base/text.h"

// Adds a sentence with its overlay and, if there is a tree, the tree's heads and labels. With scores, the
// confidence of each arc becomes the MISC item Score, and that of arc and label together LabelScore if the
// tree has it. A tree of another length is ignored.
void render_sentence(text *t, const copse_sentence *s, const copse_tree *tree, bool scores);

#endif
