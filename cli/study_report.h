// SPDX-License-Identifier: MIT
// What the reports of studies (oracle, analyze) share: names that fit, percentages, the words for
// what was counted.
#ifndef COPSE_CLI_STUDY_REPORT_H
#define COPSE_CLI_STUDY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

enum { STUDY_COLUMNS = 80 }; // of the tables for people

// A copy of name that is at most width characters wide; of a longer one the end is replaced by an ellipsis.
// Freed by the caller.
char *study_fitting(const char *name, int width);
// Prints it, filled with spaces up to width.
void study_text_name(FILE *out, const char *name, int width);

// Is standard input more than one of the operands?
bool study_twice_stdin(const char *const *operand, int n);

// "over all tokens, punctuation included"
const char *study_convention(bool skip_punctuation, long skipped, char *buf, size_t size);

// part of whole in per cent; where whole is 0, "-" or null.
void study_text_percent(FILE *out, long part, long whole, int width);
void study_tsv_percent(FILE *out, long part, long whole);                   // after a tab
void study_json_percent(FILE *out, const char *key, long part, long whole); // "key": value

#endif
