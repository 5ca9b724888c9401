// SPDX-License-Identifier: MIT
// What makes sentences of plain text: the part of a tokeniser that a reader sees.
#ifndef COPSE_TREEBANK_SPLITTER_H
#define COPSE_TREEBANK_SPLITTER_H

#include "copse.h"

struct text; // common/base/text.h

// One stream of text, on one thread.
typedef struct splitter {
    // Makes the next sentence. bytes begin where those of the last call ended. Appends to out the sentence in
    // CoNLL-U with its comments and the blank line after it, or nothing if there was only white space, and
    // returns how many bytes it took, white space after it included. Returns 0 if it needs to see more bytes
    // to say where the sentence ends; never if these are the last, unless there are none. What it makes
    // depends on the text alone, not on where bytes end, and it never needs more than SPL_MOST bytes.
    size_t (*next)(void *self, copse_str bytes, bool last, struct text *out);
    void (*free)(void *self);
    void *self;
} splitter;

enum { SPL_MOST = 1 << 20 };

#endif
