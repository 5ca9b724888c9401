// SPDX-License-Identifier: MIT
// Trees that have given arcs: one made of nothing else, and one made from a tree that lacks some of them.
//
// The graft gives each word its given head in turn. If the head descends from the word, the lowest word on
// the path between them whose arc is not given, usually the head itself, takes the place of the word.
#include "common/treebank/given.h"

#include "common/base/mem.h"
#include "common/treebank/forest.h"
#include "common/treebank/label_places.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// over[w]: the dependent of the innermost given arc over the word w, 0 if there is none. No arcs cross.
static void find_covers(const int *head, int n, int *over)
{
    const size_t size = (size_t)n + 1;
    int *first = mem_alloc(size, 3 * sizeof *first), *next = first + size, *stack = next + size, depth = 0;
    given_by_left(head, n, first, next);
    for (int w = 0; w <= n; w++) {
        while (depth > 0 && given_right(head, stack[depth - 1]) <= w)
            depth--;
        over[w] = depth > 0 ? stack[depth - 1] : 0;
        for (int d = first[w]; d; d = next[d])
            stack[depth++] = d;
    }
    mem_free(first);
}

void given_complete(const given *g, bool single_root, bool projective, int *head)
{
    const int n = g->n;
    int *over = mem_zero((size_t)n + 1, sizeof *over), root = single_root ? given_root(g) : 0;
    if (projective)
        find_covers(g->head, n, over);
    head[0] = -1;
    for (int d = 1; d <= n; d++) {
        head[d] = g->head[d];
        if (head[d] != GIVEN_NONE)
            continue;
        const int above = over[d] ? g->head[over[d]] : 0;
        head[d] = above ? above : root; // 0 if several root words are allowed, or none has been found
        if (head[d] == 0 && single_root)
            root = d;
    }
    mem_free(over);
}

typedef struct graft {
    const given *g;
    int *head;
    forest f;
    int moved;
} graft;

static void move(graft *t, int d, int h)
{
    forest_cut(&t->f, d);
    forest_link(&t->f, d, h);
    t->head[d] = h;
    t->moved++;
}

// Gives d its head; all words that have theirs keep it.
static void graft_word(graft *t, int d)
{
    const int *kept = t->g->head;
    const int from = t->head[d], to = kept[d];
    forest_cut(&t->f, d);
    if (to > 0 && forest_root(&t->f, to) == d) {
        int x = to;
        while (kept[x] == t->head[x])
            x = t->head[x];
        move(t, x, from);
    }
    move(t, d, to);
}

static void join_roots(graft *t)
{
    int root = given_root(t->g);
    for (int d = 1; d <= t->g->n; d++) {
        if (t->head[d] != 0 || d == root)
            continue;
        if (root == 0)
            root = d;
        else
            move(t, d, root);
    }
}

int given_graft(const given *g, bool single_root, int *head)
{
    int roots = 0;
    for (int d = 1; d <= g->n; d++)
        roots += head[d] == 0;
    if (given_kept(g, head) && (!single_root || roots <= 1))
        return 0;
    graft t = {.g = g, .head = head};
    forest_init(&t.f, g->n);
    for (int d = 1; d <= g->n; d++)
        forest_link(&t.f, d, head[d]);
    for (int d = 1; d <= g->n; d++)
        if (g->head[d] != GIVEN_NONE && g->head[d] != head[d])
            graft_word(&t, d);
    if (single_root)
        join_roots(&t);
    forest_done(&t.f);
    return t.moved;
}

int given_settle(const given *g, bool single_root, copse_str root, copse_str other, copse_tree *tree)
{
    const size_t size = (size_t)g->n + 1;
    int *before = mem_alloc(size, sizeof *before);
    memcpy(before, tree->head, size * sizeof *before);
    const int moved = given_graft(g, single_root, tree->head);
    for (int d = 1; d <= g->n; d++) {
        if (lp_place(before[d]) != lp_place(tree->head[d]))
            tree->label[d] = tree->head[d] == 0 ? root : other;
        if (g->head[d] != GIVEN_NONE)
            tree->score[d] = 1;
        if (g->label[d].s)
            tree->label[d] = tree_keep(tree, g->label[d]);
    }
    mem_free(before);
    return moved;
}
