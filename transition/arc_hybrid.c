// SPDX-License-Identifier: MIT
// Arc-hybrid parsing (Kuhlmann, Gómez-Rodríguez & Satta 2011): bottom-up; a word takes its head on the right
// as arc-eager does and its head on the left as arc-standard does.
//
//   SHIFT  pushes B0
//   LEFT   makes B0 the head of S0 and pops S0
//   RIGHT  makes S1 the head of S0 and pops S0
//
// Nodes on the stack and in the buffer never have a head. A word has all its dependents when it leaves, those
// on its left when it is shifted. There are 2n transitions.
//
// With single_root the root word stays alone until the end: RIGHT attaches it to a root that stands first
// when the buffer is empty, LEFT to one that stands last when there is no other word on the stack; without a
// root in the configuration it is the word that is left over. If several words may be roots and none stands
// in the configuration, REDUCE takes them off the stack when the buffer is empty.
#include "transition/loss.h"

#include "common/base/mem.h"

#include <stdlib.h>

static void start(config *c)
{
    (void)c;
}

static bool final(const config *c)
{
    const int b = cfg_buffer(c, 0);
    if (c->root == CFG_ROOT_LAST)
        return b == 0 && c->stack_n == 0;
    return b == CFG_NONE && c->stack_n <= (c->root == CFG_ROOT_FIRST || c->single_root);
}

static unsigned legal(const config *c)
{
    const int s = cfg_stack(c, 0), below = cfg_stack(c, 1), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    unsigned set = 0;
    if (b > 0)
        set |= 1u << T_SHIFT;
    if (s > 0 && b != CFG_NONE && !(c->single_root && b == 0 && below != CFG_NONE))
        set |= 1u << T_LEFT;
    if (s > 0 && below != CFG_NONE && !(c->single_root && below == 0 && b > 0))
        set |= 1u << T_RIGHT;
    if (b == CFG_NONE && c->root == CFG_ROOT_NONE && !c->single_root)
        set |= 1u << T_REDUCE;
    return set;
}

static void arc(const config *c, transition type, int *head, int *dependent)
{
    *head = type == T_LEFT ? cfg_buffer(c, 0) : cfg_stack(c, 1);
    *dependent = cfg_stack(c, 0);
}

static void apply(config *c, transition type, int label)
{
    if (type == T_SHIFT) {
        cfg_push(c, cfg_take(c));
        return;
    }
    int head, dependent;
    arc(c, type, &head, &dependent);
    if (type != T_REDUCE)
        cfg_arc(c, head, dependent, label);
    cfg_pop(c);
}

static transition oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (s > 0 && b != CFG_NONE && gold[s] == b)
        return T_LEFT;
    if (s <= 0 || gold[s] != cfg_stack(c, 1))
        return b > 0 ? T_SHIFT : T_REDUCE;
    for (int w = c->next; w <= c->n; w++)
        if (gold[w] == s)
            return T_SHIFT; // S0 still lacks a dependent
    return T_RIGHT;
}

// Can the word at this place of the stack still be a root word?
static bool may_be_root(const config *c, int at)
{
    if (c->root == CFG_ROOT_FIRST)
        return at == 1;
    return !c->single_root || at == 0;
}

// Counts the gold arcs that are out of reach. In reach are, for a word on the stack, its head in the buffer
// or just below it; for a word in the buffer, its head anywhere but among the words that have left. Gold arcs
// of a projective tree that are in reach one by one are in reach together (Goldberg & Nivre 2013), so this is
// exact for such trees.
static int loss(const config *c, const int *gold)
{
    const int n = c->n;
    int lost = 0;
    bool *gone = mem_alloc((size_t)n + 1, sizeof *gone);
    for (int w = 0; w <= n; w++)
        gone[w] = w > 0 && w < c->next;
    for (int i = 0; i < c->stack_n; i++) {
        const int s = c->stack[i], g = s > 0 ? gold[s] : 0;
        gone[s] = false;
        if (s > 0)
            lost += g == 0 ? !may_be_root(c, i) : g < c->next && (i == 0 || c->stack[i - 1] != g);
    }
    for (int d = 1; d <= n; d++)
        if (d >= c->next)
            lost += gone[gold[d]];
        else if (gone[d])
            lost += gold[d] != (c->head[d] == CFG_NONE ? 0 : c->head[d]);
    mem_free(gone);
    return lost;
}

extern const tsystem sys_arc_hybrid;

static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_arc_hybrid, loss, c, gold, cost);
}

// A word is shifted with all its given dependents on the left, and onto its given head if that is on the
// left. The given root word is shifted onto nothing if no other word may be left beside it. A word leaves
// with all its given dependents.
static bool may_shift(const config *c, int b)
{
    const int s = cfg_stack(c, 0), g = c->given[b];
    if (c->left_due[b] > 0)
        return false;
    if (g == 0 && (c->single_root || c->root == CFG_ROOT_FIRST))
        return s <= 0;
    return g <= 0 || g > b || g == s;
}

static unsigned keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0);
    if (set & 1u << T_SHIFT && !may_shift(c, cfg_buffer(c, 0)))
        set &= ~(1u << T_SHIFT);
    for (int t = T_LEFT; t <= T_RIGHT; t++) {
        int head, dependent;
        arc(c, (transition)t, &head, &dependent);
        if (set >> t & 1 && (c->right_due[s] > 0 || !sys_may_head(c, head, s)))
            set &= ~(1u << t);
    }
    if (set & 1u << T_REDUCE && !sys_may_head(c, 0, s))
        set &= ~(1u << T_REDUCE);
    return set;
}

const tsystem sys_arc_hybrid = {
    .name = "arc-hybrid",
    .help = "joins neighbours on the stack, or its top and the buffer, in linear time; projective",
    .projective = true,
    .unexplored = true,
    .linear = 2,
    .root = CFG_ROOT_LAST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .arc = arc,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
