// SPDX-License-Identifier: MIT
// The graph of a sentence, in which a word may have several heads.
//
// CoNLL-U has it in DEPS, "4:nsubj|7:nsubj". In CoNLL-X it is the tree and at most one secondary arc for each
// word, in PHEAD and PDEPREL; a PHEAD that equals HEAD adds none. Arcs from empty nodes ("8.1:obj") are
// passed by and counted.
#ifndef COPSE_TREEBANK_DEPS_H
#define COPSE_TREEBANK_DEPS_H

#include "copse.h"

typedef struct deps_arc {
    int head; // 0..n
    copse_str label;
} deps_arc;

typedef struct deps {
    int n;
    size_t *first; // [n+2] the arcs into word d are arc[first[d]] to arc[first[d + 1] - 1]
    deps_arc *arc; // for each word by head, then by label (bytes); no two are equal
    long empty;    // arcs from empty nodes
    long bad;      // items that are no arcs; see deps_scan
    size_t first_cap, arc_cap;
} deps; // all zero is empty; labels are slices of the sentence

void deps_done(deps *g);

// A node of the graph by its id: word 8, or the empty node 8.1.
typedef struct deps_node {
    int whole, part; // part 0: a word, or the root
} deps_node;
bool deps_node_of(copse_str id, deps_node *node); // false: it is no id
int deps_node_compare(deps_node a, deps_node b);  // negative, zero, positive: in the order of the sentence

// Splits "8.1:obj" into the node and the label. NULL, or what is wrong with the item: "has no label".
const char *deps_split(copse_str item, deps_node *head, copse_str *label);

// Reads the graph of s. An item that is no arc ("x", ":obj", "3:", a head out of range, the word itself, an
// arc given twice, a label that is not UTF-8) is COPSE_EINPUT with file, line and value.
int deps_read(deps *g, const copse_sentence *s, copse_error *err);
// The same, but items that are no arcs are passed by and counted in bad; a repeated arc is not counted.
void deps_scan(deps *g, const copse_sentence *s);

// Has the sentence a graph? Not if DEPS is "_" in every word, as in many treebanks. The tree of a CoNLL-X
// sentence is one.
bool deps_given(const copse_sentence *s);
// Has the word arcs in the graph, or is its DEPS "_"?
static inline size_t deps_count(const deps *g, int word)
{
    return g->first[word + 1] - g->first[word];
}

// The order of labels, by bytes, and of arcs, by head and label: negative, zero, positive.
int deps_label_compare(copse_str a, copse_str b);
int deps_compare(const deps_arc *a, const deps_arc *b);

#endif
