// SPDX-License-Identifier: MIT
// Multi-pass shift-reduce parsing (Yamada & Matsumoto 2003; as Nivre 2005 describes it). The nodes without a
// head stand in a list. The parser looks at two neighbours, S0 and B0, and moves from left to right.
//
//   SHIFT  leaves them unconnected and moves on by one node
//   LEFT   makes B0 the head of S0, takes S0 out of the list and moves back by one node
//   RIGHT  makes S0 the head of B0, takes B0 out of the list and moves back by one node
//
// (Theirs are named the other way round, after where the dependent goes.) At the end of the list the next
// pass begins, if this one has made an arc. So a decision that was put off can be taken later, in another
// context. The stack holds the list up to S0, the buffer the rest. There are always two nodes to look at:
// the system shifts by itself where S0 is missing.
//
// A dependent leaves at once, so it must have all its own dependents first. Of the correct derivations of a
// tree the oracle takes the one in which arcs are made as early as possible; it needs one pass.
//
// With single_root every pass makes an arc: in a pass that has made none the last two words must be
// connected. The root takes its dependent when no other word is left.
#include "transition/loss.h"

// c->own counts the words that had a head when the pass began.
static bool has_arc(const config *c)
{
    return c->attached > c->own;
}

// Can nodes be linked to the root now?
static bool root_ready(const config *c)
{
    return !c->single_root || c->n - c->attached == 1;
}

// Finds two neighbours to look at, in this pass or the next. The buffer stays empty if there are none.
static void settle(config *c)
{
    for (;;) {
        if (c->stack_n == 0 && cfg_buffer(c, 0) != CFG_NONE)
            cfg_push(c, cfg_take(c));
        if (cfg_buffer(c, 0) == 0 && !root_ready(c))
            cfg_push(c, cfg_take(c));
        if (cfg_buffer(c, 0) != CFG_NONE || c->stack_n <= 1 || !has_arc(c))
            return;
        while (c->stack_n > 0)
            cfg_put_back(c, cfg_pop(c));
        c->own = c->attached;
    }
}

static void start(config *c)
{
    settle(c);
}

static bool final(const config *c)
{
    return cfg_buffer(c, 0) == CFG_NONE;
}

// Are S0 and B0 the last nodes that can be linked in this pass?
static bool at_end(const config *c)
{
    const int after = cfg_buffer(c, 1);
    return after == CFG_NONE || (after == 0 && !root_ready(c));
}

static unsigned legal(const config *c)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    unsigned set = 0;
    if (!(c->single_root && !has_arc(c) && at_end(c)))
        set |= 1u << T_SHIFT;
    if (s != 0 && (b != 0 || root_ready(c)))
        set |= 1u << T_LEFT;
    if (b != 0 && (s != 0 || root_ready(c)))
        set |= 1u << T_RIGHT;
    return set;
}

static void apply(config *c, transition type, int label)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (type == T_SHIFT) {
        cfg_push(c, cfg_take(c));
    } else if (type == T_LEFT) {
        cfg_arc(c, b, s, label);
        cfg_pop(c);
    } else {
        cfg_arc(c, s, b, label);
        cfg_take(c);
        cfg_put_back(c, cfg_pop(c));
    }
    settle(c);
}

static transition oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (s > 0 && gold[s] == b)
        return T_LEFT;
    if (b == 0 || gold[b] != s)
        return T_SHIFT;
    for (int k = 1, w; (w = cfg_buffer(c, k)) != CFG_NONE; k++)
        if (w != 0 && gold[w] == b)
            return T_SHIFT; // B0 still lacks a dependent
    return T_RIGHT;
}

// How many words still lack this gold head?
static int lacking(const config *c, const int *gold, int head)
{
    int n = 0;
    for (int d = 1; d <= c->n; d++)
        n += gold[d] == head && c->head[d] == CFG_NONE;
    return n;
}

// Does the word have no head although its gold head can still be had?
static bool in_reach(const config *c, const int *gold, int word)
{
    return c->head[word] == CFG_NONE && (gold[word] == 0 || c->head[gold[word]] == CFG_NONE);
}

// What the arc adds to the loss: the right head of the word, and those of its gold dependents.
static int arc_loss(const config *c, const int *gold, int head, int word)
{
    return (in_reach(c, gold, word) && gold[word] != head) + lacking(c, gold, word);
}

// The least that an arc adds between S0 and B0 or further on.
static int next_arc_loss(const config *c, const int *gold)
{
    int best = SYS_ILLEGAL, s = cfg_stack(c, 0), b;
    for (int k = 0; best > 0 && (b = cfg_buffer(c, k)) != CFG_NONE; k++, s = b) {
        if ((s == 0 || b == 0) && !root_ready(c))
            continue;
        const int left = s == 0 ? SYS_ILLEGAL : arc_loss(c, gold, b, s),
                  right = b == 0 ? SYS_ILLEGAL : arc_loss(c, gold, s, b), least = left < right ? left : right;
        best = least < best ? least : best;
    }
    return best;
}

// Exact for projective gold trees. If there is another pass, all gold arcs between nodes of the list can
// still be made. There is one if this pass has an arc or gets one. Without single_root it need not: then the
// words of the list are the root's.
static int loss(const config *c, const int *gold)
{
    int lost = 0, not_roots = 0, out_of_reach = 0;
    for (int d = 1; d <= c->n; d++) {
        if (c->head[d] != CFG_NONE) {
            lost += c->head[d] != gold[d];
        } else {
            not_roots += gold[d] != 0;
            out_of_reach += !in_reach(c, gold, d);
        }
    }
    if (final(c))
        return lost + not_roots;
    if (!has_arc(c))
        out_of_reach += next_arc_loss(c, gold);
    return lost + (!c->single_root && not_roots < out_of_reach ? not_roots : out_of_reach);
}

// A dependent leaves with all its given dependents. In a pass without an arc, a word that lacks a given arc
// to the left is passed only if it also lacks a given dependent on the right: so every pass makes an arc
// until all given ones are made.
static unsigned keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (set & 1u << T_SHIFT && !has_arc(c) && b > 0 && sys_left_due(c, b) && c->right_due[b] == 0)
        set &= ~(1u << T_SHIFT);
    if (set & 1u << T_LEFT && (c->left_due[s] + c->right_due[s] > 0 || !sys_may_head(c, b, s)))
        set &= ~(1u << T_LEFT);
    if (set & 1u << T_RIGHT && (c->left_due[b] + c->right_due[b] > 0 || !sys_may_head(c, s, b)))
        set &= ~(1u << T_RIGHT);
    return set;
}

extern const tsystem sys_multi_pass;

static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_multi_pass, loss, c, gold, cost);
}

const tsystem sys_multi_pass = {
    .name = "multi-pass",
    .help = "passes over the words until no arc is added, in quadratic time; projective",
    .features = "arc-standard",
    .projective = true,
    .linear = 2,
    .squared = 1,
    .patient = true,
    .unexplored = true,
    .root = CFG_ROOT_LAST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
