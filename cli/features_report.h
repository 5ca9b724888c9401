// SPDX-License-Identifier: MIT
// What 'copse features' prints, as text, JSON and tab-separated values.
#ifndef COPSE_CLI_FEATURES_REPORT_H
#define COPSE_CLI_FEATURES_REPORT_H

#include "copse.h"

#include <stdio.h>

enum { FEATURES_TEXT, FEATURES_JSON, FEATURES_TSV };

// The shipped models with the first sentence of each. 0 or a negative code.
int features_list(FILE *out, int format, copse_error *err);

// What the algorithms make of a model.
typedef struct features_use {
    const char *algorithm;
    bool *idle; // [features] lines that never have a value
    size_t idle_n;
} features_use;

typedef struct features_report {
    const char *name;
    const copse_features *features;
    features_use use[32]; // as many as there are algorithms
    size_t n;
} features_report;

// Fills a report; features_report_done frees what it holds.
int features_report_make(features_report *r, const char *name, const copse_features *features,
                         copse_error *err);
void features_report_done(features_report *r);
void features_report_print(FILE *out, int format, const features_report *r);

// What fires: call features_fired for each feature between the other two.
typedef struct features_firing {
    FILE *out;
    int format;
    const copse_features *features;
    int width;         // of the features' texts
    int step;          // the last one printed
    const char *comma; // before the next one, JSON
} features_firing;
void features_firing_begin(features_firing *f, FILE *out, int format, const copse_features *features);
void features_fired(void *firing, const copse_fired *fired);
void features_firing_end(features_firing *f);

#endif
