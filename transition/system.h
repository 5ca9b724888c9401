// SPDX-License-Identifier: MIT
// A transition system: a table of functions. A new one is one new file that defines it and
// one line in the list of system.c; nothing else names it.
//
// Every arc a transition makes is between S0 and B0: T_LEFT makes B0 the head of S0, T_RIGHT makes S0 the
// head of B0. Labels do not matter to any system.
#ifndef COPSE_TRANSITION_SYSTEM_H
#define COPSE_TRANSITION_SYSTEM_H

#include "common/base/option.h"
#include "transition/config.h"

typedef enum transition { T_SHIFT, T_REDUCE, T_LEFT, T_RIGHT, T_TYPES } transition;
// Covington's NO-ARC, which moves the focus one word to the left, is T_REDUCE here: it takes S0 away.

enum { SYS_ILLEGAL = 1 << 20 }; // the cost of a transition that is not legal

typedef struct tsystem {
    const char *name;         // in options and model files
    const char *help;         // one sentence, no full stop
    const char *features;     // the default feature model; NULL: the one that is named like the system
    bool projective;          // derives only projective trees
    bool quadratic;           // takes up to n(n + 1)/2 + 2n transitions, otherwise 3n
    bool exact;               // costs are right for any gold tree, otherwise for projective ones
    bool loose;               // can end with several words without a head, also with single_root
    cfg_root root;            // where the root stands by default
    void (*start)(config *c); // after cfg_reset
    bool (*final)(const config *c);
    // Bit (1 << type) for every legal transition; 0 if and only if final.
    unsigned (*legal)(const config *c);
    void (*apply)(config *c, transition type, int label);
    // The next transition of the canonical derivation of the gold tree. c must be on that derivation and the
    // tree derivable (projective for projective systems; one root word if c->single_root).
    transition (*oracle)(const config *c, const int *gold);
    // cost[type]: the words that get a wrong head in the best tree reachable after type, less those in the
    // best tree reachable now; so 0 for at least one type, and SYS_ILLEGAL for illegal ones. Words left
    // without a head count as attached to the root. gold may be any tree: what cannot be had any more costs
    // nothing.
    void (*cost)(const config *c, const int *gold, int cost[T_TYPES]);
    // Lays the nodes before b, a word or n + 1, out on the stack as the system would, and returns the number
    // of those at its bottom that could only be linked to b by an arc that crosses another. NULL for systems
    // that keep the order.
    int (*arrange)(config *c, int b);
} tsystem;

extern const tsystem *const sys_all[];     // NULL-terminated
const tsystem *sys_find(const char *name); // or NULL
// The name of its default feature model.
const char *sys_features(const tsystem *system);
// Name and help of the i-th system, for the option that chooses one.
opt_choice sys_choice(size_t i);

static inline void sys_arc(const config *c, transition type, int *head, int *dependent)
{
    int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    *head = type == T_LEFT ? b : s;
    *dependent = type == T_LEFT ? s : b;
}

#endif
