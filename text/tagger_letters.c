// SPDX-License-Identifier: MIT
#include "text/tagger_letters.h"

#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/utf8.h"

#include <string.h>

enum { SALT_LOWER = 12, BEYOND_UNICODE = 0x110000 };

// X: upper case, x: lower case, c: another letter or mark, 9: a digit, -: a hyphen, .: anything else.
static const char kinds[] = "Xxc9-.";

static char kind_of(uint32_t point)
{
    if (point < 0x80) {
        if (point >= 'a' && point <= 'z')
            return 'x';
        if (point >= 'A' && point <= 'Z')
            return 'X';
        return point >= '0' && point <= '9' ? '9' : point == '-' ? '-' : '.';
    }
    if (lc_is_upper(point))
        return 'X';
    if (lc_is_lower(point))
        return 'x';
    if (lc_is_letter(point) || lc_is_mark(point))
        return 'c';
    return lc_is_digit(point) ? '9' : '.';
}

void tg_letters_read(tg_letters *l, copse_str form)
{
    char before = 0;
    memset(l, 0, sizeof *l);
    l->lower = SALT_LOWER;
    for (size_t at = 0; at < form.len; l->n++) {
        uint32_t point;
        size_t len = utf8_decode(form.s + at, form.len - at, &point);
        if (len == 0) {
            len = 1;
            point = BEYOND_UNICODE + (unsigned char)form.s[at];
        }
        at += len;
        const char kind = kind_of(point);
        const uint32_t small = kind == '9' ? '0' : kind == 'x' ? point : lc_lower(point);
        if (l->n < TG_AFFIX)
            l->first[l->n] = small;
        if (l->n == 0)
            l->first_kind = kind;
        l->last[l->n % TG_AFFIX] = small;
        l->lower = hash_mix(l->lower, small);
        if (kind != before)
            l->shape = hash_mix(l->shape, (uint64_t)kind);
        l->kinds |= 1U << (strchr(kinds, kind) - kinds);
        before = kind;
    }
}

int tg_stem(copse_str form, copse_str lemma)
{
    tg_letters a, b;
    int n = 0;
    tg_letters_read(&a, form);
    tg_letters_read(&b, lemma);
    while (n < TG_AFFIX && (size_t)n < a.n && (size_t)n < b.n && a.first[n] == b.first[n])
        n++;
    return n < 2 ? 0 : n;
}
