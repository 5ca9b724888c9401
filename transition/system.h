// SPDX-License-Identifier: MIT
// A transition system: a table of functions. A new one is one new file that defines it and
// one line in the list of system.c; nothing else names it.
//
// Every arc a transition makes is between S0 and B0: T_LEFT makes B0 the head of S0, T_RIGHT makes S0 the
// head of B0. No system looks at labels.
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
    bool exact;               // costs are right for any gold tree, otherwise only for projective ones
    bool loose;               // can leave several words without a head, even with single_root
    cfg_root root;            // where the root stands by default
    void (*start)(config *c); // after cfg_reset
    bool (*final)(const config *c);
    // Bit (1 << type) for every legal transition; 0 if and only if final.
    unsigned (*legal)(const config *c);
    void (*apply)(config *c, transition type, int label);
    // The next transition of the canonical derivation of the gold tree. c must be on that derivation and the
    // tree derivable (projective for projective systems; one root word if c->single_root).
    transition (*oracle)(const config *c, const int *gold);
    // cost[type]: how many more words get a wrong head in the best tree reachable after type than in the
    // best tree reachable now. So at least one type costs 0; illegal types cost SYS_ILLEGAL. Words left
    // without a head count as attached to the root. gold may be any tree: gold arcs that are out of reach
    // already cost nothing.
    void (*cost)(const config *c, const int *gold, int cost[T_TYPES]);
    // Of the legal transitions those after which all given arcs (c->given) can still be made, together; at
    // least one if none has been lost so far, and all given arcs have been made when the derivation ends. A
    // given arc from the root is one that a word without a head can still get. The given arcs are part of a
    // tree that the system derives. Some transitions that would do may be missing.
    unsigned (*keep)(const config *c, unsigned legal);
    // Puts the nodes before b, a word or n + 1, on the stack in the system's order. Returns how many nodes
    // at the bottom of the stack can only be linked to b by an arc that crosses another. NULL for systems
    // that keep sentence order.
    int (*arrange)(config *c, int b);
} tsystem;

extern const tsystem *const sys_all[];     // NULL-terminated
const tsystem *sys_find(const char *name); // or NULL
// The name of the system's default feature model.
const char *sys_features(const tsystem *system);
// Name and help of the i-th system, for the option that chooses one.
opt_choice sys_choice(size_t i);

// The legal transitions that keep what is given.
static inline unsigned sys_legal(const tsystem *system, const config *c)
{
    const unsigned legal = system->legal(c);
    return c->given && legal ? system->keep(c, legal) : legal;
}

// May the word get this head, as far as its own given head and the root's place go?
static inline bool sys_may_head(const config *c, int head, int word)
{
    const bool other_root = head == 0 && c->single_root && c->given_root && c->given_root != word;
    return c->given[word] == head || (c->given[word] == CFG_NONE && !other_root);
}

// Does the word still lack a given head or dependent on its left?
static inline bool sys_left_due(const config *c, int word)
{
    return c->left_due[word] > 0 ||
           (c->given[word] > 0 && c->given[word] < word && c->head[word] == CFG_NONE);
}

static inline void sys_arc(const config *c, transition type, int *head, int *dependent)
{
    int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    *head = type == T_LEFT ? b : s;
    *dependent = type == T_LEFT ? s : b;
}

#endif
