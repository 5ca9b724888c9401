// SPDX-License-Identifier: MIT
// How well a model that reads text does on the raw text of a treebank.
#ifndef COPSE_TEXT_RAW_SCORE_H
#define COPSE_TEXT_RAW_SCORE_H

#include "common/treebank/treebank.h"

// Parses the text of a treebank, over which no values lie, and scores the result as the CoNLL 2018 shared
// task did. Fails with COPSE_EINPUT or COPSE_ELIMIT if the treebank cannot be scored.
int raw_score(const copse_model *m, const treebank *t, int threads, copse_raw_scores *scores,
              copse_error *err);

#endif
