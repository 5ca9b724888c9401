// SPDX-License-Identifier: MIT
// Charts as SVG: lines over numbers, and dots in rows of names. Per cent is the y axis of lines and the x
// axis of dots. Every series has its own colour, marker and dashes, so charts can be read without colours.
// The colours are those of Okabe & Ito, which most colour-blind people can tell apart.
//
// The result is one <svg> element without ids, for a file of its own or inside a page.
#ifndef COPSE_CLI_CHART_H
#define COPSE_CLI_CHART_H

#include <stdbool.h>
#include <stdio.h>

typedef struct chart_point {
    double x, y;
    bool there;       // false: left out
    double low, high; // the ends of an error bar, in per cent; none unless low is less than high
} chart_point;

typedef struct chart {
    const char *title, *x_label, *y_label;
    char *const *series; // [series_n] names
    int series_n;
    const chart_point
        *point; // [series_n][point_n] lines: by ascending x. Dots: y is the per cent, x not used
    int point_n;
    double open;            // lines: the x that also stands for all larger ones; less than 0: none
    const char *const *row; // [point_n] dots: names
    bool diagonal; // lines: both axes are per cent, from 0 to 100, and a thin line shows where they are
                   // equal; a series has its own x
} chart;

void chart_lines(FILE *out, const chart *c);
void chart_dots(FILE *out, const chart *c);

#endif
