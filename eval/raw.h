// SPDX-License-Identifier: MIT
// Scores of raw text as the CoNLL 2018 shared task defines them (Zeman et al. 2018). The words of two files
// whose tokens differ are paired by the characters that they stand for. docs/eval.md has the definitions.
//
//     raw_read.c    a file as characters, tokens, sentences and words
//     raw_lower.c   forms in lower case
//     raw_align.c   which words are pairs
//     raw_scores.c  what is right about them
#ifndef COPSE_EVAL_RAW_H
#define COPSE_EVAL_RAW_H

#include "common/base/table.h"
#include "common/base/text.h"

// Strings as numbers, shared by the files that are compared.
typedef struct raw_names {
    table names;       // labels of content come first, then those of function, then what the files have
    table features;    // names of the features that count
    table feats;       // values of FEATS
    uint32_t *counted; // [feats.n] in names: the features of the value that count, sorted
    size_t counted_cap;
    uint32_t none; // in names: "_"
    text scratch;
    copse_str *item; // [item_cap] scratch: the features of a word
    size_t item_cap;
} raw_names;

void raw_names_init(raw_names *names);
void raw_names_done(raw_names *names);

// Does a label (without its subtype), as a number of names, mark a content or a function word?
bool raw_is_content(uint32_t label);
bool raw_is_function(uint32_t label);

typedef struct raw_span { // of a token or sentence
    size_t begin, end;    // bytes in chars
    long line;            // in the file
} raw_span;

enum { RAW_MOST_WORDS = 1 << 28 }; // of a file

#define RAW_ROOT ((size_t)-1)    // as a head
#define RAW_NO_HEAD ((size_t)-2) // HEAD is missing
#define RAW_UNPAIRED ((size_t)-3)

typedef struct raw_word {
    size_t token;                                   // that it is, or belongs to
    size_t head;                                    // a word, RAW_ROOT or RAW_NO_HEAD
    uint32_t form, lemma, upos, xpos, feats, label; // in names: form in lower case, label without its subtype
    bool multiword;                                 // belongs to a multiword token
} raw_word;

typedef struct raw_file {
    const char *name; // the reader's
    text chars;       // of all tokens, without spaces
    raw_span *token;  // [tokens]
    size_t tokens, tokens_cap;
    raw_span *sentence; // [sentences]
    size_t sentences, sentences_cap;
    raw_word *word; // [words]
    size_t words, words_cap;
} raw_file; // all zero is empty

// Reads the rest of an open reader. Heads must be numbers in range; with may_lack_heads they may also be
// missing.
int raw_read(raw_file *file, raw_names *names, copse_reader *reader, bool may_lack_heads, copse_error *err);
void raw_done(raw_file *file);

// Have both files the same characters? If not, the error shows the first difference.
int raw_same_text(const raw_file *gold, const raw_file *system, copse_error *err);

// Appends a form in lower case. Unlike lc_lower, it follows the two rules of Unicode that are not about
// single code points and no language: final sigma and dotted capital I. Bytes that are no UTF-8 stay.
void raw_lower(text *out, copse_str form);

// Pairs the words of two files with the same text: gold_of[system->words] becomes words of gold or
// RAW_UNPAIRED. No word is in two pairs. Fails (COPSE_ELIMIT) where multiword tokens join too many words.
int raw_align(const raw_file *gold, const raw_file *system, size_t *gold_of, copse_error *err);

struct lockstep;
// Scores n systems whose files were just opened.
int raw_evaluate(copse_raw_scores *scores, struct lockstep *files, size_t n, copse_error *err);

#endif
