// SPDX-License-Identifier: MIT
// One way on from a configuration of a swap system towards the arcs that are wanted.
//
// Wanted are arcs between nodes that are on the stack or in the buffer, and arcs from the root. They form a
// forest. Its trees, in their order, and in each tree the nodes in the order of a traversal (dependents on
// the left, the node, dependents on the right) give every node a rank. Left and right mean the present order
// of stack and buffer, so the ranks stay the same on the way on. Arcs are made as soon as the dependent has
// its own dependents, S1 and S0 change places if their ranks say so, and otherwise B0 is shifted. If nothing
// of this is possible, the dependent is attached whose arcs are the fewest that get lost.
//
// From the start of a derivation all arcs are made. From elsewhere some may be lost that another way could
// make: two nodes change places only once, and nodes below S1 must wait.
#ifndef COPSE_TRANSITION_SWAP_PLAN_H
#define COPSE_TRANSITION_SWAP_PLAN_H

#include "transition/system.h"

// The first transition of the way on. wanted [n+1] may hold any heads; those that cannot be had are left out.
transition plan_next(const config *c, const int *wanted);
// How many words do not get the wanted head on the way on, those included that cannot have it any more.
// wanted[d] == CFG_NONE: the word may have any head.
int plan_lost(const config *c, const int *wanted);
// The fewest of several ways on: before them S0 changes places with up to 8 nodes below it.
int plan_least_lost(const config *c, const int *wanted);

#endif
