// SPDX-License-Identifier: MIT
// Tables for people and for papers: cells of text, laid out when printed. What a table says is decided once;
// the format is only its layout.
//
//     table *t = table_new("by label");
//     table_column(t, "label", false);
//     table_column(t, "LAS", true);
//     table_text(t, "nsubj");                    // cells fill the rows from left to right
//     table_percent(t, 812, 900);
//     table_print(out, t, TABLE_MARKDOWN);
//     table_free(t);
#ifndef COPSE_CLI_TABLE_H
#define COPSE_CLI_TABLE_H

#include "common/base/option.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum table_format {
    TABLE_TEXT,     // aligned columns for the terminal
    TABLE_TSV,      // a line of names, then a line a row; title and notes are left out
    TABLE_JSON,     // an array of objects, numbers as numbers, without a newline at the end
    TABLE_MARKDOWN, // a pipe table
    TABLE_LATEX,    // tabular between rules of booktabs
    TABLE_HTML      // a <table> element
} table_format;

typedef struct table table;

table *table_new(const char *title); // NULL: none
void table_free(table *t);

// Columns come before cells. Numbers are aligned to the right; a name that stands over several columns is
// given as group: neighbours with the same group share it. In TSV and JSON the key of a column is its group
// and its name, in lower case, joined by underscores.
void table_column(table *t, const char *name, bool number);
void table_column_in(table *t, const char *group, const char *name, bool number);

// The next cell. Text is copied; control characters and those that are special in the format are escaped
// when it is printed. table_none is a cell with nothing to say: "-" for people, null in JSON.
void table_text(table *t, const char *text);
void table_count(table *t, long n);
void table_real(table *t, double value, int decimals); // NaN: table_none
void table_percent(table *t, long part, long whole);   // two decimals; table_none if whole is 0
void table_none(table *t);
void table_bold(table *t); // the last cell stands out: the best of its column

// A line below the table: what is counted, what "-" means. Left out in TSV and JSON.
void table_note(table *t, const char *note);

// Prints the table. The last row may be incomplete: the cells that are missing are table_none.
void table_print(FILE *out, const table *t, table_format format);

#endif
