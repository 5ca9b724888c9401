// SPDX-License-Identifier: MIT
// Arcs between two nodes that leave the arcs made so far a forest, for systems that may link any two.
#ifndef COPSE_TRANSITION_LINKS_H
#define COPSE_TRANSITION_LINKS_H

#include "transition/system.h"

static inline bool link_descends(const config *c, int word, int ancestor)
{
    while (word != ancestor && word > 0)
        word = c->head[word];
    return word == ancestor;
}

// The arcs that can be made between s and b, a node on its right, as bits of LEFT and RIGHT. The dependent
// has no head, and the head does not descend from it.
static inline unsigned link_arcs(const config *c, int s, int b)
{
    const bool root_taken = c->single_root && c->roots > 0;
    if (b == 0) // the root that stands last
        return c->head[s] == CFG_NONE && !root_taken ? 1u << T_LEFT : 0;
    unsigned set = 0;
    if (s != 0 && c->head[s] == CFG_NONE && !link_descends(c, b, s))
        set |= 1u << T_LEFT;
    if (c->head[b] == CFG_NONE && !(s == 0 && root_taken) && (s == 0 || !link_descends(c, s, b)))
        set |= 1u << T_RIGHT;
    return set;
}

// Would head→word close a cycle with the arcs made and the given ones?
static inline bool link_closes_cycle(const config *c, int head, int word)
{
    while (head > 0 && head != word)
        head = c->head[head] != CFG_NONE ? c->head[head] : c->given[head];
    return head == word;
}

// Takes from the set the arcs between S0 and B0 that given heads forbid.
static inline unsigned link_keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (set & 1u << T_LEFT && (!sys_may_head(c, b, s) || link_closes_cycle(c, b, s)))
        set &= ~(1u << T_LEFT);
    if (set & 1u << T_RIGHT && (!sys_may_head(c, s, b) || link_closes_cycle(c, s, b)))
        set &= ~(1u << T_RIGHT);
    return set;
}

#endif
