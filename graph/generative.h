// SPDX-License-Identifier: MIT
// The generative dependency model: the joint probability of a tagged sentence and its tree.
//
// Projective (Eisner 1996, model C; Klein & Manning 2004). The root makes root words. Every word makes its
// dependents on each side from the inside out; before each it decides whether to STOP:
//   P(sentence, tree) = Π over heads h and sides of
//       Π over dependents d of  (1 - P(STOP | h, side, context)) P(tag d | h, side, context) P(form d | tag
//       d, h, side) · P(STOP | h, side, context at the end)
// What the context is says the variant. The root makes at least one word; with a single root, exactly one.
//
// The variants. Model C is Eisner's: the context is the tag of the dependent made just before. His models A
// and B first make the words by a Markov process and then choose arcs among them, so much of their
// probability goes to sets of arcs that are no tree, and the sum over the trees of a sentence is not the
// probability of the sentence. Ours (a, b) keep what they condition on and generate top-down as C does:
// a: an arc depends on its two words and the side alone; b: a word also has a preference for having
// dependents at all, since STOP depends on whether there is one already (Klein & Manning's DMV). d: so do
// the dependents (Headden et al. 2009).
//
// Non-projective (McDonald & Satta 2007, section 4.4; Paskin 2001). With STOP, top-down generation gives
// multisets of words, not strings, once arcs may cross. So the length and a tree over the places come first:
//   P(sentence, tree) = P(n) P(tree | n) Π over arcs h→d of P(tag d | h, side) P(form d | tag d, h, side)
// Arcs are independent and the sum is exact by the Matrix-Tree theorem. P(n) is geometric. P(tree | n) is
// uniform as in the paper, or proportional to a product of weights of distances, whose sum over all trees of
// n words is another determinant.
//
// Probabilities are smoothed (backoff.h). An unseen form is spelled byte by byte, so that all forms together
// have probability 1. All unseen tags are one event, "other". Then the probabilities of all sentences sum to
// 1, but for the mass of infinite trees if words have more than one dependent on average.
#ifndef COPSE_GRAPH_GENERATIVE_H
#define COPSE_GRAPH_GENERATIVE_H

#include "common/base/option.h"
#include "common/base/table.h"
#include "common/model/stage.h"
#include "common/treebank/treebank.h"
#include "graph/automata.h"
#include "graph/backoff.h"

#include <math.h>

// What a choice of a head depends on, beside the head and the side.
typedef enum gen_context { GEN_NOTHING, GEN_VALENCE, GEN_BEFORE } gen_context;

typedef struct gen_variant {
    const char *name, *help;
    uint32_t id; // in model files: never changed, never used again
    gen_context dependents, stops;
} gen_variant;

extern const gen_variant *const gen_variants[]; // NULL-terminated
const gen_variant *gen_variant_by_id(uint32_t id);
opt_choice gen_variant_choice(size_t i);

enum {
    GEN_REACH = 10,         // classes of distances
    GEN_MOST_TAGS = 20000,  // of a model
    GEN_MOST_LABELS = 4000, // likewise
    GEN_BYTES = 256,
};

typedef struct generative {
    const gen_variant *variant;
    bool projective, single_root;
    bool forms;       // are generated; otherwise a sentence is a sequence of tags
    bool punctuation; // is generated; otherwise it is no part of the sentence
    copse_column pos;
    double smoothing;
    table tags;                      // unseen ones have the number tags.n, the root tags.n + 1
    table words;                     // known forms
    double longer;                   // P(n) = (1 - longer) longer^(n-1)
    double reach[2][GEN_REACH], top; // log weights of arcs by distance, left and right; of arcs from the root
    backoff tag, stop, form;
    backoff byte; // of an unseen form; 0 ends it
    table labels;
    uint8_t *allowed; // [labels] see label_places.h
    int any_label;    // of last resort, not under the root
    int punct_label;  // of punctuation that is no part of the sentence
    backoff label;
} generative; // all zero is empty

void gen_done(generative *m);
void gen_save(const generative *m, box_writer *w);           // its sections
int gen_load(generative *m, const box *b, copse_error *err); // (generative_file.c)

// --- The words of a sentence, as the model knows them (generative_words.c)
typedef struct gen_words {
    int n;
    int *at;         // [n+1] the word's number in the sentence
    int *tag;        // [n+1] that of the root is at 0
    uint32_t *form;  // [n+1] the number of the form, or BO_UNSEEN
    double *spelled; // [n+1] log probability of the form as an unseen one
    size_t cap;
} gen_words; // all zero is empty

// Punctuation is left out if the model says so, unless there is nothing else or whole is set.
void gen_words_set(gen_words *w, const generative *m, const copse_sentence *s, bool whole);
void gen_words_done(gen_words *w);
// The heads of a tree of the sentence over w: a word under one that was left out hangs on the nearest
// ancestor that was not. head is [n+1].
void gen_words_heads(const gen_words *w, const copse_tree *tree, int *head);
int gen_tag_of(const generative *m, const copse_sentence *s, int word);
// Counts the bytes of a form, and the log probability of spelling one.
void gen_count_bytes(generative *m, copse_str form);
double gen_spell(const generative *m, copse_str form);

// --- Counting (generative.c). gen_settle ends it.
// Counts what a tree over w generates. Each head[1..n] is in 0..n.
void gen_count_tree(generative *m, const gen_words *w, const int *head);
// Counts one decision of a head with tag h and known form, or BO_UNSEEN: a dependent's tag, or STOP.
typedef struct gen_head {
    int tag;
    uint32_t form;
    int side;    // HA_LEFT, HA_RIGHT
    int context; // 0: no dependent before; else 1 + the tag of the one before
} gen_head;
void gen_count_tag(generative *m, const gen_head *h, int tag, double by);
void gen_count_stop(generative *m, const gen_head *h, bool stop, double by);
void gen_count_label(generative *m, int head_tag, int tag, int side, uint32_t label);
void gen_settle(generative *m);

// --- Probabilities (generative.c)
void gen_tag_chain(const generative *m, const gen_head *h, bo_chain *c);
void gen_stop_chain(const generative *m, const gen_head *h, bo_chain *c);
double gen_log_tag(const generative *m, const bo_chain *c, int tag);
// [0] log P(no STOP), [1] log P(STOP); the root's included.
void gen_log_stop(const generative *m, const gen_head *h, double log_stop[2]);
double gen_log_form(const generative *m, const gen_words *w, int h, int d);
// The class of a distance, and the log weight of an arc in P(tree | n).
int gen_reach_class(int h, int d);
double gen_log_reach(const generative *m, int h, int d);
// The best label of an arc; label places are respected. head_tag is tags.n + 1 for the root.
int gen_label(const generative *m, int head_tag, int tag, int side);
// The log of its probability over that of the next best one; 0 if there is no other.
double gen_label_lead(const generative *m, int head_tag, int tag, int side);

// --- The scores of all trees of a sentence (generative_scores.c). Memory is kept between sentences.
typedef struct gen_scores {
    const generative *m;
    gen_words words;
    bool single_root;   // forced, or as trained
    double scale;       // of all scores: 1 / temperature
    const int *given;   // [n+1] heads that trees must have, or GIVEN_NONE; NULL: none
    ha_scores automata; // of the projective model
    int *context;       // [n+1]
    int *context_tag;   // [contexts] for gen_head
    double *stop, *go;  // [(h*2 + side)*K + k]
    bo_chain *chain;    // [(h*2 + side)*K + k] of tags
    double *form;       // [d*N + h]
    double *arc;        // [d*N + h] of the non-projective model
    double *trees; // [trees_n] log of the sum of the weights of all trees of n words, NAN: not yet computed
    size_t context_cap, context_tag_cap, chain_cap, stop_cap, go_cap, form_cap, arc_cap, trees_n;
    arena arena;
} gen_scores; // all zero but for m, scale and single_root

// fixed: heads that trees must have, as in given.h, or NULL. With it nothing is left out.
void gen_scores_set(gen_scores *s, const copse_sentence *sentence, const int *fixed);
// Divides all scores by a temperature, until the next call.
void gen_heat(gen_scores *s, double temperature);
void gen_scores_done(gen_scores *s);
// The log of the sum over all trees: the log probability of the sentence.
double gen_sum(gen_scores *s);
// The same with the probability of each arc over words.n.
double gen_marginals(gen_scores *s, double *marginal);
// The best tree. Returns the log of its probability.
double gen_best(gen_scores *s, int *head);
// The log probability of a tree with the sentence, by definition.
double gen_log_tree(gen_scores *s, const int *head);

extern const stage_kind gen_stage; // generative_parser.c

#endif
