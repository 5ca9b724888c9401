// SPDX-License-Identifier: MIT
#include "transition/system.h"

#include "common/treebank/tree.h"

#include <string.h>

// All transition systems, the default first: sys_NAME, defined in a file of its own.
#define SYSTEMS(X)             \
    X(arc_eager)               \
    X(arc_standard)            \
    X(arc_hybrid)              \
    X(swap_eager)              \
    X(swap_lazy)               \
    X(multi_pass)              \
    X(covington_projective)    \
    X(covington_nonprojective) \
    X(planar)                  \
    X(two_planar)              \
    // end of the list

#define DECLARED(name) extern const tsystem sys_##name;
#define LISTED(name) &sys_##name,

SYSTEMS(DECLARED)
const tsystem *const sys_all[] = {SYSTEMS(LISTED) NULL};

const tsystem *sys_find(const char *name)
{
    for (const tsystem *const *s = sys_all; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}

const char *sys_features(const tsystem *system)
{
    return system->features ? system->features : system->name;
}

bool sys_derives(const tsystem *system, const int *head, int n)
{
    if (system->derives)
        return system->derives(head, n);
    return !system->projective || tree_is_projective(head, n);
}

opt_choice sys_choice(size_t i)
{
    for (size_t k = 0; sys_all[k]; k++)
        if (k == i)
            return (opt_choice){sys_all[k]->name, sys_all[k]->help};
    return (opt_choice){NULL, NULL};
}
