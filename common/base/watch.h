// SPDX-License-Identifier: MIT
// A watch over long work on one sentence. Whoever starts the work sets the watch of the thread. Code at any
// depth then says how far it is. If the work should stop, control leaves it there for the innermost guard
// (mem.h), with COPSE_ESTOPPED. Without a watch nothing happens.
#ifndef COPSE_BASE_WATCH_H
#define COPSE_BASE_WATCH_H

#include "copse.h"

typedef struct watcher {
    const copse_stop *stop;                   // or NULL
    void (*tell)(void *context, double done); // the share of the work that is done, from 0 to 1; or NULL
    void *context;
    double from, share; // of the part that is at hand; 0 and 1 at first
} watcher;

void watch_set(watcher *w); // NULL: none

// So much of the part at hand is done. Cheap, but not for the innermost loop: WATCH_STEPS transitions between
// two calls are right.
enum { WATCH_STEPS = 16 };
void watch_at(long done, long total);
void watch_look(void); // only looks at the flag

// What follows is part i of n of the part at hand, until watch_end.
typedef struct watch_span {
    double from, share;
} watch_span;
watch_span watch_begin(long i, long n);
void watch_end(watch_span before);

#endif
