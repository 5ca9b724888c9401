// SPDX-License-Identifier: MIT
#include "eval/raw.h"

#include "common/base/letter_case.h"
#include "common/base/utf8.h"

#include <string.h>

enum {
    DOTTED_I = 0x130,
    DOT_ABOVE = 0x307,
    CAPITAL_SIGMA = 0x3a3,
    SIGMA = 0x3c3,
    FINAL_SIGMA = 0x3c2,
};

static void add_point(text *out, uint32_t c)
{
    char bytes[4];
    size_t n = 0;
    if (c < 0x80) {
        bytes[n++] = (char)c;
    } else if (c < 0x800) {
        bytes[n++] = (char)(0xc0 | c >> 6);
    } else if (c < 0x10000) {
        bytes[n++] = (char)(0xe0 | c >> 12);
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3f));
    } else {
        bytes[n++] = (char)(0xf0 | c >> 18);
        bytes[n++] = (char)(0x80 | (c >> 12 & 0x3f));
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3f));
    }
    if (c >= 0x80)
        bytes[n++] = (char)(0x80 | (c & 0x3f));
    text_add(out, bytes, n);
}

// What stands between letters without parting them: marks, apostrophes, dots, the soft hyphen, joiners.
static bool is_passed_by(uint32_t c)
{
    static const uint32_t others[] = {'\'', '.',  ':',   '^',    '`',    0xa8,   0xad,   0xaf,   0xb4,
                                      0xb7, 0xb8, 0x387, 0x200c, 0x200d, 0x2018, 0x2019, 0x2024, 0x2027};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (c == others[i])
            return true;
    return lc_is_mark(c);
}

static bool is_cased(uint32_t c)
{
    return lc_is_upper(c) || lc_is_lower(c);
}

// Is there a letter with case next to offset at, before or after?
static bool letter_before(copse_str s, size_t at)
{
    while (at > 0) {
        uint32_t c;
        size_t from = at - 1;
        while (from > 0 && ((unsigned char)s.s[from] & 0xc0) == 0x80)
            from--;
        if (utf8_decode(s.s + from, at - from, &c) != at - from)
            return false;
        if (!is_passed_by(c))
            return is_cased(c);
        at = from;
    }
    return false;
}

static bool letter_after(copse_str s, size_t at)
{
    uint32_t c;
    for (size_t step; (step = utf8_decode(s.s + at, s.len - at, &c)) > 0; at += step)
        if (!is_passed_by(c))
            return is_cased(c);
    return false;
}

void raw_lower(text *out, copse_str form)
{
    uint32_t c;
    for (size_t i = 0, step; i < form.len; i += step) {
        step = utf8_decode(form.s + i, form.len - i, &c);
        if (step == 0) {
            step = 1;
            text_add(out, form.s + i, 1);
        } else if (c == DOTTED_I) {
            add_point(out, 'i');
            add_point(out, DOT_ABOVE);
        } else if (c == CAPITAL_SIGMA) {
            add_point(out, letter_before(form, i) && !letter_after(form, i + step) ? FINAL_SIGMA : SIGMA);
        } else {
            add_point(out, lc_lower(c));
        }
    }
}
