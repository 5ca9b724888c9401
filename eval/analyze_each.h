// SPDX-License-Identifier: MIT
// The error analysis sentence by sentence, for intervals.
#ifndef COPSE_EVAL_ANALYZE_EACH_H
#define COPSE_EVAL_ANALYZE_EACH_H

#include "copse.h"

typedef struct analyze_each {
    copse_factor factor;
    // After every sentence: the counts by row over all sentences so far, gold[rows] and of[rows][systems].
    void (*take)(void *context, const long *gold, const copse_arc_counts *of, size_t rows);
    // At the end, for every row: its name, and where a row of numbers begins. open: it has no upper end.
    void (*name)(void *context, size_t row, copse_str name, int low, bool open);
    void *context;
} analyze_each;

// copse_analyze that calls each, unless it is NULL.
int analyze_with(copse_analysis *result, const char *gold, const char *const *systems, size_t n,
                 const copse_analysis_options *options, const analyze_each *each, copse_error *err);

#endif
