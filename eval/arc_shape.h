// SPDX-License-Identifier: MIT
// The position of each arc in its tree: the graph factors of McDonald & Nivre (2007), section 4.2.
#ifndef COPSE_EVAL_ARC_SHAPE_H
#define COPSE_EVAL_ARC_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct arcshape { // all zero to begin with; memory is kept between trees
    int *distance;        // [n+1] of the word from the root: 1 for a root word
    int *siblings;        // [n+1] other words with the same head
    int *degree;          // [n+1] of non-projectivity, see tree_arc_degree
    bool measured;        // degrees are known; false if they would take more than 10^7 steps
    int *below;           // [n+1] dependents
    bool *crossing;       // [n+1]
    size_t cap, crossing_cap;
} arcshape;

// Measures the tree head[1..n]. O(n), and O(n) more for each non-projective arc.
void shape_take(arcshape *s, const int *head, int n);
void shape_done(arcshape *s);

#endif
