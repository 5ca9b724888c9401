// SPDX-License-Identifier: MIT
#include "common/treebank/draw.h"

#include "common/base/mem.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"
#include "common/base/utf8.h"

#include <string.h>

void draw_put(draw_text *t, const char *s, size_t len)
{
    t->s = mem_grow(t->s, &t->cap, t->len + len + 1, 1);
    memcpy(t->s + t->len, s, len);
    t->len += len;
    t->s[t->len] = 0;
}

void draw_pad(draw_text *t, int columns)
{
    for (; columns > 0; columns--)
        draw_put(t, " ", 1);
}

void draw_trim(draw_text *t)
{
    while (t->len && t->s[t->len - 1] == ' ')
        t->len--;
    draw_put(t, "\n", 1);
}

const char *draw_glyph(unsigned cell, bool ascii, const char *arrow)
{
    // By DRAW_UP | DRAW_DOWN | DRAW_LEFT | DRAW_RIGHT.
    static const char *const box[16] = {" ", "╵", "╷", "│", "╴", "╯", "╮", "┤",
                                        "╶", "╰", "╭", "├", "─", "┴", "┬", "┼"};
    static const char *const plain[16] = {" ", "|", "|", "|", "-", "'", ".", "+",
                                          "-", "`", ".", "+", "-", "+", "+", "+"};
    if (cell & DRAW_ARROW)
        return arrow;
    if (cell & DRAW_BRIDGE)
        cell = DRAW_UP | DRAW_DOWN;
    return (ascii ? plain : box)[cell & 15];
}

// Approximates what terminals do; a full Unicode width table is not worth its size.
static int point_width(uint32_t c)
{
    static const uint32_t none[][2] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},    {0x64b, 0x65f},
        {0x670, 0x670},   {0x6d6, 0x6dc},   {0x900, 0x902},   {0x93c, 0x93c},    {0x941, 0x948},
        {0x94d, 0x94d},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},    {0x1ab0, 0x1aff},
        {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064},  {0x20d0, 0x20f0},
        {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};
    static const uint32_t wide[][2] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},
        {0xa960, 0xa97f}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (c < 0x300)
        return 1;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (c >= none[i][0] && c <= none[i][1])
            return 0;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (c >= wide[i][0] && c <= wide[i][1])
            return 2;
    return 1;
}

// Characters that break lines or hide text: line and paragraph separators, changes of direction.
static bool unfit(uint32_t c)
{
    return utf8_is_control(c) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

int draw_width(copse_str s)
{
    int width = 0;
    for (size_t i = 0; i < s.len;) {
        uint32_t c;
        size_t step = utf8_decode(s.s + i, s.len - i, &c);
        width += step == 0 || unfit(c) ? 1 : point_width(c);
        i += step ? step : 1;
    }
    return width;
}

void draw_put_word(draw_text *t, copse_str s)
{
    for (size_t i = 0; i < s.len;) {
        uint32_t c;
        size_t step = utf8_decode(s.s + i, s.len - i, &c);
        if (step == 0 || unfit(c))
            draw_put(t, "?", 1);
        else
            draw_put(t, s.s + i, step);
        i += step ? step : 1;
    }
}

copse_draw_options draw_settle(const copse_draw_options *options)
{
    copse_draw_options how = options ? *options : (copse_draw_options){0};
    if (how.width < 0)
        how.width = 0;
    return how;
}

static char *draw(const copse_sentence *sentence, const copse_tree *tree, const copse_tree *other,
                  const copse_draw_options *options, size_t *length)
{
    const copse_draw_options how = draw_settle(options);
    draw_text t = {0};
    const bool fits = tree->n == sentence->n && (!other || other->n == sentence->n);
    draw_put(&t, "", 0);
    if (fits && tree->n > 0 && (how.vertical || other || !draw_row(&t, sentence, tree, &how)))
        draw_column(&t, sentence, tree, other, &how);
    if (length)
        *length = t.len;
    return t.s;
}

char *copse_draw(const copse_sentence *sentence, const copse_tree *tree, const copse_tree *other,
                 const copse_draw_options *options, size_t *length)
{
    copse_error err;
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at)) {
        mem_failed(&guard, &err);
        return NULL;
    }
    char *drawn = draw(sentence, tree, other, options, length);
    mem_end(&guard, 0);
    return mem_give(drawn);
}
