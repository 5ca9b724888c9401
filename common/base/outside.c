// SPDX-License-Identifier: MIT
#include "common/base/outside.h"

outside out_begin(void)
{
    return (outside){mem_set_guard(NULL), mem_into(NULL)};
}

void out_end(outside before)
{
    mem_into(before.scope);
    mem_set_guard(before.guard);
}

static void report(void *context, const char *line)
{
    const copse_environment *user = ((const out_environment *)context)->user;
    const outside before = out_begin();
    user->report(user->context, line);
    out_end(before);
}

static void progress(void *context, const copse_progress *p)
{
    const copse_environment *user = ((const out_environment *)context)->user;
    const outside before = out_begin();
    user->progress(user->context, p);
    out_end(before);
}

const copse_environment *out_wrap(out_environment *o, const copse_environment *user)
{
    if (!user)
        return NULL;
    o->env = *user;
    o->user = user;
    o->env.context = o;
    o->env.report = user->report ? report : NULL;
    o->env.progress = user->progress ? progress : NULL;
    return &o->env;
}
