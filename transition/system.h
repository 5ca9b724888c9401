// SPDX-License-Identifier: MIT
// A transition system: a table of functions. A new one is one new file that defines it and
// one line in the list of system.c; nothing else names it.
//
// T_LEFT makes the right one of two nodes the head of the left one, T_RIGHT the left one that of the right
// one. In most systems the two are S0 and B0; the others say which (arc). No system looks at labels.
#ifndef COPSE_TRANSITION_SYSTEM_H
#define COPSE_TRANSITION_SYSTEM_H

#include "common/base/option.h"
#include "transition/config.h"

typedef enum transition { T_SHIFT, T_REDUCE, T_LEFT, T_RIGHT, T_SWAP, T_TYPES } transition;
// Covington's NO-ARC, which moves the focus one word to the left, is T_REDUCE here: it takes S0 away. T_SWAP
// changes places: of two nodes, or of two stacks.

enum { SYS_ILLEGAL = 1 << 20 }; // the cost of a transition that is not legal

typedef struct tsystem {
    const char *name;     // in options and model files
    const char *help;     // one sentence, no full stop
    const char *features; // the default feature model; NULL: the one that is named like the system
    bool projective;      // derives only projective trees
    int linear, squared;  // takes at most linear * n + squared * n(n + 1)/2 transitions
    bool exact;           // costs are right for any gold tree, otherwise only for projective ones
    bool patient;         // most transitions can be mended later; the oracle knows a good one from anywhere
    bool unexplored;      // exploration does not pay: none by default
    bool estimated;       // costs are right on the way to the gold tree and can be wrong off it
    bool loose;           // can leave several words without a head, even with single_root; links S0 and B0
    cfg_root root;        // where the root stands by default
    // Is this one of the trees that the system derives, or part of one? Words may lack a head (CFG_NONE).
    // NULL: all projective trees if projective, else all trees.
    bool (*derives)(const int *head, int n);
    void (*start)(config *c); // after cfg_reset
    bool (*final)(const config *c);
    // Bit (1 << type) for every legal transition; 0 if and only if final.
    unsigned (*legal)(const config *c);
    void (*apply)(config *c, transition type, int label);
    // The arc that LEFT or RIGHT would make, legal or not: CFG_NONE for a node that is not there. NULL: an
    // arc between S0 and B0.
    void (*arc)(const config *c, transition type, int *head, int *dependent);
    // The next transition of the canonical derivation of the gold tree. c must be on that derivation and the
    // tree derivable (sys_derives; one root word if c->single_root). Systems whose costs are estimated know a
    // legal way on from any configuration, with any tree.
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
// Does the system derive this tree?
bool sys_derives(const tsystem *system, const int *head, int n);
// Does it derive any tree?
static inline bool sys_derives_all(const tsystem *system)
{
    return !system->projective && !system->derives;
}
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

// Does the word still lack a given head or dependent on its right?
static inline bool sys_right_due(const config *c, int word)
{
    return c->right_due[word] > 0 || (c->given[word] > word && c->head[word] == CFG_NONE);
}

// The arc that LEFT or RIGHT would make.
static inline void sys_arc(const tsystem *system, const config *c, transition type, int *head, int *dependent)
{
    if (system->arc) {
        system->arc(c, type, head, dependent);
        return;
    }
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    *head = type == T_LEFT ? b : s;
    *dependent = type == T_LEFT ? s : b;
}

// Bit (1 << type) for LEFT and RIGHT if their arc would come from the root.
static inline unsigned sys_from_root(const tsystem *system, const config *c)
{
    int left = cfg_buffer(c, 0), right = cfg_stack(c, 0), dependent;
    if (system->arc) {
        system->arc(c, T_LEFT, &left, &dependent);
        system->arc(c, T_RIGHT, &right, &dependent);
    }
    return (left == 0 ? 1u << T_LEFT : 0) | (right == 0 ? 1u << T_RIGHT : 0);
}

#endif
