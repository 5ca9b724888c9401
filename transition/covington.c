// SPDX-License-Identifier: MIT
// Covington's incremental parsing (Covington 2001; Nivre et al. 2007, section 2.2), non-projective and
// projective. Every word B0 meets the words on its left one by one, the nearest first. The word that it meets
// is the focus S0.
//
//   SHIFT   ends this for B0, which joins the words on the left and becomes the focus
//   REDUCE  leaves S0 and B0 unconnected (NO-ARC)
//   LEFT    makes B0 the head of S0
//   RIGHT   makes S0 the head of B0
//
// After all transitions but SHIFT the focus moves on to the next word. SHIFT brings the words passed back.
//
// We deviate in two ways. First, the focus skips words that cannot be linked to B0 in either direction: the
// classifiers could only say no. When no word is left, SHIFT is the only legal transition.
//
// Second, in the non-projective variant, words that can only be linked to B0 by an arc that crosses another
// wait until all others have been met. Such words have a head, and are under an arc or left of their head.
// In both groups the nearest word comes first. So the words met first are much like the stack of arc-eager,
// and SHIFT nearly always comes before the waiting words, which are the majority.
//
// Which words can be linked. In both variants, the dependent has no head, and the head does not descend from
// it. In the projective variant, the words under an arc can get no head outside it later, so they must
// descend from one of its ends when it is made: S0 must be visible from B0, beyond B0's own subtree. Visible
// are the word just before this subtree, its head if that lies to the left, the head's head, and so on. LEFT
// needs a headless word, so it can only take the highest of these. Hence no arc is ever made over a word
// without a head, and such words can be attached to the root in the end.
//
// At the end words without a head are attached to the root. There may be several even with single_root, which
// only forbids a second arc from 0. Joining them is left to the parser.
#include "transition/links.h"
#include "transition/loss.h"

#include "common/base/mem.h"

#include <stdlib.h>

// Is s visible from b? b is a word, and s is a node left of it outside its subtree.
static bool visible(const config *c, int s, int b)
{
    while (c->first[b] != CFG_NONE && c->first[b] < b)
        b = c->first[b];
    int k = b - 1;
    while (k > s && c->head[k] != CFG_NONE && c->head[k] < k)
        k = c->head[k];
    return k == s;
}

// The arcs that can be made between the focus s and b, as bits of LEFT and RIGHT. The root that stands last
// sees every word that has no head.
static unsigned arcs(const config *c, bool projective, int s, int b)
{
    const bool root_taken = c->single_root && c->roots > 0;
    if (!projective || b == 0)
        return link_arcs(c, s, b);
    const bool left = s != 0 && c->head[s] == CFG_NONE, right = !(s == 0 && root_taken);
    if (c->head[b] != CFG_NONE || !(left || right) || !visible(c, s, b))
        return 0;
    return (left ? 1u << T_LEFT : 0) | (right ? 1u << T_RIGHT : 0);
}

// Moves the focus left to the next word that can be linked.
static void settle(config *c, bool projective)
{
    const int b = cfg_buffer(c, 0);
    if (b == CFG_NONE)
        return;
    while (c->stack_n > 0 && arcs(c, projective, cfg_stack(c, 0), b) == 0)
        c->stack_n--;
}

// The last node before b that x is linked to. It matters only if it is right of x.
static int reach_of(const config *c, int x, int b)
{
    int k = c->last[x];
    while (k >= b)
        k = c->before[k];
    return c->head[x] < b && c->head[x] > k ? c->head[x] : k;
}

// Orders the nodes before b for the non-projective variant, O(n).
static int arrange(config *c, int b)
{
    const int first = c->root == CFG_ROOT_FIRST ? 0 : 1;
    int late = 0, veil = 0; // words that wait; the last word with an arc over b
    for (int w = 1; w < b; w++)
        if (c->last[w] > b || c->head[w] > b)
            veil = w;
    for (int pass = 0; pass < 2; pass++) {
        int below = 0, above = late, reach = 0; // reach: of the arcs from nodes before w
        for (int w = first; w < b; w++) {
            const int h = c->head[w], far = reach_of(c, w, b);
            const bool waits = h != CFG_NONE && ((h > w && h < b) || reach > w || w < veil);
            if (pass == 1)
                c->stack[waits ? below : above] = w;
            below += waits;
            above += !waits;
            reach = far > reach ? far : reach;
        }
        late = below;
    }
    c->stack_n = c->full_n = b - first;
    return late;
}

static bool final(const config *c)
{
    const int b = cfg_buffer(c, 0);
    return b == CFG_NONE || (b == 0 && c->stack_n == 0);
}

static unsigned legal_in(const config *c, bool projective)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (final(c))
        return 0;
    unsigned set = b != 0 ? 1u << T_SHIFT : 0;
    if (s != CFG_NONE)
        set |= 1u << T_REDUCE | arcs(c, projective, s, b);
    return set;
}

static void apply_in(config *c, bool projective, transition type, int label)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    if (type == T_SHIFT) {
        c->stack_n = c->full_n;
        cfg_push(c, cfg_take(c));
        if (!projective)
            arrange(c, c->next);
    } else {
        if (type != T_REDUCE)
            cfg_arc(c, type == T_LEFT ? b : s, type == T_LEFT ? s : b, label);
        c->stack_n--;
    }
    settle(c, projective);
}

// SHIFT as soon as no gold arc is left between B0 and the words from the focus on.
static transition oracle(const config *c, const int *gold)
{
    const int b = cfg_buffer(c, 0);
    for (int i = c->stack_n; i-- > 0;) {
        const int s = c->stack[i];
        transition type;
        if (s != 0 && gold[s] == b && c->head[s] == CFG_NONE)
            type = T_LEFT;
        else if (b != 0 && gold[b] == s && c->head[b] == CFG_NONE)
            type = T_RIGHT;
        else
            continue;
        return i == c->stack_n - 1 ? type : T_REDUCE;
    }
    return b != 0 ? T_SHIFT : T_REDUCE;
}

// Can the headless word d still meet its gold head g? Visibility is not checked. The root is always met. b
// is B0, or n + 1 if the buffer has no word.
static bool in_time(const config *c, int d, int g, int b)
{
    const int left = d < g ? d : g, right = d < g ? g : d;
    if (g == 0 || right != b)
        return g == 0 || right > b;
    int k = c->stack_n;
    while (k > 0 && c->stack[k - 1] != left)
        k--;
    return k > 0;
}

static int buffer_begin(const config *c)
{
    const int b = cfg_buffer(c, 0);
    return b > 0 ? b : c->n + 1;
}

// Exact, whatever the order in which words are met (Gómez-Rodríguez & Fernández-González 2015): counts the
// gold arcs that are too late, and one for each cycle that the others close with the arcs made.
static int nonprojective_loss(const config *c, const int *gold)
{
    const int n = c->n, b = buffer_begin(c);
    int lost = 0;
    int *head = mem_alloc((size_t)n + 1, 2 * sizeof *head); // arcs made, and gold arcs that are not too late
    int *seen = head + n + 1;                               // the walk that visited the word
    for (int d = 1; d <= n; d++) {
        seen[d] = 0;
        head[d] = c->head[d];
        if (head[d] == CFG_NONE && in_time(c, d, gold[d], b))
            head[d] = gold[d];
        lost += head[d] != gold[d];
    }
    for (int d = 1; d <= n; d++) {
        int k = d;
        while (k > 0 && seen[k] == 0) {
            seen[k] = d;
            k = head[k];
        }
        lost += k > 0 && seen[k] == d;
    }
    mem_free(head);
    return lost;
}

// Exact for projective gold trees: counts the gold arcs that are too late, whose left end is under an arc,
// or whose left end is a head that has its own head on its right. The rest are reachable together. Of two
// gold arcs that cross only one is reachable, which is not counted.
static int projective_loss(const config *c, const int *gold)
{
    const int n = c->n, b = buffer_begin(c);
    int lost = 0;
    int *above = mem_zero((size_t)n + 2, sizeof *above); // arcs above a node; first, their begins and ends
    for (int d = 1; d <= n; d++) {
        const int h = c->head[d];
        if (h == CFG_NONE || (h == 0 && c->root == CFG_ROOT_LAST))
            continue;
        above[(d < h ? d : h) + 1]++;
        above[d < h ? h : d]--;
    }
    for (int w = 1; w <= n; w++)
        above[w] += above[w - 1];
    for (int d = 1; d <= n; d++) {
        const int h = c->head[d], g = gold[d];
        if (h != CFG_NONE)
            lost += h != g;
        else
            lost += !in_time(c, d, g, b) || (g != 0 && (above[d < g ? d : g] > 0 || c->head[g] > g));
    }
    mem_free(above);
    return lost;
}

// Does a word that an arc between s and b would cover lack a given dependent on its right? Only words visible
// from b can: the others are covered already.
static bool covers_due(const config *c, int s, int b)
{
    int k = b;
    while (c->first[k] != CFG_NONE && c->first[k] < k)
        k = c->first[k];
    for (k--; k > s; k = c->head[k])
        if (c->right_due[k] > 0)
            return true;
    return false;
}

// What both variants forbid. REDUCE leaves S0 and B0 unconnected for good, SHIFT all words that B0 has not
// met. Arcs from the root need not be made: words without a head get it in the end.
static unsigned keep_in(const config *c, bool projective, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    const bool due = b > 0 && sys_left_due(c, b);
    if (due)
        set &= ~(1u << T_SHIFT);
    if (s > 0 && b > 0 &&
        ((c->given[s] == b && c->head[s] == CFG_NONE) || (c->given[b] == s && c->head[b] == CFG_NONE) ||
         (projective && due && c->head[s] == CFG_NONE))) // it hides all words behind it
        set &= ~(1u << T_REDUCE);
    return set;
}

static unsigned nonprojective_keep(const config *c, unsigned set)
{
    return link_keep(c, keep_in(c, false, set));
}

static unsigned projective_keep(const config *c, unsigned set)
{
    const int s = cfg_stack(c, 0), b = cfg_buffer(c, 0);
    const unsigned arc = 1u << T_LEFT | 1u << T_RIGHT;
    set = keep_in(c, true, set);
    if (set & 1u << T_LEFT && (c->right_due[s] > 0 || !sys_may_head(c, b, s)))
        set &= ~(1u << T_LEFT);
    if (set & 1u << T_RIGHT && (c->left_due[b] > 0 || !sys_may_head(c, s, b)))
        set &= ~(1u << T_RIGHT);
    if (set & arc && b > 0 && covers_due(c, s, b))
        set &= ~arc;
    return set;
}

extern const tsystem sys_covington_nonprojective, sys_covington_projective;

static void nonprojective_start(config *c)
{
    settle(c, false);
}

static unsigned nonprojective_legal(const config *c)
{
    return legal_in(c, false);
}

static void nonprojective_apply(config *c, transition type, int label)
{
    apply_in(c, false, type, label);
}

static void nonprojective_cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_covington_nonprojective, nonprojective_loss, c, gold, cost);
}

static void projective_start(config *c)
{
    settle(c, true);
}

static unsigned projective_legal(const config *c)
{
    return legal_in(c, true);
}

static void projective_apply(config *c, transition type, int label)
{
    apply_in(c, true, type, label);
}

static void projective_cost(const config *c, const int *gold, int cost[T_TYPES])
{
    loss_cost(&sys_covington_projective, projective_loss, c, gold, cost);
}

const tsystem sys_covington_nonprojective = {
    .name = "covington-nonprojective",
    .help = "compares each word with all words before it, in quadratic time; any tree",
    .projective = false,
    .linear = 2,
    .squared = 1,
    .exact = true,
    .loose = true,
    .root = CFG_ROOT_NONE,
    .start = nonprojective_start,
    .final = final,
    .legal = nonprojective_legal,
    .apply = nonprojective_apply,
    .oracle = oracle,
    .cost = nonprojective_cost,
    .keep = nonprojective_keep,
    .arrange = arrange,
};

const tsystem sys_covington_projective = {
    .name = "covington-projective",
    .help = "compares each word with the visible words before it, in quadratic time; projective",
    .projective = true,
    .linear = 2,
    .squared = 1,
    .loose = true,
    .root = CFG_ROOT_NONE,
    .start = projective_start,
    .final = final,
    .legal = projective_legal,
    .apply = projective_apply,
    .oracle = oracle,
    .cost = projective_cost,
    .keep = projective_keep,
};
