// SPDX-License-Identifier: MIT
// The lemmatiser: an edit script for each word, chosen by its form, tags and context.
#ifndef COPSE_TEXT_LEMMATISER_H
#define COPSE_TEXT_LEMMATISER_H

#include "common/model/family.h"
#include "common/model/stage.h"

typedef struct lem_plan {
    const treebank *t; // it learns from its own columns, whatever is put over them
    uint64_t seed;
    const copse_environment *env;
} lem_plan;

// Trains, and writes the sections of a stage of kind lem_stage, without META, OPTS and COLS. The family
// `lemmatiser` and the pipeline call it.
int lem_train(const lem_plan *plan, box_writer *w, copse_error *err);

// tag "LEMM"; reads FORM, UPOS, XPOS, FEATS, writes LEMMA
extern const stage_kind lem_stage;

#endif
