// SPDX-License-Identifier: MIT
// The features of a configuration as readable symbols, for files of instances.
//
// A symbol is what a term looks at: a form, a tag, a label, a number. The symbols of a line's terms are
// joined by '&'. Bytes that separate columns or symbols for some program, and '%', are written as %XX. So
// what begins with '%' and no hexadecimal digits is no text of the treebank: %nil where an address leads
// nowhere, %root for the artificial root, %none for what a word does not have; '%' alone is the empty text.
#ifndef COPSE_TRANSITION_INSTANCE_TEXT_H
#define COPSE_TRANSITION_INSTANCE_TEXT_H

#include "common/base/text.h"
#include "transition/model.h"

void it_escape(text *out, copse_str s);

// The symbol of a term; after tp_features.
void it_term(const tparser *p, const copse_sentence *s, int term, text *out);

// The symbols of all features but the bias, in the order of p->key: feature i, from 1, ends at end[i]. end
// has room as p->key. For models without guides; after tp_features. Returns the number of features, with the
// bias.
size_t it_features(const tparser *p, const copse_sentence *s, text *out, size_t *end);

#endif
