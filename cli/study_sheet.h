// SPDX-License-Identifier: MIT
// What the sheets of several verbs share.
#ifndef COPSE_CLI_STUDY_SHEET_H
#define COPSE_CLI_STUDY_SHEET_H

#include "cli/punct.h"
#include "cli/sheet.h"

// Prints a sheet and frees it; those after the first come after an empty line. later is false at first.
void study_put(FILE *out, sheet *t, sheet_format format, bool *later);

// A note: "gold.conllu: 60 sentences, 857 tokens, over all tokens, punctuation included".
void study_note_counted(sheet *t, const char *gold, long sentences, long tokens, const char *convention);

#endif
