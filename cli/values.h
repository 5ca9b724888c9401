// SPDX-License-Identifier: MIT
// Values from files as verbs print them: for people, as JSON, as tab-separated values.
#ifndef COPSE_CLI_VALUES_H
#define COPSE_CLI_VALUES_H

#include <stdio.h>

// Padded with spaces to width columns of a terminal (wide characters take two); control characters and bytes
// that are not UTF-8 become \xNN.
void val_text(FILE *out, const char *value, int width);

// How many columns val_text needs for a value, without padding.
int val_width(const char *value);

// A JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD, one for each.
void val_json(FILE *out, const char *value);

// For a column: tabs, line ends and other control characters become spaces, bytes that are not UTF-8 become
// U+FFFD.
void val_tsv(FILE *out, const char *value);

// For XML and HTML, in text and in quoted attributes. Characters that XML does not allow become U+FFFD.
void val_xml(FILE *out, const char *value);

// "<stdin>" for "-" and NULL, otherwise the path.
const char *val_path(const char *path);

#endif
