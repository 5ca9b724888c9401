// SPDX-License-Identifier: MIT
// The best tree of a graph that has few arcs: what dec_cle of graph/decode.h finds in a dense matrix, without
// the matrix. Only its weight is found, which is all that a study asks for.
#ifndef COPSE_EVAL_SPARSE_TREE_H
#define COPSE_EVAL_SPARSE_TREE_H

#include "common/base/arena.h"

typedef struct sparse_arc {
    int head, word; // 0..n, 1..n
    int weight;
} sparse_arc;

enum { SPARSE_NO_TREE = -1 };

// The largest sum of weights of a tree over words 1..n, whose root is 0 and may have any number of words
// below it. Weights are at least 0 and their sum fits an int. SPARSE_NO_TREE if some word cannot be reached
// from 0. O(m log m) time for m arcs, and O(n + m) memory from the arena, which the caller resets.
int sparse_best(const sparse_arc *arc, size_t m, int n, arena *a);

#endif
