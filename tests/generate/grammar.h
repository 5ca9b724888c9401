// SPDX-License-Identifier: MIT
// The grammar: what phrases and clauses are made of.
#ifndef GENERATE_GRAMMAR_H
#define GENERATE_GRAMMAR_H

#include "tests/generate/words.h"

typedef struct grammar {
    lexicon lexicon;
    rng rng;
    words words;
    int room;  // words that may still be spent on what is optional
    int depth; // clauses within clauses
} grammar;

enum { SHORTEST = 3, LONGEST = 60 };

// Makes a sentence of SHORTEST..LONGEST words (of at least `least`, if that is more than LONGEST) in
// g->words. Returns its number of words.
int gr_sentence(grammar *g, bool nonprojective, int least);

// --- phrases.c

bool gr_chance(grammar *g, int percent);
int gr_new(grammar *g, const char *upos, const char *xpos, const char *lemma, const char *form);

// A word that takes gender, number and case from a noun; more is added to its features.
int gr_agreeing(grammar *g, const char *upos, const char *xpos, const char *stem, int noun,
                int grammatical_case, const char *more);

enum { NP_PRONOUN = 1, NP_RELATIVE = 2, NP_PHRASE = 4, NP_CONJUNCT = 8, NP_NAME = 16, NP_ANY = 31 };

// A noun phrase in a case, of the kinds allowed. Returns its head.
int gr_pronoun(grammar *g, int grammatical_case);
int gr_noun_phrase(grammar *g, int grammatical_case, unsigned kinds);

// A prepositional phrase that says something about a verb or about a noun; returns the noun in it. What it
// modifies shows: genitive after a noun, dative after a verb; "mid" wants tools with verbs and parts with
// nouns.
int gr_verb_phrase_modifier(grammar *g);
int gr_noun_modifier(grammar *g);

int gr_adverb(grammar *g);
int gr_small(grammar *g, const char *upos, const char *xpos, const char *form, int head, const char *label);
int gr_comma(grammar *g, int head);

// Spells a finite verb or auxiliary that agrees with the subject.
void gr_inflect(grammar *g, int verb, const char *stem, const char *infinitive, int subject);

// --- clauses.c

// A relative clause about a noun. Hangs from it and stands nowhere yet.
int gr_relative(grammar *g, int noun);

#endif
