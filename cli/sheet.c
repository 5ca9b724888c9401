// SPDX-License-Identifier: MIT
// Sheets as they are filled. Layout: sheet_plain.c, sheet_markup.c.
#include "cli/sheet_cells.h"

#include "common/base/mem.h"

#include <math.h>
#include <string.h>

static char *copy(const char *s)
{
    return s ? mem_string(s, strlen(s)) : NULL;
}

sheet *sheet_new(const char *title)
{
    sheet *t = mem_zero(1, sizeof *t);
    t->title = copy(title);
    return t;
}

void sheet_free(sheet *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->cols; i++) {
        mem_free(t->col[i].group);
        mem_free(t->col[i].name);
    }
    for (size_t i = 0; i < t->cells; i++)
        mem_free(t->cell[i].text);
    for (size_t i = 0; i < t->notes; i++)
        mem_free(t->note[i]);
    mem_free(t->col);
    mem_free(t->cell);
    mem_free(t->note);
    mem_free(t->title);
    mem_free(t);
}

void sheet_column(sheet *t, const char *name, bool number)
{
    sheet_column_in(t, NULL, name, number);
}

void sheet_column_in(sheet *t, const char *group, const char *name, bool number)
{
    t->col = mem_grow(t->col, &t->cols_cap, t->cols + 1, sizeof *t->col);
    t->col[t->cols++] = (sheet_col){copy(group), copy(name), number};
}

static void add(sheet *t, const char *text, bool number)
{
    t->cell = mem_grow(t->cell, &t->cells_cap, t->cells + 1, sizeof *t->cell);
    t->cell[t->cells++] = (sheet_cell){copy(text), number, false};
}

void sheet_text(sheet *t, const char *text)
{
    add(t, text, false);
}

void sheet_none(sheet *t)
{
    add(t, NULL, false);
}

void sheet_count(sheet *t, long n)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", n);
    add(t, text, true);
}

static void add_real(sheet *t, double value, const char *format, int decimals)
{
    char text[400]; // the longest double has 309 digits before the point
    if (!isfinite(value)) {
        sheet_none(t);
        return;
    }
    snprintf(text, sizeof text, format, decimals < 40 ? decimals : 40, value);
    // "-0.00" is a zero.
    const char *shown = text[0] == '-' && strspn(text + 1, "0.") == strlen(text + 1) ? text + 1 : text;
    add(t, shown, true);
}

void sheet_real(sheet *t, double value, int decimals)
{
    add_real(t, value, "%.*f", decimals);
}

void sheet_difference(sheet *t, double value, int decimals)
{
    const double zero = 0.5 * pow(10, -decimals);
    if (value > zero)
        add_real(t, value, "+%.*f", decimals);
    else
        add_real(t, value, "%.*f", decimals);
}

void sheet_percent(sheet *t, long part, long whole)
{
    sheet_real(t, whole > 0 ? 100.0 * (double)part / (double)whole : (double)NAN, 2);
}

void sheet_p(sheet *t, double p)
{
    add_real(t, p, p < 0.0001 ? "%.*e" : "%.*f", p < 0.0001 ? 1 : 4);
}

void sheet_bold(sheet *t)
{
    if (t->cells > 0)
        t->cell[t->cells - 1].bold = true;
}

void sheet_note(sheet *t, const char *note)
{
    t->note = mem_grow(t->note, &t->notes_cap, t->notes + 1, sizeof *t->note);
    t->note[t->notes++] = copy(note);
}

size_t sheet_rows(const sheet *t)
{
    return t->cols ? (t->cells + t->cols - 1) / t->cols : 0;
}

sheet_cell sheet_at(const sheet *t, size_t row, size_t col)
{
    const size_t i = row * t->cols + col;
    return i < t->cells ? t->cell[i] : (sheet_cell){0};
}

size_t sheet_span(const sheet *t, size_t col)
{
    size_t n = 1;
    const char *group = t->col[col].group;
    while (group && col + n < t->cols && t->col[col + n].group && strcmp(group, t->col[col + n].group) == 0)
        n++;
    return n;
}

bool sheet_has_groups(const sheet *t)
{
    for (size_t c = 0; c < t->cols; c++)
        if (t->col[c].group)
            return true;
    return false;
}

void sheet_print(FILE *out, const sheet *t, sheet_format format)
{
    static void (*const print[])(FILE *, const sheet *) = {
        [SHEET_TEXT] = sheet_print_text,   [SHEET_JSON] = sheet_print_json,
        [SHEET_TSV] = sheet_print_tsv,     [SHEET_MARKDOWN] = sheet_print_markdown,
        [SHEET_LATEX] = sheet_print_latex, [SHEET_HTML] = sheet_print_html,
    };
    print[format](out, t);
}
