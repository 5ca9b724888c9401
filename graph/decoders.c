// SPDX-License-Identifier: MIT
#include "graph/decoders.h"

#include <string.h>

// All decoders: dec_NAME, defined in a file of its own.
#define DECODERS(X)  \
    X(projective)    \
    X(nonprojective) \
    // end of the list

#define DECLARED(name) extern const graph_decoder dec_##name;
#define LISTED(name) &dec_##name,

DECODERS(DECLARED)
const graph_decoder *const dec_all[] = {DECODERS(LISTED) NULL};

const graph_decoder *dec_find(const char *name)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if (strcmp((*d)->name, name) == 0)
            return *d;
    return NULL;
}

const graph_decoder *dec_by_id(uint32_t id)
{
    for (const graph_decoder *const *d = dec_all; *d; d++)
        if ((*d)->id == id)
            return *d;
    return NULL;
}

const graph_decoder *dec_for(bool projective)
{
    const graph_decoder *const *d = dec_all;
    while ((*d)->projective != projective)
        d++;
    return *d;
}

const graph_decoder *dec_for_length(const graph_decoder *d, int n)
{
    while (d->most_words && n > d->most_words)
        d = dec_find(d->further);
    return d;
}

bool dec_has(const graph_decoder *d, int order, bool grandparents)
{
    return (order < 2 || d->siblings) && (!grandparents || d->grandparents);
}

opt_choice dec_choice(size_t i)
{
    for (size_t k = 0; dec_all[k]; k++)
        if (k == i)
            return (opt_choice){dec_all[k]->name, dec_all[k]->help};
    return (opt_choice){NULL, NULL};
}
