// SPDX-License-Identifier: MIT
// Training a tokeniser, for the files of the tokeniser alone.
#ifndef COPSE_TEXT_TOKENISER_TRAIN_H
#define COPSE_TEXT_TOKENISER_TRAIN_H

#include "text/model.h"
#include "text/tokeniser.h"

int tok_learn(tok_model *m, const tok_plan *plan, copse_error *err);
int tok_save(const tok_model *m, box_writer *w, copse_error *err); // (tokeniser.c)

#endif
