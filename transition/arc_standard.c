// SPDX-License-Identifier: MIT
// Arc-standard parsing in MaltParser's version (Nivre et al. 2007, section 2.2): bottom-up, arcs between the
// top of the stack and the front of the buffer.
//
//   SHIFT  pushes B0
//   LEFT   makes B0 the head of S0 and pops S0
//   RIGHT  makes S0 the head of B0, and puts S0 in B0's place at the front of the buffer
//
// A dependent leaves at once, so it must have all its own dependents first. Nodes on the stack and in the
// buffer never have a head. Some transition is always legal until the buffer is empty.
//
// With single_root the last word of the buffer is not shifted onto other words: LEFT and RIGHT join words
// until one is left. RIGHT attaches this word to a root that stands first, LEFT to one that stands last;
// without a root in the configuration it is shifted.
#include "transition/loss.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

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

static bool last_word_in_front(const config *c)
{
    return c->back_n > 0 ? cfg_buffer(c, 0) != 0 && c->next > c->n : c->next == c->n;
}

static unsigned legal(const config *c)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    const bool last_word = last_word_in_front(c);
    unsigned set = 0;
    if (!(b == 0 && c->root == CFG_ROOT_LAST) && !(c->single_root && last_word && s != CFG_NONE))
        set |= 1u << T_SHIFT;
    if (s > 0)
        set |= 1u << T_LEFT;
    if (s != CFG_NONE && b != 0 && !(c->single_root && s == 0 && !last_word))
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
}

static transition oracle(const config *c, const int *gold)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (s > 0 && gold[s] == b)
        return T_LEFT;
    if (s == CFG_NONE || b == 0 || gold[b] != s)
        return T_SHIFT;
    for (int w = c->next; w <= c->n; w++)
        if (gold[w] == b)
            return T_SHIFT; // B0 still lacks a dependent
    return T_RIGHT;
}

// The loss. Reachable are the projective trees over the nodes on the stack and in the buffer, each node
// standing for its subtree, with one restriction: to be joined to a stack node on its left, as its head or
// its dependent, a stack node must come to the front of the buffer, and only taking a dependent on its right
// brings it there. Eisner's algorithm finds the best of these trees in cubic time. Goldberg, Sartorio &
// Satta 2014 do this for the version that joins the two topmost stack nodes.
//
// If no gold arcs cross, a gold subtree that lies wholly in the buffer is represented by its top: its other
// words can get their gold heads whatever happens to the rest. If some cross, the chart holds all words.
typedef struct chart {
    int n, stack; // nodes, and those of them that are on the stack
    const int *node, *gold;
    // [n][n] the fewest wrong heads among the words within i..j. right: i is their head and has all its
    // dependents up to j. left: j is their head and has all its dependents from i on. arc: i and j are
    // joined, the words between them are complete, and the arc itself is not counted. arc_more: besides, i
    // has a dependent between them.
    int *right, *left, *arc, *arc_more;
} chart;

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int *at(const chart *t, int *table, int i, int j)
{
    return &table[(size_t)i * (size_t)t->n + (size_t)j];
}

static int wrong(const chart *t, int head, int dependent)
{
    return t->gold[t->node[dependent]] != t->node[head];
}

// Fills the span i..j. All shorter spans are known.
static void fill(const chart *t, int i, int j)
{
    int inner = SYS_ILLEGAL, inner_more = SYS_ILLEGAL;
    for (int k = i; k < j; k++) {
        const int sum = *at(t, t->right, i, k) + *at(t, t->left, k + 1, j);
        inner = least(inner, sum);
        if (k > i)
            inner_more = least(inner_more, sum);
    }
    *at(t, t->arc, i, j) = inner;
    *at(t, t->arc_more, i, j) = inner_more;

    int right = SYS_ILLEGAL, left = SYS_ILLEGAL;
    for (int k = i + 1; k <= j; k++) // i has its outermost dependent k, which has its own up to j
        if (!(k < t->stack && k == j))
            right = least(right, *at(t, t->arc, i, k) + wrong(t, i, k) + *at(t, t->right, k, j));
    for (int k = i; k < j; k++) { // j has its outermost dependent k, which has its own from i on
        const bool needs = k < t->stack && i < k;
        left =
            least(left, *at(t, t->left, i, k) + *at(t, needs ? t->arc_more : t->arc, k, j) + wrong(t, j, k));
    }
    *at(t, t->right, i, j) = right;
    *at(t, t->left, i, j) = left;
}

// from[i]: the fewest wrong heads if the nodes i..n-1 are attached to the root, as one tree or several.
static int best_roots(const chart *t, bool single_root, int *from /* [n+1] scratch */)
{
    from[t->n] = 0;
    for (int i = t->n - 1; i >= 0; i--) {
        from[i] = SYS_ILLEGAL;
        for (int k = single_root ? t->n - 1 : i; k < t->n; k++)
            for (int r = i; r <= k; r++)
                if (!(r < t->stack && i < r && k == r))
                    from[i] = least(from[i], *at(t, t->left, i, r) + *at(t, t->right, r, k) +
                                                 (t->gold[t->node[r]] != 0) + from[k + 1]);
    }
    return from[0];
}

static bool arcs_cross(const int *gold, int n)
{
    for (int d = 1; d <= n; d++) {
        const int a = least(d, gold[d]), b = d + gold[d] - a;
        for (int k = a + 1; k < b; k++)
            if (gold[k] < a || gold[k] > b)
                return true;
    }
    return false;
}

// The node that RIGHT put back, or CFG_NONE.
static int returned(const config *c)
{
    return c->back_n > 0 ? c->back[0] : CFG_NONE;
}

static bool in_buffer(const config *c, int word)
{
    return word > 0 && (word == returned(c) || word >= c->next);
}

// Puts the nodes of the chart in node[] and counts them.
static void choose_nodes(const config *c, chart *t, int *node, bool *keep /* [n+1] scratch */)
{
    const bool all = arcs_cross(t->gold, c->n);
    memset(keep, all, (size_t)c->n + 1);
    for (int i = 0; i <= c->stack_n; i++) { // and what was put back: part of its gold subtree may be gone
        const int s = i < c->stack_n ? c->stack[i] : returned(c);
        if (s <= 0)
            continue;
        for (int k = t->gold[s]; in_buffer(c, k) && !keep[k]; k = t->gold[k])
            keep[k] = true;
        if (i < c->stack_n)
            node[t->n++] = s;
    }
    if (returned(c) > 0)
        keep[returned(c)] = true;
    t->stack = t->n;
    for (int k = 0, b; (b = cfg_buffer(c, k)) != CFG_NONE; k++)
        if (b != 0 && (keep[b] || !in_buffer(c, t->gold[b]) || keep[t->gold[b]]))
            node[t->n++] = b;
}

static int loss(const config *c, const int *gold)
{
    const int n = c->n;
    int lost = 0;
    for (int d = 1; d <= n; d++)
        lost += c->head[d] != CFG_NONE && c->head[d] != gold[d];

    int *node = mem_alloc((size_t)n + 1, sizeof *node + sizeof(bool));
    chart t = {.node = node, .gold = gold};
    choose_nodes(c, &t, node, (bool *)(node + n + 1));

    const size_t cells = (size_t)t.n * (size_t)t.n;
    int *memory = mem_alloc(cells * 4 + (size_t)t.n + 1, sizeof *memory);
    t.right = memory;
    t.left = t.right + cells;
    t.arc = t.left + cells;
    t.arc_more = t.arc + cells;
    for (int i = 0; i < t.n; i++)
        *at(&t, t.right, i, i) = *at(&t, t.left, i, i) = 0;
    for (int length = 1; length < t.n; length++)
        for (int i = 0; i + length < t.n; i++)
            fill(&t, i, i + length);
    lost += best_roots(&t, c->single_root, t.arc_more + cells);
    mem_free(memory);
    mem_free(node);
    return lost;
}

// A dependent leaves with all its given dependents. A word that lacks a given arc to the left is shifted only
// if it also lacks a given dependent on the right, which will bring it back to the front.
static unsigned keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (set & 1u << T_SHIFT && b > 0 && sys_left_due(c, b) && c->right_due[b] == 0)
        set &= ~(1u << T_SHIFT);
    if (set & 1u << T_LEFT && (c->left_due[s] + c->right_due[s] > 0 || !sys_may_head(c, b, s)))
        set &= ~(1u << T_LEFT);
    if (set & 1u << T_RIGHT && (c->left_due[b] + c->right_due[b] > 0 || !sys_may_head(c, s, b)))
        set &= ~(1u << T_RIGHT);
    return set;
}

extern const tsystem sys_arc_standard;

static void cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_arc_standard, loss, c, gold, cost);
}

const tsystem sys_arc_standard = {
    .name = "arc-standard",
    .help = "builds trees from the bottom up, in linear time; projective",
    .projective = true,
    .linear = 3,
    .exact = true,
    .root = CFG_ROOT_LAST,
    .start = start,
    .final = final,
    .legal = legal,
    .apply = apply,
    .oracle = oracle,
    .cost = cost,
    .keep = keep,
};
