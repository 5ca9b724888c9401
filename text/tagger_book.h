// SPDX-License-Identifier: MIT
// A book of words: which tags a form had in training, and how often. Forms are known by hashes of 32 bits.
#ifndef COPSE_TEXT_TAGGER_BOOK_H
#define COPSE_TEXT_TAGGER_BOOK_H

#include "text/tagger_tags.h"

#include <stddef.h>
#include <stdint.h>

enum {
    TGB_MOST = 24,      // tags of a form, the most frequent
    TGB_COUNT = 65535,  // greatest count
    TGB_UPOS = 1 << 15, // a lexicon may know only the UPOS of a form: this bit and the number of the value
};

typedef struct tg_book {
    size_t n;
    const uint32_t *hash;  // [n] sorted
    const uint32_t *first; // [n+1] the tags of a form are from first[i] to first[i+1] - 1
    const uint16_t *tag;   // [first[n]] rising within a form
    const uint16_t *count; // [first[n]] at least 1
    void *own[4];          // the arrays while training
} tg_book;                 // all zero is empty

// The tags of a form, copied, so that the one of the word at hand can be left out.
typedef struct tg_entry {
    int n;
    uint32_t total;
    uint16_t tag[TGB_MOST], count[TGB_MOST];
    uint16_t upos[TGB_MOST]; // of each tag
    uint32_t near[TGB_MOST]; // occurrences of all tags with this UPOS
    bool leads[TGB_MOST];    // is it the first with its UPOS?
} tg_entry;

// The UPOS of a tag in an entry, as a number.
static inline unsigned tgb_upos(const tg_tags *tags, uint16_t tag)
{
    return tag & TGB_UPOS ? tag & (TGB_UPOS - 1U) : tags->of[tag][TG_UPOS];
}

// Occurrences of forms, to make a book of them.
typedef struct tg_sighting {
    uint32_t hash;
    uint16_t tag;
} tg_sighting;

// Sorts them; forms that were seen less than `least` times are left out.
void tg_book_make(tg_book *b, tg_sighting *seen, size_t n, size_t least);
void tg_book_done(tg_book *b);

// Finds a form, without upos and near; leaves one occurrence with a tag out, or none for without == 0. n is 0
// if nothing is left.
void tg_book_find(const tg_book *b, uint64_t form, uint16_t without, tg_entry *e);
void tg_entry_settle(tg_entry *e, const tg_tags *tags); // fills in upos, near and leads

void tg_book_save(const tg_book *b, box_writer *w); // into the current section
// listed: it may have UPOS alone.
int tg_book_load(tg_book *b, cursor *c, const tg_tags *tags, bool listed, copse_error *err);

#endif
