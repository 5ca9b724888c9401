// SPDX-License-Identifier: MIT
// The lemmatiser inside. A lemma is made in two steps: the case of the form is kept, lowered or reduced to a
// capital at the beginning, then a script edits it (edit_script.h). Every pair of case and script that fits
// is a candidate. A log-linear model chooses among them, by features of three kinds:
//
//     script  the form's endings and beginnings and the tags, with the number of the script
//     case    the form's shape, its place and the tags, with the kind of case
//     lemma   what comes out: is it a lemma of other forms, how does it end
//
// Forms that the training data have with the same tags come from a lexicon.
//
// References: Chrupala 2008 (scripts); Mueller, Cotterell, Fraser, Schuetze 2015 (log-linear, with features
// of lemmas). Here scripts are chosen to be frequent over the treebank rather than read off one alignment.
#ifndef COPSE_TEXT_LEMMA_H
#define COPSE_TEXT_LEMMA_H

#include "common/treebank/sentence.h"
#include "text/edit_script.h"
#include "text/lemma_map.h"
#include "text/lemmatiser.h"

enum lem_case { LEM_KEEP, LEM_LOWER, LEM_TITLE, LEM_CASES };

enum {
    LEM_SCRIPT_KEYS = 72, // features of a word at most
    LEM_CASE_KEYS = 16,
    LEM_LEMMA_KEYS = 12,
    LEM_CANDIDATES = 512, // of a word at most
    LEM_LEAST_BITS = 8,
    LEM_MOST_BITS = 24,
    LEM_MOST_SCRIPTS = 1 << 16,
    LEM_ENDING = 24, // points of an ending that chooses scripts
};

// What a word is, apart from its sentence.
typedef struct lem_token {
    copse_str form, upos, xpos, feats;
    bool first; // no word with a letter before it in its sentence
} lem_token;

// The first word of a sentence with a letter has first set, and so have those before it.
lem_token lem_token_of(const copse_sentence *s, int word, bool first);
bool lem_has_letter(copse_str form);

// A word with its features.
typedef struct lem_word {
    size_t n;
    uint32_t point[LEM_CASES][ES_WORD];
    bool may[LEM_CASES]; // which differ
    uint64_t form;       // hash of the lowered form
    uint64_t upos, feats;
    uint32_t script_key[LEM_SCRIPT_KEYS], case_key[LEM_CASE_KEYS];
    size_t script_keys, case_keys;
} lem_word;

typedef struct lem_candidate {
    uint32_t script;
    enum lem_case casing;
    uint64_t lemma; // hash
    uint32_t key[LEM_LEMMA_KEYS];
    size_t keys;
} lem_candidate;

// The scripts that replace an ending.
typedef struct lem_ending {
    uint64_t hash;
    uint32_t first, n; // in by_ending
} lem_ending;

typedef struct lem_model {
    bool turkic;         // I is the capital of dotless i
    es_pool pool;        //
    es_script *script;   // [scripts]
    uint32_t scripts;    // 0: the training data have no lemmas
    uint32_t general;    // the first ones are for all words, the others only for the lexicon
    lem_ending *ending;  // [endings] hashed, n is 0 where free
    uint32_t endings;    // a power of two
    uint32_t *by_ending; // [general] scripts
    size_t longest;      // ending
    lem_map lexicon;     // of forms and tags: script * LEM_CASES + case
    lem_map known;       // lemmas, and pairs of forms and lemmas
    int bits;            // of the weights
    float scale;
    const int8_t *weight; // [2^bits]
    int8_t *own_weight;   // while training
} lem_model;

void lem_done(lem_model *m);
void lem_save(const lem_model *m, box_writer *w);
int lem_load(lem_model *m, const box *b, copse_error *err);

// Makes the tables of endings; the scripts are there.
void lem_settle_endings(lem_model *m);

// --- words

// Fills in a word of at most ES_WORD points; false if it has more, or none.
bool lem_take(const lem_model *m, lem_word *w, const lem_token *t);
// Hashes. Keys of the lexicon and of what is known.
uint64_t lem_token_key(const lem_token *t);
uint64_t lem_hash_points(const uint32_t *points, size_t n);
uint32_t lem_lower(const lem_model *m, uint32_t point);

// --- candidates

// What is known of a candidate's lemma from other forms and from other readings of this form.
enum { LEM_KNOWN_LEMMA, LEM_KNOWN_LEMMA_POS, LEM_KNOWN_PAIR, LEM_KNOWN_PAIR_POS, LEM_KNOWN };
void lem_known_keys(const lem_word *w, uint64_t lemma, uint64_t key[LEM_KNOWN]);

// Tells which of the keys are known; in training without the word itself. Bits 1 << LEM_KNOWN_...
typedef unsigned (*lem_known_fn)(const void *context, const lem_word *w, uint64_t lemma);
unsigned lem_known_in_model(const void *model, const lem_word *w, uint64_t lemma);

size_t lem_candidates(const lem_model *m, const lem_word *w, lem_known_fn known, const void *context,
                      lem_candidate *out);

// The lemma of a word, at most ES_RESULT points; 0 if a script does not apply.
size_t lem_make(const lem_model *m, const lem_word *w, uint32_t script, enum lem_case casing,
                uint32_t *lemma);

#endif
