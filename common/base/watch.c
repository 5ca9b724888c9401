// SPDX-License-Identifier: MIT
#include "common/base/watch.h"

#include "common/base/mem.h"

static _Thread_local watcher *here;

void watch_set(watcher *w)
{
    here = w;
}

void watch_look(void)
{
    if (here && copse_stop_is_set(here->stop))
        mem_leave(COPSE_ESTOPPED);
}

void watch_at(long done, long total)
{
    watch_look();
    if (here && here->tell && total > 0)
        here->tell(here->context, here->from + here->share * (double)done / (double)total);
}

watch_span watch_begin(long i, long n)
{
    const watch_span before = here ? (watch_span){here->from, here->share} : (watch_span){0, 1};
    watch_at(i, n);
    if (here) {
        here->from += here->share * (double)i / (double)n;
        here->share /= (double)n;
    }
    return before;
}

void watch_end(watch_span before)
{
    if (here) {
        here->from = before.from;
        here->share = before.share;
    }
}
