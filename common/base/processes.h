// SPDX-License-Identifier: MIT
// Work in child processes, for trainers that use one thread and for libraries whose global state allows only
// one run per process. Results never depend on the number of processes.
#ifndef COPSE_BASE_PROCESSES_H
#define COPSE_BASE_PROCESSES_H

#include "copse.h"
#include "common/base/text.h"

typedef struct proc_work {
    void *context;
    size_t n;
    int processes; // at most this many at a time; 1: everything runs in the caller
    // Does piece i in its own process, which sees the caller's memory but cannot change it. Returns 0 and
    // the result, or a negative code and err. Its lines and progress go to listener, whose other fields are
    // zero, but that it has the stop flag where the piece is done in the caller.
    int (*work)(void *context, size_t i, text *result, const copse_environment *listener, copse_error *err);
    // Takes the result of piece i, in the caller, in the order of pieces. Returns 0 or a negative code.
    int (*take)(void *context, size_t i, copse_str result, copse_error *err);
    // Where lines and progress go in the caller: report, progress, context and stop are used. Progress covers
    // all pieces together and names what the first running piece does. Once stop is set, it ends the pieces
    // that run and fails with COPSE_ESTOPPED.
    copse_environment listener;
    const double *weight; // [n] share of each piece in the progress; NULL: all equal
} proc_work;

// Returns 0, or the failure of the first piece that fails: all pieces before it were taken, none after it.
// No child process is left in either case.
int proc_run(const proc_work *w, copse_error *err);

#endif
