// SPDX-License-Identifier: MIT
// Arc-eager parsing (Nivre 2003; Nivre et al. 2007, section 2.2), with a dynamic oracle (Goldberg & Nivre
// 2012) and, for single-rooted trees, the unshifting of Nivre & Fernández-González 2014.
//
//   SHIFT   pushes B0
//   REDUCE  pops S0, which has a head
//   LEFT    makes B0 the head of S0, which has none, and pops S0
//   RIGHT   makes S0 the head of B0 and pushes B0
//
// Invariants: words in the buffer have no head; a stack word with a head has the one below it as its head;
// a word leaves the stack only with a head. So arcs never cross and never close a cycle.
//
// The last phase. Without single_root, words left on the stack without a head are the root's. With it, once
// all words are gone from the buffer, the topmost headless word goes back to the front of the buffer (the
// words above it are its descendants and leave the stack), and LEFT, RIGHT and REDUCE decide as before how
// it is joined to the rest; this repeats until one headless word is left. We let the system do this by itself
// where the paper has a transition UNSHIFT: there is never anything to decide. Every word goes back at most
// once, so the number of transitions stays below 3n.
//
// A root that stands first: only RIGHT from 0 makes the root word, once. As soon as a word hangs on 0 it
// stays on the stack, so that all that follows finds its place below it. A root that stands last: only LEFT
// by 0 makes it, when one headless word is left.
#include "system.h"

static void start(config *c)
{
    (void)c;
}

static bool final(const config *c)
{
    if (c->root == CFG_ROOT_LAST)
        return cfg_buffer(c, 0) == 0 && c->stack_n == 0;
    return cfg_buffer(c, 0) == CFG_NONE;
}

// All words have been taken from the buffer, and those without a head go back to it.
static bool in_last_phase(const config *c)
{
    return c->single_root && c->next > c->n;
}

static unsigned legal(const config *c)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    unsigned set = 0;
    if (b != 0 && !in_last_phase(c))
        set |= 1u << T_SHIFT;
    if (s == CFG_NONE)
        return set;
    if (s != 0 && c->head[s] == CFG_NONE)
        set |= 1u << T_LEFT;
    if (s != 0 && c->head[s] != CFG_NONE && !(c->single_root && b != 0 && c->head[s] == 0))
        set |= 1u << T_REDUCE;
    if (b != 0 && !(c->single_root && s == 0 && c->roots > 0))
        set |= 1u << T_RIGHT;
    return set;
}

// Keeps the last phase going: a headless word goes back to the buffer while there is another to join it to
// (with a root first, the root counts as one), and returns from it when it is the only one.
static void unshift(config *c)
{
    const int headless = c->n - c->attached, least = c->root == CFG_ROOT_FIRST ? 1 : 2;
    if (c->front == CFG_NONE && headless >= least) {
        while (c->head[cfg_stack(c, 0)] != CFG_NONE)
            cfg_pop(c);
        c->front = cfg_pop(c);
    } else if (c->front != CFG_NONE && headless < least) {
        cfg_push(c, cfg_take(c)); // on an empty stack, whose lowest word never has a head
    }
}

static void apply(config *c, transition type, int label)
{
    switch (type) {
    case T_SHIFT:
        cfg_push(c, cfg_take(c));
        break;
    case T_REDUCE:
        cfg_pop(c);
        break;
    case T_LEFT:
        cfg_arc(c, cfg_buffer(c, 0), cfg_stack(c, 0), label);
        cfg_pop(c);
        break;
    default:
        cfg_arc(c, cfg_stack(c, 0), cfg_buffer(c, 0), label);
        cfg_push(c, cfg_take(c));
    }
    if (in_last_phase(c))
        unshift(c);
}

// REDUCE only when B0 needs a word below S0: the latest moment.
static transition oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (s == CFG_NONE)
        return T_SHIFT;
    if (s != 0 && gold[s] == b && c->head[s] == CFG_NONE)
        return T_LEFT;
    if (b != 0 && gold[b] == s)
        return T_RIGHT;
    if (s == 0 || c->head[s] == CFG_NONE)
        return T_SHIFT;
    for (int i = 0; i < c->stack_n - 1; i++) {
        const int k = c->stack[i];
        if ((b != 0 && gold[b] == k) || (k != 0 && c->head[k] == CFG_NONE && gold[k] == b))
            return T_REDUCE;
    }
    return T_SHIFT;
}

// What each transition takes away from the gold arcs that can still be had one by one. For projective gold
// trees and several roots they can be had together, which makes the costs exact (Goldberg & Nivre 2012). The
// arc from the root to a word can be had as long as the word has no head, wherever the root stands.
static void lost_arcs(const config *c, const int *gold, int lost[T_TYPES])
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    bool head_on_stack = false;
    int b_children = 0, s_children = 0; // gold children of B0 on the stack, of S0 in the buffer
    for (int i = 0; i < c->stack_n; i++) {
        const int k = c->stack[i];
        head_on_stack |= b != 0 && k != 0 && gold[b] == k;
        b_children += b != 0 && k != 0 && c->head[k] == CFG_NONE && gold[k] == b;
    }
    if (s != CFG_NONE)
        for (int w = c->next; w <= c->n; w++)
            s_children += gold[w] == s;
    lost[T_SHIFT] = head_on_stack + b_children;
    lost[T_REDUCE] = s_children;
    if (s == CFG_NONE)
        return;
    if (s != 0) {
        const int h = gold[s];
        lost[T_LEFT] = s_children + (h != b && (h == 0 || h >= c->next));
    }
    if (b != 0) {
        const int h = gold[b];
        lost[T_RIGHT] = b_children + (h != s && (h == 0 || head_on_stack || h >= c->next));
        if (s == 0 && c->single_root) // another root word cannot have its head any more
            lost[T_RIGHT] += s_children - (h == 0);
    }
}

// The last phase, where B0 and the stack words without a head are joined: the gold arcs between B0, S0 and
// the stack that a transition takes away. Greedy: what is lost further down the stack is not foreseen.
static void lost_at_the_end(const config *c, const int *gold, int lost[T_TYPES])
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    bool b_head = false, s_head = false; // the gold head is on the stack
    int b_children = 0, s_children = 0;  // headless ones on the stack
    if (b == 0 || s == CFG_NONE)
        return; // one transition only
    for (int i = 0; i < c->stack_n; i++) {
        const int k = c->stack[i];
        b_head |= gold[b] == k;
        if (k != 0 && c->head[k] == CFG_NONE) {
            b_children += gold[k] == b;
            s_children += gold[k] == s;
        }
        s_head |= s != 0 && k != s && gold[s] == k;
    }
    lost[T_REDUCE] = gold[b] == s;
    lost[T_RIGHT] = b_children + (gold[b] != s && (b_head || gold[b] == 0));
    lost[T_LEFT] = s_children + (gold[b] == s) + (s != 0 && gold[s] != b && (s_head || gold[s] == 0));
}

// Exact for projective gold trees without single_root. With single_root the same losses stand for what the
// last phase would make of a configuration: arcs between stack words count as lost although some of them
// could be had there, which teaches the guide to make them in time.
static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    int lost[T_TYPES] = {0}, least = SYS_ILLEGAL;
    if (in_last_phase(c))
        lost_at_the_end(c, gold, lost);
    else
        lost_arcs(c, gold, lost);
    const unsigned set = legal(c);
    for (int t = 0; t < T_TYPES; t++)
        if (set >> t & 1 && lost[t] < least)
            least = lost[t];
    for (int t = 0; t < T_TYPES; t++)
        cost[t] = set >> t & 1 ? lost[t] - least : SYS_ILLEGAL;
}

const tsystem sys_arc_eager = {
    .name = "arc-eager",
    .help = "attaches words as soon as it can, in linear time; projective",
    .projective = true,
    .root = CFG_ROOT_LAST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
};
