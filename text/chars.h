// SPDX-License-Identifier: MIT
// Characters as the tokeniser sees them: code points, their lower case and their classes.
#ifndef COPSE_TEXT_CHARS_H
#define COPSE_TEXT_CHARS_H

#include "copse.h"

struct text; // common/base/text.h

typedef enum ch_class {
    CH_SPACE, // white space of any kind, line ends included
    CH_UPPER,
    CH_LOWER,
    CH_LETTER, // of a script without case
    CH_HAN,    // this and the next three: scripts that are written without spaces
    CH_HIRAGANA,
    CH_KATAKANA,
    CH_SOUTHEAST, // Thai, Lao, Myanmar, Khmer
    CH_MARK,
    CH_DIGIT,
    CH_STOP,       // . and what ends sentences besides ! and ?
    CH_EXCLAIM,    // ! ?
    CH_COMMA,      // , ; :
    CH_QUOTE,      // that opens or closes
    CH_APOSTROPHE, // ' and U+2019
    CH_HYPHEN,     // and dashes
    CH_OPEN,       // brackets and quotes
    CH_CLOSE,
    CH_SLASH,
    CH_PUNCTUATION, // any other
    CH_SYMBOL,      // what is left
    CH_CLASSES
} ch_class;

typedef struct ch_char {
    uint32_t point; // U+FFFD for bytes that are not UTF-8, and for NUL
    uint32_t low;   // its lower case; U+FFFD for a control character that is no space
    uint8_t cls;
    uint8_t size; // bytes in the input
} ch_char;

enum { CH_BAD = 0xfffd, CH_TABLE = 0x600 };

// Classes of the first code points, to look them up quickly.
typedef struct ch_table {
    uint16_t low[CH_TABLE];
    uint8_t cls[CH_TABLE];
} ch_table;

void ch_table_init(ch_table *t);

// The next character. False if the bytes end within it and are not the last.
bool ch_decode(const ch_table *t, copse_str bytes, bool last, ch_char *c);

// Makes the character of a code point.
ch_char ch_of(const ch_table *t, uint32_t point);

// Adds the UTF-8 of n characters.
void ch_add(struct text *t, const ch_char *c, size_t n);

static inline bool ch_is_space(const ch_char *c)
{
    return c->cls == CH_SPACE;
}

// A line end, of which CR LF is one. Looks at c[1] too.
static inline bool ch_is_newline(const ch_char *c)
{
    return c->point == '\n' || (c->point == '\r' && c[1].point != '\n') || c->point == 0x2028 ||
           c->point == 0x2029;
}

// Letters of any kind, marks and digits.
static inline bool ch_is_word(const ch_char *c)
{
    return c->cls >= CH_UPPER && c->cls <= CH_DIGIT;
}

// Of a script that is written without spaces.
static inline bool ch_is_dense(const ch_char *c)
{
    return c->cls >= CH_HAN && c->cls <= CH_SOUTHEAST;
}

#endif
