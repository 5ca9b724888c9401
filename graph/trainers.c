// SPDX-License-Identifier: MIT
#include "graph/trainers.h"

#include <string.h>

// All trainers: trainer_NAME, defined in a file of its own.
#define TRAINERS(X)  \
    X(mira)          \
    X(factored_mira) \
    X(perceptron)    \
    X(crf)           \
    // end of the list

#define DECLARED(name) extern const graph_trainer trainer_##name;
#define LISTED(name) &trainer_##name,

TRAINERS(DECLARED)
const graph_trainer *const trainer_all[] = {TRAINERS(LISTED) NULL};

const graph_trainer *trainer_find(const char *name)
{
    for (const graph_trainer *const *t = trainer_all; *t; t++)
        if (strcmp((*t)->name, name) == 0)
            return *t;
    return NULL;
}

opt_choice trainer_choice(size_t i)
{
    for (size_t k = 0; trainer_all[k]; k++)
        if (k == i)
            return (opt_choice){trainer_all[k]->name, trainer_all[k]->help};
    return (opt_choice){NULL, NULL};
}
