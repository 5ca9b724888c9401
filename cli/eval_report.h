// SPDX-License-Identifier: MIT
// The contents of `copse eval` reports, apart from their layout: figures as ratios of counts, tables as
// pairs of rows. docs/eval.md defines the figures.
#ifndef COPSE_CLI_EVAL_REPORT_H
#define COPSE_CLI_EVAL_REPORT_H

#include "cli/punct.h"
#include "copse.h"

#include <stdio.h>

enum { BY_NONE, BY_LABEL, BY_POS }; // the order of the choices of --by

typedef struct eval_report {
    const char *gold, *system[2]; // as shown
    int systems;                  // 1 or 2
    copse_eval_options options;
    const punct *punct;
    int by;
    copse_scores scores[2];        // [systems]
    copse_significance comparison; // of two systems
    long seed;
} eval_report;

typedef struct ratio {
    long right, total;
} ratio;

// In per cent; false, and 0, if nothing was counted.
bool ratio_percent(ratio r, double *percent);

typedef enum eval_figure {
    FIG_LAS,
    FIG_UAS,
    FIG_LA,
    FIG_EXACT,
    FIG_EXACT_UNLABELLED,
    FIG_ROOT,
    FIG_ROOT_PRECISION,
    FIG_ROOT_RECALL,
    FIG_ROOT_F,
    FIG_UNDIRECTED,
    FIG_COUNT
} eval_figure;
typedef struct figure_name {
    const char *key;  // in json and tsv
    const char *text; // for people
} figure_name;
extern const figure_name eval_figures[FIG_COUNT];
ratio eval_ratio(const copse_scores *scores, eval_figure figure);

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

// The p-value of the difference, for the figures that have one (LAS, UAS).
bool eval_p(const eval_report *report, eval_figure figure, double *p);

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
    copse_tally of[2];
} eval_row;
eval_row *eval_rows(const eval_report *report, size_t *n);

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

void eval_print_text(FILE *out, const eval_report *report);
void eval_print_json(FILE *out, const eval_report *report);
void eval_print_tsv(FILE *out, const eval_report *report);

#endif
