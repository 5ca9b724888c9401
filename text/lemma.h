// SPDX-License-Identifier: MIT
// The lemmatiser inside. A lemma is made in three steps: the case of the form is kept, lowered or reduced to
// a capital at the beginning; the beginning of the word is replaced, or not; and a script edits the rest
// (edit_script.h). Whatever fits is a candidate. A log-linear model chooses among them, by features of the
// word (endings, beginnings, tags) with each of the three and with the new ending alone, and by features of
// the lemma that comes out: is it one of other forms, how does it end.
//
// A script that served one lemma in training may only make lemmas that are known. So may the candidates that
// just take points off the form, whatever they are, and add one of the frequent endings.
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

// What features are about. Each kind has its own keys of a word, to which the number of the choice is added.
enum lem_part { LEM_BACK, LEM_SCRIPT, LEM_FRONT, LEM_CASE, LEM_PARTS };

enum {
    LEM_KEYS = 72, // features of a word about a part at most
    LEM_LEMMA_KEYS = 20,
    LEM_CANDIDATES = 256, // of a word at most
    LEM_WORD_FRONTS = 8,  // that are tried
    LEM_TRIES = 4096,     // scripts with beginnings that are tried on a word
    LEM_LEAST_BITS = 8,
    LEM_MOST_BITS = 24,
    LEM_MOST_SCRIPTS = 1 << 16,
    LEM_MOST_FRONTS = 1 << 12,
    LEM_STRIPS = 14, // points that are taken off to reach a known lemma, at most
    LEM_ADDS = 12,   // endings that are put there
};

// What a word is, apart from its sentence.
typedef struct lem_token {
    copse_str form, upos, xpos, feats;
    bool first; // no word before it in its sentence has a letter
} lem_token;

// With the tags that are put over the sentence.
lem_token lem_token_of(const copse_sentence *s, int word, bool first);
// With the tags of the treebank.
lem_token lem_token_read(const copse_sentence *s, int word, bool first);
bool lem_has_letter(copse_str form);

// A word with its features.
typedef struct lem_word {
    size_t n;
    uint32_t point[LEM_CASES][ES_WORD];
    bool may[LEM_CASES]; // which differ
    uint64_t form;       // hash of the lowered form
    uint64_t upos, feats;
    uint64_t seen, upos_bit; // bits of lem_model.seen and seen_upos
    uint32_t key[LEM_PARTS][LEM_KEYS];
    size_t keys[LEM_PARTS];
} lem_word;

// How a lemma is made. Numbers from `scripts` on take points off and add one of the frequent endings.
typedef struct lem_recipe {
    uint32_t script, front;
    enum lem_case casing;
} lem_recipe;

typedef struct lem_candidate {
    lem_recipe recipe;
    uint64_t lemma; // hash
    uint32_t key[LEM_LEMMA_KEYS];
    size_t keys;
} lem_candidate;

// Items by a hash that several of them may share.
typedef struct lem_shelf {
    uint64_t hash;
    uint32_t first, n; // in item; n is 0 where free
} lem_shelf;
typedef struct lem_index {
    lem_shelf *shelf; // [shelves]
    uint32_t shelves; // a power of two
    uint32_t *item;
} lem_index;

// Where hashes of pieces begin. Those of endings are made from the right.
enum { LEM_PLAIN_END = 1, LEM_BARE_END = 2, LEM_BEGIN = 3 };
lem_shelf *lem_shelf_of(const lem_index *x, uint64_t hash);

typedef struct lem_model {
    bool turkic;       // I is the capital of dotless i
    es_pool pool;      //
    es_script *script; // [scripts]
    uint32_t scripts;  // 0: the training data have no lemmas
    uint32_t general;  // the first ones are for all words, the others only for the lexicon
    uint32_t proven;   // the first ones serve several lemmas in training, the others make known lemmas only
    es_front *front;   // [fronts] the first one does nothing
    uint32_t fronts;   //
    uint32_t openings; // the first ones are for all words
    const uint64_t *seen; // [general] bits of UPOS and last letters that a script was seen with
    uint64_t *own_seen;   // while training
    uint64_t seen_upos;   // bits of UPOS
    uint32_t *back;       // [general+1] scripts with the same ending and accent have the same number
    lem_index by_end;     // scripts by the ending that they replace, those with accent apart
    lem_index by_begin;   // beginnings
    bool accents;         // are there scripts with accent?
    size_t longest_end, longest_begin;
    uint32_t backs;
    es_piece strip_add[LEM_ADDS]; // the most frequent endings
    uint32_t strip_adds;
    lem_map lexicon; // of forms and tags: recipes
    lem_map known;   // lemmas, and pairs of forms and lemmas
    int bits;        // of the weights
    float scale;
    const int8_t *weight; // [2^bits]
    int8_t *own_weight;   // while training
} lem_model;

void lem_done(lem_model *m);
void lem_save(const lem_model *m, box_writer *w);
int lem_load(lem_model *m, const box *b, copse_error *err);

// Makes the indices; the scripts and beginnings are there.
void lem_settle(lem_model *m);

// The number of a recipe's part, which is added to the keys of features.
uint32_t lem_number(const lem_model *m, lem_recipe r, enum lem_part part);

// Recipes as numbers below lem_recipes.
static inline uint32_t lem_recipes(const lem_model *m)
{
    return m->scripts * m->fronts * LEM_CASES;
}
static inline uint32_t lem_pack(const lem_model *m, lem_recipe r)
{
    return (r.front * m->scripts + r.script) * LEM_CASES + r.casing;
}
static inline lem_recipe lem_unpack(const lem_model *m, uint32_t number)
{
    const uint32_t both = number / LEM_CASES;
    return (lem_recipe){both % m->scripts, both / m->scripts, (enum lem_case)(number % LEM_CASES)};
}

// --- words

// Fills in a word of at most ES_WORD points; false if it has more, or none.
bool lem_take(const lem_model *m, lem_word *w, const lem_token *t);
// The key of the lexicon.
uint64_t lem_token_key(const lem_token *t);
uint64_t lem_hash_points(const uint32_t *points, size_t n);

// --- candidates

// What is known of a candidate's lemma from other forms and from other readings of this form.
enum { LEM_KNOWN_LEMMA, LEM_KNOWN_LEMMA_POS, LEM_KNOWN_PAIR, LEM_KNOWN_PAIR_POS, LEM_KNOWN };
void lem_known_keys(const lem_word *w, uint64_t lemma, uint64_t key[LEM_KNOWN]);

// Tells which of the keys are known; in training without the word itself. Bits 1 << LEM_KNOWN_...
typedef unsigned (*lem_known_fn)(const void *context, const lem_word *w, const lem_candidate *c);
unsigned lem_known_in_model(const void *model, const lem_word *w, const lem_candidate *c);

size_t lem_candidates(const lem_model *m, const lem_word *w, lem_known_fn known, const void *context,
                      lem_candidate *out);

// The lemma of a word, at most ES_RESULT points; 0 if the recipe does not apply.
size_t lem_make(const lem_model *m, const lem_word *w, lem_recipe recipe, uint32_t *lemma);

#endif
