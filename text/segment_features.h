// SPDX-License-Identifier: MIT
// What is seen of a border and of a piece, for training and for use.
#ifndef COPSE_TEXT_SEGMENT_FEATURES_H
#define COPSE_TEXT_SEGMENT_FEATURES_H

#include "text/segment.h"

// Takes a run of characters into work.
void sg_look(sg_work *work, const ch_char *c, size_t n);
// The features of a border before character i, and of the piece from i up to j. gold: as for sg_seen.
void sg_border_keys(const sg_model *m, const sg_work *work, size_t i, size_t n, const bool *gold, li_keys *k);
// seen: how often the piece was one in training.
void sg_piece_keys(const sg_model *m, const sg_work *work, size_t i, size_t j, uint64_t form, int seen,
                   li_keys *k);
// The piece is longer than SG_PIECE.
void sg_long_keys(const sg_model *m, const sg_work *work, size_t j, li_keys *k);

// What is seen of the word that ends before character i, where a mark follows. (segment_words.c)
void sg_word_keys(const sg_model *m, const sg_work *work, size_t i, size_t n, const bool *gold, li_keys *k);

// The classes of a piece, repeated ones once.
uint64_t sg_shape(const uint8_t *cls, size_t n);

// How often something was seen, in few steps.
static inline unsigned sg_often(int seen)
{
    return seen > 20 ? 6 : seen > 9 ? 5 : seen > 4 ? 4 : seen > 2 ? 3 : (unsigned)seen;
}

static inline bool sg_is_word(uint8_t cls)
{
    return cls >= CH_UPPER && cls <= CH_DIGIT;
}

// Extends the key of a form by one character.
static inline uint64_t sg_extend(uint64_t form, uint32_t low)
{
    form = (form ^ low) * 0xa0761d6478bd642fu;
    return form ^ (form >> 32);
}

#endif
