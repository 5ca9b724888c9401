// SPDX-License-Identifier: MIT
// Sheets for the terminal and for programs.
#include "cli/sheet_cells.h"

#include "cli/values.h"
#include "common/base/mem.h"

#include <ctype.h>
#include <string.h>

enum { GAP = 2 }; // spaces between columns

// --- text

static const char *shown(sheet_cell cell)
{
    return cell.text ? cell.text : "-";
}

// Widens columns until the name of each group fits over its columns.
static void fit_groups(const sheet *t, int *width)
{
    for (size_t c = 0; c < t->cols; c += sheet_span(t, c)) {
        const size_t last = c + sheet_span(t, c) - 1;
        if (!t->col[c].group)
            continue;
        int room = 0;
        for (size_t k = c; k <= last; k++)
            room += width[k] + (k < last ? GAP : 0);
        const int wanted = val_width(t->col[c].group);
        width[last] += wanted > room ? wanted - room : 0;
    }
}

// The widths of columns; starred: those with a bold cell, which have a place for "*" at their right.
static int *widths(const sheet *t, bool *starred)
{
    int *width = mem_zero(t->cols, sizeof *width);
    for (size_t c = 0; c < t->cols; c++) {
        width[c] = val_width(t->col[c].name);
        for (size_t row = 0; row < sheet_rows(t); row++) {
            const int w = val_width(shown(sheet_at(t, row, c)));
            width[c] = w > width[c] ? w : width[c];
            starred[c] = starred[c] || sheet_at(t, row, c).bold;
        }
        width[c] += starred[c];
    }
    fit_groups(t, width);
    return width;
}

// Text in a column, which has a place for a star at its right if starred; owed: spaces that come first,
// written only if something follows them.
static void put(FILE *out, const char *text, bool star, bool starred, int width, bool right, int *owed)
{
    const int used = val_width(text) + starred, left = right ? width - used : 0;
    fprintf(out, "%*s", *owed + left, "");
    val_text(out, text, 0);
    fputs(star ? "*" : "", out);
    *owed = width - used - left + (starred && !star);
}

static void put_groups(FILE *out, const sheet *t, const int *width)
{
    int owed = 0;
    for (size_t c = 0, next; c < t->cols; c = next) {
        int room = 0;
        bool numbers = true;
        next = c + sheet_span(t, c);
        for (size_t k = c; k < next; k++) {
            room += width[k] + (k + 1 < next ? GAP : 0);
            numbers = numbers && t->col[k].number;
        }
        if (t->col[c].group)
            put(out, t->col[c].group, false, false, room, numbers, &owed);
        else
            owed += room;
        owed += GAP;
    }
    fputc('\n', out);
}

void sheet_print_text(FILE *out, const sheet *t)
{
    bool *starred = mem_zero(t->cols, sizeof *starred);
    int *width = widths(t, starred);
    if (t->title) {
        val_text(out, t->title, 0);
        fputc('\n', out);
    }
    if (sheet_has_groups(t))
        put_groups(out, t, width);
    int owed = 0;
    for (size_t c = 0; c < t->cols; c++, owed += GAP)
        put(out, t->col[c].name, false, starred[c], width[c], t->col[c].number, &owed);
    fputc('\n', out);
    for (size_t row = 0; row < sheet_rows(t); row++) {
        owed = 0;
        for (size_t c = 0; c < t->cols; c++, owed += GAP) {
            const sheet_cell cell = sheet_at(t, row, c);
            put(out, shown(cell), cell.bold, starred[c], width[c], t->col[c].number, &owed);
        }
        fputc('\n', out);
    }
    for (size_t i = 0; i < t->notes; i++) {
        val_text(out, t->note[i], 0);
        fputc('\n', out);
    }
    mem_free(width);
    mem_free(starred);
}

// --- for programs

// Adds the letters and digits of s; what is between them becomes one underscore.
static size_t add_words(char *key, size_t n, const char *s)
{
    bool gap = n > 0;
    for (; s && *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c < 0x80 && !isalnum(c)) {
            gap = n > 0;
            continue;
        }
        if (gap)
            key[n++] = '_';
        gap = false;
        key[n++] = (char)(c < 0x80 ? tolower(c) : c);
    }
    return n;
}

// The keys of the columns; the caller frees them.
static char **keys_of(const sheet *t)
{
    char **key = mem_zero(t->cols, sizeof *key);
    for (size_t c = 0; c < t->cols; c++) {
        const sheet_col *col = &t->col[c];
        const size_t size = (col->group ? strlen(col->group) : 0) + strlen(col->name) + 32;
        key[c] = mem_zero(size, 1);
        size_t n = add_words(key[c], add_words(key[c], 0, col->group), col->name);
        if (n == 0)
            n = (size_t)snprintf(key[c], size, "column");
        for (size_t number = 2, before = 0; before < c;) {
            if (strcmp(key[before++], key[c]) != 0)
                continue;
            snprintf(key[c] + n, size - n, "_%zu", number++);
            before = 0;
        }
    }
    return key;
}

static void free_keys(const sheet *t, char **key)
{
    for (size_t c = 0; c < t->cols; c++)
        mem_free(key[c]);
    mem_free(key);
}

void sheet_print_tsv(FILE *out, const sheet *t)
{
    char **key = keys_of(t);
    for (size_t c = 0; c < t->cols; c++) {
        fputs(c ? "\t" : "", out);
        val_tsv(out, key[c]);
    }
    fputc('\n', out);
    for (size_t row = 0; row < sheet_rows(t); row++)
        for (size_t c = 0; c < t->cols; c++) {
            val_tsv(out, shown(sheet_at(t, row, c)));
            fputc(c + 1 < t->cols ? '\t' : '\n', out);
        }
    free_keys(t, key);
}

static void json_cell(FILE *out, sheet_cell cell)
{
    if (!cell.text)
        fputs("null", out);
    else if (cell.number)
        fputs(cell.text + (cell.text[0] == '+'), out); // JSON has no plus sign
    else
        val_json(out, cell.text);
}

void sheet_print_json(FILE *out, const sheet *t)
{
    char **key = keys_of(t);
    const size_t rows = sheet_rows(t);
    fputc('[', out);
    for (size_t row = 0; row < rows; row++) {
        fputs(row ? ",\n    {" : "\n    {", out);
        for (size_t c = 0; c < t->cols; c++) {
            fputs(c ? ", " : "", out);
            val_json(out, key[c]);
            fputs(": ", out);
            json_cell(out, sheet_at(t, row, c));
        }
        fputc('}', out);
    }
    fputs(rows ? "\n  ]" : "]", out);
    free_keys(t, key);
}
