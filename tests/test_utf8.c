// SPDX-License-Identifier: MIT
#include "common/base/utf8.h"

#include "tests/harness.h"

#define STR(literal) ((copse_str){literal, sizeof literal - 1})

static size_t decode(const char *s, size_t len, uint32_t *point)
{
    *point = 0xdead;
    return utf8_decode(s, len, point);
}

// Encodes by the definition, surrogates and all, to be held against the decoder.
static size_t encode(uint32_t c, char *out)
{
    if (c < 0x80)
        return out[0] = (char)c, 1;
    if (c < 0x800)
        return out[0] = (char)(0xc0 | c >> 6), out[1] = (char)(0x80 | (c & 0x3f)), 2;
    if (c < 0x10000)
        return out[0] = (char)(0xe0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 0x3f)),
               out[2] = (char)(0x80 | (c & 0x3f)), 3;
    return out[0] = (char)(0xf0 | c >> 18), out[1] = (char)(0x80 | (c >> 12 & 0x3f)),
           out[2] = (char)(0x80 | (c >> 6 & 0x3f)), out[3] = (char)(0x80 | (c & 0x3f)), 4;
}

static void every_code_point(void)
{
    long wrong = 0;
    for (uint32_t c = 0; c <= 0x110000; c++) {
        char bytes[4];
        uint32_t back;
        size_t len = encode(c, bytes), got = decode(bytes, len, &back);
        bool valid = c <= 0x10ffff && !(c >= 0xd800 && c <= 0xdfff);
        wrong += valid ? got != len || back != c : got != 0;
        wrong += decode(bytes, len - 1, &back) != 0; // cut short
    }
    CHECK_INT(wrong, 0);
}

static void malformed(void)
{
    static const struct {
        const char *bytes;
        size_t len;
    } bad[] = {
        {"", 0},                 // nothing
        {"\x80", 1},             // a continuation alone
        {"\xbf\xbf", 2},         //
        {"\xc0\x80", 2},         // overlong NUL
        {"\xc1\xbf", 2},         // overlong DEL
        {"\xe0\x9f\xbf", 3},     // overlong U+07FF
        {"\xf0\x8f\xbf\xbf", 4}, // overlong U+FFFF
        {"\xed\xa0\x80", 3},     // U+D800
        {"\xed\xbf\xbf", 3},     // U+DFFF
        {"\xf4\x90\x80\x80", 4}, // U+110000
        {"\xf5\x80\x80\x80", 4}, //
        {"\xff", 1},             //
        {"\xfe\xbf\xbf\xbf", 4}, //
        {"\xc3(", 2},            // no continuation
        {"\xe2\x82(", 3},        //
        {"\xe2(\x82", 3},        //
        {"\xf0\x9f\x98(", 4},    //
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint32_t c;
        if (decode(bad[i].bytes, bad[i].len, &c) != 0)
            printf("  case %zu\n", i);
        CHECK_INT(decode(bad[i].bytes, bad[i].len, &c), 0);
    }
    uint32_t c; // a NUL byte is a code point like others
    CHECK_INT(decode("\0", 1, &c), 1);
    CHECK_INT(c, 0);
}

static void controls(void)
{
    CHECK(utf8_is_control(0) && utf8_is_control('\t') && utf8_is_control(0x1f));
    CHECK(utf8_is_control(0x7f) && utf8_is_control(0x80) && utf8_is_control(0x9f));
    CHECK(!utf8_is_control(' ') && !utf8_is_control('~') && !utf8_is_control(0xa0) && !utf8_is_control(0xad));
}

static void punctuation_points(void)
{
    for (uint32_t c = 0; c < 0x80; c++) // of ASCII, category P is just these; $ + < = > ^ ` | ~ are symbols
        CHECK_INT(utf8_is_punctuation(c), c && strchr("!\"#%&'()*,-./:;?@[\\]_{}", (int)c) != NULL);
    static const uint32_t yes[] = {
        0xa1,    // inverted exclamation mark
        0xa7,    // section sign (Po since 6.1)
        0xab,    // left guillemet (Pi)
        0xbb,    // right guillemet (Pf)
        0xbf,    // inverted question mark
        0x37e,   // Greek question mark
        0x589,   // Armenian full stop
        0x5be,   // Hebrew maqaf
        0x60c,   // Arabic comma
        0x61f,   // Arabic question mark
        0x6d4,   // Urdu full stop
        0x964,   // danda
        0xe4f,   // Thai fongman
        0x1362,  // Ethiopic full stop
        0x17d4,  // Khmer khan
        0x2013,  // en dash
        0x2014,  // em dash
        0x2019,  // right single quote
        0x201e,  // low double quote
        0x2026,  // ellipsis
        0x203f,  // undertie (Pc)
        0x3001,  // ideographic comma
        0x3002,  // ideographic full stop
        0x300c,  // corner bracket
        0x30fb,  // katakana middle dot
        0xff01,  // fullwidth exclamation mark
        0xff0c,  // fullwidth comma
        0x10100, // Aegean word separator
        0x1e95e, // Adlam, the first of the last range
        0x1e95f, // and its end
    };
    static const uint32_t no[] = {
        0xa2,    // cent (Sc)
        0xa9,    // copyright (So)
        0xac,    // not (Sm)
        0xb1,    // plus-minus (Sm)
        0xd7,    // times (Sm)
        0xe9,    // e acute
        0x2044,  // fraction slash (Sm), inside a run of punctuation
        0x2052,  // commercial minus (Sm), likewise
        0x20ac,  // euro
        0x2212,  // minus (Sm)
        0x2192,  // arrow
        0x3004,  // JIS symbol (So)
        0x4e00,  // a Han character
        0xff04,  // fullwidth dollar
        0xff0b,  // fullwidth plus
        0x1f600, // a face
        0x1e960, // after the last range
        0x10ffff,
    };
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
        CHECK(utf8_is_punctuation(yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        CHECK(!utf8_is_punctuation(no[i]));
}

static void punctuation_words(void)
{
    CHECK(utf8_all_punctuation(STR(".")));
    CHECK(utf8_all_punctuation(STR("...")));
    CHECK(utf8_all_punctuation(STR("-LRB-")) == false);
    CHECK(utf8_all_punctuation(STR("_")));
    CHECK(utf8_all_punctuation(STR("\xe2\x80\x9c?!"))); // a quote mark and ASCII
    CHECK(utf8_all_punctuation(STR("\xe3\x80\x82")));
    CHECK(!utf8_all_punctuation(STR("")));
    CHECK(!utf8_all_punctuation(STR("$")));
    CHECK(!utf8_all_punctuation(STR("+")));
    CHECK(!utf8_all_punctuation(STR("``"))); // the grave accent is a symbol (Sk)
    CHECK(utf8_all_punctuation(STR("''")));
    CHECK(!utf8_all_punctuation(STR("a.")));
    CHECK(!utf8_all_punctuation(STR(". ."))); // a space is no punctuation
    CHECK(!utf8_all_punctuation(STR(".\xff")));
    CHECK(!utf8_all_punctuation(STR("\xe3\x80"))); // cut short
}

TESTS(TEST(every_code_point), TEST(malformed), TEST(controls), TEST(punctuation_points),
      TEST(punctuation_words))
