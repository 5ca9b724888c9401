// SPDX-License-Identifier: MIT
// The command of a system in a study: a verb of copse with its options, checked by the verb's own tables.
#ifndef COPSE_CLI_STUDY_COMMAND_H
#define COPSE_CLI_STUDY_COMMAND_H

#include "cli/cli.h"
#include "eval/study.h"

typedef enum study_verb {
    STUDY_TRAIN,
    STUDY_PARSE,
    STUDY_COMBINE,
    STUDY_CROSSVAL,
    STUDY_WEIGH,
    STUDY_VERBS
} study_verb;

typedef struct study_command {
    study_verb verb;
    const char **word; // [words] the verb and its options, without operands
    size_t words;
    const size_t *of; // [ofs] the systems that it names as operands
    size_t ofs;
    const size_t *weights; // the system of --weights, or NULL
    size_t weights_at;     // its value is word[weights_at]
    uint64_t key; // of the verb and of all its options, defaults included, and of the files that they name
} study_command;

// Checks the command of system i; it may name only systems before it. All memory is in the arena. On failure
// err has file and line of the study.
int study_command_read(study_command *c, const study *s, size_t i, const study_command *before, arena *memory,
                       copse_error *err);

// Runs a command line in this process: a new one that was made for it, and that ends with its parent.
// Standard output is dropped and messages go to the file log.
_Noreturn void study_command_run(int argc, char **argv, const char *log, long parent);

// The key of the bytes of a file. 0 or a negative code.
int study_file_key(const char *path, uint64_t *key, copse_error *err);

#endif
