// SPDX-License-Identifier: MIT
// The tables behind letter_case.h. Rows ascend and do not overlap.
#ifndef COPSE_BASE_LETTER_TABLES_H
#define COPSE_BASE_LETTER_TABLES_H

#include <stddef.h>
#include <stdint.h>

typedef struct lc_range {
    uint32_t first, last;
} lc_range;

// Each step-th code point from first to last; upper and lower case often take turns.
typedef struct lc_steps {
    uint32_t first, last, step;
} lc_steps;

typedef struct lc_map {
    uint32_t first, last, step;
    int32_t plus; // what is added to the code point
} lc_map;

extern const lc_range lc_letters[], lc_marks[], lc_digits[];
extern const lc_steps lc_uppers[], lc_lowers[];
extern const lc_map lc_to_lower[], lc_to_upper[];
extern const size_t lc_letters_n, lc_marks_n, lc_digits_n, lc_uppers_n, lc_lowers_n, lc_to_lower_n,
    lc_to_upper_n;

#endif
