// SPDX-License-Identifier: MIT
// A verb is one file in this folder and one row in the table of main.c.
#ifndef COPSE_CLI_H
#define COPSE_CLI_H

#include "copse.h"
#include "option.h"

typedef struct cli_verb {
    const char *name;     // "eval", or "train transition"
    const char *operands; // "GOLD SYSTEM [SYSTEM]" for the usage line
    int least, most;      // operands; most -1: any number
    const char *summary;  // one line
    const char *details;  // paragraphs for --help and the manual, or NULL
    const opt_row *rows;
    size_t size; // of the options struct; its first member is a cli_common
    int (*run)(void *options, const char **operand, int operand_n); // the exit status
} cli_verb;

typedef struct cli_common { // options of every verb
    bool quiet;
    long threads;
    const char *output; // -o; NULL: standard output
} cli_common;

enum { CLI_DONE = 0, CLI_BAD = 1, CLI_USAGE = 2 };

// Prints "copse: FILE:LINE: message" and returns CLI_BAD.
int cli_fail(const copse_error *err);
// Prints "copse: message" and the hint at --help; returns CLI_USAGE.
int cli_usage(const cli_verb *verb, const char *format, ...);

extern const cli_verb verb_check, verb_convert, verb_deprojectivize, verb_eval, verb_info, verb_projectivize;

#endif
