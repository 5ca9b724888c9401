// SPDX-License-Identifier: MIT
// Are two evaluations over the same words? (significance.c)
#ifndef COPSE_EVAL_SAME_WORDS_H
#define COPSE_EVAL_SAME_WORDS_H

#include "copse.h"

int same_words(const copse_scores *first, const copse_scores *second, copse_error *err);

#endif
