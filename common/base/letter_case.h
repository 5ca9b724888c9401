// SPDX-License-Identifier: MIT
// Letters, digits, marks, spaces and case of code points, whatever the locale. Unicode 14.0.
#ifndef COPSE_BASE_LETTER_CASE_H
#define COPSE_BASE_LETTER_CASE_H

#include <stdbool.h>
#include <stdint.h>

// Simple case mapping: one code point for one, itself if it has none. What Unicode maps to several code
// points stays (sharp s has no upper case here), and U+0130, dotted capital I, becomes a plain i.
uint32_t lc_lower(uint32_t point);
uint32_t lc_upper(uint32_t point);

bool lc_is_upper(uint32_t point);  // Lu, Lt
bool lc_is_lower(uint32_t point);  // Ll
bool lc_is_letter(uint32_t point); // L*: Lu Lt Ll Lm Lo
bool lc_is_digit(uint32_t point);  // Nd
bool lc_is_mark(uint32_t point);   // M*: Mn Mc Me

// Zs, Zl, Zp and the white space of ASCII (tab, line feed, vertical tab, form feed, carriage return). U+0085
// is a control character and not among them.
bool lc_is_space(uint32_t point);

#endif
