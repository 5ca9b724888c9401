// SPDX-License-Identifier: MIT
// The tokeniser: from characters to sentences, tokens and words.
//
// It learns from a treebank where tokens and sentences end (FORM, SpaceAfter=No, multiword tokens, newpar and
// newdoc), and which tokens are several words.
#ifndef COPSE_TEXT_TOKENISER_H
#define COPSE_TEXT_TOKENISER_H

#include "common/model/family.h"
#include "common/model/stage.h"

typedef struct tok_plan {
    const treebank *t; // its sentences as read; trees do not matter
    uint64_t seed;
    const copse_environment *env;
} tok_plan;

// Trains, and writes the sections of a stage of kind tok_stage, without META, OPTS and COLS. The family
// `tokeniser` and the pipeline call it.
int tok_train(const tok_plan *plan, box_writer *w, copse_error *err);

// tag "TOKN"
extern const stage_kind tok_stage;

// A splitter without a model: each line is a sentence, white space stands between tokens.
splitter tok_by_space(const copse_text_options *options);

#endif
