// SPDX-License-Identifier: MIT
// Heads and labels that are given before parsing: the parser keeps them and fills in the rest.
#ifndef COPSE_TREEBANK_GIVEN_H
#define COPSE_TREEBANK_GIVEN_H

#include "copse.h"

enum { GIVEN_NONE = -1 };

typedef struct given {
    int n;
    int *head;        // [n+1] the head of each word, or GIVEN_NONE
    copse_str *label; // [n+1] the label of a word with a given head; s is NULL: not given
    size_t cap;
} given; // all zero is empty

void given_done(given *g);

// Takes the columns HEAD and DEPREL of a sentence as read, without its overlay. A word whose HEAD is "_" or
// missing is not given, nor is a label "_". The labels are slices of the sentence. COPSE_EINPUT with the
// line if a HEAD is not a number, out of range or the word itself.
int given_read(given *g, const copse_sentence *s, copse_error *err);

// Is any head given?
bool given_any(const given *g);
// The first word with head 0, or 0.
int given_root(const given *g);
// Does the tree have all given arcs?
bool given_kept(const given *g, const int *head);

// Can the given arcs be part of a tree? They close no cycle; with single_root at most one is from 0; with
// projective they are part of some projective tree (tree.h). COPSE_EINPUT with the line of a word if not.
// O(n). All functions below expect arcs that close no cycle.
int given_check(const given *g, const copse_sentence *s, bool single_root, bool projective, copse_error *err);

// The same words from right to left, see tree_mirror.
void given_mirror(given *to, const given *from);
// The arcs within words at+1..at+n, with numbers from 1 on, and those from 0.
void given_part(given *to, const given *from, int at, int n);
// Leaves arcs out until the rest is part of a projective tree. All stay if they are part of one.
void given_uncross(given *to, const given *from);

// The right end of the arc into d.
static inline int given_right(const int *head, int d)
{
    return head[d] < d ? d : head[d];
}
// Lists the given arcs by their left ends, the longest first: first[left], then next[]. An arc is named by
// its dependent; 0 ends a list.
void given_by_left(const int *head, int n, int *first /* [n+1] */, int *next /* [n+1] */);

// --- graft.c

// A tree that has the given arcs, with one root word if asked; projective if asked and given_check agrees.
void given_complete(const given *g, bool single_root, bool projective, int *head /* [n+1] */);

// The last resort of parsers: puts the given arcs into a tree that lacks some. The result is a tree that has
// all of them, with one root word if asked. Cycles are broken at arcs that are not given. Returns the number
// of heads changed, 0 if the tree was right. O(n log n).
int given_graft(const given *g, bool single_root, int *head);

// Makes a parser's tree keep what is given: grafts the arcs it lacks, and copies the labels into the tree's
// own memory. Given arcs get score 1. A word that the graft moves under the root gets the label root, one
// that it moves away from there the label other. Returns the number of heads changed.
int given_settle(const given *g, bool single_root, copse_str root, copse_str other, copse_tree *tree);

#endif
