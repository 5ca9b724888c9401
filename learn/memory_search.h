// SPDX-License-Identifier: MIT
// The search's part of scratch memory (memory_search.c), whose layout memory_trie.c decides.
#ifndef COPSE_LEARN_MEMORY_SEARCH_H
#define COPSE_LEARN_MEMORY_SEARCH_H

#include "learn/memory.h"

// How the distances of a column come about, for the instance in question.
typedef enum mbl_kind {
    MBL_EQUAL, // 0 for the same symbol, else the weight
    MBL_APART, // the same for a rare symbol: the rows that have it are tried first, and not in the trie
    MBL_ROW,   // by a row of the table of differences
    MBL_LAZY   // computed when they are needed
} mbl_kind;

typedef struct mbl_seek {
    mbl_kind kind;
    uint32_t symbol;      // of the instance
    double weight;        //
    const double *row;    // [symbols] of MBL_ROW
    double *lazy;         // [profiles] of MBL_LAZY
    unsigned char *known; // [profiles] is it computed?
    uint32_t first;       // the first profile of the column
    uint32_t profiles;
} mbl_seek;

typedef struct mbl_frame { // a node on the way down
    uint32_t at, end;      // children that are still to be tried
    uint32_t same;         // the child with the symbol of the instance, tried first; MBL_NONE: none
    bool begun;            // was it tried?
    double distance;       // so far
} mbl_frame;

#endif
