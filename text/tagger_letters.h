// SPDX-License-Identifier: MIT
// The letters of a form: any bytes, of which those that are no UTF-8 count as letters of their own.
#ifndef COPSE_TEXT_TAGGER_LETTERS_H
#define COPSE_TEXT_TAGGER_LETTERS_H

#include "copse.h"

enum { TG_AFFIX = 10 }; // letters of the longest beginning and end

typedef struct tg_letters {
    size_t n;
    uint32_t first[TG_AFFIX]; // in lower case, digits as 0
    uint32_t last[TG_AFFIX];  // likewise, a ring: letter i is last[i % TG_AFFIX]
    uint64_t lower;           // hash of all of them
    uint64_t shape;           // hash of the kinds of letters in order, repeated ones once
    unsigned kinds;           // the kinds that occur, a bit each
    char first_kind;          // 0: no letters
} tg_letters;

void tg_letters_read(tg_letters *l, copse_str form);
bool tg_letters_caseless(const tg_letters *l); // are there letters, and do none of them have a case?

// How many letters a form and its lemma share at their beginning, in lower case: the stem. 0 if it has fewer
// than two; at most TG_AFFIX.
int tg_stem(copse_str form, copse_str lemma);

// Letters that alternate within an ending become one: open vowels, close vowels, and stops that are voiced or
// not. So the Turkish endings -dım and -tüm are alike. Greek vowels lose their accents.
uint32_t tg_fold(uint32_t small);

#endif
