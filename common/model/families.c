// SPDX-License-Identifier: MIT
// The list of families of trainers; a new family is one line here. Only this file and stages.c name rooms
// above common, by the tables that those define.
#include "common/model/family.h"

#include <string.h>

#define FAMILIES(X) \
    X(transition)   \
    X(graph)        \
    X(generative)   \
    X(stack)        \
    X(ensemble)     \
    X(tokeniser)    \
    X(tagger)       \
    X(lemmatiser)   \
    X(pipeline)     \
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
