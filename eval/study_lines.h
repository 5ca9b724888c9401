// SPDX-License-Identifier: MIT
// The lines of a study: comments removed, loops unrolled, variables replaced, cut into words.
#ifndef COPSE_EVAL_STUDY_LINES_H
#define COPSE_EVAL_STUDY_LINES_H

#include "eval/study.h"

typedef struct study_line {
    long at;                  // its number in the file
    const char *text;         // with the values of variables
    const char *template;     // without them
    study_words words;        // of text: separated by blanks; "..." keeps blanks
    const study_binding *let; // [lets]
    size_t lets;
} study_line;

// Calls take for every line that is not empty, loops unrolled. All memory is in the arena. Returns 0, the
// first failure of take, or COPSE_EINPUT / COPSE_ELIMIT with file and line.
typedef int (*study_take_fn)(void *context, const study_line *line, copse_error *err);
int study_lines(arena *memory, const char *name, copse_str all, study_take_fn take, void *context,
                copse_error *err);

// The words of a line. False if a quote is not closed.
bool study_split(arena *memory, const char *line, study_words *words);

#endif
