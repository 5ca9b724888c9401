// SPDX-License-Identifier: MIT
// A tokeniser's model.
#ifndef COPSE_TEXT_MODEL_H
#define COPSE_TEXT_MODEL_H

#include "text/ends.h"
#include "text/multiword.h"
#include "text/segment.h"

typedef struct tok_model {
    ch_table table;
    sg_model segment;
    se_model ends;
    mw_model words;
} tok_model;

#endif
