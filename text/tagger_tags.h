// SPDX-License-Identifier: MIT
// The tags of a tagger: combinations of UPOS, XPOS and FEATS, and the parts that they share.
//
// A part is a value of UPOS, of XPOS, a feature with its value, all of FEATS, or a whole tag. Features of
// words have weights for parts, so rare tags learn from frequent ones. Of parts that belong to the same tags,
// only one is kept.
#ifndef COPSE_TEXT_TAGGER_TAGS_H
#define COPSE_TEXT_TAGGER_TAGS_H

#include "common/base/table.h"
#include "common/model/container.h"
#include "common/treebank/sentence.h"

enum { TG_UPOS, TG_XPOS, TG_FEATS, TG_COLUMNS };
enum {
    TG_EDGE = 0,            // the tag before the first word and after the last
    TG_MOST_TAGS = 1 << 14, // of a model, the edge included
    TG_MOST_PARTS = 50000,  // of a model
    TG_MOST_NAMES = 24,     // names of features, the most frequent ones, that pairs of tags compare
    TG_MOST_ITEMS = 48,     // parts of a tag
};

typedef struct tg_tags {
    unsigned columns;                   // that have values, bits 1 << column
    table value[TG_COLUMNS];            // the values of each; the first is "_"
    table key;                          // tags by their values
    uint16_t (*of)[TG_COLUMNS];         // [n] values of each tag
    size_t n, cap;                      //
    size_t parts;                       // what follows is made by tg_tags_settle
    uint32_t *first;                    // [n+1] the parts of tag t are part[first[t]] to part[first[t+1]-1]
    uint16_t *part;                     //
    size_t names;                       //
    uint16_t (*feature)[TG_MOST_NAMES]; // [n] the value of each name; 0: none
} tg_tags;                              // all zero is empty

extern const copse_column tg_column[TG_COLUMNS];

void tg_tags_start(tg_tags *t); // with the edge
void tg_tags_done(tg_tags *t);

// The tag with these values, which is new if need be; TG_EDGE if there are too many.
uint16_t tg_tags_add(tg_tags *t, const copse_str value[TG_COLUMNS]);
// The tag with these values, or TG_EDGE.
uint16_t tg_tags_find(const tg_tags *t, const copse_str value[TG_COLUMNS]);
// Numbers the parts, when all tags are there.
void tg_tags_settle(tg_tags *t);

static inline copse_str tg_tags_value(const tg_tags *t, uint16_t tag, int column)
{
    return tab_name(&t->value[column], t->of[tag][column]);
}

// The values of a word, "_" for empty ones.
void tg_tags_read(const copse_sentence *s, int word, bool as_read, copse_str value[TG_COLUMNS]);

void tg_tags_save(const tg_tags *t, box_writer *w); // into the current section
int tg_tags_load(tg_tags *t, cursor *c, copse_error *err);

#endif
