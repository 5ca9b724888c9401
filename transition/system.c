// SPDX-License-Identifier: MIT
#include "transition/system.h"

#include <string.h>

const tsystem *const sys_all[] = {&sys_arc_eager, &sys_arc_standard, &sys_covington_projective,
                                  &sys_covington_nonprojective, NULL};

const tsystem *sys_find(const char *name)
{
    for (const tsystem *const *s = sys_all; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}
