// SPDX-License-Identifier: MIT
// Non-projective parsing by changing the order of words (Nivre 2009): arc-standard between the two topmost
// nodes of the stack, and a transition that makes the lower one a later word.
//
//   SHIFT   pushes B0
//   LEFT    makes S0 the head of S1, which leaves
//   RIGHT   makes S1 the head of S0, which leaves
//   SWAP    puts S1 back before the buffer, if it comes before S0 in the sentence
//
// Every tree can be derived. Two words change places at most once, so there are at most n(n - 1)/2 SWAPs and
// n(n + 1) transitions (one more if the root stands last, which SHIFT puts on the stack in the end).
// Treebanks need few SWAPs: the time is linear in practice.
//
// Two static oracles. The eager one swaps as soon as S0 comes before S1 in the order in which the tree is
// projective. The lazy one (Nivre, Kuhlmann & Hall 2009) does not swap while S0 and B0 belong to the same
// maximal projective component, one of the parts that arc-standard can build alone: they are joined first and
// swap as one.
//
// Costs compare what is lost on one way on from each configuration (swap_plan.h). No exact oracle in
// polynomial time is known for this system: a cost can be wrong where words have changed places without
// need. On the derivations of the oracles what they do is free.
//
// With single_root the root word stays alone until the end, as in arc-hybrid. If several words may be roots
// and none stands in the configuration, REDUCE takes them off the stack when the buffer is empty.
#include "transition/loss.h"
#include "transition/swap_plan.h"

#include "common/base/mem.h"

#include <stdlib.h>

static void start(config *c)
{
    (void)c;
}

static bool final(const config *c)
{
    const int left = c->n - c->attached;
    if (c->root == CFG_ROOT_NONE && !c->single_root)
        return c->stack_n == 0 && cfg_buffer(c, 0) == CFG_NONE;
    return left == 0 || (left == 1 && c->root == CFG_ROOT_NONE);
}

static unsigned legal(const config *c)
{
    const int s = cfg_stack(c, 0), below = cfg_stack(c, 1), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    unsigned set = 0;
    if (b > 0 || (b == 0 && s != CFG_NONE && !(c->single_root && below != CFG_NONE)))
        set |= 1u << T_SHIFT;
    if (below > 0)
        set |= 1u << T_LEFT;
    if (s > 0 && below != CFG_NONE && !(c->single_root && below == 0 && b > 0))
        set |= 1u << T_RIGHT;
    if (below > 0 && below < s)
        set |= 1u << T_SWAP;
    if (b == CFG_NONE && c->root == CFG_ROOT_NONE && !c->single_root)
        set |= 1u << T_REDUCE;
    return set;
}

static void arc(const config *c, transition type, int *head, int *dependent)
{
    const int s = cfg_stack(c, 0), below = cfg_stack(c, 1);
    *head = type == T_LEFT ? s : below;
    *dependent = type == T_LEFT ? below : s;
}

static void apply(config *c, transition type, int label)
{
    int head, dependent;
    arc(c, type, &head, &dependent);
    if (type == T_LEFT || type == T_RIGHT)
        cfg_arc(c, head, dependent, label);
    if (type == T_SHIFT) {
        cfg_push(c, cfg_take(c));
        return;
    }
    const int s = cfg_pop(c);
    if (type == T_RIGHT || type == T_REDUCE)
        return;
    const int below = cfg_pop(c);
    if (type == T_SWAP)
        cfg_put_back(c, below);
    cfg_push(c, s);
}

// The top of the maximal projective component of a word: head[d] is the head that d gets by arc-standard
// without SWAP, or CFG_NONE.
static int component(const int *head, int word)
{
    while (word > 0 && head[word] != CFG_NONE)
        word = head[word];
    return word;
}

static void find_components(const int *gold, int n, int *head, int *due, int *stack)
{
    int m = 0;
    for (int w = 0; w <= n; w++) {
        head[w] = CFG_NONE;
        due[w] = 0;
    }
    for (int d = 1; d <= n; d++)
        due[gold[d]]++;
    for (int w = 1; w <= n; w++) {
        stack[m++] = w;
        while (m > 1) {
            const int s = stack[m - 1], below = stack[m - 2];
            const bool left = gold[below] == s && due[below] == 0, right = gold[s] == below && due[s] == 0;
            if (!left && !right)
                break;
            head[left ? below : s] = left ? s : below;
            due[left ? s : below]--;
            stack[m - 2] = left ? s : below;
            m--;
        }
    }
}

static bool same_component(const int *gold, int n, int a, int b)
{
    int *head = mem_alloc((size_t)n + 1, 3 * sizeof *head);
    find_components(gold, n, head, head + n + 1, head + 2 * (n + 1));
    const bool same = component(head, a) == component(head, b);
    mem_free(head);
    return same;
}

static transition lazy_oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    const transition type = plan_next(c, gold);
    return type == T_SWAP && b > 0 && same_component(gold, c->n, s, b) ? T_SHIFT : type;
}

extern const tsystem sys_swap_eager;

static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_swap_eager, plan_least_lost, c, gold, cost);
}

// Words leave with all their given dependents, and from every configuration one way on makes the given arcs
// that are still to be made.
static unsigned keep(const config *c, unsigned set)
{
    unsigned kept = 0;
    config after;
    cfg_init(&after);
    for (int t = 0; t < T_TYPES; t++) {
        int head = 0, dependent = cfg_stack(c, 0);
        if (!(set >> t & 1))
            continue;
        if (t == T_LEFT || t == T_RIGHT)
            arc(c, (transition)t, &head, &dependent);
        if (t == T_LEFT || t == T_RIGHT || t == T_REDUCE)
            if (c->left_due[dependent] + c->right_due[dependent] > 0 || !sys_may_head(c, head, dependent))
                continue;
        cfg_copy(&after, c);
        apply(&after, (transition)t, CFG_NONE);
        kept |= plan_lost(&after, c->given) == 0 ? 1u << t : 0;
    }
    cfg_done(&after);
    return kept;
}

const tsystem sys_swap_eager = {
    .name = "swap-eager",
    .help = "builds trees from the bottom up and reorders words as soon as it must; any tree",
    .features = "swap",
    .patient = true,
    .unexplored = true,
    .estimated = true,
    .linear = 1,
    .squared = 2,
    .root = CFG_ROOT_FIRST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .arc = arc,
    .oracle = plan_next,
    .cost = cost,
    .keep = keep,
};

const tsystem sys_swap_lazy = {
    .name = "swap-lazy",
    .help = "builds trees from the bottom up and reorders words as late as it can; any tree",
    .features = "swap",
    .patient = true,
    .unexplored = true,
    .estimated = true,
    .linear = 1,
    .squared = 2,
    .root = CFG_ROOT_FIRST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .arc = arc,
    .oracle = lazy_oracle,
    .cost = cost,
    .keep = keep,
};
