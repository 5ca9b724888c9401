// SPDX-License-Identifier: MIT
// How far long work is. Stages have shares that add up to a total, steps within a stage are equal, and
// whoever listens is told at most ten times a second. A meter is cheap enough for every sentence.
#ifndef COPSE_BASE_METER_H
#define COPSE_BASE_METER_H

#include "copse.h"

#include <stdatomic.h>

typedef struct meter {
    copse_environment env; // who listens
    double total, before;  // shares of all stages, and of those that are over
    const char *what;      // the stage at hand
    double share;
    long steps;
    atomic_long done; // steps of the stage
    atomic_flag busy; // somebody is telling
    double told;      // when; 0: nothing of this stage yet
} meter;

// environment may be NULL: nobody listens. total: the sum of the shares that stages will have.
void meter_start(meter *m, const copse_environment *environment, double total);

// The next stage begins; the one before is over. what lives as long as the stage. Not while others step.
void meter_stage(meter *m, const char *what, double share, long steps);

// So many steps has the stage at hand, for one who knows it later.
void meter_steps(meter *m, long steps);

// One more step is done. From any thread; one of them at a time tells.
void meter_step(meter *m);
// So many steps are done in all.
void meter_at(meter *m, long done);

// An environment for a part of the work that counts as a stage with this share, and tells itself what it is
// doing. It has the threads, the stop and the lines of the meter's, and is valid until the next stage.
copse_environment meter_part(meter *m, double share);

#endif
