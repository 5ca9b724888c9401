// SPDX-License-Identifier: MIT
// What the reports of oracle and analyze share: names cut to fit, percentages.
#ifndef COPSE_CLI_STUDY_REPORT_H
#define COPSE_CLI_STUDY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

enum { STUDY_COLUMNS = 80 }; // of the tables for people

// A copy of name, at most width characters wide; a longer name is cut and ends in an ellipsis. The caller
// frees it.
char *study_fitting(const char *name, int width);
// Prints this copy, padded with spaces to width.
void study_text_name(FILE *out, const char *name, int width);

// Is standard input given for more than one operand? These are FILE or NAME=FILE.
bool study_twice_stdin(const char *const *operand, int n);

// part of whole in per cent; where whole is 0, "-" or null.
void study_text_percent(FILE *out, long part, long whole, int width);
void study_tsv_percent(FILE *out, long part, long whole);                   // after a tab
void study_json_percent(FILE *out, const char *key, long part, long whole); // "key": value

#endif
