// SPDX-License-Identifier: MIT
#include "graph/feature_sets.h"

#include "common/treebank/sentence.h"

#include <string.h>

// All feature sets: gf_set_NAME, defined in a file of its own.
#define SETS(X)  \
    X(copse)     \
    X(mst)       \
    X(mst_morph) \
    // end of the list

#define DECLARED(name) extern const gf_set gf_set_##name;
#define LISTED(name) &gf_set_##name,

SETS(DECLARED)
const gf_set *const gf_set_all[] = {SETS(LISTED) NULL};

const gf_set *gf_set_find(copse_str name)
{
    for (const gf_set *const *s = gf_set_all; *s; s++)
        if (str_is(name, (*s)->name))
            return *s;
    return NULL;
}

opt_choice gf_set_choice(size_t i)
{
    for (size_t k = 0; gf_set_all[k]; k++)
        if (k == i)
            return (opt_choice){gf_set_all[k]->name, gf_set_all[k]->help};
    return (opt_choice){NULL, NULL};
}
