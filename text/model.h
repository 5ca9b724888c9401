// SPDX-License-Identifier: MIT
// A tokeniser's model.
#ifndef COPSE_TEXT_MODEL_H
#define COPSE_TEXT_MODEL_H

#include "text/ends.h"
#include "text/multiword.h"
#include "text/recheck.h"
#include "text/segment.h"

typedef struct tok_model {
    ch_table table;
    sg_model segment;
    se_model ends;
    mw_model words;
    rc_model *recheck; // NULL: none
} tok_model;

#endif
