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

static bool has_kind(const tg_letters *l, char kind)
{
    return l->kinds >> (strchr(kinds, kind) - kinds) & 1;
}

bool tg_letters_caseless(const tg_letters *l)
{
    return has_kind(l, 'c') && !has_kind(l, 'X') && !has_kind(l, 'x');
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

// clang-format off
uint32_t tg_fold(uint32_t small)
{
    switch (small) {
    case 'a': case 'e': case 'o':
    case 0xE0: case 0xE1: case 0xE2: case 0xE3: case 0xE4: case 0xE5: // a with a mark
    case 0xE8: case 0xE9: case 0xEA: case 0xEB: case 0x11B:           // e
    case 0xF2: case 0xF3: case 0xF4: case 0xF5: case 0xF6: case 0xF8: case 0x151: // o
        return 'a';
    case 'i': case 'u': case 'y': case 0x131:                         // dotless i
    case 0xEC: case 0xED: case 0xEE: case 0xEF:
    case 0xF9: case 0xFA: case 0xFB: case 0xFC: case 0x16F: case 0x171: // u
    case 0xFD:
        return 'i';
    case 'd': case 't':
        return 't';
    case 'b': case 'p':
        return 'p';
    case 'g': case 'k': case 0x11F: // g with breve
        return 'k';
    case 'c': case 0xE7:
        return 'c';
    case 0x3AC: // Greek vowels with accents
        return 0x3B1;
    case 0x3AD:
        return 0x3B5;
    case 0x3AE:
        return 0x3B7;
    case 0x3AF: case 0x3CA: case 0x390:
        return 0x3B9;
    case 0x3CC:
        return 0x3BF;
    case 0x3CD: case 0x3CB: case 0x3B0:
        return 0x3C5;
    case 0x3CE:
        return 0x3C9;
    default:
        return small;
    }
}
// clang-format on
