// SPDX-License-Identifier: MIT
// The names that studies use: measures, factors, patterns of systems; and the checks at the end of a study.
#ifndef COPSE_EVAL_STUDY_NAMES_H
#define COPSE_EVAL_STUDY_NAMES_H

#include "eval/study.h"

// COPSE_FACTORS if there is none of this name.
copse_factor study_factor(const char *name);
// "las", "uas/nonprojective", "exact/no-punct". False if there is no such measure.
bool study_measure_read(const char *word, study_measure *m);
// Does a name fit a pattern, in which * stands for any characters?
bool study_matches(const char *pattern, const char *name);

// Fills in what was not written, adds the combinations of subsets, and checks tables and figures.
int study_finish(study *s, copse_error *err);

#endif
