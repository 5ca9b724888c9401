// SPDX-License-Identifier: MIT
// A dependency tree over words 1..n with the artificial root 0, and questions about its shape.
#ifndef COPSE_TREEBANK_TREE_H
#define COPSE_TREEBANK_TREE_H

#include "common/base/arena.h"
#include "copse.h"

// What a parser knows about an arc of its tree, for a calibration (common/model/calibration.h).
typedef struct tree_evidence {
    float sure; // from 0 to 1: the higher, the more often the arc is right
    float lead; // of the label over the next best one, on a scale of the parser's own
} tree_evidence;

struct copse_tree {
    int n;
    int *head;               // [n+1] head[0] is -1
    copse_str *label;        // [n+1] slices of a sentence, of a model, or of the tree's own memory
    float *score;            // [n+1] confidence of each arc; meaningful when scored
    float *label_score;      // [n+1] of arc and label together; meaningful when label_scored
    tree_evidence *evidence; // [n+1] meaningful when weighed
    bool scored, label_scored, weighed;
    size_t cap; // words there is room for
    arena own;  // labels made by the tree itself
};

void tree_resize(copse_tree *t, int n); // room for n words; heads become 0, labels empty, own memory reset

// copse_tree_read for use inside a task: running out of memory fails the task, so that any code returned is
// about the heads.
int tree_read(copse_tree *t, const copse_sentence *s, copse_error *err);

// Memory of the tree itself, for labels, and a terminated copy of a label there; valid until tree_resize.
char *tree_own(copse_tree *t, size_t len);
copse_str tree_keep(copse_tree *t, copse_str label);

// Does the tree have the length of the sentence? 0, or COPSE_EINPUT; name is for the message.
int tree_fits(const copse_tree *t, const copse_sentence *s, const char *name, copse_error *err);

// A copy. Its labels are slices of the same memory as those of from, which must outlive it.
void tree_copy(copse_tree *t, const copse_tree *from);
// The same tree over the words in reverse order: word d becomes n+1-d, the root stays 0.
void tree_mirror(copse_tree *t);

// The confidence in the arc into a word, binned into 1 (also without scores) to 4, for guide features.
int tree_score_bin(const copse_tree *t, int word);

// The first fault of head[1..n] as a tree, in O(n); *word says where. Heads out of range and self-loops are
// reported before cycles. A sentence without a root word always has a cycle, so that is what is reported.
typedef enum tree_fault { TREE_FINE, TREE_RANGE, TREE_SELF_LOOP, TREE_CYCLE, TREE_SEVERAL_ROOTS } tree_fault;
tree_fault tree_check(const int *head, int n, bool several_roots, int *word);

// For every word on a cycle, the number (1..) of its cycle, else 0. A head out of range ends a path. A
// self-loop is a cycle of one word. Returns the number of cycles.
int tree_cycles(const int *head, int n, int *cycle /* [n+1] */);

// The functions below expect a well-formed tree.

// Is the arc into one word projective? O(its length), plus the climbs from words below it whose heads lie
// outside. For all arcs of a tree use tree_nonprojective.
bool tree_arc_is_projective(const int *head, int n, int word);

// The degree of the arc h→d: the number of words between h and d that do not descend from h and whose heads
// do not lie between h and d (McDonald & Nivre 2007). 0 if and only if the arc is projective. O(n).
int tree_arc_degree(const int *head, int n, int word);

// Counts the non-projective arcs and marks them in arc. O(n).
int tree_nonprojective(const int *head, int n, bool *arc /* [n+1] or NULL */);
bool tree_is_projective(const int *head, int n);

// The nearest words left and right of h that do not descend from h (0 and n+1 if there are none; for the root
// -1 and n+1). The arc h→d is projective if and only if left[h] < d < right[h]. O(n).
void tree_reach(const int *head, int n, int *left /* [n+1] */, int *right /* [n+1] */);

// Does word descend from ancestor (or equal it)?
bool tree_descends(const int *head, int word, int ancestor);

#endif
