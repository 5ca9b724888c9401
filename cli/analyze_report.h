// SPDX-License-Identifier: MIT
// The contents of `copse analyze` reports, apart from their layout. docs/analyze.md defines the figures.
#ifndef COPSE_CLI_ANALYZE_REPORT_H
#define COPSE_CLI_ANALYZE_REPORT_H

#include "cli/punct.h"
#include "cli/sheet.h"
#include "copse.h"

#include <stdio.h>

typedef struct analyze_report {
    const char *gold;        // as shown
    const char *const *file; // [systems]
    char *const *name;       // [systems] short and all different
    int systems;
    const punct *punct;
    bool unlabelled; // in text and figures the head alone must be right
    const copse_analysis *a;
    const copse_scores *scores; // [systems] with their reliability, or NULL
} analyze_report;

typedef struct analyze_factor {
    const char *key;   // in json and tsv
    const char *title; // "precision and recall by arc length"
    const char *what;  // the column of names: "length"
    bool accuracy;     // one number: precision equals recall
    const int *top;    // the upper ends of the bins for people, up to INT_MAX; NULL: rows as they are
} analyze_factor;
extern const analyze_factor analyze_factors[COPSE_FACTORS];

// The rows for people: numbers in bins, names as they are. Freed by analyze_view_done.
copse_analysis_table analyze_view(const analyze_report *report, int factor);
void analyze_view_done(copse_analysis_table *view);

typedef struct analyze_share {
    long part, whole;
} analyze_share;
analyze_share analyze_precision(const copse_analysis_row *row, int system, bool unlabelled);
analyze_share analyze_recall(const copse_analysis_row *row, int system, bool unlabelled);

// The two columns of a table for people: LAS and UAS of an accuracy, else precision and recall.
analyze_share analyze_column(const analyze_report *report, int factor, const copse_analysis_row *row,
                             int system, int column);
const char *analyze_column_name(int factor, int column);

void analyze_print_text(FILE *out, const analyze_report *report);
void analyze_print_json(FILE *out, const analyze_report *report);
void analyze_print_tsv(FILE *out, const analyze_report *report);
void analyze_print_sheets(FILE *out, const analyze_report *report, sheet_format format); // Markdown, LaTeX

// --- figures

enum { ANALYZE_FIGURES = 13 };
const char *analyze_figure_file(int figure); // "arc-length-recall.svg"
void analyze_print_figure(FILE *out, const analyze_report *report, int figure);
// Reliability diagrams: of heads, of heads and labels; for systems with confidences in MISC.
enum { ANALYZE_DIAGRAMS = 2 };
bool analyze_has_diagram(const analyze_report *report, int diagram);
const char *analyze_diagram_file(int diagram);
void analyze_print_diagram(FILE *out, const analyze_report *report, int diagram);
void analyze_print_page(FILE *out, const analyze_report *report); // index.html, with all figures in it

enum { ANALYZE_POINT = 50, ANALYZE_LEAST = 10 }; // gold arcs of a merged point; arcs that a point needs

#endif
