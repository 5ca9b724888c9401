// SPDX-License-Identifier: MIT
// What the tagger sees of words, and the features made of it.
//
// A feature is a 64-bit key. Static ones depend on the form alone; context ones also on the four words around
// it and on the word's place.
#ifndef COPSE_TEXT_TAGGER_WORDS_H
#define COPSE_TEXT_TAGGER_WORDS_H

#include "text/tagger_book.h"
#include "text/tagger_tags.h"

enum {
    TGW_AFFIX = 10,   // letters of the longest beginning and end
    TGW_CLUSTER = 4,  // beginnings of a cluster's path
    TGW_AROUND = 2,   // words on each side
    TGW_STATIC = 100,  // features at most
    TGW_CONTEXT = 48, //
    TGW_KEYS = TGW_STATIC + TGW_CONTEXT
};

// How a candidate relates to what is known of the form; see tg_relate.
enum { TGR_SHARES = 7, TGR_TOTALS = 5, TGR_KINDS = 6, TGR_ROWS = TGR_KINDS * TGR_TOTALS * TGR_SHARES };

struct clusters; // text/clusters.h

typedef struct tg_sources {
    const tg_tags *tags;
    const tg_book *book;             // forms, and forms in lower case, of training
    const tg_book *lexicon;          // or NULL
    const tg_book *stems;            // beginnings of words that are beginnings of their lemmas too, with UPOS; or NULL
    const struct clusters *clusters; // or NULL
} tg_sources;

typedef struct tg_word {
    uint64_t form, lower;           // hashes
    uint64_t shape, look;           // of the form: its kinds of letters in order; coarser
    uint64_t begin[TGW_AFFIX];      // hashes of the first letters, in lower case
    uint64_t end[TGW_AFFIX];        // and of the last
    int begins, ends;               // how many there are
    uint64_t class_tag, class_upos; // which tags the form has in the book
    uint64_t best;                  // the most frequent, and how sure
    uint64_t lexicon;               // which tags it has in the lexicon; 0: none
    uint64_t cluster[TGW_CLUSTER];  // 0: none
    size_t letters;
    uint64_t lasting[TG_MOST_NAMES]; int lastings;
    tg_entry stem[2];       // the longest stem that the form begins with, and the next
    int stem_end[2];        // their letters; 0: none
    tg_entry entry, listed;         // of the book and of the lexicon
    bool capital;
} tg_word;

// Sets the word for a form. One occurrence with the tag `without` is left out of the book (0: none), so that
// training sees its words as if they stood in another text.
void tg_word_set(tg_word *w, const tg_sources *from, copse_str form, uint16_t without, int stem);
// The letters that a form and its lemma begin with, in lower case; 0 if they are fewer than 2 or too many.
int tg_stem(copse_str form, copse_str lemma);
void tg_word_entries(tg_word *w, const tg_sources *from, uint16_t without, int stem); // only the entries
void tg_word_edge(tg_word *w);          // the words before a sentence and after it

size_t tg_static_keys(const tg_word *w, uint64_t key[TGW_STATIC]);
// around[2] is the word itself. first: it is the first of the sentence, last: the sentence's last word.
size_t tg_context_keys(const tg_word *const around[2 * TGW_AROUND + 1], bool first, const tg_word *last,
                       uint64_t key[TGW_CONTEXT]);

// The rows of the relation of a tag to the entries of a word: one for each kind, or -1.
void tg_relate(const tg_tags *tags, const tg_word *w, uint16_t tag, int row[TGR_KINDS]);

#endif
