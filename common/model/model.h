// SPDX-License-Identifier: MIT
// A model: a sequence of stages, usually one. Each stage sees what earlier ones have put over the sentence.
//
// A file of one stage holds that stage's sections. A file of several stages has a section STGS with their
// names and, for each, a section STAG that holds a whole model.
#ifndef COPSE_MODEL_MODEL_H
#define COPSE_MODEL_MODEL_H

#include "common/model/calibration.h"
#include "common/model/columns.h"
#include "common/model/stage.h"

enum { MODEL_MOST_STAGES = 16 };

typedef struct model_stage {
    const stage_kind *kind;
    void *model;
    box *inside; // of a sequence: the box of the stage's model; NULL if the stage is the whole file
    char *name;
    calibration calibration; // of a parser's scores, if it has one
} model_stage;

struct copse_model {
    box *file;    // NULL for models that were joined
    char *called; // the name that it was loaded by; NULL: that of the file
    model_stage stage[MODEL_MOST_STAGES];
    size_t n;        // stages
    columns columns; // of the training data, if known
};

// Loads the model in file. The model then owns file; on failure file is closed. kinds: the known kinds, NULL
// after the last.
copse_model *model_load_from(box *file, const stage_kind *const *kinds, copse_error *err);

// A model of one stage that was not read from a file. It owns the stage's model.
copse_model *model_of(const stage_kind *kind, void *model);

// The last stage that is a parser, or NULL.
model_stage *model_parser(copse_model *m);

// The columns of its input that a model reads, as bits 1 << column. Columns that an earlier stage writes do
// not count.
unsigned model_reads(const copse_model *m);

// Runs the stages after the parser on a tree of copse_parse_kbest: they put their predictions over the
// sentence. (parser.c)
int parser_after(copse_parser *parser, copse_sentence *sentence, copse_tree *tree, copse_error *err);

// Writes a sequence: META, STGS and the stages' models (bytes of box_bytes). n is at most MODEL_MOST_STAGES.
// Callers that know the training data add columns_save.
void seq_save(box_writer *w, size_t n, const char *const *names, const copse_str *models);

#endif
