// SPDX-License-Identifier: MIT
// A dependency tree over words 1..n with the artificial root 0, and questions about its shape.
#ifndef COPSE_TREE_H
#define COPSE_TREE_H

#include "arena.h"
#include "copse.h"

struct copse_tree {
    int n;
    int *head;        // [n+1] head[0] is -1
    copse_str *label; // [n+1] slices of a sentence, of a model, or of the tree's own memory
    float *score;     // [n+1] confidence of each arc; meaningful when scored
    bool scored;
    size_t cap; // words there is room for
    arena own;  // labels made by the tree itself
};

void tree_resize(copse_tree *t, int n); // room for n words; heads become 0, labels empty, own memory reset

// What is wrong with heads[1..n] as a tree; all tests O(n). Heads must be read with their range checked
// first.
typedef enum tree_fault {
    TREE_FINE,
    TREE_RANGE,
    TREE_SELF_LOOP,
    TREE_CYCLE,
    TREE_NO_ROOT,
    TREE_SEVERAL_ROOTS
} tree_fault;
tree_fault tree_check(const int *head, int n, bool several_roots,
                      int *word); // *word: where; first fault only

// For every word on a cycle, the number (1..) of its cycle, else 0. Heads out of range end a path. Returns
// the number of cycles. Self-loops count as cycles of one word.
int tree_cycles(const int *head, int n, int *cycle /* [n+1] */);

// Arcs. Both take O(n) for an arc and expect a well-formed tree.
bool tree_arc_is_projective(const int *head, int n, int word); // the arc into word
// The degree of the arc into d: the number of subtrees between its ends whose top hangs from a word outside
// the arc's span and which do not descend from its head (McDonald & Nivre 2007). 0 if and only if projective.
int tree_arc_degree(const int *head, int n, int word);
bool tree_is_projective(const int *head, int n);
int tree_nonprojective(const int *head, int n,
                       bool *arc /* [n+1] or NULL */); // how many arcs are not projective

// Does word descend from ancestor (or equal it)?
bool tree_descends(const int *head, int word, int ancestor);

#endif
