// SPDX-License-Identifier: MIT
#include "system.h"

#include <string.h>

const tsystem *const sys_all[] = {&sys_arc_eager, NULL};

const tsystem *sys_find(const char *name)
{
    for (const tsystem *const *s = sys_all; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}
