// SPDX-License-Identifier: MIT
// A forest of rooted trees under links and cuts: link-cut trees (Sleator & Tarjan 1983; with splay trees as
// in their paper of 1985). Every operation is O(log n) amortised.
#ifndef COPSE_TREEBANK_FOREST_H
#define COPSE_TREEBANK_FOREST_H

#include <stdbool.h>

typedef struct forest {
    int (*side)[2]; // [n+1] in the splay tree of its path: the words above (0) and below (1), or NONE
    int *up;        // [n+1] the parent in the splay tree; at its top the word above the path, or NONE
    bool *linked;   // [n+1] has a word above it
} forest;

void forest_init(forest *f, int n); // nodes 0..n, each a tree of its own
void forest_done(forest *f);
void forest_link(forest *f, int root, int above); // root is one; above is in another tree
void forest_cut(forest *f, int node);             // makes it a root; nothing happens to one
int forest_root(forest *f, int node);             // of its tree

#endif
