// SPDX-License-Identifier: MIT
// What the tagger sees of words, and the features made of it.
//
// A feature is a 64-bit key. Static ones depend on the form alone; context ones also on the two words on each
// side and on the word's place.
#ifndef COPSE_TEXT_TAGGER_WORDS_H
#define COPSE_TEXT_TAGGER_WORDS_H

#include "common/model/clusters.h"
#include "text/tagger_book.h"
#include "text/tagger_letters.h"
#include "text/tagger_tags.h"

enum {
    TGW_AROUND = 2,      // words on each side
    TGW_RARE = 10,       // forms seen less often have features of their beginning, end and stem
    TGW_LASTING = 12,    // features of tags that a stem may determine, at most
    TGW_AFFIX = 3,       // letters of the longest beginning and end in the book of affixes
    TGW_FIRST_ALIKE = 1, // where these begin among the entries that only the second set of features has
    TGW_ALIKE = 4,       // entries of that book that a word has
    TGW_MORE = TGW_FIRST_ALIKE + TGW_ALIKE, // and how many those are
    TGW_LETTERS = 5,  // letters of the longest word whose letters are features, where letters have no case
    TGW_STATIC = 92,  // features at most
    TGW_CONTEXT = 40, //
    TGW_KEYS = TGW_STATIC + TGW_CONTEXT,
};

// How a tag relates to what is known of a form: see tg_relate. Row (kind * TGR_TOTALS + total) * TGR_SHARES +
// share; total and share are 0 for none. TGR_LISTED is the kind for the whole tag in the lexicon. A model of
// the first set of features has only the first kinds.
enum {
    TGR_SHARES = 7,
    TGR_TOTALS = 5,
    TGR_FIRST_KINDS = 6,
    TGR_KINDS = TGR_FIRST_KINDS + 2 * TGW_MORE,
    TGR_LISTED = 2,
    TGR_FIRST_ROWS = TGR_FIRST_KINDS * TGR_TOTALS * TGR_SHARES,
    TGR_ROWS = TGR_KINDS * TGR_TOTALS * TGR_SHARES
};

typedef struct tg_sources {
    const tg_tags *tags;
    const tg_book *book;      // forms, and forms in lower case, of training
    const tg_book *stems;     // beginnings of words that their lemmas share
    const tg_book *affixes;   // beginnings and ends of forms; NULL: the first set of features, without them
    const tg_book *lexicon;   // or NULL
    const clusters *clusters; // or NULL
} tg_sources;

// What a word shows to the words around it.
typedef struct tg_face {
    uint64_t form, lower;              // hashes
    uint64_t look;                     // its kinds of letters
    uint64_t begin1, end1, end2, end3; // the first letter, and the last ones
    uint64_t class_tag, class_upos;    // which tags the form has in the book
    uint32_t cluster[CLUSTERS_LEVELS]; // 0: none
} tg_face;

typedef struct tg_word {
    tg_face face;
    uint64_t shape;
    uint64_t begin[TG_AFFIX], end[TG_AFFIX]; // hashes of the first and of the last letters
    uint32_t small[TG_AFFIX];                // the last letters, folded, from the end
    uint64_t folded[TG_AFFIX];               // hashes of them
    int affixes;                             // how many of them
    size_t letters;
    bool second;                     // it has the second set of features
    bool capital;                    // its first letter is upper case
    bool caseless;                   // it has letters, and none of them has a case
    uint32_t first[TGW_LETTERS];     // its first letters
    uint64_t alike_class[TGW_ALIKE]; // the most frequent UPOS of forms that are alike, and how sure it is
    uint64_t best;                   // the most frequent tag in the book, and how sure it is; 0: not there
    uint64_t listed_class;           // which tags the form has in the lexicon; 0: not there
    uint64_t lasting[TGW_LASTING];   // values of features with the longest stem
    int lastings;
    uint64_t stem_upos[2]; // which UPOS the stems have
    int stem_end[2];       // letters of the longest stem that the form begins with, and of the next; 0: none
    tg_entry entry, listed, stem; // of the book, the lexicon, and the longest stem
    // What the second set of features has: the entry of the form in lower case, if it begins with a capital;
    // from TGW_FIRST_ALIKE those of other forms with the same end, the longest known one, and the next, then
    // by beginnings likewise.
    tg_entry more[TGW_MORE];
} tg_word;

// What training leaves out of the books: the occurrence of the word itself, so that it sees its words as if
// they stood in another text.
typedef struct tg_own {
    uint16_t tag; // TG_EDGE: leaves nothing out
    int stem;     // letters; 0: none
} tg_own;

uint64_t tg_form_hash(copse_str form);
void tg_word_set(tg_word *w, const tg_sources *from, copse_str form, tg_own own);
// Only the entries of the book and the lexicon, for a word whose form, lower and capital are set.
void tg_word_look_up(tg_word *w, const tg_sources *from, tg_own own);
extern const tg_face tg_edge_face; // the words before a sentence and after it

size_t tg_static_keys(const tg_word *w, uint64_t key[TGW_STATIC]);
// around[TGW_AROUND] is the word itself. first: it is the first of the sentence; last: the sentence's last
// word.
size_t tg_context_keys(const tg_face *const around[2 * TGW_AROUND + 1], bool first, const tg_face *last,
                       uint64_t key[TGW_CONTEXT]);

// The row for a part of a total.
int tg_relation_row(int kind, uint32_t part, uint32_t total);
// How often the form was seen with the tag, and with its UPOS, in the book, in the lexicon and for the stem,
// each as a row of weights; returns how many.
int tg_relate(const tg_tags *tags, const tg_word *w, uint16_t tag, int row[TGR_FIRST_KINDS]);
// The same of the other entries: kinds TGR_FIRST_KINDS + 2 * k for entry k, if there is one.
int tg_relate_more(const tg_tags *tags, const tg_word *w, uint16_t tag, int row[TGR_KINDS - TGR_FIRST_KINDS]);

#endif
