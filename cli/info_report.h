// SPDX-License-Identifier: MIT
// The report of `copse info` on a treebank.
#ifndef COPSE_CLI_INFO_REPORT_H
#define COPSE_CLI_INFO_REPORT_H

#include "cli/sheet.h"
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
void info_print_sheets(FILE *out, const info_report *report, sheet_format format); // Markdown, LaTeX

// --- what the formats share

enum { INFO_TOP = 20, INFO_BIN = 32 }; // rows of a table for people; size of the name of a bin

typedef struct info_names { // what the columns are called in the file's format
    const char *format, *upos, *xpos;
} info_names;
info_names info_columns(const copse_stats *s);
const char *info_pos(const copse_stats *s);        // the column that --pos auto takes
const char *info_bin(int bin, char buf[INFO_BIN]); // "6-10", "1", "101-"

#endif
