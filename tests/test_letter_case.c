// SPDX-License-Identifier: MIT
#include "common/base/letter_case.h"

#include "tests/harness.h"

typedef bool (*property)(uint32_t point);

static bool is_surrogate(uint32_t c)
{
    return c >= 0xd800 && c <= 0xdfff;
}

// How many code points have a property and their sum, from the Unicode Character Database, version 14.0.
static void whole_categories(void)
{
    static const struct {
        property has;
        long long points, sum;
    } category[] = {
        {lc_is_letter, 131756, 13903637152}, {lc_is_mark, 2408, 309510979},  {lc_is_digit, 660, 30806570},
        {lc_is_upper, 1862, 85448714},       {lc_is_lower, 2227, 102366205},
    };
    for (size_t i = 0; i < sizeof category / sizeof category[0]; i++) {
        long long points = 0, sum = 0;
        for (uint32_t c = 0; c <= 0x10ffff; c++)
            if (!is_surrogate(c) && category[i].has(c)) {
                points++;
                sum += c;
            }
        CHECK_INT(points, category[i].points);
        CHECK_INT(sum, category[i].sum);
    }
}

static void whole_mappings(void)
{
    static const struct {
        uint32_t (*map)(uint32_t point);
        long long points, sum;
    } mapping[] = {{lc_lower, 1433, -5538539078}, {lc_upper, 1450, -139819903577}};
    for (size_t i = 0; i < sizeof mapping / sizeof mapping[0]; i++) {
        long long points = 0, sum = 0;
        for (uint32_t c = 0; c <= 0x10ffff; c++) {
            const long long plus = (long long)mapping[i].map(c) - c;
            points += plus != 0;
            sum += c * plus;
        }
        CHECK_INT(points, mapping[i].points);
        CHECK_INT(sum, mapping[i].sum);
    }
}

static void categories_agree(void)
{
    long wrong = 0;
    for (uint32_t c = 0; c <= 0x110000; c++) {
        wrong += lc_is_upper(c) && (lc_is_lower(c) || !lc_is_letter(c));
        wrong += lc_is_lower(c) && !lc_is_letter(c);
        wrong += lc_is_letter(c) + lc_is_digit(c) + lc_is_mark(c) + lc_is_space(c) > 1;
        wrong += lc_lower(lc_lower(c)) != lc_lower(c) || lc_upper(lc_upper(c)) != lc_upper(c);
    }
    CHECK_INT(wrong, 0);
}

static void pairs(void)
{
    static const uint32_t pair[][2] = {
        {'A', 'a'},         {'Z', 'z'},         {0xc0, 0xe0},       // Latin
        {0x178, 0xff},      {0x10c, 0x10d},     {0x139, 0x13a},     // y with diaeresis, c and l with marks
        {0x18e, 0x1dd},     {0x1e9e, 0xdf},     {0x391, 0x3b1},     // reversed e, sharp s, alpha
        {0x386, 0x3ac},     {0x3a3, 0x3c3},     {0x1f08, 0x1f00},   // alpha with marks, sigma
        {0x410, 0x430},     {0x401, 0x451},     {0x48a, 0x48b},     // Cyrillic
        {0x531, 0x561},     {0x10a0, 0x2d00},   {0x1c90, 0x10d0},   // Armenian, Georgian
        {0x13a0, 0xab70},   {0x2c00, 0x2c30},   {0x2160, 0x2170},   // Cherokee, Glagolitic, Roman numerals
        {0x24b6, 0x24d0},   {0xff21, 0xff41},   {0x10400, 0x10428}, // circled, full width, Deseret
        {0x1e900, 0x1e922}, {0x1e921, 0x1e943},                     // Adlam
    };
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        CHECK_INT(lc_lower(pair[i][0]), pair[i][1]);
        CHECK_INT(lc_lower(pair[i][1]), pair[i][1]);
        if (pair[i][1] != 0xdf)
            CHECK_INT(lc_upper(pair[i][1]), pair[i][0]);
    }
    CHECK_INT(lc_upper(0xdf), 0xdf); // sharp s: SS would be two
    CHECK_INT(lc_lower(0x130), 'i');
    CHECK_INT(lc_upper(0x131), 'I');
    CHECK_INT(lc_upper(0x3c2), 0x3a3); // final sigma
    CHECK_INT(lc_lower(0x1c5), 0x1c6); // a digraph in title case
    CHECK_INT(lc_upper(0x1c5), 0x1c4);
    CHECK_INT(lc_lower(0x4e00), 0x4e00);
    CHECK_INT(lc_lower(0xffffffff), 0xffffffff);
}

static void kinds(void)
{
    CHECK(lc_is_letter(0x4e00) && lc_is_letter(0x5d0) && lc_is_letter(0x2b0) && !lc_is_letter(0x2160));
    CHECK(!lc_is_letter('@') && !lc_is_letter('[') && !lc_is_letter('`') && !lc_is_letter('{'));
    CHECK(lc_is_digit('0') && lc_is_digit('9') && !lc_is_digit('/') && !lc_is_digit(':'));
    CHECK(lc_is_digit(0x660) && lc_is_digit(0xff19) && !lc_is_digit(0xb2) && !lc_is_digit(0x2160));
    CHECK(lc_is_mark(0x301) && lc_is_mark(0x93f) && lc_is_mark(0xfe0f) && !lc_is_mark(0x200d));
    CHECK(lc_is_space(' ') && lc_is_space('\t') && lc_is_space('\r') && lc_is_space(0xa0));
    CHECK(lc_is_space(0x2028) && lc_is_space(0x2029) && lc_is_space(0x3000) && lc_is_space(0x202f));
    CHECK(!lc_is_space(0x85) && !lc_is_space(0x200b) && !lc_is_space(0xfeff) && !lc_is_space(0));
    CHECK(!lc_is_letter(0xffffffff) && !lc_is_mark(0x110000) && !lc_is_space(0xffffffff));
}

TESTS(TEST(whole_categories), TEST(whole_mappings), TEST(categories_agree), TEST(pairs), TEST(kinds))
