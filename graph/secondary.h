// SPDX-License-Identifier: MIT
// From a tree to a graph: secondary arcs are added one by one (McDonald & Pereira 2006, section 4). Functions
// on numbers, which know no words.
#ifndef COPSE_GRAPH_SECONDARY_H
#define COPSE_GRAPH_SECONDARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sec_arc {
    int head, dep; // 0..n
    float score;   // what the arc adds to the score of a graph
    bool in;       // it is in the graph
} sec_arc;

typedef struct sec_search {
    size_t *order;        // [arcs] by falling score
    int *first, *next;    // lists of arcs in the graph by head
    int *stack;           // [n+1]
    unsigned *seen, turn; // [n+1] nodes that the current check has reached
    size_t order_cap, first_cap, next_cap, stack_cap, seen_cap;
} sec_search; // all zero is empty; memory is kept

void sec_done(sec_search *s);

// The score of a graph is the sum over its arcs. Arcs with in set are there from the beginning. Of the others
// the one that raises the score most is added (the first of equal ones), while one does. Without cycles, an
// arc that would close one is passed by. The check for that gives up, as if there was a cycle, after some
// 10,000 arcs: time stays linear in the number of arcs.
void sec_add(sec_search *s, int n, sec_arc *arc, size_t arcs, bool cycles);

#endif
