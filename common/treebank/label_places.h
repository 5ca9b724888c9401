// SPDX-License-Identifier: MIT
// Where labels may be used. In a treebank some labels occur only under the root, most only elsewhere, a few
// in both places. A parser gives an arc from the root only labels seen there, and gives no other arc a label
// seen only under the root.
#ifndef COPSE_TREEBANK_LABEL_PLACES_H
#define COPSE_TREEBANK_LABEL_PLACES_H

#include "copse.h"

enum { LP_UNDER_ROOT = 1, LP_ELSEWHERE = 2, LP_ANYWHERE = LP_UNDER_ROOT | LP_ELSEWHERE }; // flags of a label

// The place of a word with this head.
static inline uint8_t lp_place(int head)
{
    return head == 0 ? LP_UNDER_ROOT : LP_ELSEWHERE;
}

// May a word with this head have the label? places is [labels], or NULL: any label may stand anywhere.
static inline bool lp_allowed(const uint8_t *places, int label, int head)
{
    return !places || places[label] & lp_place(head);
}

// Turns flags counted in a treebank into those a parser uses. If the treebank has only root words, any label
// may be used anywhere, since other words need labels too.
void lp_settle(uint8_t *places, size_t labels);

// Are the flags valid, with at least one label for each place?
bool lp_sound(const uint8_t *places, size_t labels);

// Is it a label that Universal Dependencies reserve for words under the root: root, or root:SUBTYPE?
bool lp_is_ud_root(copse_str label);

#endif
