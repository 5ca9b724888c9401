// SPDX-License-Identifier: MIT
// What a study has to run: a job for each model, parsed file and file of weights. A job is known by its key,
// made from the program, the command with all its options, and the keys of what it reads; the file that it
// writes is named after the key. So nothing is done twice, and a study that was interrupted goes on.
#ifndef COPSE_CLI_STUDY_PLAN_H
#define COPSE_CLI_STUDY_PLAN_H

#include "cli/study_command.h"

typedef struct study_part { // sentences of a file
    const char *path;       // as given
    int half;               // 1, 2: of the sentences; 0: all
    long limit;             // the first so many of these; 0: all
    uint64_t key;
    const char *file; // that commands read: path, or a copy of the part in the cache
} study_part;

typedef struct study_bank {
    const char *name;
    study_part train, tune, gold; // tune: for weights; its path may be NULL
    bool halved;                  // tune and gold are the halves of one file
} study_bank;

typedef enum study_state { STUDY_WAITS, STUDY_RUNS, STUDY_DONE, STUDY_FAILED } study_state;

typedef struct study_job {
    uint64_t key;
    study_verb verb;
    const char *system, *bank; // who asked for it first, for messages
    const char *output;        // in the cache
    const char **arg;          // [args] verb, options, inputs
    size_t args;
    size_t *need; // [needs] jobs
    size_t needs;
    bool wanted; // its output is not there, and something depends on it
    bool final;  // its output is measured
    study_state state;
    char failure[1200];
    long pid;
} study_job;

#define STUDY_NONE SIZE_MAX

typedef struct study_plan {
    const study *s;
    const char *cache;
    study_bank *bank; // [banks]
    size_t banks;
    study_command *command; // [systems]
    study_command plain;    // `parse` without options
    study_job *job;         // [jobs]
    size_t jobs, job_cap;
    size_t *trees, *tuned; // [banks][systems] job for the gold part, for the tune part; or STUDY_NONE
    size_t *model;         // [banks][systems] of trained systems
    arena memory;
} study_plan;

// given: "NAME=TRAIN,DEV[,TEST]" each. On failure the plan is empty; COPSE_EINPUT without a file is a mistake
// in given.
int study_plan_make(study_plan *p, const study *s, const char *const *given, size_t n, const char *cache,
                    copse_error *err);
void study_plan_done(study_plan *p);

// Notes which jobs are wanted, and returns how many.
size_t study_plan_look(study_plan *p);

// Runs what is wanted, `threads` jobs at a time, and says so on standard error unless quiet. A job that fails
// stops only those that need it. Returns how many failed, or a negative code.
int study_plan_run(study_plan *p, int threads, bool quiet, copse_error *err);

// Removes what killed jobs left unfinished. Each new writer of a file does so, but the last one may have come
// before the system had ended the killed job, and a file that is there gets no new writer.
void study_plan_sweep(const study_plan *p);

// The job that makes the trees of a system, and the file that they are compared with.
const study_job *study_trees(const study_plan *p, size_t bank, size_t system);
const study_part *study_gold(const study_plan *p, size_t bank, size_t system);

// What a job cost, and the size of its output; false: not known.
typedef struct study_cost {
    double seconds; // of processors
    double memory;  // bytes at most
    double size;    // bytes
} study_cost;
bool study_cost_read(const study_plan *p, size_t job, study_cost *cost);
int study_cost_write(const study_plan *p, size_t job, const study_cost *cost, copse_error *err);

#endif
