// SPDX-License-Identifier: MIT
// Training an ensemble or a stacked parser.
#ifndef COPSE_ENSEMBLE_TRAIN_H
#define COPSE_ENSEMBLE_TRAIN_H

#include "common/model/family.h"

// The train function of both families: writes the sections of one model.
int en_train(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
             const copse_environment *environment, copse_error *err);

#endif
