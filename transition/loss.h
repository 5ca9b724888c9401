// SPDX-License-Identifier: MIT
// Costs from a loss: for systems that can say how many heads a configuration has lost, but not at once what
// each transition would lose.
#ifndef COPSE_TRANSITION_LOSS_H
#define COPSE_TRANSITION_LOSS_H

#include "transition/system.h"

// The words that get a wrong head in the best tree reachable from c. Not necessarily final.
typedef int loss_fn(const config *c, const int *gold);

// Applies every legal transition to a copy and compares. What the best of them keeps is what can be had now.
void loss_cost(const tsystem *system, loss_fn *loss, const config *c, const int *gold, int cost[T_TYPES]);

#endif
