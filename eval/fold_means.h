// SPDX-License-Identifier: MIT
// Means over the folds of a cross-validation.
#ifndef COPSE_EVAL_FOLD_MEANS_H
#define COPSE_EVAL_FOLD_MEANS_H

#include "copse.h"

typedef struct fold_mean {
    long folds;      // that have the figure
    double mean, sd; // sd: the standard deviation of a sample, over n - 1; NAN where there is none
} fold_mean;

// Of n values, each of which counts the same; those that are NAN are left out.
fold_mean fold_mean_of(const double *value, size_t n);

// The rows of one name, a label or a part of speech, in the tables of all folds.
typedef struct fold_row {
    char *name;
    long gold;              // words in all folds
    const copse_tally **of; // [folds] NULL: no row in this fold
} fold_row;

// The rows of the tables of labels, or of parts of speech: by descending gold count, then by name. They refer
// to the scores, and the caller frees them.
fold_row *fold_rows(const copse_scores *scores, size_t folds, bool labels, size_t *n);
void fold_rows_free(fold_row *rows, size_t n);

#endif
