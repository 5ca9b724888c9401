// SPDX-License-Identifier: MIT
// Edit scripts: what turns a form into its lemma, so that it also fits other words.
//
// A script works on code points. It replaces the ending of a word, which must be there, and swaps pieces
// before it: the nth occurrence from the right. So an umlaut is taken back wherever the stem is longer or
// shorter. What happens to the beginning of the word ("ge" is dropped) is chosen apart from the script, and
// so is case. A script may move the Greek accent: it then works on the word without accents and sets one on
// the nth vowel of the lemma from the right. Where nothing else fits, a script gives the whole lemma.
//
// Bytes that are not UTF-8 are kept as points of their own, above Unicode.
#ifndef COPSE_TEXT_EDIT_SCRIPT_H
#define COPSE_TEXT_EDIT_SCRIPT_H

#include "common/base/text.h"

enum {
    ES_PIECE = 40,                                   // points of a piece of a script at most
    ES_SWAPS = 3,                                    // of a script at most
    ES_ACCENTS = 9,                                  // vowels of a lemma that are counted
    ES_NTH = 10,                                     // occurrences that are counted
    ES_WORD = 256,                                   // points of a word that scripts are applied to
    ES_RESULT = ES_WORD + (ES_SWAPS + 2) * ES_PIECE, // of a lemma at most
    ES_WAYS = 24,                                    // scripts of a pair that are considered
    ES_BYTE = 0x110000                               // a byte b that is not UTF-8 is the point ES_BYTE + b
};

// Decodes at most ES_WORD points. Returns how many, or 0 if the word is longer or empty.
size_t es_decode(copse_str word, uint32_t *points /* [ES_WORD] */);
// Encodes points as bytes: at most 4 for each. Returns how many.
size_t es_encode(const uint32_t *points, size_t n, char *bytes);

// A piece of a script: a place in the pool.
typedef struct es_piece {
    uint32_t at, n;
} es_piece;

typedef struct es_swap {
    es_piece from, to;
    int nth; // occurrence of `from`, from the right and from 0, to the left of the swap before
} es_swap;

// What happens to the beginning of a word.
typedef struct es_front {
    es_piece cut, add;
} es_front; // all zero: nothing

typedef struct es_script {
    bool whole;             // add is the lemma
    es_piece cut, add;      // the ending
    size_t any;             // points before it that go too, whatever they are; never stored
    int accent;             // the vowel of the lemma that has it, from the right and from 1; 0: as it is
    es_swap swap[ES_SWAPS]; // right to left
    int swaps;
} es_script;

// Where the pieces of scripts lie.
typedef struct es_pool {
    uint32_t *point; // [n]
    size_t n, cap;
} es_pool; // all zero is empty

void es_pool_done(es_pool *pool);

// Scripts are stored as text: their pieces separated by tabs, or the whole lemma alone. Reads one; false if
// it is damaged. Whatever is read makes valid values of valid words.
bool es_read(es_script *s, copse_str text, es_pool *pool);
bool es_read_front(es_front *f, copse_str text, es_pool *pool);
void es_write(text *out, const es_script *s, const es_pool *pool);
void es_write_front(text *out, const es_front *f, const es_pool *pool);

// A point without its Greek accent; whether a point may take one.
uint32_t es_bare(uint32_t point);
bool es_takes_accent(uint32_t point);

// Applies a script to n points: the number of points of the lemma, or 0 if the script does not apply.
size_t es_apply(const es_front *front, const es_script *s, const uint32_t *pool, const uint32_t *word,
                size_t n, uint32_t *lemma /* [ES_RESULT] */);

// The beginnings and scripts, as text, that turn a word into a lemma; the last one gives the whole lemma.
typedef struct es_ways {
    text front[ES_WAYS], script[ES_WAYS];
    size_t n; // 0 if no script can make the lemma
} es_ways;    // all zero is empty; may be reused
void es_find(es_ways *ways, const uint32_t *word, size_t n, const uint32_t *lemma, size_t m);
void es_ways_done(es_ways *ways);

#endif
