// SPDX-License-Identifier: MIT
// The two families of parsers as the verbs train them: one table of options each, the only place where their
// defaults are written. `crossval` takes the same options; `train stack` and `train ensemble` train with the
// defaults.
#ifndef COPSE_CLI_TRAINERS_H
#define COPSE_CLI_TRAINERS_H

#include "cli/cli.h"

// What the options of both families begin with.
typedef struct train_common {
    cli_common common;
    const char *dev; // of train
    long folds;      // of crossval
} train_common;

typedef struct cli_trainer {
    const opt_row *rows; // without -o and --dev
    size_t size;         // of the options struct, which begins with a train_common; at most TRAINER_SIZE
    // Nothing that is given may be without effect: CLI_DONE, or a complaint of the verb.
    int (*check)(const cli_verb *verb, const void *options);
} cli_trainer;

enum { TRAINER_SIZE = 512 };
extern const opt_row transition_rows[], graph_rows[];
extern const cli_trainer trainer_transition, trainer_graph;
// For the library. stored is the text to keep in the model.
copse_transition_options transition_for_library(const void *options, const char *stored);
copse_graph_options graph_for_library(const void *options, const char *stored);

// The options that a model keeps, as text; the caller frees it.
char *trainer_stored(const cli_trainer *trainer, const void *options);

// Both families with their defaults, for parsers that have only a name, and with what two texts say
// otherwise: options as `copse train` takes them, separated by spaces. The texts may be NULL.
typedef struct trainer_defaults {
    void *options[2];
    char *stored[2];
    copse_transition_options transition;
    copse_graph_options graph;
} trainer_defaults;
// CLI_DONE, or a complaint of the verb; trainer_defaults_done is due in any case.
int trainer_defaults_init(trainer_defaults *d, const cli_verb *verb, const char *transition,
                          const char *graph);
void trainer_defaults_done(trainer_defaults *d);

// Complains if the files of a verb are standard input more than once. second may be NULL.
int trainer_check_files(const cli_verb *verb, const char *train, const char *second);

#endif
