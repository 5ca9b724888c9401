// SPDX-License-Identifier: MIT
// The contents of `copse oracle` reports.
#ifndef COPSE_CLI_ORACLE_REPORT_H
#define COPSE_CLI_ORACLE_REPORT_H

#include "cli/punct.h"
#include "cli/sheet.h"

typedef struct oracle_report {
    const char *const *operand; // gold, systems
    char *const *name;          // [systems]
    const punct *punct;
    const copse_oracle *o;
} oracle_report;

void oracle_print(FILE *out, const oracle_report *r, sheet_format format);
void oracle_print_sheets(FILE *out, const oracle_report *r, sheet_format format); // Markdown, LaTeX

#endif
