// SPDX-License-Identifier: MIT
// Costs from a loss, for systems that can compute the loss of a configuration but not directly that of each
// transition.
#ifndef COPSE_TRANSITION_LOSS_H
#define COPSE_TRANSITION_LOSS_H

#include "transition/system.h"

// The words that get a wrong head in the best tree reachable from c, which need not be final.
typedef int loss_fn(const config *c, const int *gold);

// Applies every legal transition to a copy of c. The cost of each is its loss less the least of them.
void loss_cost(const tsystem *system, loss_fn *loss, const config *c, const int *gold, int cost[T_TYPES]);

#endif
