// SPDX-License-Identifier: MIT
#include "trainers.h"

#include "mem.h"

#include <stdlib.h>
#include <string.h>

char *trainer_stored(const cli_trainer *trainer, const void *options)
{
    const opt_row *const tables[] = {trainer->rows, NULL};
    return opt_dump(tables, options);
}

void trainer_defaults_init(trainer_defaults *d)
{
    const cli_trainer *const all[] = {&trainer_transition, &trainer_graph};
    for (int i = 0; i < 2; i++) {
        const opt_row *const tables[] = {all[i]->rows, NULL};
        d->options[i] = mem_zero(1, all[i]->size);
        opt_defaults(tables, d->options[i], all[i]->size);
        d->stored[i] = trainer_stored(all[i], d->options[i]);
    }
    d->transition = transition_for_library(d->options[0], d->stored[0]);
    d->graph = graph_for_library(d->options[1], d->stored[1]);
}

void trainer_defaults_done(trainer_defaults *d)
{
    const cli_trainer *const all[] = {&trainer_transition, &trainer_graph};
    for (int i = 0; i < 2; i++) {
        const opt_row *const tables[] = {all[i]->rows, NULL};
        opt_done(tables, d->options[i]);
        free(d->options[i]);
        free(d->stored[i]);
    }
}

int trainer_check_files(const cli_verb *verb, const char *train, const char *second)
{
    if (second && strcmp(second, "-") == 0 && strcmp(train, "-") == 0)
        return cli_usage(verb, "standard input can be only one of the files");
    return CLI_DONE;
}
