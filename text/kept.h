// SPDX-License-Identifier: MIT
// Which values of a sentence are its own, so that a stage must keep them.
#ifndef COPSE_TEXT_KEPT_H
#define COPSE_TEXT_KEPT_H

#include "common/treebank/sentence.h"

// The columns that hold for a word of s, bits 1 << column, among UPOS, XPOS, FEATS and LEMMA: they have a
// value in the text that is not "_". Values of the overlay do not count. FEATS "_" holds if the word has UPOS
// or XPOS and some word of the sentence has FEATS, which the caller finds once (kept_feats).
unsigned kept_columns(const copse_sentence *s, int word, bool has_feats);
bool kept_feats(const copse_sentence *s);

#endif
