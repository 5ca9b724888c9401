// SPDX-License-Identifier: MIT
// The contents of `copse eval` reports, apart from their layout: figures as ratios of counts, tables as
// pairs of rows. docs/eval.md defines the figures.
#ifndef COPSE_CLI_EVAL_REPORT_H
#define COPSE_CLI_EVAL_REPORT_H

#include "cli/punct.h"
#include "cli/sheet.h"
#include "copse.h"

#include <stdio.h>

enum { BY_NONE, BY_LABEL, BY_POS }; // the order of the choices of --by

typedef struct eval_report {
    const char *gold;         // as shown
    const char *const *given; // [systems] as given: "FILE" or "NAME=FILE"
    char *const *name;        // [systems] all different
    int systems;
    copse_eval_options options;
    const punct *punct;
    int by;
    copse_scores *scores;              // [systems]
    copse_significance *comparison;    // [systems][systems] second minus first; of several systems
    copse_mcnemar_result *mcnemar;     // [systems][systems]
    copse_bootstrap_result *intervals; // [systems] or NULL
    long samples, seed;
    copse_raw_scores *raw; // [systems] of raw text, in the place of all the scores above
} eval_report;

typedef struct ratio {
    long right, total;
} ratio;

// In per cent; false, and 0, if nothing was counted.
bool ratio_percent(ratio r, double *percent);

typedef struct figure_name {
    const char *key;  // in json and tsv
    const char *text; // for people
    const char *head; // over a column; NULL: text
} figure_name;
extern const figure_name eval_figures[COPSE_FIGURES];
ratio eval_ratio(const copse_scores *scores, int figure);

// The figures of graphs, with --graph: precision, recall and F of each kind of arcs.
enum { GRAPH_KINDS = 6, GRAPH_VALUES = 3 };
typedef struct graph_kind {
    const char *key;  // the beginning of the names in json and tsv
    const char *text; // for people
} graph_kind;
extern const graph_kind eval_graph_kinds[GRAPH_KINDS];
extern const char *const eval_graph_values[GRAPH_VALUES]; // "precision", "recall", "f"
const copse_graph_arcs *eval_arcs(const copse_graph_scores *graph, int kind);
ratio eval_graph_ratio(const copse_graph_scores *graph, int kind, int value);

// The p-values of the difference between two systems, for the figures that have one: by randomisation (LAS,
// UAS), by McNemar's test (LA too). NaN: none.
typedef struct eval_p_values {
    double randomised, mcnemar;
} eval_p_values;
eval_p_values eval_p(const eval_report *report, int figure, int first, int second);

// A system's name if one was given or there are more than two, else "first" or "second".
const char *eval_system(const eval_report *report, int k);
bool eval_named(const eval_report *report);              // was a name given, or are there more than two?
const char *eval_file(const eval_report *report, int k); // "<stdin>" for standard input

// A table: by label or by part of speech.
enum { EVAL_COLUMNS = 4 };
typedef struct eval_table {
    const char *key;   // "labels"
    const char *title; // "label"
    int columns_n;     // the last one is the summary, whose difference is shown
    figure_name columns[EVAL_COLUMNS];
    ratio (*value)(const copse_tally *row, int column);
} eval_table;
const eval_table *eval_table_by(int by); // NULL for BY_NONE

// The rows of all systems side by side, in their order. A label that only one system gave has an empty row
// for the other. The names stay those of the scores; the caller frees the array.
typedef struct eval_row {
    copse_tally *of; // [systems]
} eval_row;
eval_row *eval_rows(const eval_report *report, size_t *n);
void eval_rows_free(eval_row *rows, size_t n);
// The row of all words, [systems].
void eval_total(const eval_report *report, copse_tally *of);

// Confusions for people: pairs of different labels, at most EVAL_CONFUSIONS.
enum { EVAL_CONFUSIONS = 20 };

// What --calibration compares, for one system: the MISC items Score and LabelScore.
enum { EVAL_SCORES = 2 };
typedef struct eval_score {
    const char *item;    // "Score"
    const char *ece;     // "ece": names in json and tsv
    const char *brier;   // "brier"
    const char *bins;    // "calibration"
    const char *without; // "without_score"
} eval_score;
extern const eval_score eval_scores[EVAL_SCORES];
const copse_reliability *eval_reliability(const copse_scores *scores, int which);
long eval_scored(const copse_reliability *r); // words

// "over all tokens, punctuation included; only the 12 sentences with a non-projective arc, of 100"
enum { EVAL_CONVENTION = PUNCT_TEXT + 128 };
const char *eval_convention(const eval_report *report, char buf[EVAL_CONVENTION]);

void eval_print_text(FILE *out, const eval_report *report); // of one or two systems
void eval_print_head(FILE *out, const eval_report *report); // its first lines, of any number
void eval_print_json(FILE *out, const eval_report *report);
void eval_print_tsv(FILE *out, const eval_report *report);

// The report on raw text, in all formats (eval_raw.c).
void eval_print_raw(FILE *out, const eval_report *report, sheet_format format);

// --- Sheets (eval_sheets.c), for the formats of papers and for what the text has as sheets too

// Prints everything as sheets.
void eval_print_sheets(FILE *out, const eval_report *report, sheet_format format);
// What is printed below the rest if it was asked for: intervals, confusions. Text: an empty line before each.
void eval_print_extras(FILE *out, const eval_report *report, sheet_format format);

#endif
