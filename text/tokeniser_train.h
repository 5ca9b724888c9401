// SPDX-License-Identifier: MIT
// Training a tokeniser, for the files of the tokeniser alone.
#ifndef COPSE_TEXT_TOKENISER_TRAIN_H
#define COPSE_TEXT_TOKENISER_TRAIN_H

#include "text/model.h"
#include "text/tokeniser.h"

void tok_learn(tok_model *m, const tok_plan *plan);
void tok_save(const tok_model *m, box_writer *w); // (tokeniser.c)

#endif
