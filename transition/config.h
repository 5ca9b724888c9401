// SPDX-License-Identifier: MIT
// A configuration of a transition-based parser: a stack, a buffer, and the arcs built so far.
//
// The top of the stack is S0, the front of the buffer B0. Nodes can be put back before the words of the
// buffer that were never taken. Covington's two lists use the same arrays: the stack is the left list from
// its focus word down, and the words passed over between the focus and B0 stay behind the top, in
// stack[stack_n..full_n). A second stack can change places with the first.
//
// Nodes are words 1..n and the root 0. The root may stand first (at the bottom of the stack), last (at the
// end of the buffer) or nowhere; if nowhere, words without a head at the end are attached to it.
#ifndef COPSE_TRANSITION_CONFIG_H
#define COPSE_TRANSITION_CONFIG_H

#include "copse.h"

typedef enum cfg_root { CFG_ROOT_FIRST, CFG_ROOT_LAST, CFG_ROOT_NONE } cfg_root;

enum { CFG_NONE = -1 }; // no node, no head, no label

typedef struct config {
    int n;
    cfg_root root;
    bool single_root;    // at most one word may get head 0
    int *stack;          // [n+2] nodes; the top is stack[stack_n-1]
    int stack_n, full_n; // full_n == stack_n except for Covington
    int *back;           // [n+2] nodes put back before the buffer; back[back_n-1] is B0
    int back_n;          // 0: B0 is the word next
    int *other;          // [n+2] a second stack (two-planar)
    int other_n;         // 0 for all other systems
    int next;            // first word of the buffer behind those; n+1 when all words are gone
    int roots;           // words attached to 0 so far
    int attached;        // words that have a head
    int own;             // a number for the system alone; 0 at the start

    // The arcs. Children of a node form a list in sentence order.
    int *head, *label;                    // [n+1] CFG_NONE: not attached
    int *first, *last;                    // [n+1] outermost children of a node, CFG_NONE: none
    int *before, *after;                  // [n+1] siblings in sentence order, CFG_NONE: none
    int *left_valency, *right_valency;    // [n+1] children on each side
    uint64_t *left_labels, *right_labels; // [n+1] the set of their labels: bit label % 64
    size_t cap;

    // Heads that the tree must have, set before cfg_reset.
    const int *given;          // [n+1] CFG_NONE: not given. NULL: no head is given
    int given_root;            // the first word with the given head 0, or 0
    int *left_due, *right_due; // [n+1] words on each side that still lack this given head; valid with given
} config;

void cfg_init(config *c);
void cfg_done(config *c);
// The initial state for n words: all of them in the buffer (and the root behind them if it stands last), the
// stack empty but for a root that stands first, no arcs. Memory is reused.
void cfg_reset(config *c, int n, cfg_root root, bool single_root);
void cfg_copy(config *to, const config *from); // for searches and tests

void cfg_arc(config *c, int head, int dependent, int label); // O(1) when children are added outwards

static inline int cfg_stack(const config *c, int k) // S0, S1, ... or CFG_NONE
{
    return k < c->stack_n ? c->stack[c->stack_n - 1 - k] : CFG_NONE;
}

static inline int cfg_buffer(const config *c, int k) // B0, B1, ... or CFG_NONE
{
    if (k < c->back_n)
        return c->back[c->back_n - 1 - k];
    int w = c->next + k - c->back_n;
    return w <= c->n ? w : w == c->n + 1 && c->root == CFG_ROOT_LAST ? 0 : CFG_NONE;
}

// Words passed over by Covington's focus: k = 0 is the one just right of S0. With a second stack its nodes,
// from the top.
static inline int cfg_passed(const config *c, int k)
{
    if (c->other_n > 0)
        return k < c->other_n ? c->other[c->other_n - 1 - k] : CFG_NONE;
    return c->stack_n + k < c->full_n ? c->stack[c->stack_n + k] : CFG_NONE;
}

// The word that is given as the root's dependent (the first one), or 0.
static inline int cfg_given_root(const config *c)
{
    return c->given ? c->given_root : 0;
}

void cfg_push(config *c, int node);
int cfg_pop(config *c);
void cfg_change_stacks(config *c);      // the second stack becomes the first
int cfg_take(config *c);                // removes B0 from the buffer and returns it
void cfg_put_back(config *c, int node); // makes node B0; it must be in neither stack nor buffer

#endif
