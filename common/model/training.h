// SPDX-License-Identifier: MIT
// From a treebank file to a model file, for any trainer.
#ifndef COPSE_MODEL_TRAINING_H
#define COPSE_MODEL_TRAINING_H

#include "common/model/container.h"
#include "common/treebank/treebank.h"

// Trains as the options, which are the trainer's own, say, and writes the sections of a model. May change the
// trees of train. dev may be NULL.
typedef int (*training_fn)(box_writer *w, treebank *train, const treebank *dev, const void *options,
                           copse_report_fn report, void *context, copse_error *err);

// Reads train, and dev if it is not NULL; trains; saves the model, whole or not at all.
int training_run(const char *train, const char *dev, bool skip_bad, const char *model, training_fn make,
                 const void *options, copse_report_fn report, void *context, copse_error *err);

#endif
