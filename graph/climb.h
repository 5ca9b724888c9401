// SPDX-License-Identifier: MIT
// The gains of all changes of one head in a tree: inside of climb.c, for the searches that make them.
#ifndef COPSE_GRAPH_CLIMB_H
#define COPSE_GRAPH_CLIMB_H

#include "graph/decode.h"

typedef struct climb {
    int n;
    size_t N;
    bool single_root;
    const float *arc, *sib;
    const dec_grand *grand; // or NULL
    int *head;
    double *gain;        // [N][N] of d, g; undefined where g is the head of d, -INFINITY where g is d
    double *loss;        // [N]
    int *order, *behind; // [N] place in preorder, and the place after all words below
    int *child, *next;   // [N] first dependent and next one of the same head, -1 none
    int *turn;           // [N] the dependent to visit next
    int *stack;          // [N]
} climb;

typedef struct climb_change {
    double more; // by which the score rises
    int d, g;    // g becomes the head of d
} climb_change;

// Memory comes from the arena. c can be used for one tree after the other.
void climb_init(climb *c, const float *arc, const float *sib, const dec_grand *x, int n, bool single_root,
                arena *a);
// Computes all gains in a tree, O(n²). The tree must have no forbidden arc. head is kept, and read below.
void climb_start(climb *c, int *head);
// The score of the tree.
double climb_score(const climb *c);
// Makes a change of the tree. The gains are those of the new tree.
void climb_make(climb *c, int d, int g);
// Calls visit for the changes that leave a tree and whose gain is above *least, which visit may raise; d
// ascends, then g.
void climb_each(const climb *c, const double *least, void (*visit)(void *context, climb_change x),
                void *context);

#endif
