// SPDX-License-Identifier: MIT
// A phrase structure tree in brackets, (S (NP (DT a) (NN tree))), as an array of its nodes.
#ifndef COPSE_TREEBANK_BRACKETS_H
#define COPSE_TREEBANK_BRACKETS_H

#include "copse.h"

enum {
    BRA_MAX_DEPTH = 10000,   // brackets within brackets; more are refused, and so are more nodes
    BRA_MAX_NODES = 2000000, // than this
    BRA_NONE = -1,
};

static inline bool bra_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Nodes are in the order of their opening brackets, so a node comes before its children.
typedef struct bra_node {
    copse_str category;  // without function tags: "NP" of NP-SBJ-1
    copse_str functions; // the rest: "-SBJ-1"
    copse_str form;      // of a word; len 0: a phrase
    int parent, first, last,
        next;      // nodes, or BRA_NONE: its first and last child, the next child of its parent
    uint32_t line; // counted from 0
    // What is found out about the tree, not by bra_parse:
    int number;      // of a word, from 1; 0: it is left out
    int lexical;     // the node of the word that is its head, or BRA_NONE if no word is left in it
    int with_head;   // the child with this head
    int head;        // of a word: the node of the word that it depends on, or BRA_NONE
    copse_str label; // of a word
} bra_node;

// Parses the tree in raw into *nodes, of which *cap are allocated, and more if need be. Returns their number,
// 0 if there is nothing but spaces, or a negative code. line: of the first byte.
int bra_parse(copse_str raw, const char *file, long line, bra_node **nodes, size_t *cap, copse_error *err);

#endif
