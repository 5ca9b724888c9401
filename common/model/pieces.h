// SPDX-License-Identifier: MIT
// A sentence too long for a parser, cut into pieces of equal length, each parsed by itself. With a single
// root, the roots of the later pieces hang on the root of the first. So any sentence gets a tree, in time in
// proportion to its length. The parser keeps given heads within a piece; those in other pieces are grafted.
#ifndef COPSE_MODEL_PIECES_H
#define COPSE_MODEL_PIECES_H

#include "common/model/stage.h"

typedef struct pieces {
    void *parser;
    // Parses a piece into tree. Word 1 of the piece is word at + 1 of the sentence, and of the guides' trees.
    // The labels live as long as the parser's model.
    void (*parse)(void *parser, const stage_input *piece, int at, copse_tree *tree);
    int words; // of a piece
    bool single_root;
    copse_str root; // the label of a word that given heads move under the root
    copse_str hung; // the label of a root that hangs on another
} pieces;

// piece is the tree of one piece: memory that the caller keeps.
void pieces_parse(const pieces *p, const stage_input *in, copse_tree *piece, copse_tree *tree);

#endif
