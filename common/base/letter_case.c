// SPDX-License-Identifier: MIT
#include "common/base/letter_case.h"

#include "common/base/letter_tables.h"

// The row that ends at or after a point, by halving; the rows of a table begin with first and last.
#define FIND(type, name)                                               \
    static const type *name(const type *row, size_t n, uint32_t point) \
    {                                                                  \
        size_t low = 0, high = n;                                      \
        while (low < high) {                                           \
            const size_t middle = low + (high - low) / 2;              \
            if (point > row[middle].last)                              \
                low = middle + 1;                                      \
            else                                                       \
                high = middle;                                         \
        }                                                              \
        return low < n && point >= row[low].first ? &row[low] : NULL;  \
    }

FIND(lc_range, find_range)
FIND(lc_steps, find_steps)
FIND(lc_map, find_map)

static bool in_steps(const lc_steps *rows, size_t n, uint32_t point)
{
    const lc_steps *row = find_steps(rows, n, point);
    return row && (point - row->first) % row->step == 0;
}

static uint32_t mapped(const lc_map *rows, size_t n, uint32_t point)
{
    const lc_map *row = find_map(rows, n, point);
    return row && (point - row->first) % row->step == 0 ? point + (uint32_t)row->plus : point;
}

static bool ascii_upper(uint32_t point)
{
    return point - 'A' < 26;
}

static bool ascii_lower(uint32_t point)
{
    return point - 'a' < 26;
}

uint32_t lc_lower(uint32_t point)
{
    if (point < 0x80)
        return ascii_upper(point) ? point + ('a' - 'A') : point;
    return mapped(lc_to_lower, lc_to_lower_n, point);
}

uint32_t lc_upper(uint32_t point)
{
    if (point < 0x80)
        return ascii_lower(point) ? point - ('a' - 'A') : point;
    return mapped(lc_to_upper, lc_to_upper_n, point);
}

bool lc_is_upper(uint32_t point)
{
    return point < 0x80 ? ascii_upper(point) : in_steps(lc_uppers, lc_uppers_n, point);
}

bool lc_is_lower(uint32_t point)
{
    return point < 0x80 ? ascii_lower(point) : in_steps(lc_lowers, lc_lowers_n, point);
}

bool lc_is_letter(uint32_t point)
{
    if (point < 0x80)
        return ascii_upper(point) || ascii_lower(point);
    return find_range(lc_letters, lc_letters_n, point) != NULL;
}

bool lc_is_digit(uint32_t point)
{
    return point < 0x80 ? point - '0' < 10 : find_range(lc_digits, lc_digits_n, point) != NULL;
}

bool lc_is_mark(uint32_t point)
{
    return point >= 0x300 && find_range(lc_marks, lc_marks_n, point) != NULL;
}

bool lc_is_space(uint32_t point)
{
    if (point < 0x80)
        return point == ' ' || (point >= '\t' && point <= '\r');
    return point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x2028 ||
           point == 0x2029 || point == 0x202f || point == 0x205f || point == 0x3000;
}
