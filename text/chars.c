// SPDX-License-Identifier: MIT
#include "text/chars.h"

#include "common/base/letter_case.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/base/utf8.h"

#include <string.h>

// Classes of single code points, ahead of the rules.
static const struct {
    uint8_t cls;
    uint32_t point[14];
} listed[] = {
    {CH_SPACE, {0x85}},
    {CH_STOP, {'.', 0x2026, 0x3002, 0xff0e, 0xff61, 0x6d4, 0x964, 0x965, 0x589, 0x1362}},
    {CH_EXCLAIM, {'!', '?', 0x203c, 0x203d, 0x2047, 0x2048, 0x2049, 0x61f, 0xff01, 0xff1f, 0x37e}},
    {CH_COMMA, {',', ';', ':', 0x60c, 0x61b, 0x3001, 0xff0c, 0xff1a, 0xff1b, 0x387, 0xff64}},
    {CH_QUOTE, {'"', '`', 0xb4, 0x201f, 0x2032, 0x2033, 0xff02}},
    {CH_APOSTROPHE, {'\'', 0x2019, 0x2bc, 0xff07}},
    {CH_HYPHEN, {'-', 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0x5be, 0xff0d, 0x2043}},
    {CH_OPEN, {'(', '[', '{', 0xab, 0x2018, 0x201a, 0x201c, 0x201e, 0x2039, 0xff08, 0xff3b, 0xff5b}},
    {CH_CLOSE, {')', ']', '}', 0xbb, 0x201d, 0x203a, 0xff09, 0xff3d, 0xff5d}},
    {CH_SLASH, {'/', '\\', '|', 0xff0f, 0xff3c}},
};

static const uint32_t dense[][3] = {
    {CH_HAN, 0x2e80, 0x2fdf},       {CH_HAN, 0x3005, 0x3007},       {CH_HAN, 0x3021, 0x3029},
    {CH_HIRAGANA, 0x3041, 0x309f},  {CH_KATAKANA, 0x30a1, 0x30fa},  {CH_KATAKANA, 0x30fc, 0x30ff},
    {CH_KATAKANA, 0x31f0, 0x31ff},  {CH_HAN, 0x3400, 0x4dbf},       {CH_HAN, 0x4e00, 0x9fff},
    {CH_HAN, 0xf900, 0xfaff},       {CH_KATAKANA, 0xff66, 0xff9f},  {CH_HAN, 0x20000, 0x323af},
    {CH_SOUTHEAST, 0xe01, 0xe4e},   {CH_SOUTHEAST, 0xe81, 0xecd},   {CH_SOUTHEAST, 0x1000, 0x103f},
    {CH_SOUTHEAST, 0x1050, 0x109f}, {CH_SOUTHEAST, 0x1780, 0x17d3},
};

static uint8_t class_of(uint32_t point)
{
    for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++)
        for (size_t k = 0; k < sizeof listed[i].point / sizeof listed[i].point[0] && listed[i].point[k]; k++)
            if (listed[i].point[k] == point)
                return listed[i].cls;
    if (lc_is_space(point))
        return CH_SPACE;
    for (size_t i = 0; point >= 0xe01 && i < sizeof dense / sizeof dense[0]; i++)
        if (point >= dense[i][1] && point <= dense[i][2])
            return (uint8_t)dense[i][0];
    if (point >= 0x3008 && point <= 0x301b && (point < 0x3012 || point > 0x3013))
        return point & 1 ? CH_CLOSE : CH_OPEN;
    return lc_is_upper(point)           ? CH_UPPER
           : lc_is_lower(point)         ? CH_LOWER
           : lc_is_letter(point)        ? CH_LETTER
           : lc_is_mark(point)          ? CH_MARK
           : lc_is_digit(point)         ? CH_DIGIT
           : utf8_is_punctuation(point) ? CH_PUNCTUATION
                                        : CH_SYMBOL;
}

void ch_table_init(ch_table *t)
{
    for (uint32_t p = 0; p < CH_TABLE; p++) {
        const uint32_t low = lc_lower(p);
        t->low[p] = (uint16_t)(low < 0x10000 ? low : p);
        t->cls[p] = class_of(p);
    }
}

ch_char ch_of(const ch_table *t, uint32_t point)
{
    ch_char c = {.point = point};
    if (point < CH_TABLE) {
        const bool control = t->cls[point] == CH_SYMBOL && utf8_is_control(point);
        c.cls = t->cls[point];
        c.point = point ? point : CH_BAD;
        c.low = control ? CH_BAD : t->low[point];
    } else if (point >= 0x4e00 && point <= 0x9fff) {
        c.cls = CH_HAN;
        c.low = point;
    } else {
        c.cls = class_of(point);
        c.low = c.cls == CH_UPPER ? lc_lower(point) : point;
    }
    return c;
}

// Could these bytes be the beginning of a longer character?
static bool may_go_on(copse_str bytes)
{
    static const char *const rest[] = {"\x80", "\x80\x80", "\x80\x80\x80"};
    static const char *const other[] = {"\xbf", "\xbf\xbf", "\xbf\xbf\xbf"};
    char whole[8];
    uint32_t point;
    if (bytes.len >= 4)
        return false;
    for (size_t more = 0; more < 3; more++)
        for (int which = 0; which < 2; which++) {
            memcpy(whole, bytes.s, bytes.len);
            memcpy(whole + bytes.len, which ? other[more] : rest[more], more + 1);
            if (utf8_decode(whole, bytes.len + more + 1, &point) == bytes.len + more + 1)
                return true;
        }
    return false;
}

// The length of what is not UTF-8 and becomes one U+FFFD: the longest beginning of a character, or a byte.
static size_t broken(copse_str bytes)
{
    size_t n = bytes.len < 3 ? bytes.len : 3;
    while (n > 1 && !may_go_on((copse_str){bytes.s, n}))
        n--;
    return n;
}

bool ch_decode(const ch_table *t, copse_str bytes, bool last, ch_char *c)
{
    uint32_t point;
    const size_t size = utf8_decode(bytes.s, bytes.len, &point);
    if (!size && !last && may_go_on(bytes))
        return false;
    *c = ch_of(t, size ? point : CH_BAD);
    c->size = (uint8_t)(size ? size : broken(bytes));
    return true;
}

static size_t encode(uint32_t point, char *s)
{
    static const uint32_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    s[0] = (char)(lead[more] | point >> (6 * more));
    for (int i = 1; i <= more; i++)
        s[i] = (char)(0x80 | (point >> (6 * (more - i)) & 0x3f));
    return (size_t)more + 1;
}

void ch_add(text *t, const ch_char *c, size_t n)
{
    t->s = mem_grow(t->s, &t->cap, t->n + 4 * n, 1);
    char *s = t->s + t->n;
    for (size_t i = 0; i < n; i++)
        if (c[i].point < 0x80)
            *s++ = (char)c[i].point;
        else
            s += encode(c[i].point, s);
    t->n = (size_t)(s - t->s);
}
