// SPDX-License-Identifier: MIT
// Trees as text. Shared by the two forms: a sentence with what is drawn of it, and a canvas of box
// characters.
//
// In a cell of the canvas lines are kept as the directions in which they leave it; which character that makes
// is decided when the cell is written. So lines join and cross without any drawing order.
#ifndef COPSE_TREEBANK_DRAW_H
#define COPSE_TREEBANK_DRAW_H

#include "copse.h"

enum { DRAW_UP = 1, DRAW_DOWN = 2, DRAW_LEFT = 4, DRAW_RIGHT = 8, DRAW_ARROW = 16, DRAW_BRIDGE = 32 };

typedef struct draw_text { // a growing string
    char *s;
    size_t len, cap;
} draw_text;

void draw_put(draw_text *t, const char *s, size_t len);
void draw_pad(draw_text *t, int columns); // spaces, if more than 0
void draw_trim(draw_text *t);             // ends a line: spaces at its end go, a newline comes

// The character for a cell; arrow is what DRAW_ARROW is written as, a bridge is a vertical line over a
// horizontal one.
const char *draw_glyph(unsigned cell, bool ascii, const char *arrow);

// Columns of a terminal a string takes, roughly: wide East Asian characters and emoji two, combining ones
// none. Bytes that are not UTF-8, and control characters, are shown as one '?'.
int draw_width(copse_str s);
void draw_put_word(draw_text *t, copse_str s); // as draw_width counts it

// The caller's options, or those that are all zero, with a width that is one.
copse_draw_options draw_settle(const copse_draw_options *options);

// The two forms, of a tree as long as the sentence. draw_row gives false, and nothing, if that would be wider
// than width.
bool draw_row(draw_text *t, const copse_sentence *s, const copse_tree *tree, const copse_draw_options *o);
void draw_column(draw_text *t, const copse_sentence *s, const copse_tree *tree, const copse_tree *other,
                 const copse_draw_options *o);

#endif
