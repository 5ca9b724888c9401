// SPDX-License-Identifier: MIT
// The report of `copse info` on a treebank.
#ifndef COPSE_CLI_INFO_REPORT_H
#define COPSE_CLI_INFO_REPORT_H

#include "copse.h"

#include <stdio.h>

typedef struct info_report {
    const char *file; // as shown
    const copse_stats *stats;
    bool all; // in the text every part of speech and label, not only the most frequent
} info_report;

void info_print_text(FILE *out, const info_report *report);
void info_print_json(FILE *out, const info_report *report);
void info_print_tsv(FILE *out, const info_report *report);

#endif
