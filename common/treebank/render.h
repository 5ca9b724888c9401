// SPDX-License-Identifier: MIT
// Sentences as text in memory: the bytes as read, with the predicted columns replaced.
#ifndef COPSE_TREEBANK_RENDER_H
#define COPSE_TREEBANK_RENDER_H

#include "common/base/text.h"

// Adds a sentence with its overlay and, if there is a tree, the tree's heads and labels. With scores, the
// confidence of each arc becomes the MISC item Score, and that of arc and label together LabelScore if the
// tree has it. A tree of another length is ignored.
void render_sentence(text *t, const copse_sentence *s, const copse_tree *tree, bool scores);

// Adds one of several versions of a sentence: comments, whole lines, come after its own. Versions after the
// first (again) repeat neither a byte order mark nor blank lines before the sentence. The blank line after
// the sentence is always there.
void render_version(text *t, const copse_sentence *s, const copse_tree *tree, bool scores, copse_str comments,
                    bool again);

// Adds a sentence as JSON on a line of its own; comments are whole lines, as above. Nothing for a sentence
// without words. (render_json.c)
void render_json(text *t, const copse_sentence *s, const copse_tree *tree, bool scores, copse_str comments);
// Adds its tokens, separated by blanks, on a line of its own. Blanks in a token become underscores.
void render_tokens(text *t, const copse_sentence *s);
void render_as(text *t, const copse_sentence *s, const copse_tree *tree, copse_rendering as, bool scores);

#endif
