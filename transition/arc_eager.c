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
// The last phase. Without single_root, words left on the stack without a head are attached to the root. With
// single_root, once no word is left in the buffer, the topmost headless word returns to the front of the
// buffer (the words above it are its descendants and leave the stack). LEFT, RIGHT and REDUCE decide as
// before how it is joined to the rest. This repeats until one headless word is left. The paper has a
// transition UNSHIFT for it; here the system unshifts by itself, because there is never a choice. Every word
// returns at most once, so the number of transitions stays below 3n.
//
// With single_root and a root that stands first, only RIGHT from 0 makes the root word, once. The root word
// then stays on the stack, so that all later words can be attached below it. With a root that stands last,
// only LEFT by 0 makes the root word, when one headless word is left.
#include "transition/loss.h"

#include "common/base/mem.h"

#include <stdlib.h>

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

// The buffer has no words of its own left, and headless words return to it.
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

// One step of the last phase. The topmost headless word returns to the buffer while there is another one to
// join it to (a root that stands first counts as one). A word in the buffer that is the only headless one
// goes back to the stack.
static void unshift(config *c)
{
    const int headless = c->n - c->attached, least = c->root == CFG_ROOT_FIRST ? 1 : 2;
    if (c->back_n == 0 && headless >= least) {
        while (c->head[cfg_stack(c, 0)] != CFG_NONE)
            cfg_pop(c);
        cfg_put_back(c, cfg_pop(c));
    } else if (c->back_n > 0 && headless < least) {
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

// Without single_root. Counts the gold arcs that each transition makes unreachable. For projective gold
// trees, arcs that are reachable one by one are reachable together, so the costs are exact (Goldberg & Nivre
// 2012). The arc from the root to a word is reachable as long as the word has no head, wherever the root
// stands.
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
    }
}

// With single_root. The last phase can still make an arc between two stack words if the right one has no
// head and everything to its right descends from it. Call that word a joint. Stack words without a head are
// numbered 1.. from the bottom; a stack word with a head has the number of the headless word it descends
// from (0: it descends from the root). A choice of joints j1 < j2 < ...
//   - wins the gold arcs between stack words whose right end is a joint, unless they reach back over the
//     joint before it;
//   - loses the gold arcs between the buffer and stack words left of the last joint, and the gold arc from
//     the buffer to this joint;
//   - loses the gold root if it stands behind the first joint.
// All other gold arcs that are reachable one by one stay reachable. So the best choice of joints, found from
// left to right, gives the exact loss for projective gold trees with one root word.
typedef struct joints {
    int n;
    int *word;   // [n+1] the stack words without a head
    int *number; // [words+1] of a stack word; CFG_NONE: not on the stack
    int *first;  // [n+1] gold arcs that end in a joint, a list; CFG_NONE: none
    int *after;  // [n+1] the next one in this list; an arc is named by its dependent
    int *reach;  // [n+1] of an arc: the last number that it does not reach back over
    int *over;   // [n+1] gold arcs from the buffer whose stack word has number i, or i+1 as a dependent
    int *best;   // [n+1] most arcs won with this as the last joint
    int *count;  // [n+1] arcs of one joint by their reach; zero outside win_arcs
} joints;

// The most gold arcs won with j as the last joint.
static int win_arcs(joints *t, int j, int root_number)
{
    int won = 0, best = -SYS_ILLEGAL;
    for (int a = t->first[j]; a != CFG_NONE; a = t->after[a])
        t->count[t->reach[a]]++;
    for (int i = j - 1; i >= 0; i--) {
        won += t->count[i];
        const int before = i > 0 ? t->best[i] : -(root_number > j);
        best = won + before > best ? won + before : best;
    }
    for (int a = t->first[j]; a != CFG_NONE; a = t->after[a])
        t->count[t->reach[a]] = 0;
    return best;
}

// Finds the joints and the gold arcs between stack words. Returns the number of these arcs.
static int number_joints(const config *c, const int *gold, joints *t)
{
    for (int w = 0; w <= c->n; w++)
        t->number[w] = CFG_NONE;
    for (int i = 0; i < c->stack_n + c->back_n; i++) { // a word put back counts as one on the stack
        const int k = i < c->stack_n ? c->stack[i] : c->back[0];
        if (k != 0 && c->head[k] == CFG_NONE)
            t->word[++t->n] = k;
        t->number[k] = t->n;
    }
    int arcs = 0;
    for (int i = 0; i <= t->n; i++)
        t->first[i] = CFG_NONE;
    for (int i = 1; i <= t->n; i++) {
        const int d = t->word[i], h = gold[d];
        if (h == 0 || t->number[h] == CFG_NONE || (h > d && c->head[h] != CFG_NONE))
            continue;
        const int joint = h < d ? i : t->number[h];
        t->reach[i] = h < d ? t->number[h] : i - 1;
        t->after[i] = t->first[joint];
        t->first[joint] = i;
        arcs++;
    }
    return arcs;
}

static int single_root_loss(const config *c, const int *gold)
{
    const size_t room = (size_t)c->n + 2;
    int *memory = mem_zero(room, 8 * sizeof *memory);
    joints t = {.word = memory,
                .number = memory + room,
                .first = memory + 2 * room,
                .after = memory + 3 * room,
                .reach = memory + 4 * room,
                .over = memory + 5 * room,
                .best = memory + 6 * room,
                .count = memory + 7 * room};
    const int arcs = number_joints(c, gold, &t);
    int lost = 0, root_number = 0; // the gold root's number, if it is reachable
    for (int d = 1; d <= c->n; d++) {
        const int h = gold[d], number = t.number[d];
        if (c->head[d] != CFG_NONE) {
            lost += c->head[d] != h;
        } else if (h == 0) {
            lost += c->roots > 0;
            root_number = c->roots > 0 ? 0 : number == CFG_NONE ? t.n + 1 : number;
        } else if (number != CFG_NONE) {
            lost += h < c->next;
            t.over[number - 1] += h >= c->next;
        } else if (h < c->next) {
            lost += t.number[h] == CFG_NONE;
            if (t.number[h] != CFG_NONE)
                t.over[t.number[h]]++;
        }
    }
    int won = 0, over = 0;
    for (int j = 1; j <= t.n && arcs > 0; j++) {
        over += t.over[j - 1];
        t.best[j] = win_arcs(&t, j, root_number);
        won = t.best[j] - over > won ? t.best[j] - over : won;
    }
    mem_free(memory);
    return lost - won;
}

// All given arcs between words are made before the last phase, which joins only words without given heads:
// no word is shifted that lacks a given arc to the left, and none leaves the stack that lacks one to the
// right. Arcs of a projective tree that can be made one by one can be made together. This is the
// preprocessing of arc constraints by Nivre, Goldberg & McDonald 2014.
static unsigned keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (set & 1u << T_SHIFT && sys_left_due(c, b))
        set &= ~(1u << T_SHIFT);
    if (s != CFG_NONE && c->right_due[s] > 0)
        set &= ~(1u << T_REDUCE | 1u << T_LEFT);
    if (set & 1u << T_LEFT && !sys_may_head(c, b, s))
        set &= ~(1u << T_LEFT);
    if (set & 1u << T_RIGHT && (c->left_due[b] > 0 || !sys_may_head(c, s, b)))
        set &= ~(1u << T_RIGHT);
    return set;
}

extern const tsystem sys_arc_eager;

// Exact for projective gold trees (with one root word if single_root). For others the least cost becomes 0.
static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    if (c->single_root) {
        loss_cost(&sys_arc_eager, single_root_loss, c, gold, cost);
        return;
    }
    int lost[T_TYPES] = {0}, least = SYS_ILLEGAL;
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
    .linear = 3,
    .root = CFG_ROOT_LAST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
