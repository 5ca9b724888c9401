// SPDX-License-Identifier: MIT
// The parts of Unicode that treebanks need: decoding, control characters, punctuation.
#ifndef COPSE_BASE_UTF8_H
#define COPSE_BASE_UTF8_H

#include "copse.h"

// Decodes one code point: its length in bytes, or 0 if the bytes are not well-formed UTF-8 (overlong forms,
// surrogates and values over U+10FFFF included) or len is 0.
size_t utf8_decode(const char *s, size_t len, uint32_t *point);

// C0 and C1 controls and DEL.
bool utf8_is_control(uint32_t point);

// Can the text be shown as a name? Not empty, well-formed, no control characters.
bool utf8_is_shown(copse_str s);

// General category P (Pc Pd Ps Pe Pi Pf Po).
bool utf8_is_punctuation(uint32_t point);

// Is a string non-empty, well-formed, and punctuation only?
bool utf8_all_punctuation(copse_str s);

#endif
