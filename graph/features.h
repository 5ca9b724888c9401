// SPDX-License-Identifier: MIT
// Features of the graph parser: arcs, adjacent siblings, grandparents, labelled arcs.
//
// A feature is a 64-bit sum of values, each multiplied by the odd number of its place, stirred once. The
// part that depends on one word is summed once for a sentence (gf_words_set); a feature of two words is then
// one addition away. Every function here is an extraction: it only writes the keys of a part, 32 bits each,
// so training collects exactly what parsing sums. Weights (weights.h) take the lower bits of a key as an
// index.
#ifndef COPSE_GRAPH_FEATURES_H
#define COPSE_GRAPH_FEATURES_H

#include "common/model/clusters.h"
#include "common/model/stage.h"
#include "copse.h"

enum {
    GF_PAIRS = 41,      // templates of an arc that join a value of the head with one of the dependent
    GF_CHEAP = 11,      // the first of them, for the pruner
    GF_ENDS = 14,       // templates of one end of an arc
    GF_SIBLINGS = 12,   // templates of head, sibling and dependent
    GF_GRANDS = 16,     // templates of grandparent, head and dependent
    GF_MOST_ITEMS = 12, // items of FEATS that are looked at
    GF_BINS = 9,        // of distances
    GF_MOST_GUIDES = STAGE_MOST_GUIDES,
    GF_MOST = 1024, // room for the keys of any one part
};

typedef enum gf_value {
    GF_FORM,
    GF_LEMMA,
    GF_POS,    // the column chosen for parts of speech
    GF_COARSE, // UPOS or CPOSTAG
    GF_FEATS,  // the whole column
    GF_PREFIX,
    GF_SUFFIX,
    GF_CASE,   // the item Case, or the lemma of words without features: case and what governs it
    GF_PLACE,  // how many verbs stand before and after
    GF_CLAUSE, // the same between the punctuation before and after, and which punctuation
    GF_VALUES
} gf_value;

typedef struct gf_word {
    uint64_t v[GF_VALUES];
    uint32_t items, items_n;   // into item
    uint64_t bit;              // of the coarse part of speech, among those of the sentence
    uint8_t verb, punct, conj; // see gf_classify
    uint8_t uncounted;         // punctuation as evaluation leaves it out
} gf_word;

typedef struct gf_item {
    uint64_t name, pair; // hashes of "Case" and "Case=Nom"
} gf_item;

typedef struct gf_guide { // the arc into a word in another parser's tree
    int head;             // -1: none
    uint64_t label;       // hashed
    uint64_t sure;        // its confidence, binned
} gf_guide;

typedef struct gf_cluster { // the first 4, the first 6 and all bits of a path, hashed
    uint64_t four, six, whole;
} gf_cluster;

// A sentence as numbers. Nodes are 0 (the root) to n; node i is word[i+1], with a word before and a word
// after.
typedef struct gf_words {
    const struct gf_set *set; // what is extracted (feature_sets.h); set by the user, NULL: the default
    int n;
    gf_word *all;  // [n+5]
    gf_word *word; // all + 1
    gf_item *item;
    uint64_t *head, *dep;             // [n+1][GF_PAIRS] the halves of pair templates
    uint64_t *end;                    // [n+1][GF_ENDS]
    uint64_t *sib[3];                 // [n+2][GF_SIBLINGS] of head, sibling (n+1: none), dependent
    uint64_t *grand[3];               // [n+1][GF_GRANDS] of grandparent, head, dependent
    uint32_t *verbs, *puncts, *conjs; // [n+2] how many nodes before this one are
    uint64_t coarse[64];              // values by bit
    int guides;                       // number of other parsers with trees in guide
    gf_guide *guide;                  // [n+1][guides]
    const uint16_t *label; // [d*(n+1) + h] labels of arcs, joined with siblings and grandparents; or NULL
    int coarse_n;
    void *own;                // what the set keeps of a sentence, or NULL
    const clusters *clusters; // for a set with clusters; set by the user
    gf_cluster *cluster;      // [n+3] of each node, from -1; filled in by such a set
    size_t cluster_cap, own_cap, word_cap, item_cap, head_cap, dep_cap, end_cap, sib_cap[3], grand_cap[3],
        count_cap, guide_cap;
} gf_words; // all zero is empty; its set stays the same

void gf_words_set(gf_words *w, const copse_sentence *s, copse_column pos);
void gf_words_done(gf_words *w);
// Sets the trees of guides, after gf_words_set: word d of the sentence is word at + d of their trees.
void gf_guides_set(gf_words *w, const copse_tree *const *guide, int guides, int at);

// Parts of gf_words_set: a node that is no word (the root, past the ends), the kind of a word by its form
// and coarse part of speech, and the halves of templates.
void gf_fixed_word(gf_word *word, uint64_t value);
void gf_classify(gf_word *word, copse_str form, copse_str tag);
void gf_halves_set(gf_words *w);

static inline uint64_t gf_few(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

int gf_bin(int distance); // 0..GF_BINS-1

// The few features of the pruner.
size_t gf_cheap(const gf_words *w, int h, int d, uint32_t *key);

// --- labels

// What a labelled arc sees of the tree around it.
typedef struct gf_context {
    const int *head;     // [n+1]
    int *first, *next;   // [n+1] dependents of a node in order, 0 at the end; next[d] is the sibling after d
    int *before;         // [n+1] the sibling before d, or 0
    int *left, *right;   // [n+1] how many dependents on each side
    int *order, *behind; // [n+1] place in preorder, and the place after all words below; see gf_context_order
    size_t cap[7];
} gf_context; // all zero is empty

void gf_context_set(gf_context *c, const int *head, int n);
// Fills in order and behind, after gf_context_set; head must be a tree.
void gf_context_order(gf_context *c, int n);
static inline bool gf_is_below(const gf_context *c, int word, int top)
{
    return c->order[word] > c->order[top] && c->order[word] < c->behind[top];
}
void gf_context_done(gf_context *c);

// --- what the sets share

// What guides say of an arc; every set adds it where there are guides.
size_t gf_guide_arc(const gf_words *w, int h, int d, uint32_t *key);
size_t gf_guide_sibling(const gf_words *w, int h, int s, int d, uint32_t *key);
size_t gf_guide_label(const gf_words *w, int h, int d, uint32_t *key);

// The hash of the first or last characters of a form, up to length of them.
uint64_t gf_affix(copse_str form, int length, bool last);

// --- the set copse, whose ends and plain pairs the filter uses with every set

size_t gfc_end(const gf_words *w, int word, bool as_head, bool right, int bin, uint32_t *key);
size_t gfc_pair(const gf_words *w, int h, int d, uint32_t *key);
// The most decisive of these: parts of speech, what stands between, morphology, guides.
size_t gfc_pair_plain(const gf_words *w, int h, int d, uint32_t *key);
size_t gfc_sibling(const gf_words *w, int h, int s, int d, uint32_t *key);
size_t gfc_grand(const gf_words *w, int g, int h, int d, uint32_t *key);
size_t gfc_label_own(const gf_words *w, int d, bool right, uint32_t *key);
size_t gfc_label_arc(const gf_words *w, int h, int d, uint32_t *key);
size_t gfc_label_sibling(const gf_words *w, int h, int s, int d, uint32_t *key);
size_t gfc_label_context(const gf_words *w, const gf_context *c, int d, uint32_t *key);
size_t gfc_label_pair(const gf_words *w, int h, int s, int d, int previous, uint32_t *key);

#endif
