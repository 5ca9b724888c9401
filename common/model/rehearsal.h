// SPDX-License-Identifier: MIT
// Training with a calibration. What a parser says of the sentences that it was trained on is no evidence. So
// training is rehearsed: the same trainer learns from four fifths of the treebank, and its model parses the
// rest. Ensembles rehearse their members one by one, since they have trees of cross-validation for some.
#ifndef COPSE_MODEL_REHEARSAL_H
#define COPSE_MODEL_REHEARSAL_H

#include "common/model/calibration.h"
#include "common/model/family.h"

// Trains as family.train, and writes the section CALI too, if the options ask for it and the treebank is
// large enough. A family that makes no parser alone (family.check_member) calibrates the parser inside. If it
// is stopped after the model was made, the model has no calibration.
int reh_train(const copse_options *options, box_writer *w, treebank *train, const treebank *dev,
              const copse_environment *environment, copse_error *err);

// Trains on four fifths of t with options that are made lighter, and adds the evidence for the rest to s. t
// is unchanged. reverse: the parser reads from right to left, and so does t.
int reh_observe(const copse_options *options, const treebank *t, cal_sample *s,
                const copse_environment *environment, copse_error *err);

#endif
