// SPDX-License-Identifier: MIT
// What `copse crossval` prints: the figures of each fold, their means, and means by label or part of speech.
#ifndef COPSE_CLI_CROSSVAL_REPORT_H
#define COPSE_CLI_CROSSVAL_REPORT_H

#include "cli/punct.h"
#include "cli/sheet.h"
#include "copse.h"

typedef struct crossval_report {
    const char *family, *split; // as on the command line
    const copse_crossval_options *how;
    const copse_scores *fold; // [how->folds]
    const punct *punct;
    int by; // see eval_report.h
} crossval_report;

void crossval_print(FILE *out, const crossval_report *report, sheet_format format);

#endif
