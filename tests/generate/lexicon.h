// SPDX-License-Identifier: MIT
// The words of an invented language. The lexicon is the same in every run, whatever the seed of the
// sentences.
#ifndef GENERATE_LEXICON_H
#define GENERATE_LEXICON_H

#include "common/base/random.h"

#include <stdbool.h>
#include <stddef.h>

enum { CASE_NONE, CASE_NOM, CASE_ACC, CASE_GEN, CASE_DAT };
enum { NUMBER_SING, NUMBER_PLUR };
enum { GENDER_MASC, GENDER_FEM, GENDER_NEUT, GENDERS };
enum { TENSE_PRES, TENSE_PAST };

typedef enum lex_list { // what a stem is, as far as the grammar asks
    LEX_THING,          // nouns without further ado
    LEX_TOOL,           // nouns that after "mid" say what an act is done with
    LEX_PART,           // nouns that after "mid" say what a thing has
    LEX_NAME,
    LEX_ADJECTIVE,
    LEX_ADVERB,
    LEX_INTRANSITIVE,
    LEX_TRANSITIVE,
    LEX_DITRANSITIVE,
    LEX_CLAUSAL, // verbs of saying and thinking
    LEX_CONTROL, // verbs with an infinitive
    LEX_LISTS
} lex_list;

typedef struct lexeme {
    char *stem;
    char *lemma;
    int gender; // nouns and names
} lexeme;

typedef struct lexicon {
    lexeme *list[LEX_LISTS];
    size_t size[LEX_LISTS];
    uint64_t *zipf; // [largest list] running sums of weights that fall with the rank
} lexicon;

void lex_init(lexicon *l);
void lex_done(lexicon *l);

// A random member; low ranks are frequent, high ones rare.
const lexeme *lex_pick(const lexicon *l, lex_list list, rng *r);

// Endings. Nouns, adjectives, determiners and relative pronouns share one declension per gender.
const char *lex_ending(int gender, int number, int grammatical_case);
// Of names, which have no gender in their form and no plural.
const char *lex_name_ending(int grammatical_case);
const char *lex_verb_ending(int tense, int person, int number);

#endif
