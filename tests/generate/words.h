// SPDX-License-Identifier: MIT
// A sentence under construction: words with their heads, and where each stands.
//
// Heads and places are two things. A word hangs from its head and stands before or after its host; the two
// are the same word except where a phrase was moved away from its head, which is what makes an arc
// non-projective.
#ifndef GENERATE_WORDS_H
#define GENERATE_WORDS_H

#include "tests/generate/lexicon.h"

enum { FORM_SIZE = 96, FEATS_SIZE = 96, NOWHERE = -1 };

typedef struct word {
    char form[FORM_SIZE], lemma[FORM_SIZE], feats[FEATS_SIZE];
    const char *upos, *xpos, *label;
    int head;                   // index of a word, NOWHERE for the root
    int before, before_last;    // words that stand before this one, left to right
    int after, after_last;      // and after it
    int next;                   // in the list of the host
    int person, number, gender; // what others agree with; number counts conjuncts
    bool empty;                 // an empty node, not a word
    bool glued;                 // no space before it
    bool closing;               // a comma that goes away before other punctuation
    bool fuses;                 // a preposition that melts with a definite article
    bool definite;              // such an article
    int id, sub;                // as written, after w_order
} word;

typedef struct words {
    word *at; // [n]
    int n;
    size_t cap;
    int *order; // [order_n] indices from left to right, after w_order
    int order_n;
    size_t order_cap;
    int root;
} words;

void w_clear(words *s);
void w_done(words *s);

// A new word that hangs and stands nowhere. Pointers into s->at are valid until the next call.
int w_new(words *s, const char *upos, const char *xpos, const char *lemma, const char *form);

// One word hangs from another.
void w_hang(words *s, int w, int head, const char *label);
// It stands as the last of those before (after) its host.
void w_before(words *s, int w, int host);
void w_after(words *s, int w, int host);
// It stands as the first of those before its host.
void w_front(words *s, int w, int host);

// Takes away the list of those that stand before a word, and puts it back after what was put there since.
typedef struct w_list {
    int first, last;
} w_list;
w_list w_take_before(words *s, int host);
void w_give_before(words *s, int host, w_list list);

// Lays the words out from the root, drops needless commas, numbers words 1..n and empty nodes i.1, i.2, ….
// Returns the number of words.
int w_order(words *s);

// Does some arc span a word that does not descend from its head? Needs w_order.
bool w_nonprojective(const words *s);

#endif
