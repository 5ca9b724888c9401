// SPDX-License-Identifier: MIT
// Edit scripts: what turns a form into its lemma, so that it also fits other words.
//
// A script works on code points. It replaces the beginning and the end of a word, which must be there, and
// swaps pieces in between: the nth occurrence from the right. So "ge" is dropped and an umlaut taken back
// wherever the stem is longer or shorter. Case is handled apart, before the script. Where nothing else fits,
// a script gives the whole lemma.
//
// Bytes that are not UTF-8 are kept as points of their own, above Unicode.
#ifndef COPSE_TEXT_EDIT_SCRIPT_H
#define COPSE_TEXT_EDIT_SCRIPT_H

#include "common/base/text.h"

enum {
    ES_PIECE = 40,                                   // points of a piece of a script at most
    ES_SWAPS = 3,                                    // of a script at most
    ES_NTH = 10,                                     // occurrences that are counted
    ES_WORD = 256,                                   // points of a word that scripts are applied to
    ES_RESULT = ES_WORD + (ES_SWAPS + 2) * ES_PIECE, // of a lemma at most
    ES_WAYS = 16,                                    // scripts of a pair that are considered
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

typedef struct es_script {
    bool whole; // add_back is the lemma
    es_piece cut_front, add_front, cut_back, add_back;
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
// it is damaged. A script that was read makes valid values of valid words.
bool es_read(es_script *s, copse_str text, es_pool *pool);

void es_write(text *out, const es_script *s, const es_pool *pool);

// Applies a script to n points: the number of points of the lemma, or 0 if the script does not apply.
size_t es_apply(const es_script *s, const uint32_t *pool, const uint32_t *word, size_t n,
                uint32_t *lemma /* [ES_RESULT] */);

// The scripts, as text, that turn a word into a lemma, simple ones first; the last gives the whole lemma.
// Returns how many there are, at most ES_WAYS; 0 if no script can make the lemma.
typedef struct es_ways {
    text script[ES_WAYS];
} es_ways; // all zero is empty; may be reused
size_t es_find(es_ways *ways, const uint32_t *word, size_t n, const uint32_t *lemma, size_t m);
void es_ways_done(es_ways *ways);

#endif
