// SPDX-License-Identifier: MIT
#include "cli/trainers.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

char *trainer_stored(const cli_trainer *trainer, const void *options)
{
    const opt_row *const tables[] = {trainer->rows, NULL};
    return opt_dump(tables, options);
}

// Reads options from a text, which is changed. name is what the verb calls it.
static int read_text(const cli_trainer *trainer, const cli_verb *verb, const char *name, char *text,
                     void *options)
{
    enum { MOST = 128 };
    char *argv[MOST + 1] = {(char *)name};
    const char *operand[MOST + 1];
    const opt_row *const tables[] = {trainer->rows, NULL};
    int argc = 1, operands = 0;
    copse_error err;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        if (argc == MOST)
            return cli_usage(verb, "%s: more than %d words", name, MOST - 1);
        if (strncmp(word, "--seed", 6) == 0 || strncmp(word, "--skip-bad", 10) == 0)
            return cli_usage(verb, "%s: %s is an option of the verb itself", name, word);
        argv[argc++] = word;
    }
    if (opt_parse(tables, options, trainer->size, argc, argv, operand, &operands, &err) != 0)
        return cli_usage(verb, "%s: %s", name, err.message);
    if (operands)
        return cli_usage(verb, "%s: '%s' is no option", name, operand[0]);
    return trainer->check(verb, options);
}

int trainer_defaults_init(trainer_defaults *d, const cli_verb *verb, const char *transition,
                          const char *graph)
{
    const cli_trainer *const all[] = {&trainer_transition, &trainer_graph};
    const char *const texts[] = {transition ? transition : "", graph ? graph : ""};
    static const char *const names[] = {"--transition-options", "--graph-options"};
    int status = CLI_DONE;
    *d = (trainer_defaults){0};
    for (int i = 0; i < 2; i++) {
        char *text = mem_string(texts[i], strlen(texts[i]));
        d->options[i] = mem_zero(1, all[i]->size);
        int got = read_text(all[i], verb, names[i], text, d->options[i]);
        status = status ? status : got;
        free(text);
        d->stored[i] = trainer_stored(all[i], d->options[i]);
    }
    d->transition = transition_for_library(d->options[0], d->stored[0]);
    d->graph = graph_for_library(d->options[1], d->stored[1]);
    return status;
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
