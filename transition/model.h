// SPDX-License-Identifier: MIT
// A trained transition-based parser.
#ifndef COPSE_TRANSITION_MODEL_H
#define COPSE_TRANSITION_MODEL_H

#include "common/model/container.h"
#include "transition/features.h"
#include "transition/classifier.h"
#include "common/model/stage.h"
#include "common/base/table.h"

typedef struct tmodel {
    const tsystem *system;
    cfg_root root;
    bool single_root;
    int pproj; // a copse_pproj, or -1
    copse_column pos;
    int guides; // number of guides it was trained with
    feature_model features;
    clusters clusters;   // empty: none
    table labels;        // by index; marks of the pseudo-projective transformation included
    uint8_t *seen;       // [labels] where each was seen, marks ignored (label_places.h); NULL: not known
    uint8_t *allowed;    // [labels] where the parser may put each; a label marked as lifted may also stand
                         // under the root
    int root_label;      // for words left without a head
    int any_label;       // the most frequent one elsewhere, for arcs that no classifier knows
    char *split_by;      // the term whose value chooses the set of classifiers, or NULL
    int split_term;      // index of the feature model's term that chooses the set of classifiers, or -1
    uint64_t *split;     // [sets-1] values, sorted; set i+1 is for split[i], set 0 for all others
    classifier_set *set; // [sets]
    uint32_t sets;
} tmodel;

void tm_done(tmodel *m);
// The label at an index as it is in the trees: without marks.
copse_str tm_own_label(const tmodel *m, size_t label);
// Fills m->allowed from m->seen. Before that any label may stand anywhere.
void tm_allow(tmodel *m);
void tm_save(const tmodel *m, box_writer *w); // its sections
int tm_load(tmodel *m, const box *b, copse_error *err);

// The table of cached sums of weights (decide.c).
typedef struct tp_asked { // for a group of features
    uint64_t what;        // set, group and word
    void *entry;          // where their sum is, or will be
    size_t first, n;      // if it is not known: the features among the keys
} tp_asked;

typedef struct tp_known {
    char *entry; // [2^bits][entry_size]
    unsigned bits;
    size_t entry_size;
    size_t room;     // numbers of the longest sum
    int16_t *sum;    // [2][room]
    uint64_t *word;  // [groups]
    tp_asked *asked; // [groups]
} tp_known;

typedef struct tp_step { // a transition that was taken
    transition type;
    int label;
    int s, b;          // S0 and B0 before it: loose systems link them
    float left, right; // how far LEFT and RIGHT scored below it; infinite if not legal
} tp_step;

typedef struct tp_taken { // a transition that was taken, and its rivals
    transition type;
    int label;
    float margin, lead;   // of the type, of the label
    float below[T_TYPES]; // how far each type scored below it; infinite for itself and what was not legal
} tp_taken;

typedef struct tp_trace {
    tp_taken *step; // [n]
    size_t n, cap;
} tp_trace;

// What one thread needs to parse. Fits any sentence; keeps its memory between sentences.
typedef struct tparser {
    const tmodel *model;
    bool single_root;
    bool scores;  // shown in trees
    bool weighs;  // trees get evidence
    float *score; // [n+1] confidence in each arc made so far
    float *lead;  // [n+1] of its label
    size_t score_cap, lead_cap;
    config config;
    fm_words words;
    uint64_t *key;    // [fm_most + 1]
    uint32_t *column; // [fm_most + 1] of each key, written by tp_features; NULL: not wanted
    void *scratch;    // of fm_extract
    cls_scratch cls;
    tp_known known;
    tp_step *step; // [steps] the derivation so far, of systems that can leave loose words
    size_t steps, step_cap;
    int returns;               // how often it went back
    tp_trace *trace;           // tp_derive records its steps here, unless it is NULL
    copse_tree *piece;         // of a long sentence; NULL until there is one
    const struct given *given; // of the sentence, or NULL (keep.c)
    struct given *uncrossed;   // those that a projective system can derive; NULL until there are some
    int *given_label;          // [n+1] by index, CFG_NONE: not given, or not known
    size_t given_label_cap;
} tparser;

// Longer sentences are parsed in pieces by systems that take quadratic time.
enum { TP_MOST_QUADRATIC = STAGE_MOST_ARCS };

enum { TP_BIAS = 0x5bd1e995 }; // the key of the feature that is always there

extern const stage_kind tm_stage;

void tp_init(tparser *p, const tmodel *m);
void tp_want_columns(tparser *p); // makes p->column
void tp_done(tparser *p);

// Prepares the parser for a sentence: hashes its words and makes the initial configuration. For a piece of a
// sentence, its word 1 is word at + 1 of the guides' trees; otherwise at is 0.
void tp_start(tparser *p, const stage_input *in, int at);
// Writes the features of the configuration to p->key. Returns their number.
size_t tp_features(tparser *p);
// After tp_features: the value of the split feature, its set of classifiers, and the choice of that set
// given n features.
uint64_t tp_split_value(const tparser *p);
const classifier_set *tp_set(const tparser *p);
void tp_choose(tparser *p, size_t n, choice *out);
// The choice of tp_features and tp_choose, faster. The sets must be those of tp_init. (decide.c)
void tp_decide(tparser *p, choice *out);
void tp_known_init(tp_known *k, const tmodel *m);
void tp_known_done(tp_known *k);
// Prepares the parser to keep given heads, or none if g is NULL; before the initial configuration. g must
// outlive the parse. (keep.c)
void tp_keep(tparser *p, const struct given *g);
void tp_keep_done(tparser *p);
// The given label of the arc that the transition makes, or else label.
int tp_kept_label(const tparser *p, transition type, int label);
// Before arcs are restored: given words stay where they are.
void tp_keep_lifted(const tparser *p, copse_tree *tree);
// In the end: the tree has all given arcs and labels.
void tp_keep_tree(const tparser *p, copse_tree *tree);
// The labels for the arcs that LEFT and RIGHT would make.
cls_labels tp_labels(const tparser *p);
// A number between 0 and 1 that rises with the margin of a choice.
float tp_confidence(float margin);
// Takes transitions as the classifiers say until the derivation ends.
void tp_derive(tparser *p);
// Records a choice for tp_go_back.
void tp_note(tparser *p, const choice *next);
// After the last transition: with single_root, if several words have no head, goes back to a step where one
// of them could have got a head and makes that arc. Returns false if there is nothing to do. (reconsider.c)
bool tp_go_back(tparser *p);
// After that, or in training right after the derivation: with single_root, attaches loose words by the
// classifiers' decisions if the system can leave several. watch, if not NULL, is called before every
// decision is carried out: S0 and B0 are the two words, their n features are in p->key. (attach.c)
typedef void tp_watch(void *context, const tparser *p, size_t n, unsigned legal, const choice *next);
void tp_attach(tparser *p, tp_watch *watch, void *context);
// After that: with single_root, attaches loose words by the classifiers' scores until there is one root
// word, which is attached to 0 or the only word without a head. Afterwards only the arcs of the
// configuration are valid. (finish.c)
void tp_finish(tparser *p);
// After the derivation: all of these, and the tree.
void tp_end(tparser *p, copse_tree *tree);
// Adds a choice to p->trace. (kbest.c)
void tp_trace_add(tparser *p, const choice *next);
// The k best trees of a sentence that is not parsed in pieces. (kbest.c)
void tp_kbest(tparser *p, const stage_input *in, stage_list *list);
// Probabilities of arcs, and the tree of least risk under them, for the same sentences. (risk.c)
void tp_arcs(tparser *p, const stage_input *in, double temperature, stage_arcs *out);
void tp_min_risk(tparser *p, const stage_input *in, double temperature, copse_tree *tree);
// Parses a sentence. The labels of tree are slices of the model, or of tree itself.
void tp_parse(tparser *p, const stage_input *in, copse_tree *tree);

#endif
