// SPDX-License-Identifier: MIT
// What is said about heads that are no tree. copse check, copse_tree_read, copse_tree_set and with it every
// verb that needs trees use these, so that the same fault is named by the same words everywhere.
//
// Every function writes one terminated line, without a newline, into buf. Words are named by their ids as
// written, which are their indices in a sentence without structural problems.
#ifndef COPSE_TREEBANK_FAULT_H
#define COPSE_TREEBANK_FAULT_H

#include "copse.h"

enum {
    FAULT_SIZE = 1024, // of buf: what fits into copse_error.message
    FAULT_FINE = -1,
};

#define FAULT_NO_ROOT "no word has head 0"

// Judges the head of one word by itself: FAULT_FINE (buf is not touched), or what it is and the words for it:
// COPSE_P_HEAD_NUMBER  "head 'x' of word 3 is not a number", or "word 3 has no head" if it is "_"
// COPSE_P_HEAD_RANGE   "head 9 of word 3 is out of range: the sentence has 5 words"
// COPSE_P_SELF_LOOP    "word 3 is its own head"
int fault_head(char buf[FAULT_SIZE], const copse_sentence *sentence, int word);

// "cycle: 2 -> 5 -> 2 (saw, dog)": from the word given, which lies on the cycle, head by head. A long cycle
// is cut and its length given. Heads are followed as indices. Returns buf.
const char *fault_cycle(char buf[FAULT_SIZE], const copse_sentence *sentence, int word);

// The same words for heads without a sentence, head[1..n]: what is wrong with the head of word, which is out
// of range, word itself, or on a cycle with it. Returns buf.
const char *fault_array(char buf[FAULT_SIZE], const int *head, int n, int word);

#endif
