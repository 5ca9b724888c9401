// SPDX-License-Identifier: MIT
// What a sheet holds, for the files that lay it out.
#ifndef COPSE_CLI_SHEET_CELLS_H
#define COPSE_CLI_SHEET_CELLS_H

#include "cli/sheet.h"

#include <stddef.h>

typedef struct sheet_cell {
    char *text;  // NULL: nothing to say
    bool number; // text is a number as JSON has them
    bool bold;
} sheet_cell;

typedef struct sheet_col {
    char *group; // NULL: none
    char *name;
    bool number;
} sheet_col;

struct sheet {
    char *title;    // NULL: none
    sheet_col *col; // [cols]
    size_t cols, cols_cap;
    sheet_cell *cell; // [cells] row by row
    size_t cells, cells_cap;
    char **note; // [notes]
    size_t notes, notes_cap;
};

size_t sheet_rows(const sheet *t); // an incomplete one included
// The cell; one with nothing to say where the last row ends early.
sheet_cell sheet_at(const sheet *t, size_t row, size_t col);
// How many columns from col on share its group; 1 if it has none.
size_t sheet_span(const sheet *t, size_t col);
bool sheet_has_groups(const sheet *t);

void sheet_print_text(FILE *out, const sheet *t);
void sheet_print_json(FILE *out, const sheet *t);
void sheet_print_tsv(FILE *out, const sheet *t);
void sheet_print_markdown(FILE *out, const sheet *t);
void sheet_print_latex(FILE *out, const sheet *t);
void sheet_print_html(FILE *out, const sheet *t);

#endif
