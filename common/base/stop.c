// SPDX-License-Identifier: MIT
// The flag that asks long work to stop.
#include "common/base/mem.h"
#include "copse.h"

#include <stdatomic.h>
#include <stdlib.h>

struct copse_stop {
    atomic_int set; // lock-free, so that a signal handler may store to it
};

copse_stop *copse_stop_new(void)
{
    copse_stop *stop = mem_alloc(1, sizeof *stop);
    atomic_init(&stop->set, 0);
    return stop;
}

void copse_stop_set(copse_stop *stop)
{
    if (stop)
        atomic_store_explicit(&stop->set, 1, memory_order_relaxed);
}

bool copse_stop_is_set(const copse_stop *stop)
{
    return stop && atomic_load_explicit(&stop->set, memory_order_relaxed);
}

void copse_stop_free(copse_stop *stop)
{
    mem_free(stop);
}
