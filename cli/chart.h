// SPDX-License-Identifier: MIT
// Charts as SVG: lines over numbers, and dots in rows of names. The y axis of the one and the x axis of the
// other are per cent. Every series has its colour, its marker and its dashes, so that charts can be read
// without colours; the colours are those of Okabe & Ito, which most colour-blind people tell apart.
//
// The result is one <svg> element without ids, fit to stand in a file or inside a page.
#ifndef COPSE_CLI_CHART_H
#define COPSE_CLI_CHART_H

#include <stdbool.h>
#include <stdio.h>

typedef struct chart_point {
    double x, y;
    bool there; // false: left out
} chart_point;

typedef struct chart {
    const char *title, *x_label, *y_label;
    char *const *series; // [series_n] names
    int series_n;
    const chart_point
        *point; // [series_n][point_n] lines: by ascending x. Dots: y is the per cent, x not used
    int point_n;
    double open;            // lines: the x that stands for all larger ones too; less than 0: none has to
    const char *const *row; // [point_n] dots: names
} chart;

void chart_lines(FILE *out, const chart *c);
void chart_dots(FILE *out, const chart *c);

#endif
