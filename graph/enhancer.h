// SPDX-License-Identifier: MIT
// The enhancer: a stage after a parser that gives words further heads (McDonald & Pereira 2006, section 4).
//
// It reads HEAD and DEPREL and writes the graph to DEPS. Every arc of the graph has a score: a sum of weights
// of features of its words and of the tree around it. The arcs of the tree come first: each is in the graph
// unless its score is below zero (a relative pronoun hangs on the noun it refers to). Then secondary arcs are
// added, best first, while one raises the score (secondary.h). Where the training data have no cycles, the
// graph gets none; the graphs of Universal Dependencies do have some, in relative clauses.
//
// Candidates for secondary arcs are pairs of words whose path in the tree was the path of a secondary arc in
// training.
//
// Labels like "obl:in" or "conj:and" come from classes, which say how a label is made: the label of the tree
// or a fixed one, and the text of a function word or the value of Case behind it.
#ifndef COPSE_GRAPH_ENHANCER_H
#define COPSE_GRAPH_ENHANCER_H

#include "common/base/arena.h"
#include "common/base/text.h"
#include "common/model/stage.h"
#include "common/treebank/deps.h"
#include "graph/features.h"
#include "graph/secondary.h"
#include "graph/weights.h"

enum {
    GE_LONGEST = 4,               // steps of a path
    GE_MOST_PATHS = 1 << 16,      // of a model
    GE_MOST_CLASSES = GW_ROW - 1, // of a model; place 0 of a row is for any label
    GE_MOST_VISITS = 256,         // words that the search for candidates looks at, for each word
    GE_MOST_CANDIDATES = 64,      // of a word, the arc of the tree among them
};

// --- the tree

// What may stand behind the first part of a label.
typedef enum ge_source {
    GE_PLAIN,             // nothing
    GE_CASE,              // the first dependent with label case; a conjunct without one has that of its head
    GE_LAST_CASE,         // the last one
    GE_MARK,              // likewise mark
    GE_LAST_MARK,         //
    GE_CC,                // the dependent cc, or that of another conjunct
    GE_CASE_FORM,         // GE_CASE, but its form: "including", not "include"
    GE_FEATURE,           // the value of the feature Case
    GE_CASE_FEATURE,      // GE_CASE and the feature
    GE_LAST_CASE_FEATURE, //
    GE_RELATIVE,          // GE_CASE of the relative pronoun that depends on the head
    GE_RELATIVE_FEATURE,  // the same and the feature of the pronoun
    GE_SOURCES
} ge_source;
enum { GE_FUNCTIONS = GE_CC + 1 }; // the sources that are function words

// A sentence with its tree.
typedef struct ge_tree {
    int n;
    int *head;             // [n+1]
    copse_str *label;      // [n+1] slices of the sentence; "" for the root
    uint64_t *full, *base; // [n+1] hashes of the label, whole and up to its first colon
    uint32_t *below;       // [n+1] which labels a word's dependents have: bits, see enhancer_tree.c
    int *relative;         // [n+1] a relative pronoun among the dependents of a word, or below them; or 0
    int (*function)[GE_FUNCTIONS];   // [n+1] the function words among a word's dependents, or 0
    copse_str (*suffix)[GE_SOURCES]; // [n+1] texts; s is NULL: none. Relatives: by the head of the arc
    gf_words words;
    gf_context context;
    arena own; // texts that are not slices of the sentence
    size_t head_cap, label_cap, full_cap, base_cap, below_cap, relative_cap, function_cap, suffix_cap;
} ge_tree; // all zero is empty

// Sets a sentence and its tree, or, for NULL, the tree of HEAD and DEPREL. False if that is none.
bool ge_tree_set(ge_tree *t, const copse_sentence *s, const copse_tree *tree, copse_column pos);
void ge_tree_done(ge_tree *t);

// --- labels

// The first part of a label.
typedef enum ge_prefix {
    GE_OWN,   // the dependent's label in the tree
    GE_ABOVE, // that of the dependent's head in the tree
    GE_FIXED, // given
    GE_PREFIXES
} ge_prefix;

typedef struct ge_class {
    uint8_t prefix, source;
    copse_str fixed; // if GE_FIXED
} ge_class;

// Can the class make a label for h→d? Its two parts; the second is "" for GE_PLAIN.
bool ge_class_parts(const ge_class *c, const ge_tree *t, int h, int d, copse_str part[2]);
// Is this the label that the class makes?
bool ge_class_makes(const ge_class *c, const ge_tree *t, int h, int d, copse_str label);
void ge_class_write(text *out, const ge_class *c, const ge_tree *t, int h, int d);

// --- candidates

typedef struct ge_candidate {
    int head, dep;
    uint64_t path, full; // hashes: with the first parts of labels, with whole labels; 0: an arc of the tree
    int near, far;       // nodes on the path next to the dependent and to the head; -1: none
    int top;             // the highest node on the path
} ge_candidate;

// Paths by hash, sorted; the last bit says whether the path is one of secondary arcs, or only the beginning
// of one.
typedef struct ge_paths {
    const uint64_t *at; // [n]
    size_t n;
} ge_paths;

// The candidates for arcs into d, that of the tree first: at most GE_MOST_CANDIDATES.
size_t ge_candidates(const ge_tree *t, const ge_paths *paths, int d, ge_candidate *out);
// The hashes of the beginnings of the path from d to h, the last is the whole path. Returns how many there
// are: none if it is too long.
size_t ge_path(const ge_tree *t, int h, int d, uint64_t hash[GE_LONGEST]);

// The features of an arc, keys of rows of weights.
size_t ge_features(const ge_tree *t, const ge_candidate *c, uint32_t *key);

// --- the model

typedef struct gemodel {
    copse_column pos;
    bool cycles;      // graphs may have some
    ge_class *class;  // [classes]
    size_t classes;   //
    ge_paths paths;   //
    uint64_t *own;    // the paths while training
    arena texts;      // of classes while training
    gweights weights; // rows: any arc, then one for each class
} gemodel;

extern const stage_kind ge_stage;

void ge_done(gemodel *m);
void ge_save(const gemodel *m, box_writer *w); // its sections
int ge_load(gemodel *m, const box *b, copse_error *err);

// What one thread needs.
typedef struct enhancer {
    const gemodel *model;
    ge_tree tree;
    sec_search search;
    sec_arc *arc;    // [arcs] of the sentence
    int *class;      // [arcs] the best of each
    size_t *of_word; // [n+2] the arcs into word d begin at of_word[d], that of the tree first
    size_t arc_cap, class_cap, of_word_cap;
    text out;
} enhancer; // zero but for model

void ge_enhancer_done(enhancer *e);
// Finds the graph of the current tree: arc, class and of_word.
void ge_enhance(enhancer *e);
// The best class of an arc and its score, from the scores of a row (any arc, then each class).
int ge_best(const gemodel *m, const ge_tree *t, const ge_candidate *c, const float *row, float *score);

#endif
