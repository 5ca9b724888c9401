// SPDX-License-Identifier: MIT
// Two-planar parsing (Gómez-Rodríguez & Nivre 2010): all trees whose arcs can be put into two planes so that
// no arcs between words cross in the same plane. These are nearly all trees of treebanks. There are two
// stacks, one for each plane, of which one is in use.
//
//   SHIFT   pushes B0 on both stacks
//   REDUCE  pops S0 from the stack in use
//   LEFT    makes B0 the head of S0
//   RIGHT   makes S0 the head of B0
//   SWAP    puts the other stack to use (SWITCH)
//
// Arcs change neither stack nor buffer. They close no cycle, and the dependent has no head before. We deviate
// in one way: SWAP is legal once for each B0. One is enough, because B0 can get its arcs in one plane first
// and then those in the other. So a derivation ends, and every SWAP has a price.
//
// At the end words without a head are attached to the root. There may be several even with single_root, which
// only forbids a second arc from 0. Joining them is left to the parser.
#include "transition/links.h"
#include "transition/loss.h"
#include "transition/planes.h"

static void start(config *c)
{
    if (c->root == CFG_ROOT_FIRST)
        c->other[c->other_n++] = 0;
}

static unsigned legal(const config *c)
{
    const unsigned set = planes_legal(c);
    const bool may_swap = cfg_buffer(c, 0) > 0 && c->other_n > 0 && !(c->own & PLANES_CHANGED);
    return may_swap ? set | 1u << T_SWAP : set;
}

static void apply(config *c, transition type, int label)
{
    if (type == T_SHIFT) {
        c->other[c->other_n++] = cfg_buffer(c, 0);
        cfg_push(c, cfg_take(c));
        c->own &= ~PLANES_CHANGED;
    } else if (type == T_SWAP) {
        cfg_change_stacks(c);
        c->own = (c->own ^ PLANES_ACTIVE) | PLANES_CHANGED;
    } else {
        planes_apply(c, type, label);
    }
}

// Stays with the stack in use as long as it can.
static transition oracle(const config *c, const int *gold)
{
    const transition first = planes_oracle(c, gold);
    if (first != T_TYPES)
        return first;
    const bool here = planes_wanted(c, gold, c->stack, c->stack_n);
    if (here && (!planes_pending(c, gold, cfg_stack(c, 0)) || planes_keep(c, gold, 2, PLANES_TAKEN)))
        return T_REDUCE;
    return here || planes_wanted(c, gold, c->other, c->other_n) ? T_SWAP : T_SHIFT;
}

static int loss(const config *c, const int *gold)
{
    return planes_loss(c, gold, 2);
}

extern const tsystem sys_two_planar;

static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_two_planar, loss, c, gold, cost);
}

// No word is shifted that lacks a given arc to the left. No word leaves a stack, and no stack is left for the
// other, if a given arc would be without a plane then.
static unsigned keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    const bool due = b > 0 && sys_left_due(c, b);
    if (due)
        set &= ~(1u << T_SHIFT);
    if (s > 0 && sys_right_due(c, s) && !planes_keep(c, c->given, 2, PLANES_TAKEN))
        set &= ~(1u << T_REDUCE);
    if (set & 1u << T_SWAP && due && !planes_keep(c, c->given, 2, PLANES_SWAPPED))
        set &= ~(1u << T_SWAP);
    return link_keep(c, set);
}

static bool derives(const int *head, int n)
{
    return planes_fit(head, n, 2);
}

const tsystem sys_two_planar = {
    .name = "two-planar",
    .help = "has a stack for each of two planes, in linear time; trees whose arcs cross only between planes",
    .features = "covington-nonprojective",
    .linear = 5,
    .exact = true,
    .loose = true,
    .patient = true,
    .unexplored = true,
    .root = CFG_ROOT_NONE,
    .derives = derives,
    .start = start,
    .final = planes_final,
    .legal = legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
