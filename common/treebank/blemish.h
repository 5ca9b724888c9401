// SPDX-License-Identifier: MIT
// Blemishes of a treebank: problems of `copse check` that leave every sentence its columns and its tree.
// They do not stop training; they are counted, and reported once.
//
// Labels are stored in models, which refuse names that are no text. So the labels that training sees are
// cleaned.
#ifndef COPSE_TREEBANK_BLEMISH_H
#define COPSE_TREEBANK_BLEMISH_H

#include "common/base/arena.h"
#include "copse.h"

typedef struct blemishes {
    long count[COPSE_P_KINDS]; // by kind
    long line[COPSE_P_KINDS];  // of the first
    long labels;               // words whose label was cleaned
    long label_line;           // of the first,
    copse_str written, learnt; // its label in the file and as cleaned
} blemishes;                   // all zero: none

// Does a problem of this kind stop training? Then the sentence has no columns or no tree.
bool blem_stops(copse_problem_kind kind);

void blem_add(blemishes *b, const copse_problem *problem);
// Adds the counts of what comes later in the file.
void blem_join(blemishes *b, const blemishes *later);

// The label that training sees: "_" for an empty one, U+FFFD for each control character and for each byte
// that is not UTF-8, and at most 1000 bytes. Returns the label itself if it is sound; else the result may lie
// in own.
copse_str blem_label(blemishes *b, arena *own, copse_str label, long line);

// Reports all blemishes of a file in one line; nothing if there are none.
void blem_report(const blemishes *b, const char *name, copse_report_fn report, void *context);

#endif
