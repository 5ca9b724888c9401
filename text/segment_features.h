// SPDX-License-Identifier: MIT
// What is seen of a border and of a piece, for training and for use.
#ifndef COPSE_TEXT_SEGMENT_FEATURES_H
#define COPSE_TEXT_SEGMENT_FEATURES_H

#include "text/segment.h"

// Takes a run of characters into work.
void sg_look(sg_work *work, const ch_char *c, size_t n);
// The features of a border before character i, and of the piece from i up to j.
void sg_border_keys(const sg_model *m, const sg_work *work, size_t i, size_t n, li_keys *k);
// seen: how often the piece was one in training.
void sg_piece_keys(const sg_model *m, const sg_work *work, size_t i, size_t j, uint64_t form, int seen,
                   li_keys *k);
// The piece is longer than SG_PIECE.
void sg_long_keys(const sg_model *m, const sg_work *work, size_t j, li_keys *k);

// Extends the key of a form by one character.
static inline uint64_t sg_extend(uint64_t form, uint32_t low)
{
    form = (form ^ low) * 0xa0761d6478bd642fu;
    return form ^ (form >> 32);
}

#endif
