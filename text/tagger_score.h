// SPDX-License-Identifier: MIT
// The candidates for the tag of a word and their scores without neighbouring tags.
#ifndef COPSE_TEXT_TAGGER_SCORE_H
#define COPSE_TEXT_TAGGER_SCORE_H

#include "text/tagger_lattice.h"
#include "text/tagger_words.h"

enum { TGS_FREQUENT = 12 }; // a form that was seen so often has only tags that it was seen with

typedef struct tg_scorer {
    size_t n;         // candidates
    uint16_t *tag;    // [n]
    float *score;     // [n]
    float *upos;      // [values of UPOS] what the relations of a tag's UPOS add
    bool *marked;     // [marks] tags in entries of the word, while it is scored
    float *more;      // [marks] and what the relations to its other entries add to a tag, and
    float *more_upos; // [values of UPOS] to its UPOS
    size_t tag_cap, score_cap, upos_cap, marks, more_values;
} tg_scorer; // all zero is empty

// Which values a word must have.
typedef struct tg_limit {
    bool fixed[TG_COLUMNS];
    uint16_t value[TG_COLUMNS];
} tg_limit;

void tgs_room(tg_scorer *s, size_t n); // room for n candidates
// What the relations of a tag to a word add to its score.
float tgs_relation(const tg_tags *tags, const float *relation, const tg_word *w, uint16_t tag);

// Scores the candidates of a word: those within the limit (which may be NULL), or all if there is none. sum:
// the score of each part, which times scale counts; relation: [TGR_ROWS].
void tgs_score(tg_scorer *s, const tg_tags *tags, const float *relation, const tg_word *w, const float *sum,
               float scale, const tg_limit *limit);
// Gives the last word of a lattice the best candidates, at most `most`, in order of tags: those that score
// less than margin below the best. And the tag `also`, unless it is TG_EDGE or no candidate. Returns whether
// `also` was among the best.
bool tgs_prune(const tg_scorer *s, float margin, size_t most, uint16_t also, tg_lattice *l);
void tgs_done(tg_scorer *s);

#endif
