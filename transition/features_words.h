// SPDX-License-Identifier: MIT
// Feature models written out: in their own language, and in words for people.
#ifndef COPSE_TRANSITION_FEATURES_WORDS_H
#define COPSE_TRANSITION_FEATURES_WORDS_H

#include "common/base/text.h"
#include "transition/features.h"

// All add to out. Lines have one form each: single spaces between terms, feat(A,*) last. Compiled again, it
// gives the same keys at the same place of a model.
void fw_address(text *out, const feature_model *m, int address);
void fw_term(text *out, const feature_model *m, int term);
void fw_line(text *out, const feature_model *m, const fm_line *line);
// The lines in the order of the text; the caller frees the array.
const fm_line **fw_lines(const feature_model *m);
// "the part of speech of the top of the stack"
void fw_line_words(text *out, const feature_model *m, const fm_line *line);
void fw_number(text *out, long n);

#endif
