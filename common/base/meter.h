// SPDX-License-Identifier: MIT
// Progress of long work. Each stage has a share of a total, and the steps within a stage are equal. The
// listener is called at most ten times a second. A meter is cheap enough to step at every sentence.
#ifndef COPSE_BASE_METER_H
#define COPSE_BASE_METER_H

#include "copse.h"

#include <stdatomic.h>

typedef struct meter {
    copse_environment env; // the listener
    double total, before;  // shares of all stages, and of the finished ones
    const char *what;      // the current stage
    double share;
    long steps;
    atomic_long done; // steps of the stage
    atomic_flag busy; // a thread is reporting
    double told;      // time of the last report; 0: none for this stage yet
} meter;

// environment may be NULL: no listener. total: the sum of the shares of all stages.
void meter_start(meter *m, const copse_environment *environment, double total);

// Ends the current stage and begins the next. what lives as long as the stage. No other thread may step
// meanwhile.
void meter_stage(meter *m, const char *what, double share, long steps);

// Sets the number of steps of the current stage, if it was not known when the stage began.
void meter_steps(meter *m, long steps);

// One more step is done. Any thread may call this; one thread at a time reports.
void meter_step(meter *m);
// Sets the number of steps done so far.
void meter_at(meter *m, long done);

// An environment for a part of the work that counts as a stage with this share and names its own steps. It
// has the threads, stop flag and report function of the meter's environment. Valid until the next stage.
copse_environment meter_part(meter *m, double share);

#endif
