// SPDX-License-Identifier: MIT
// A study as text: which systems are trained, how they are measured, which tables, figures and claims are
// wanted. docs/study.md describes the language. This module reads it; the commands of systems are words here,
// which the command line checks and runs.
#ifndef COPSE_EVAL_STUDY_H
#define COPSE_EVAL_STUDY_H

#include "copse.h"
#include "common/base/arena.h"

enum { STUDY_MOST_SYSTEMS = 500, STUDY_MOST_SUBSET = 6 };

typedef struct study_words {
    char **word; // [n] terminated
    size_t n;
} study_words;

typedef struct study_binding { // of a variable of a loop
    const char *variable, *value;
} study_binding;

typedef enum study_kind {
    STUDY_SYSTEM,  // makes trees
    STUDY_WEIGHTS, // makes weights of votes
    STUDY_SUBSET   // a combination that a table of subsets asked for; patterns do not match it
} study_kind;

typedef struct study_system {
    const char *name;
    study_kind kind;
    long line;
    study_words command;      // "train", "graph", "--order", "1"
    const char *pattern;      // the name before loops put their values in: "k{K}"
    const study_binding *let; // [lets] the variables of the loops around it
    size_t lets;
} study_system;

typedef enum study_what {
    STUDY_LAS,
    STUDY_UAS,
    STUDY_LA,
    STUDY_EXACT,
    STUDY_EXACT_UNLABELLED,
    STUDY_ROOT,
    STUDY_PRECISION, // these three in tables by label, and of figures
    STUDY_RECALL,
    STUDY_F,
    STUDY_ECE,
    STUDY_LABEL_ECE,
    STUDY_GRAPH_F,
    STUDY_SECONDARY_F,
    STUDY_COPIED_F,
    STUDY_SIZE,
    STUDY_SECONDS, // from here on: costs, which are not the same in every run
    STUDY_MEMORY,
    STUDY_SPEED,
    STUDY_WHATS
} study_what;

typedef struct study_measure {
    study_what what;
    bool nonprojective; // only sentences with a non-projective arc
    bool no_punct;
} study_measure;

// "las", "uas/nonprojective" as in the text.
const char *study_measure_key(study_what what);
// For people: "LAS", "Complete".
const char *study_measure_title(study_what what);
bool study_is_cost(study_what what);

typedef enum study_rows {
    STUDY_BY_SYSTEM,
    STUDY_BY_FACTOR, // see factor
    STUDY_BY_PAIR,
    STUDY_BY_MAJORITY,
    STUDY_BY_SUBSET
} study_rows;

typedef struct study_table {
    const char *name, *title;
    long line;
    study_rows rows;
    copse_factor factor;
    long most;      // rows of names; 0: all
    bool down;      // treebanks below each other, not side by side
    size_t *system; // [systems] indices
    size_t systems;
    study_measure *column; // [columns]
    size_t columns;
    study_words combine; // STUDY_BY_SUBSET: the options of combine; n is 0: no combination
    bool combines;
    size_t first_subset; // the system of the first combination
    const char *note;    // or NULL
} study_table;

typedef struct study_figure {
    const char *name, *title;
    long line;
    const char *variable; // of a loop; NULL: over a factor
    const char *axis;     // what it is called in the figure; "": as in the study
    copse_factor factor;
    study_measure show;
    bool pooled; // all treebanks in one figure
    size_t *system;
    size_t systems;
} study_figure;

typedef struct study_claim {
    long line;
    const char *text;
    size_t *left, *right; // systems; the mean of several
    size_t lefts, rights;
    const char *left_name, *right_name; // as written
    study_measure by;
    bool about_equal; // "=": no significant difference
} study_claim;

typedef struct study {
    const char *name;   // of the file, for messages
    const char *title;  // never NULL
    const char *paper;  // or NULL
    const char **about; // [abouts] paragraphs
    size_t abouts, about_cap;
    const char **treebank; // [treebanks] that must be given; none: any
    size_t treebanks;
    long limit, eval_limit; // sentences; 0: all
    bool on_dev;            // evaluate on DEV even where there is a TEST
    const char *punct;      // as for --punct of eval; NULL: all
    long punct_line;
    study_system *system;
    size_t systems, system_cap;
    study_table *table;
    size_t tables, table_cap;
    study_figure *figure;
    size_t figures, figure_cap;
    study_claim *claim;
    size_t claims, claim_cap;
    arena memory;
} study;

// Reads a study. name is for messages. On failure (COPSE_EINPUT, COPSE_ELIMIT, file and line set) s is empty.
int study_parse(study *s, const char *name, copse_str text, copse_error *err);
// The same from a file.
int study_read(study *s, const char *path, copse_error *err);
void study_done(study *s);

// The index of a system or of weights, or SIZE_MAX.
size_t study_find(const study *s, const char *name);
// The value of a variable where the system was declared, or NULL.
const char *study_value(const study_system *system, const char *variable);
bool study_uses_weights(const study *s);
size_t study_bits(uint32_t set); // how many are set

// The studies that ship. (made by the Makefile)
typedef struct study_file {
    const char *name, *text;
} study_file;
extern const study_file study_files[]; // ends with NULL

#endif
