// SPDX-License-Identifier: MIT
// Messages about heads that do not form a tree. copse check, copse_tree_read, copse_tree_set and every verb
// that needs trees use them, so the same fault has the same message everywhere.
//
// Every function writes one terminated line, without a newline, into buf. Words are named by their ids as
// written, which equal their indices in a sentence without structural problems.
#ifndef COPSE_TREEBANK_FAULT_H
#define COPSE_TREEBANK_FAULT_H

#include "copse.h"

enum {
    FAULT_SIZE = 1024, // of buf: what fits into copse_error.message
    FAULT_FINE = -1,
};

#define FAULT_NO_ROOT "no word has head 0"

// Checks the head of one word on its own: FAULT_FINE (buf is unchanged), or the kind of fault and its
// message: COPSE_P_HEAD_NUMBER  "head 'x' of word 3 is not a number", or "word 3 has no head" if it is "_"
// COPSE_P_HEAD_RANGE   "head 9 of word 3 is out of range: the sentence has 5 words"
// COPSE_P_SELF_LOOP    "word 3 is its own head"
int fault_head(char buf[FAULT_SIZE], const copse_sentence *sentence, int word);
// The same for the text of a column HEAD, of the word id of n.
int fault_column(char buf[FAULT_SIZE], copse_str text, int id, int n);

// "cycle: 2 -> 5 -> 2 (saw, dog)": starts at the given word, which lies on the cycle, and goes from head to
// head. A long cycle is cut and its length given. Heads are taken as indices. Returns buf.
const char *fault_cycle(char buf[FAULT_SIZE], const copse_sentence *sentence, int word);

// The same messages for heads without a sentence, head[1..n]. The head of word is out of range, word itself,
// or on a cycle with word. Returns buf.
const char *fault_array(char buf[FAULT_SIZE], const int *head, int n, int word);

#endif
