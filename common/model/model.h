// SPDX-License-Identifier: MIT
// A model: a sequence of stages, of one as a rule. Each sees what those before it have put over the sentence.
//
// A file of one stage holds its sections. A file of several has a section STGS with their names, and for each
// a section STAG that holds a model of its own.
#ifndef COPSE_MODEL_MODEL_H
#define COPSE_MODEL_MODEL_H

#include "common/model/columns.h"
#include "common/model/stage.h"

enum { MODEL_MOST_STAGES = 16 };

typedef struct model_stage {
    const stage_kind *kind;
    void *model;
    box *inside; // where the model lies, of a sequence; NULL for a stage that is all of the file
    char *name;
} model_stage;

struct copse_model {
    box *file; // NULL for models that were joined
    model_stage stage[MODEL_MOST_STAGES];
    size_t n;        // stages
    columns columns; // of its training data, if that is known
};

// The model in file, which belongs to it then, and is closed on failure. kinds: those that there are, NULL
// after the last.
copse_model *model_load_from(box *file, const stage_kind *const *kinds, copse_error *err);

// A model that was not read from a file: one stage, whose model belongs to it.
copse_model *model_of(const stage_kind *kind, void *model);

// The last stage that is a parser, or NULL.
model_stage *model_parser(copse_model *m);

// The columns of its input that it looks at, a bit 1 << column each: not those that a stage before writes.
unsigned model_reads(const copse_model *m);

// Writes a sequence: META, STGS and the stages' models, bytes of box_bytes. n is at most MODEL_MOST_STAGES.
// Who knows the training data adds columns_save.
void seq_save(box_writer *w, size_t n, const char *const *names, const copse_str *models);

#endif
