// SPDX-License-Identifier: MIT
// Where labels may stand. A treebank has some labels under the root only, most elsewhere only, a few in both
// places; a parser gives an arc from the root a label that was seen there, and keeps labels seen only there
// from other arcs.
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

// Flags as they were seen in a treebank become those a parser goes by: if it has root words only, labels may
// stand anywhere, since other words need one too.
void lp_settle(uint8_t *places, size_t labels);

// Are these flags, with a label for each place?
bool lp_sound(const uint8_t *places, size_t labels);

// Is it the label that Universal Dependencies keep for words under the root: root, or root:SUBTYPE?
bool lp_is_ud_root(copse_str label);

#endif
