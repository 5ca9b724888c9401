// SPDX-License-Identifier: MIT
// The weight of the best tree of a graph with few arcs. dec_cle of graph/decode.h solves the same problem on
// a dense matrix and also gives the tree, which studies do not need.
#ifndef COPSE_EVAL_SPARSE_TREE_H
#define COPSE_EVAL_SPARSE_TREE_H

#include "common/base/arena.h"

typedef struct sparse_arc {
    int head, word; // 0..n, 1..n
    int weight;
} sparse_arc;

enum { SPARSE_NO_TREE = -1 };

// The largest weight of a tree over words 1..n with root 0, which may have any number of root words. Weights
// are at least 0 and their sum fits an int. SPARSE_NO_TREE if some word cannot be reached from 0. O(m log m)
// time for m arcs, and O(n + m) memory from the arena, which the caller resets.
int sparse_best(const sparse_arc *arc, size_t m, int n, arena *a);

#endif
