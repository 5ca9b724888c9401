// SPDX-License-Identifier: MIT
// The little of Unicode that treebanks need: decoding, control characters, punctuation.
#ifndef COPSE_BASE_UTF8_H
#define COPSE_BASE_UTF8_H

#include "copse.h"

// Decodes one code point: its length in bytes, or 0 if the bytes are not well-formed UTF-8 (overlong forms,
// surrogates and values over U+10FFFF included) or len is 0.
size_t utf8_decode(const char *s, size_t len, uint32_t *point);

// C0 and C1 controls and DEL.
bool utf8_is_control(uint32_t point);

// Fit to be shown as a name: not empty, well-formed, without control characters.
bool utf8_is_shown(copse_str s);

// General category P (Pc Pd Ps Pe Pi Pf Po).
bool utf8_is_punctuation(uint32_t point);

// Every code point of a non-empty, well-formed string is punctuation.
bool utf8_all_punctuation(copse_str s);

#endif
