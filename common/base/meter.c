// SPDX-License-Identifier: MIT
#include "common/base/meter.h"

#include "common/base/progress.h"

static const double PAUSE = 0.1; // seconds

void meter_start(meter *m, const copse_environment *environment, double total)
{
    *m = (meter){.env = environment ? *environment : (copse_environment){0}, .total = total};
    atomic_init(&m->done, 0);
    atomic_flag_clear(&m->busy);
}

// Reports that this part of the stage is done, unless the last report was less than PAUSE ago.
static void tell(meter *m, const char *what, double part)
{
    if (atomic_flag_test_and_set(&m->busy))
        return;
    const double now = prog_now();
    if (now - m->told >= PAUSE) {
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        const copse_progress p = {what, m->before + m->share * part, m->total};
        m->told = now;
        m->env.progress(m->env.context, &p);
    }
    atomic_flag_clear(&m->busy);
}

static void tell_steps(meter *m, long done)
{
    tell(m, m->what, m->steps > 0 ? (double)done / (double)m->steps : 0);
}

void meter_stage(meter *m, const char *what, double share, long steps)
{
    m->before += m->share;
    m->share = share;
    m->what = what;
    m->steps = steps;
    m->told = 0;
    atomic_store(&m->done, 0);
    if (m->env.progress && what)
        tell_steps(m, 0);
}

void meter_steps(meter *m, long steps)
{
    m->steps = steps;
}

void meter_step(meter *m)
{
    const long done = atomic_fetch_add(&m->done, 1) + 1;
    if (m->env.progress)
        tell_steps(m, done);
}

void meter_at(meter *m, long done)
{
    atomic_store(&m->done, done);
    if (m->env.progress)
        tell_steps(m, done);
}

static void part_line(void *context, const char *line)
{
    const meter *m = context;
    m->env.report(m->env.context, line);
}

// The part has its own meter, which limits how often it reports.
static void part_progress(void *context, const copse_progress *p)
{
    ((meter *)context)->told = 0;
    tell(context, p->what, p->total > 0 ? p->done / p->total : 0);
}

copse_environment meter_part(meter *m, double share)
{
    copse_environment part = m->env;
    meter_stage(m, NULL, share, 0);
    part.report = m->env.report ? part_line : NULL;
    part.progress = m->env.progress ? part_progress : NULL;
    part.context = m;
    return part;
}
