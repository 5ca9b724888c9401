// SPDX-License-Identifier: MIT
// Trees as text: what the two forms of drawing share, text and a canvas of box characters.
//
// A cell of the canvas keeps the directions in which lines leave it; its character is chosen when the cell
// is written. So lines join and cross whatever the order of drawing.
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
void draw_trim(draw_text *t);             // ends a line: removes spaces at its end, adds a newline

// The character for a cell. arrow is written for DRAW_ARROW; a bridge is a vertical line over a horizontal
// one.
const char *draw_glyph(unsigned cell, bool ascii, const char *arrow);

// The approximate width of a string on a terminal: wide East Asian characters and emoji take two columns,
// combining ones none. A control character, and a byte that is not UTF-8, is shown as one '?'.
int draw_width(copse_str s);
void draw_put_word(draw_text *t, copse_str s); // as draw_width counts it

// The caller's options, or all zero if NULL, with a valid width.
copse_draw_options draw_settle(const copse_draw_options *options);

// The two forms, for a tree as long as the sentence. draw_row returns false and draws nothing if the drawing
// would be wider than width.
bool draw_row(draw_text *t, const copse_sentence *s, const copse_tree *tree, const copse_draw_options *o);
void draw_column(draw_text *t, const copse_sentence *s, const copse_tree *tree, const copse_tree *other,
                 const copse_draw_options *o);

#endif
