// SPDX-License-Identifier: MIT
// The tagger: UPOS, XPOS and FEATS together, so that they agree.
#ifndef COPSE_TEXT_TAGGER_H
#define COPSE_TEXT_TAGGER_H

#include "common/model/family.h"
#include "common/model/stage.h"

typedef struct tag_options {
    const char *lexicon;  // a file of forms with their tags, or NULL
    const char *clusters; // a file of forms with their classes, or NULL
} tag_options;
extern const opt_row tag_rows[]; // over tag_options

typedef struct tag_plan {
    const treebank *t; // no values lie over its UPOS, XPOS and FEATS
    const tag_options *options;
    uint64_t seed;
    const copse_environment *env;
    bool first_features; // with the first set alone, see tagger_words.h
} tag_plan;

// Trains, and writes the sections of a stage of kind tag_stage, without META, OPTS and COLS. Columns that the
// treebank never fills are not learnt. The family `tagger` and the pipeline call it.
int tag_train(const tag_plan *plan, box_writer *w, copse_error *err);

// tag "TAGR"; writes UPOS, XPOS, FEATS
extern const stage_kind tag_stage;

#endif
