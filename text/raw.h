// SPDX-License-Identifier: MIT
// The raw text of a treebank, rebuilt from FORM, SpaceAfter=No, multiword tokens and the comments newpar and
// newdoc, with the tokens in it.
#ifndef COPSE_TEXT_RAW_H
#define COPSE_TEXT_RAW_H

#include "common/treebank/treebank.h"
#include "text/chars.h"

enum { RAW_PAD = 16 }; // white space before and after the text

typedef struct raw_token {
    uint32_t from, to;     // in chars
    uint32_t part, parts;  // its words, if it is a multiword token; else parts is 0
    copse_str lemma, upos; // of the token, or of its first word
    bool space;            // white space follows
    bool ends_sentence;    // it is the last one
    bool ends_paragraph;
} raw_token;

typedef struct raw_text {
    ch_char *c; // [n] padding included
    size_t n, cap;
    raw_token *token; // [tokens]
    size_t tokens, token_cap;
    copse_str *part; // [parts] forms of the words of multiword tokens; slices of the sentences
    size_t parts, part_cap;
} raw_text; // all zero is empty

// Builds the text of the sentences i of a treebank for which fold is NULL or (fold[i] == one) != others. With
// dense, the spaces around characters of scripts that are written without are left out.
typedef struct raw_choice {
    const int *fold;
    int one;
    bool others;
    bool dense;
} raw_choice;
void raw_build(raw_text *r, const treebank *t, const ch_table *table, const raw_choice *choice);
void raw_text_done(raw_text *r);

// Puts line ends in the place of some single spaces, more of them between sentences.
void raw_break_lines(raw_text *r, const ch_table *table, uint64_t seed);

// Has the treebank a space between almost all characters of scripts that are written without?
bool raw_is_spread(const raw_text *r);

// Adds the text as bytes, as a file that would be split.
void raw_write(const raw_text *r, struct text *out);

#endif
