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

static bool final(const config *c)
{
    const int b = cfg_buffer(c, 0);
    return b == CFG_NONE || (b == 0 && c->stack_n == 0);
}

static unsigned legal(const config *c)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    unsigned set = b != 0 ? 1u << T_SHIFT : 0;
    if (s > 0)
        set |= 1u << T_REDUCE;
    if (s != CFG_NONE)
        set |= link_arcs(c, s, b);
    return set;
}

static void apply(config *c, transition type, int label)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (type == T_SHIFT)
        cfg_push(c, cfg_take(c));
    else if (type == T_REDUCE)
        cfg_pop(c);
    else
        cfg_arc(c, type == T_LEFT ? b : s, type == T_LEFT ? s : b, label);
}

// REDUCE at once if S0 has its head on the right and nothing more to get, as words leave the stack of
// arc-eager with LEFT. Otherwise REDUCE only when B0 needs a word below S0: the latest moment. Root words get
// their arc if S0 and B0 happen to be the root and the word.
static transition oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (s > 0 && gold[s] == b && c->head[s] == CFG_NONE)
        return T_LEFT;
    if (b == 0)
        return T_REDUCE;
    if (s != CFG_NONE && gold[b] == s && c->head[b] == CFG_NONE)
        return T_RIGHT;
    if (s > 0 && c->head[s] > s && !planes_pending(c, gold, s, b))
        return T_REDUCE;
    for (int i = 0; i < c->stack_n; i++) {
        const int k = c->stack[i];
        if (k > 0 && ((gold[b] == k && c->head[b] == CFG_NONE) || (gold[k] == b && c->head[k] == CFG_NONE)))
            return T_REDUCE;
    }
    return T_SHIFT;
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
    .root = CFG_ROOT_NONE,
    .derives = derives,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
