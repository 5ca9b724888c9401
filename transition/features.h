// SPDX-License-Identifier: MIT
// Feature models: text that says which features a configuration has, compiled once.
//
// A line is a feature, the conjunction of its terms: `pos(S0) pos(B0) label(lc(S0))`. A term is an attribute
// of an address. Addresses name nodes of the configuration (S0 B0 C0, and from there head, lc, rc, ...),
// terms give 64-bit values, a feature is a key made of its line's number and its terms' values.
// docs/features.md has the language.
//
// Every distinct address and term of a model is evaluated once per configuration, whatever the number of
// lines that use it; values of a word alone are hashed once per word (fm_words).
#ifndef COPSE_TRANSITION_FEATURES_H
#define COPSE_TRANSITION_FEATURES_H

#include "common/model/clusters.h"
#include "common/model/stage.h"
#include "transition/config.h"
#include "common/treebank/sentence.h"

typedef enum fm_op { // how an address comes from the configuration or from another address
    FM_STACK,
    FM_BUFFER,
    FM_PASSED,
    FM_FREE_LEFT,  // between S0 and B0, without a head there: from the left,
    FM_FREE_RIGHT, // from the right
    FM_HEAD,
    FM_LEFT_CHILD,
    FM_RIGHT_CHILD,
    FM_LEFT_CHILD_2,
    FM_RIGHT_CHILD_2,
    FM_FIRST_CHILD, // on either side
    FM_LAST_CHILD,
    FM_LEFT_SIBLING,
    FM_RIGHT_SIBLING,
    FM_LEFT_BESIDE, // the sibling, if on the same side of the head
    FM_RIGHT_BESIDE,
    FM_BEFORE,
    FM_AFTER,
    FM_ADVISED // the head in a guide's tree
} fm_op;

typedef struct fm_address {
    fm_op op;
    int of;       // depth in the stack, buffer, passed or free words; else the index of an address before it
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
    FM_CLUSTER,
    FM_LABEL, // these on the configuration
    FM_VALENCY_LEFT,
    FM_VALENCY_RIGHT,
    FM_LABELS_LEFT,
    FM_LABELS_RIGHT,
    FM_DISTANCE,
    FM_BETWEEN,
    FM_EXISTS,
    FM_ADVISED_LABEL, // these on the tree of a guide
    FM_ADVISED_SURE,
    FM_ADVISED_ARC,
    FM_ADVISED_SIDE,
    FM_ADVISED_FIRST,
    FM_ADVISED_LAST,
    FM_EACH_FEAT // feat(ADDRESS, *): a feature for every morphological feature of the word
} fm_attribute;

typedef struct fm_table { // an attribute that is hashed once per word
    fm_attribute attribute;
    int length;     // of a prefix or suffix, in characters; of a cluster, in bits, 0: all
    copse_str name; // of a morphological feature
} fm_table;

typedef struct fm_term {
    fm_attribute attribute;
    int address, other; // indices of addresses; other for terms that compare two
    int table;          // index of the table, for attributes of the word alone
    bool advised;       // depends on a guide
    bool asked;         // fm_value may ask for its value (fm_add_term)
} fm_term;

enum {
    FM_MAX_TERMS = 8, // of a line
    FM_MOST = 4096,   // lines, distinct terms, distinct addresses: compiling takes time in their squares
    FM_MOST_GUIDES = STAGE_MOST_GUIDES
};

typedef struct fm_line {
    int at;                 // its line in the text
    int n;                  // plain terms
    int term[FM_MAX_TERMS]; // indices of terms
    int each[2];  // addresses of feat(A, *); one: every feature; two: those both words have; -1: none
    bool advised; // a feature for each guide
    int part[FM_MAX_TERMS]; // what its terms add to the key: indices of parts, then 0
} fm_line;

// The plan made from the lines (features_plan.c).
typedef struct fm_part { // what a term adds to the key of a line, at one place of the line
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
    int plain_lines; // how many of them do not
    fm_part *part;   // part[0] is zero; then parts of words alone, of configurations, of guides
    int parts, word_parts, plain_parts; // all of them; ends of the first and the second kind
    int *other_term;                    // [other_terms] plain terms whose values are needed
    int other_terms;
    fm_group *group;
    int groups;
    int *alone;           // the lines of the groups, one after the other
    fm_short *short_rest; // [short_rests] the plain lines of no group that are short,
    int *long_rest;       // [long_rests] and the others
    int short_rests, long_rests;
    bool each;                // some line has feat(A, *)
    int guides;               // how many there are; 0 as compiled
    const clusters *clusters; // of words, not owned; NULL as compiled: no word has a cluster
} feature_model;

// The words of the language, for reading and writing it (features_text.c).
typedef enum fm_argument { // the second argument of a term, after the address
    FM_ARG_NONE,
    FM_ARG_LENGTH,
    FM_ARG_BITS, // may be left out
    FM_ARG_FEATURE,
    FM_ARG_SIDE,
    FM_ARG_ADDRESS
} fm_argument;

typedef struct fm_attribute_word {
    const char *name;
    fm_attribute attribute; // FM_ARG_SIDE: of the left side; the one of the right side follows it
    fm_argument argument;
} fm_attribute_word;
extern const fm_attribute_word fm_attribute_words[]; // the last one has no name

typedef struct fm_address_word { // a letter before a depth (S0), or a function of an address (head)
    const char *name;
    fm_op op;
} fm_address_word;
extern const fm_address_word fm_address_words[]; // the last one has no name; letters come first

static inline bool fm_is_depth(fm_op op) // of is a depth
{
    return op < FM_HEAD;
}

// Compiles text. name is for messages: a wrong line is reported with its line, column and what was expected.
int fm_parse(feature_model *m, const char *name, copse_str text, copse_error *err);
// Adds a term such as `pos(S0)` that is evaluated though no line uses it: its index, or negative.
int fm_add_term(feature_model *m, const char *name, copse_str text, copse_error *err);
// Reads a shipped model by its name, or a file. With guides, adds the shipped lines about guides
// (advice.feat) to a model that has none.
int fm_read(feature_model *m, const char *name_or_file, int guides, copse_error *err);
// The same without a look at guides: lines about them are allowed, and none are added.
int fm_read_any(feature_model *m, const char *name_or_file, copse_error *err);
// Gives the model clusters, and adds the shipped lines about them (clusters.feat) to a model that has none;
// before terms are added. c must outlive m.
int fm_use_clusters(feature_model *m, const clusters *c, copse_error *err);
// Does it have terms about clusters?
bool fm_has_clusters(const feature_model *m);
// All bytes of a file of at most 1 MB, "-": standard input. The caller frees *all, also after a failure.
int fm_read_file(const char *path, char **all, size_t *size, copse_error *err);
void fm_done(feature_model *m);
// A key is a mixed sum: each value times an odd factor of its place in the line.
extern const uint64_t fm_factor[FM_MAX_TERMS + 2];
#define FM_LINE ((uint64_t)0x2545f4914f6cdd1du) // times the number of the line

void fm_plan(feature_model *m); // call it after adding lines or terms
void fm_plan_done(feature_model *m);
const char *fm_shipped(size_t i); // names of the shipped models, NULL after the last

// The values of a sentence's words. Index 0 is an undefined address, 1 the root, w + 1 word w.
typedef struct fm_words {
    int n;
    uint64_t *value; // [n+2][tables]
    size_t value_cap;
    uint64_t *whole; // [n+2] one hash of all values of a node: words with equal hashes count as equal
    size_t whole_cap;
    uint32_t *each_start; // [n+3] the morphological features of a node in each_*
    size_t each_cap;
    uint64_t *each_name, *each_pair; // hashes of "Case" and of "Case=Nom"
    size_t feat_cap;
    struct fm_guide *guide; // [guides][n+1]
    size_t guide_cap;
} fm_words;

// Finds the item of FEATS with a name; without one the item is empty.
bool fm_find_feat(copse_str feats, copse_str name, copse_str *item);
// The text that an attribute of a word is made of; s is NULL if the word does not have the morphological
// feature, and for clusters, which are numbers.
copse_str fm_word_text(const fm_table *t, const copse_sentence *s, int word, copse_column pos);
// The cluster of a word as a number, given a table of clusters; 0: none.
uint32_t fm_word_cluster(const feature_model *m, const fm_table *t, const copse_sentence *s, int word);
// The columns that the model reads, as bits 1 << column.
unsigned fm_reads(const feature_model *m, copse_column pos);
void fm_words_set(fm_words *w, const feature_model *m, const copse_sentence *s, copse_column pos);
// The trees of the model's guides, after fm_words_set. Word 1 is word at + 1 of the trees.
void fm_guides_set(fm_words *w, const feature_model *m, const copse_tree *const *guide, int at);
void fm_words_done(fm_words *w);

typedef struct fm_guide {  // a word in a guide's tree
    int head, first, last; // its first and last dependent, 0: none
    uint64_t label;        // hashed
    uint64_t sure;         // the confidence in its arc, binned
} fm_guide;
// The values of terms that depend on a guide, and of addresses (guide_features.c).
uint64_t fm_advised_value(const fm_term *t, const fm_guide *a, const int *node, uint64_t nil);
int fm_advised_head(const fm_guide *a, int node);

// Writes the features of a configuration to key, which has room for fm_most, and returns their number.
// scratch: fm_scratch bytes, aligned to 8.
size_t fm_extract(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch);
// The same; writes also the column of each feature, unless column is NULL: one for each line, and for a line
// about guides one for each guide. fm_columns: how many there are.
size_t fm_extract_columns(const feature_model *m, const fm_words *w, const config *c, uint64_t *key,
                          uint32_t *column, void *scratch);
uint32_t fm_columns(const feature_model *m);
// The same in steps, for callers that know part of the result. fm_look evaluates the configuration into
// scratch. The other functions may follow while the configuration stays the same. fm_keys: all features.
// fm_short_keys: those of FM_SOME short lines outside groups, from the given one on. fm_long_keys: those of
// the other lines outside groups. fm_group_words: for each group the word that its features depend on, as a
// number (fm_words.whole). fm_group_keys: the features of a group.
enum { FM_SOME = 16 };
void fm_look(const feature_model *m, const fm_words *w, const config *c, void *scratch);
size_t fm_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch);
size_t fm_short_keys(const feature_model *m, int line, uint64_t *key, const void *scratch);
size_t fm_long_keys(const feature_model *m, const fm_words *w, const config *c, uint64_t *key, void *scratch);
void fm_group_words(const feature_model *m, const fm_words *w, const void *scratch, uint64_t *word);
size_t fm_group_keys(const feature_model *m, int group, const fm_words *w, uint64_t *key,
                     const void *scratch);
// After any of these: the node at an address that does not depend on a guide, or CFG_NONE.
int fm_node(const feature_model *m, const void *scratch, int address);
// After any of these: the value of a term that fm_add_term added, or that depends on the configuration and
// on no guide; fm_is_nil: of an undefined address; fm_is_root: of the root.
uint64_t fm_value(const void *scratch, int term);
bool fm_is_nil(uint64_t value);
bool fm_is_root(uint64_t value);
const int *fm_nodes(const feature_model *m, const void *scratch); // [addresses] the nodes there
enum { FM_MOST_EACH = 16 }; // morphological features of a word that feat(A, *) looks at
size_t fm_most(const feature_model *m);
size_t fm_scratch(const feature_model *m);

#endif
