// SPDX-License-Identifier: MIT
// Callbacks of the library's user. What they allocate belongs to the user, not to the call that they
// interrupt, whose scope may be freed (mem.h).
#ifndef COPSE_BASE_OUTSIDE_H
#define COPSE_BASE_OUTSIDE_H

#include "common/base/mem.h"

// Before and after the call of a function of the user: no guard and no scope in between.
typedef struct outside {
    mem_guard *guard;
    mem_scope *scope;
} outside;
outside out_begin(void);
void out_end(outside before);

// An environment whose callbacks are those of the user's environment, called outside.
typedef struct out_environment {
    copse_environment env;
    const copse_environment *user;
} out_environment;
// Returns &o->env, or NULL for NULL. o lives as long as the result.
const copse_environment *out_wrap(out_environment *o, const copse_environment *user);

#endif
