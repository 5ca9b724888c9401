// SPDX-License-Identifier: MIT
// Chu-Liu-Edmonds with heaps (Edmonds 1967; Tarjan 1977; Gabow, Galil, Spencer & Tarjan 1986).
//
// Every node keeps its incoming arcs in a heap, best first. A path grows against the direction of the arcs:
// the newest node takes its best arc. The weight of this arc is added to the sum and subtracted from all
// arcs left in the node's heap, so that an arc taken later counts only for the difference. An arc from a
// node on the path closes a cycle: its nodes become one node, and their heaps are merged. An arc from within
// the node itself needs no special case: the next arc is taken instead, which again counts for the
// difference, and the sum stays right.
//
// The heaps are leftist (the right spine is short), so the depth of a merge is logarithmic in the number of
// arcs. A weight subtracted from a whole heap is noted at its top and pushed down when needed.
#include "eval/sparse_tree.h"

typedef struct heap heap;
struct heap {
    heap *left, *right;
    int rank; // length of the right spine
    int head;
    int weight; // present weight
    int added;  // pending addition to everything below
};

static int rank_of(const heap *h)
{
    return h ? h->rank : 0;
}

static void hand_down(heap *h)
{
    heap *const below[] = {h->left, h->right};
    for (int i = 0; i < 2 && h->added; i++)
        if (below[i]) {
            below[i]->weight += h->added;
            below[i]->added += h->added;
        }
    h->added = 0;
}

static heap *melt(heap *a, heap *b)
{
    if (!a || !b)
        return a ? a : b;
    if (a->weight < b->weight) {
        heap *swap = a;
        a = b;
        b = swap;
    }
    hand_down(a);
    a->right = melt(a->right, b);
    if (rank_of(a->left) < rank_of(a->right)) {
        heap *swap = a->left;
        a->left = a->right;
        a->right = swap;
    }
    a->rank = rank_of(a->right) + 1;
    return a;
}

// Removes the best arc and subtracts its weight from all others.
static heap *take(heap *top)
{
    hand_down(top);
    heap *rest = melt(top->left, top->right);
    if (rest) {
        rest->weight -= top->weight;
        rest->added -= top->weight;
    }
    return rest;
}

// The node that now contains a word (union-find with path halving).
static int node_of(int *into, int w)
{
    while (into[w] != w)
        w = into[w] = into[into[w]];
    return w;
}

int sparse_best(const sparse_arc *arc, size_t m, int n, arena *a)
{
    const size_t N = (size_t)n + 1;
    heap *cell = arena_alloc(a, m + 1, sizeof *cell), **in = arena_zero(a, N, sizeof *in);
    int *into = arena_alloc(a, 3 * N, sizeof *into);
    int *seen = into + N;     // the round in which the node joined a path; 0: none yet
    int *path = into + 2 * N; // nodes
    int sum = 0;
    for (int w = 0; w <= n; w++) {
        into[w] = w;
        seen[w] = 0;
    }
    seen[0] = n + 1; // the root is finished from the start
    for (size_t i = 0; i < m; i++) {
        cell[i] = (heap){.rank = 1, .head = arc[i].head, .weight = arc[i].weight};
        in[arc[i].word] = melt(in[arc[i].word], &cell[i]);
    }
    for (int round = 1; round <= n; round++) {
        int length = 0, at = node_of(into, round);
        while (seen[at] == 0) {
            heap *best = in[at];
            if (!best)
                return SPARSE_NO_TREE;
            sum += best->weight;
            in[at] = take(best);
            seen[at] = round;
            path[length++] = at;
            at = node_of(into, best->head);
            if (seen[at] != round)
                continue;
            for (int node = -1; node != at;) { // back to where the cycle began
                node = path[--length];
                if (node != at) {
                    in[at] = melt(in[at], in[node]);
                    into[node] = at;
                }
            }
            seen[at] = 0; // continues with the arcs that are left
        }
    }
    return sum;
}
