// SPDX-License-Identifier: MIT
// Work in child processes: for trainers that use one thread, or libraries with global state of which two
// cannot run in one process. Results never depend on how many there are.
#ifndef COPSE_BASE_PROCESSES_H
#define COPSE_BASE_PROCESSES_H

#include "copse.h"
#include "common/base/text.h"

typedef struct proc_work {
    void *context;
    size_t n;
    int processes; // at most so many at a time; with one everything runs in the caller
    // Piece i, in a process of its own, which sees all that the caller has but can change nothing of it: 0
    // with its result, or negative with err. Lines about it and how far it is go to listener, which has
    // nothing else.
    int (*work)(void *context, size_t i, text *result, const copse_environment *listener, copse_error *err);
    // The result of piece i, in the caller, in the order of pieces: 0 or negative.
    int (*take)(void *context, size_t i, copse_str result, copse_error *err);
    // Where lines and progress go, in the caller: the report, progress and context of an environment. The
    // progress is that of all pieces together, and says what the first one that is running does.
    copse_environment listener;
    const double *weight; // [n] what each piece counts in it; NULL: all the same
} proc_work;

// 0, or the failure of the first piece that fails: all before it have been taken, none after it. No process
// is left in any case.
int proc_run(const proc_work *w, copse_error *err);

#endif
