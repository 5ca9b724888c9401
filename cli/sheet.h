// SPDX-License-Identifier: MIT
// Tables for people and for papers: cells of text, laid out when printed. What a sheet says is decided once;
// the format is only its layout. (common/base/table.h is another thing: a map from strings to numbers.)
//
//     sheet *t = sheet_new("by label");
//     sheet_column(t, "label", false);
//     sheet_column(t, "LAS", true);
//     sheet_text(t, "nsubj");                    // cells fill the rows from left to right
//     sheet_percent(t, 812, 900);
//     sheet_print(out, t, SHEET_MARKDOWN);
//     sheet_free(t);
#ifndef COPSE_CLI_SHEET_H
#define COPSE_CLI_SHEET_H

#include <stdbool.h>
#include <stdio.h>

typedef enum sheet_format {
    SHEET_TEXT,     // aligned columns for the terminal
    SHEET_JSON,     // an array of objects, numbers as numbers, without a newline at the end
    SHEET_TSV,      // a line of keys, then a line a row
    SHEET_MARKDOWN, // a pipe table
    SHEET_LATEX,    // a tabular between rules of booktabs; with a title, in a table with a caption
    SHEET_HTML      // a <table> element; cells of numbers have class="number"
} sheet_format;

// For the rows of options: the choices of --format, in the order of the formats. HTML is for pages.
#define SHEET_CHOICES "text|json|tsv|markdown|latex"

typedef struct sheet sheet;

sheet *sheet_new(const char *title); // NULL: none
void sheet_free(sheet *t);

// Columns come before cells. Numbers are aligned to the right; a name that stands over several columns is
// given as group: neighbours with the same group share it. In TSV and JSON the key of a column is its group
// and its name in lower case, everything but letters and digits replaced by underscores; keys that are the
// same get a number.
void sheet_column(sheet *t, const char *name, bool number);
void sheet_column_in(sheet *t, const char *group, const char *name, bool number);

// The next cell. Text is copied; control characters and those that are special in the format are escaped
// when it is printed. sheet_none is a cell with nothing to say: "-" for people, null in JSON.
void sheet_text(sheet *t, const char *text);
void sheet_count(sheet *t, long n);
void sheet_real(sheet *t, double value, int decimals);       // sheet_none if it is no finite number
void sheet_difference(sheet *t, double value, int decimals); // the same, with a sign unless it is shown as 0
void sheet_percent(sheet *t, long part, long whole);         // two decimals; sheet_none if whole is 0
void sheet_p(sheet *t, double p);                            // four decimals, below 0.0001 as 1.2e-05
void sheet_none(sheet *t);
void sheet_bold(sheet *t); // the last cell stands out: the best of its column; "*" in text, none in TSV, JSON

// A line below the table: what is counted, what "-" means. Left out in TSV and JSON, as the title is.
void sheet_note(sheet *t, const char *note);

// Prints the table, without an empty line before or after. The last row may be incomplete: the cells that are
// missing are sheet_none.
void sheet_print(FILE *out, const sheet *t, sheet_format format);

#endif
