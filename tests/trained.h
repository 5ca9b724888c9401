// SPDX-License-Identifier: MIT
// Training in tests, with options written as on the command line.
#ifndef COPSE_TESTS_TRAINED_H
#define COPSE_TESTS_TRAINED_H

#include "common/model/family.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The options of a family, changed by a line such as "--order 1 --seed 3". Ends the test program if the line
// is wrong. The caller frees them.
static inline copse_options *options_of(const char *family_name, const char *line)
{
    enum { MOST = 64 };
    char kept[1024], *argv[MOST] = {"test"}, *rest = NULL;
    const char *operand[MOST];
    int argc = 1, operands = 0;
    copse_error err = {0};
    copse_options *o = copse_options_new(family_name, &err);
    snprintf(kept, sizeof kept, "%s", line);
    for (char *word = strtok_r(kept, " ", &rest); word && argc < MOST; word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    if (!o || opt_parse(o->table, argc, argv, operand, &operands, &err) != 0 || operands) {
        printf("options '%s' of %s: %s\n", line, family_name, err.message);
        exit(1);
    }
    return o;
}

// Trains on a file with the given number of threads.
static inline int train_file(const char *family_name, const char *line, const char *train, const char *model,
                             int threads, copse_error *err)
{
    const copse_environment environment = {.threads = threads};
    copse_options *o = options_of(family_name, line);
    const int code = copse_train(o, train, model, &environment, err);
    copse_options_free(o);
    return code;
}

#endif
