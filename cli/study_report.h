// SPDX-License-Identifier: MIT
// What the reports of studies (oracle, analyze) share: names of systems, percentages, the words for what was
// counted.
#ifndef COPSE_CLI_STUDY_REPORT_H
#define COPSE_CLI_STUDY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

// Short names for files: without the folder and without .conllu, .conllx, .conll and .gz, .zst. Equal ones
// get a number: "ae", "ae-2". The array and its strings are freed by study_names_free.
char **study_names(const char *const *paths, int n);
void study_names_free(char **names, int n);

// Is standard input more than one of the operands?
bool study_twice_stdin(const char *const *operand, int n);

// "over all tokens, punctuation included"
const char *study_convention(bool skip_punctuation, long skipped, char *buf, size_t size);

// part of whole in per cent; where whole is 0, "-" or null.
void study_text_percent(FILE *out, long part, long whole, int width);
void study_tsv_percent(FILE *out, long part, long whole);                   // after a tab
void study_json_percent(FILE *out, const char *key, long part, long whole); // "key": value

#endif
