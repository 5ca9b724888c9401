// SPDX-License-Identifier: MIT
// All use of threads. Results never depend on their number.
#ifndef COPSE_BASE_PARALLEL_H
#define COPSE_BASE_PARALLEL_H

#include "copse.h"

int par_cores(void); // cores this process may use, at least 1

// Calls work(context, i, thread) once for every i < n; thread is 0..threads-1, for scratch memory. Returns
// when all are done. With one thread everything runs in the caller.
void par_for(size_t n, int threads, void (*work)(void *context, size_t i, int thread), void *context);

// An ordered map over a stream. The caller makes the jobs: jobs[0..jobs_n-1], at least one per thread; more
// keep threads busy. produce fills a job: 1, 0 at the end, negative on failure. consume takes finished jobs
// in the order they were produced. Neither is called by two threads at once. work runs on any thread.
typedef struct par_stream {
    void *context;
    void **jobs; // [jobs_n]
    size_t jobs_n;
    int threads;
    int (*produce)(void *context, void *job, copse_error *err);
    int (*work)(void *context, void *job, int thread, copse_error *err); // 0 or negative
    int (*consume)(void *context, void *job, copse_error *err);          // 0 or negative
} par_stream;

// Returns 0, or the first failure in stream order: everything before it was consumed, nothing after it.
int par_run(const par_stream *stream, copse_error *err);

#endif
