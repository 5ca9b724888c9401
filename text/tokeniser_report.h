// SPDX-License-Identifier: MIT
// How well a tokeniser finds the tokens, words and sentences of a treebank in its raw text.
#ifndef COPSE_TEXT_TOKENISER_REPORT_H
#define COPSE_TEXT_TOKENISER_REPORT_H

#include "common/model/container.h"
#include "common/treebank/treebank.h"

// Reports a line about the model that was just written.
int tok_report(box_writer *w, const treebank *dev, const copse_environment *env, copse_error *err);

#endif
