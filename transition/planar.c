// SPDX-License-Identifier: MIT
// Planar parsing (Gómez-Rodríguez & Nivre 2010): all trees in which no arcs between words cross. Unlike in a
// projective tree, a root word may stand under an arc.
//
//   SHIFT   pushes B0
//   REDUCE  pops S0
//   LEFT    makes B0 the head of S0
//   RIGHT   makes S0 the head of B0
//
// Arcs change neither stack nor buffer. They close no cycle, and the dependent has no head before.
//
// At the end words without a head are attached to the root. There may be several even with single_root, which
// only forbids a second arc from 0. Joining them is left to the parser.
#include "transition/links.h"
#include "transition/loss.h"
#include "transition/planes.h"

static void start(config *c)
{
    (void)c;
}

static void apply(config *c, transition type, int label)
{
    if (type == T_SHIFT)
        cfg_push(c, cfg_take(c));
    else
        planes_apply(c, type, label);
}

// A word below S0 is uncovered only when B0 needs it: the latest moment. Root words get their arc if S0 and
// B0 happen to be the root and the word.
static transition oracle(const config *c, const int *gold)
{
    const transition first = planes_oracle(c, gold);
    if (first != T_TYPES)
        return first;
    return planes_wanted(c, gold, c->stack, c->stack_n) ? T_REDUCE : T_SHIFT;
}

static int loss(const config *c, const int *gold)
{
    return planes_loss(c, gold, 1);
}

extern const tsystem sys_planar;

static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_planar, loss, c, gold, cost);
}

// No word is shifted that lacks a given arc to the left, and none leaves the stack that lacks one to the
// right.
static unsigned keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (b > 0 && sys_left_due(c, b))
        set &= ~(1u << T_SHIFT);
    if (s > 0 && sys_right_due(c, s))
        set &= ~(1u << T_REDUCE);
    return link_keep(c, set);
}

static bool derives(const int *head, int n)
{
    return planes_fit(head, n, 1);
}

const tsystem sys_planar = {
    .name = "planar",
    .help = "links words on which no arc lies, in linear time; trees without crossing arcs",
    .features = "covington-nonprojective",
    .linear = 3,
    .exact = true,
    .loose = true,
    .patient = true,
    .unexplored = true,
    .root = CFG_ROOT_NONE,
    .derives = derives,
    .start = start,
    .final = planes_final,
    .legal = planes_legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
