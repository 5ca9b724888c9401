// SPDX-License-Identifier: MIT
// A pipeline: tokeniser, tagger, lemmatiser and parser, trained together, in one model.
#ifndef COPSE_TEXT_PIPELINE_H
#define COPSE_TEXT_PIPELINE_H

#include "common/model/model.h"
#include "text/tagger.h"

typedef struct pipeline_options {
    const char *parser;         // a family, members of an ensemble, or "none"
    const char *parser_options; // as on the command line, or NULL
    long folds;
    int tags; // PIPE_MIXED, PIPE_PREDICTED, PIPE_GOLD
    tag_options tagger;
} pipeline_options;

enum { PIPE_MIXED, PIPE_PREDICTED, PIPE_GOLD };

static inline const pipeline_options *popt_of(const copse_options *options)
{
    return options->values;
}

// The options of the parser, which the caller frees. *made becomes NULL for a pipeline without one. Returns
// like family.check.
int popt_parser(const copse_options *options, copse_options **made, copse_error *err);

// The stages of a pipeline in the making.
typedef struct pipe_stages {
    char *name[MODEL_MOST_STAGES]; // [n]
    copse_str model[MODEL_MOST_STAGES];
    size_t n;
} pipe_stages;

// Adds the model that w holds. One that is a sequence adds its stages, with their names. Frees w.
int pipe_add(pipe_stages *stages, const char *name, box_writer *w, copse_error *err);
void pipe_done(pipe_stages *stages);
// Writes the sequence.
void pipe_save(const pipe_stages *stages, box_writer *w);

// The family's train.
int pipe_train(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
               const copse_environment *environment, copse_error *err);

// Puts over the sentences of t what the stages from `from` on write, in the place of the values that are
// there. (pipeline_dev.c)
int pipe_annotate(const pipe_stages *stages, size_t from, const treebank *t, int threads, copse_error *err);

// Reports the accuracy of the stages on gold tokens and, if there is a tokeniser, on raw text.
int pipe_report(const pipe_stages *stages, const treebank *dev, const copse_environment *environment,
                copse_error *err);

#endif
