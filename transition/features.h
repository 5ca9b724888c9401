// SPDX-License-Identifier: MIT
// Feature models: text that says which features a configuration has, compiled once.
//
// A line is a feature, the conjunction of its terms: `pos(S0) pos(B0) label(lc(S0))`. A term is an attribute
// of an address. Addresses name nodes of the configuration (S0 B0 C0, and from there head, lc, rc, ...),
// terms give 64-bit values, a feature is a key made of its line's number and its terms' values.
// docs/features.md has the language.
//
// Every distinct address and term of a model is evaluated once per configuration, whatever the number of
// lines that use it; what depends on a word alone is hashed once per word (fm_words).
#ifndef COPSE_TRANSITION_FEATURES_H
#define COPSE_TRANSITION_FEATURES_H

#include "common/model/stage.h"
#include "transition/config.h"
#include "common/treebank/sentence.h"

typedef enum fm_op { // how an address comes from the configuration or from another address
    FM_STACK,
    FM_BUFFER,
    FM_PASSED,
    FM_HEAD,
    FM_LEFT_CHILD,
    FM_RIGHT_CHILD,
    FM_LEFT_CHILD_2,
    FM_RIGHT_CHILD_2,
    FM_LEFT_SIBLING,
    FM_RIGHT_SIBLING,
    FM_BEFORE,
    FM_AFTER,
    FM_ADVISED // the head in a guide's tree
} fm_op;

typedef struct fm_address {
    fm_op op;
    int of; // the depth in stack, buffer, passed words; else the index of another address, smaller than its
            // own
    bool advised; // depends on a guide
} fm_address;

typedef enum fm_attribute {
    FM_FORM, // these depend on the word alone
    FM_LEMMA,
    FM_POS,
    FM_UPOS,
    FM_XPOS,
    FM_FEATS,
    FM_FEAT,
    FM_PREFIX,
    FM_SUFFIX,
    FM_LABEL, // these on the configuration
    FM_VALENCY_LEFT,
    FM_VALENCY_RIGHT,
    FM_LABELS_LEFT,
    FM_LABELS_RIGHT,
    FM_DISTANCE,
    FM_BETWEEN,
    FM_ADVISED_LABEL, // these on the tree of a guide
    FM_ADVISED_SURE,
    FM_ADVISED_ARC,
    FM_ADVISED_SIDE,
    FM_ADVISED_FIRST,
    FM_ADVISED_LAST,
    FM_EACH_FEAT // feat(ADDRESS, *): a feature for every morphological feature of the word
} fm_attribute;

typedef struct fm_table { // what is hashed once per word
    fm_attribute attribute;
    int length;     // of a prefix or suffix, in characters
    copse_str name; // of a morphological feature
} fm_table;

typedef struct fm_term {
    fm_attribute attribute;
    int address, other; // indices of addresses; other for what compares two
    int table;          // index of the table, for what depends on the word alone
    bool advised;       // depends on a guide
    bool asked;         // its value is wanted (fm_add_term), not only what it does to keys
} fm_term;

enum { FM_MAX_TERMS = 8, FM_MOST_GUIDES = STAGE_MOST_GUIDES };

typedef struct fm_line {
    int n;                  // plain terms
    int term[FM_MAX_TERMS]; // indices of terms
    int each[2];  // addresses of feat(A, *); one: every feature; two: those both words have; -1: none
    bool advised; // a feature for each guide
    int part[FM_MAX_TERMS]; // what its terms add to the key: indices of parts, 0 after the last
} fm_line;

// What follows from the lines (feature_plan.c).
typedef struct fm_part { // what a term adds to the keys of the lines where it stands at some place
    int term, address, table;
    uint64_t factor; // of the place
} fm_part;

typedef struct fm_short { // a plain line of up to four terms, without feat(A, *)
    uint64_t number;
    int part[4];
} fm_short;

typedef struct fm_group { // plain lines about the word at one address and nothing else
    int address;
    int first, lines; // in alone
} fm_group;

typedef struct feature_model {
    char *name, *text; // owned; the names of features in tables are slices of text
    size_t text_len;
    fm_address *address;
    int addresses;
    fm_table *table;
    int tables;
    fm_term *term;
    int terms;
    fm_line *line;
    int lines;       // those that depend on guides come last
    int plain_lines; // how many do not
    fm_part *part;   // part[0] is nothing, then those of words alone, of configurations, of guides
    int parts, word_parts, plain_parts; // how many in all, up to the end of the first, and of the second
    int *other_term;                    // [other_terms] plain terms whose values are needed
    int other_terms;
    fm_group *group;
    int groups;
    int *alone;           // the lines of the groups, one after the other
    fm_short *short_rest; // [short_rests] the plain lines of no group that are short,
    int *long_rest;       // [long_rests] and the others
    int short_rests, long_rests;
    bool each;  // some line has feat(A, *)
    int guides; // how many there are; 0 as compiled
} feature_model;

// Compiles text. name is for messages: a wrong line is reported with its line, column and what was expected.
int fm_parse(feature_model *m, const char *name, copse_str text, copse_error *err);
// Adds a term such as `pos(S0)` that is evaluated though no line uses it: its index, or negative.
int fm_add_term(feature_model *m, const char *name, copse_str text, copse_error *err);
// A shipped model by its name, or a file. With guides, the shipped lines about them (advice.feat) are added
// unless it has lines of its own.
int fm_read(feature_model *m, const char *name_or_file, int guides, copse_error *err);
void fm_done(feature_model *m);
// Values are spread over 64 bits by an odd factor of their place in the line, summed, and stirred once.
extern const uint64_t fm_factor[FM_MAX_TERMS + 2];
#define FM_LINE ((uint64_t)0x2545f4914f6cdd1du) // times the number of the line

void fm_plan(feature_model *m); // whenever there are new lines or terms
void fm_plan_done(feature_model *m);
const char *fm_shipped(size_t i); // names of the shipped models, NULL after the last

// The values of a sentence's words. Index 0 is an undefined address, 1 the root, w + 1 word w.
typedef struct fm_words {
    int n;
    uint64_t *value; // [n+2][tables]
    size_t value_cap;
    uint64_t *whole; // [n+2] all of a node's values as one: words with the same are the same
    size_t whole_cap;
    uint32_t *each_start; // [n+3] the morphological features of a node in each_*
    size_t each_cap;
    uint64_t *each_name, *each_pair; // hashes of "Case" and of "Case=Nom"
    size_t feat_cap;
    struct fm_guide *guide; // [guides][n+1]
    size_t guide_cap;
} fm_words;

// The columns that the model looks at, a bit 1 << column each.
unsigned fm_reads(const feature_model *m, copse_column pos);
void fm_words_set(fm_words *w, const feature_model *m, const copse_sentence *s, copse_column pos);
// The trees of the model's guides, after fm_words_set.
void fm_guides_set(fm_words *w, const feature_model *m, const copse_tree *const *guide);
void fm_words_done(fm_words *w);

typedef struct fm_guide {  // a word in a guide's tree
    int head, first, last; // its first and last dependent, 0: none
    uint64_t label;        // hashed
    uint64_t sure;         // the confidence in its arc, binned
} fm_guide;
// The values of terms that depend on a guide, and of addresses (guide_features.c).
uint64_t fm_advised_value(const fm_term *t, const fm_guide *a, const int *node, uint64_t nil);
int fm_advised_head(const fm_guide *a, int node);

// The features of a configuration into key, which has room for fm_most. scratch: fm_scratch bytes, aligned
// to 8. Returns their number.
size_t fm_extract(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch);
// The same in steps, for those that know some of it already: first fm_look, what the configuration is, into
// scratch; then, as long as it is the same, all features; or those of the short lines of no group, FM_SOME of
// them from the given one on, those of the long ones, and for each group the word that all of its features
// depend on, as a number (fm_words.whole), and these features.
enum { FM_SOME = 16 };
void fm_look(const feature_model *m, const fm_words *w, const config *c, void *scratch);
size_t fm_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch);
size_t fm_short_keys(const feature_model *m, int line, uint64_t *key, const void *scratch);
size_t fm_long_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch);
void fm_group_words(const feature_model *m, const fm_words *w, const void *scratch, uint64_t *word);
size_t fm_group_keys(const feature_model *m, int group, const fm_words *w, uint64_t *key,
                     const void *scratch);
// After any of these: the value of a term that was added.
uint64_t fm_value(const void *scratch, int term);
enum { FM_MOST_EACH = 16 }; // morphological features of a word that feat(A, *) looks at
size_t fm_most(const feature_model *m);
size_t fm_scratch(const feature_model *m);

#endif
