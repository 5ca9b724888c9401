// SPDX-License-Identifier: MIT
// The results of a study's jobs: measures of systems on treebanks, and the tables, figures and claims made
// from them.
#ifndef COPSE_CLI_STUDY_SCORE_H
#define COPSE_CLI_STUDY_SCORE_H

#include "cli/punct.h"
#include "cli/sheet.h"
#include "cli/study_plan.h"

enum { STUDY_SAMPLES = 1000, STUDY_CLAIM_SAMPLES = 10000, STUDY_SEED = 1, STUDY_SIDES = 6 };

typedef struct study_results {
    const study *s;
    study_plan *p;
    const punct *punct;    // which tokens do not count
    copse_scores **scores; // [banks][systems][STUDY_SIDES] made when needed; NULL: not yet
} study_results;

// punct stays the caller's.
void study_results_open(study_results *r, study_plan *p, const punct *punct);
void study_results_close(study_results *r);

// The evaluation that a measure needs; NULL if there is none (the job failed, or the files do not fit).
const copse_scores *study_scores_of(const study_results *r, size_t bank, size_t system, study_measure m);
// What evaluation calls a measure up to STUDY_ROOT.
copse_figure study_figure_of(study_what what);
// The value, per cent where it is a share; NaN if there is none.
double study_measured(const study_results *r, size_t bank, size_t system, study_measure m);
int study_decimals(study_what what);

// The systems of a list whose trees are there, and their files: counts, [n] each. The caller frees both.
size_t study_present(const study_results *r, size_t bank, const size_t *system, size_t n, size_t **present,
                     const char ***file);

// The table for a treebank; bank is STUDY_NONE for a table of all treebanks. NULL if nothing can be shown.
bool study_sheet_is_one(const study_table *t); // one for all treebanks
sheet *study_sheet(const study_results *r, const study_table *t, size_t bank);
bool study_table_is_cost(const study_table *t);
// The name of its files: that of a table of costs begins with "costs". The caller frees it.
char *study_table_name(const study_table *t);

// Claims, one row for each treebank; NULL without claims. (study_claims.c)
sheet *study_claims(const study_results *r);

// Draws a figure of a treebank, or of all of them if it is pooled. (study_figures.c)
void study_draw(FILE *out, const study_results *r, const study_figure *f, size_t bank);

// The whole study as a page, and as Markdown with the figures beside it. (study_page.c)
void study_print_html(FILE *out, const study_results *r);
void study_print_markdown(FILE *out, const study_results *r);
// The name of a file of the study: "TABLE-TREEBANK.END"; bank may be STUDY_NONE. The caller frees it.
char *study_file_name(const study_results *r, const char *name, size_t bank, const char *end);

#endif
