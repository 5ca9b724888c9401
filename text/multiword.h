// SPDX-License-Identifier: MIT
// Tokens that are several words.
//
// A rule says how the words are made of a token: it takes some characters off its end, or off its front, and
// gives the words with what is kept of the token in one of them: "-li" becomes "~ li" in "önemli", "-yby"
// becomes "~yž by" in "kdyby". A rule may also take off the whole token. Rules are read off the multiword
// tokens of a treebank. For each token, a log-linear classifier chooses among the rules that fit and none. It
// sees the token, what is kept, whether these were seen as words, and the neighbours.
#ifndef COPSE_TEXT_MULTIWORD_H
#define COPSE_TEXT_MULTIWORD_H

#include "common/base/arena.h"
#include "common/base/meter.h"
#include "text/lexicon.h"
#include "text/linear.h"
#include "text/raw.h"

struct text; // common/base/text.h

enum {
    MW_MOST_RULES = 1 << 16,
    MW_MOST_WORDS = 16,   // of a token
    MW_MOST_CUT = 24,     // characters that a rule takes off
    MW_MOST_FITTING = 24, // rules that are tried on a token
    MW_MOST_OWN = 64,     // keys that a token of training counts
    MW_TAIL = 4,          // characters of endings whose parts of speech are counted
    MW_SURE = 4,          // times that a token must be seen as one word to be one, if it was never split
    MW_KINDS = 4,         // of parts of speech: verbs, nouns, adjectives and adverbs, others
    MW_NONE = 255         // no word has what is kept: the rule takes off the whole token
};

typedef struct mw_rule {
    uint64_t key; // of side and cut
    copse_str cut;
    copse_str word[MW_MOST_WORDS]; // [words] lower-cased; of the word with what is kept, the rest of it
    uint8_t words;
    uint8_t kept; // which word has what is kept, or MW_NONE: the last one if characters are taken off
                  // the front, else the first
    bool front;
    bool copies;       // the words are the characters of the token, so that case is kept
    uint32_t cut_size; // characters of cut
    uint64_t name;     // a hash of it all, for features
    uint64_t kin;      // the same without telling vowels apart: rules that differ by vowel harmony share it
    uint64_t clan;     // the same with consonants that differ by voice alone as one, and y dropped in front
} mw_rule;

typedef struct mw_model {
    mw_rule *rule; // [rules] sorted by key
    size_t rules;
    arena texts;  // what the rules of training point to; a loaded model's point into it
    lexicon ends; // keys of the ends of cuts, and of the fronts, so that a search can stop
    lexicon seen; // how often forms were one word, were split by a rule, were kept
    linear w;
} mw_model; // all zero: no rules

// A token and its neighbours in the sentence; what is not there has length 0.
typedef struct mw_place {
    const ch_char *token, *before, *after;
    size_t length, before_length, after_length;
} mw_place;

// What is found about a token.
typedef struct mw_choice {
    const mw_rule *rule; // the best one that fits; NULL: none is thought of
    float score;         // its log-odds against none: it splits the token if this is positive
} mw_choice;

// A token of a sentence, and what is decided.
typedef struct mw_token {
    const ch_char *c;
    size_t length;
    mw_choice choice;
    bool splits; // the rule of the choice splits it
} mw_token;

// Decides about all tokens of a sentence.
void mw_decide(const mw_model *m, mw_token *token, size_t n);

// Splits a token by a rule that fits: adds its words, each ended by a newline. Returns their number.
int mw_split(const mw_rule *r, const ch_char *token, size_t length, struct text *words);

// Learns from a text. (multiword_train.c)
void mw_train(mw_model *m, const raw_text *r, const ch_table *known, uint64_t seed, meter *progress);

void mw_done(mw_model *m);
// (multiword_file.c)
void mw_save(const mw_model *m, box_writer *w);
int mw_load(mw_model *m, const ch_table *known, const box *b, copse_error *err);

// --- For the files of multiword tokens alone

// The rules that fit a token: fitting[0..n-1], at most MW_MOST_FITTING. Returns n.
size_t mw_fitting(const mw_model *m, const ch_char *token, size_t length, uint32_t *fitting);
// How many characters of the token the rule keeps.
static inline size_t mw_kept(const mw_rule *r, size_t length)
{
    return r->kept == MW_NONE ? 0 : length - r->cut_size;
}

// Keys that a token of training added to seen, once each: features of the token itself leave them out.
typedef struct mw_own {
    uint64_t key[MW_MOST_OWN]; // [n]
    size_t n;
} mw_own;

// What the features of a token are made of, whatever the rule.
typedef struct mw_sight {
    const mw_place *place;
    const mw_own *own;            // or NULL
    uint64_t form, before, after; // keys; of neighbours that are not there, 1
    uint64_t before_tail, after_tail, classes;
    int whole;      // how often the token was one word
    uint64_t guess; // of which kinds words with its ending are
} mw_sight;
// Was a token one word so often, less times not counted, that nothing else is looked at?
bool mw_is_whole(const mw_model *m, const mw_place *p, int less);
void mw_look(const mw_model *m, const mw_place *place, const mw_own *own, mw_sight *s);
void mw_keys(const mw_model *m, const mw_sight *s, const mw_rule *r, li_keys *k);

// Keys of counts in seen: tokens that a rule split, tokens that are one word, what rules keep.
uint64_t mw_key_split(uint64_t form, const mw_rule *r);
uint64_t mw_key_whole(uint64_t form);
uint64_t mw_key_kept(uint64_t form);
uint64_t mw_key_any(uint64_t form); // tokens that any rule split
uint64_t mw_key_rule(const mw_rule *r);
// Lemmas and words of a kind of parts of speech, below MW_KINDS.
uint64_t mw_key_lemma(uint64_t lemma, int kind);
uint64_t mw_key_form(uint64_t form, int kind);
// Lemmas, or words, of a kind with the same last n characters.
uint64_t mw_key_tail(const ch_char *c, size_t length, size_t n, int kind, bool lemma);
uint64_t mw_kept_form(const mw_rule *r, const mw_place *p);

// A letter, with all vowels alike, and consonants that differ by voice alone.
uint32_t mw_fold(uint32_t low);

// Makes the fields of a rule that follow from the others; its texts stay where they are. False if it cannot
// be used: no words, too many, or an empty one.
bool mw_finish(mw_rule *r, const ch_table *known);
void mw_sort(mw_model *m, const ch_table *known); // sorts the rules and fills in ends

#endif
