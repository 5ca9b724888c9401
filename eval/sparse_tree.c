// SPDX-License-Identifier: MIT
// Chu-Liu-Edmonds with heaps (Edmonds 1967; Tarjan 1977; Gabow, Galil, Spencer & Tarjan 1986).
//
// Every node keeps its incoming arcs in a heap, best first. A path grows against the arcs: the newest node
// takes its best arc, whose weight is added to the sum and taken off all arcs that remain in its heap, so
// that an arc taken later counts for what it changes. An arc from a node of the path closes a cycle: the
// heaps of the cycle melt into one, and its nodes become one. An arc from within the node itself needs no
// care: taking the next one instead counts for the difference again, and the sum is right.
//
// The heaps are leftist (the way to the right is the short one), so that melting never goes deeper than the
// logarithm of the arcs. What is taken off a whole heap is noted at its top and handed down when needed.
#include "eval/sparse_tree.h"

typedef struct heap heap;
struct heap {
    heap *left, *right;
    int rank; // arcs on the way to the right
    int head;
    int weight; // what it counts for now
    int added;  // to be added to everything below
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

// Takes the best arc out and makes all others count against it.
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

// The node that a word has gone into. Ways are halved as they are walked.
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
    int *seen = into + N;     // the round in which the node came onto a path; 0 never
    int *path = into + 2 * N; // nodes
    int sum = 0;
    for (int w = 0; w <= n; w++) {
        into[w] = w;
        seen[w] = 0;
    }
    seen[0] = n + 1; // done from the start
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
            seen[at] = 0; // goes on with the arcs that remain
        }
    }
    return sum;
}
