// SPDX-License-Identifier: MIT
// Arcs in one plane or two (Gómez-Rodríguez & Nivre 2010): arcs in the same plane do not cross. The arcs of
// the root are in no plane, because any word without a head can be attached to the root in the end.
//
// A system has a stack for each plane. An arc between a word and B0 can be made in a plane if the word is on
// the stack of this plane. Making it changes no stack. So the gold arcs that can still be made together are
// those that can be put into the planes, and that close no cycle with the arcs made.
//
// In c->own bit 0 is the plane of the stack in use, and bit 1 says that the stacks have changed places for
// this B0 already.
#ifndef COPSE_TRANSITION_PLANES_H
#define COPSE_TRANSITION_PLANES_H

#include "transition/system.h"

enum { PLANES_ACTIVE = 1, PLANES_CHANGED = 2 }; // bits of c->own

// Can the arcs be put into this number of planes, 1 or 2? Words without a head (CFG_NONE) have no arc.
bool planes_fit(const int *head, int n, int planes);

// How many words get a wrong head in the best tree that can still be reached. Exact for any tree, unless many
// arcs are in each other's way: then it may be too large.
int planes_loss(const config *c, const int *gold, int planes);

// Can all given arcs still be made? Asked of the configuration after S0 has left its stack (taken), or after
// the stacks have changed places, or of this one.
typedef enum planes_after { PLANES_NOW, PLANES_TAKEN, PLANES_SWAPPED } planes_after;
bool planes_keep(const config *c, const int *head, int planes, planes_after after);

// What the systems have in common: when they are done, the legal transitions on the stack in use, and what
// becomes of a configuration by transitions other than SHIFT and SWAP.
bool planes_final(const config *c);
unsigned planes_legal(const config *c);
void planes_apply(config *c, transition type, int label);

// How the oracles begin: a gold arc between S0 and B0, or REDUCE at once if S0 has its head on the right and
// nothing more to get, as words leave the stack of arc-eager with LEFT. T_TYPES: B0 may need another word.
transition planes_oracle(const config *c, const int *gold);
// Is there a gold arc between B0 and one of the n words on the stack that has not been made?
bool planes_wanted(const config *c, const int *gold, const int *stack, int n);
// Is there one between the word and B0 or a word after it?
bool planes_pending(const config *c, const int *gold, int word);

#endif
