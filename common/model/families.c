// SPDX-License-Identifier: MIT
// The families of trainers. This and stages.c are the places of common that name the rooms above it, by the
// tables that they define; a new family is one line here.
#include "common/model/family.h"

#include <string.h>

#define FAMILIES(X) \
    X(transition)   \
    X(graph)        \
    X(stack)        \
    X(ensemble)     \
    // end of the list

#define DECLARE(name) extern const family fam_##name;
FAMILIES(DECLARE)
#define ADDRESS(name) &fam_##name,
const family *const fam_all[] = {FAMILIES(ADDRESS) NULL};

const family *fam_find(const char *name)
{
    for (const family *const *f = fam_all; *f; f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    return NULL;
}
