// SPDX-License-Identifier: MIT
// A stage reads some columns of a sentence and writes others: a parser, a tagger. This is the interface of
// all kinds of stages, so that models, streams, votes and cross-validation need not know the kind.
#ifndef COPSE_MODEL_STAGE_H
#define COPSE_MODEL_STAGE_H

#include "common/model/container.h"
#include "common/treebank/splitter.h"
#include "copse.h"

enum {
    STAGE_MOST_GUIDES = 8,            // of one parser
    STAGE_MOST_ARCS = COPSE_MOST_ARCS // words of a sentence whose arcs all get probabilities: n² numbers
};

struct given; // common/treebank/given.h

// What a parser works on.
typedef struct stage_input {
    const copse_sentence *sentence;
    const copse_tree *const *guide; // [guides] trees of the guides for the same sentence, or NULL if the
                                    // model was trained without guides
    const struct given *given;      // heads and labels that the tree must have, or NULL
    double temperature;             // positive: the tree gets evidence (tree.h), from scores divided by this
} stage_input;

// The k best trees of a sentence, best first. Their heads differ.
typedef struct stage_list {
    copse_tree *const *tree; // [k] filled by the parser
    double *score;           // [k] falling
    int k;                   // wanted, at least 1
    int n;                   // found: fewer than k if there are no more
    bool exact;              // no other tree scores higher than the last one; false: the search approximates
    double log_sum;          // the log of the sum of e^score over all trees; NAN: not known
} stage_list;

// A list of one tree, list->tree[0], whose score is not known.
void stage_list_one(stage_list *list);

// The probabilities of all arcs of a sentence.
typedef struct stage_arcs {
    int n;
    double *p; // [d*N + h], N = n + 1: the probability of h→d; the sum over h is 1 for each word
    size_t cap;
    double log_sum; // the log of the sum of e^score over all trees; NAN: not known
} stage_arcs;       // all zero is empty; p is freed with mem_free

// Makes room for n words, and all probabilities 0. log_sum becomes NAN.
void stage_arcs_fit(stage_arcs *a, int n);

static inline double stage_arc(const stage_arcs *a, int head, int word)
{
    return a->p[(size_t)word * ((size_t)a->n + 1) + (size_t)head];
}

// What the trees of a parser have in common.
typedef struct stage_limits {
    bool single_root; // one root word
    bool projective;
} stage_limits;

typedef struct stage_kind {
    const char *name;  // the "kind" in META
    const char tag[5]; // a section that only models of this kind have
    unsigned writes;   // the columns, a bit 1 << column each
    // The columns that the model reads, likewise. Columns of the guides' trees do not count.
    unsigned (*reads)(const void *model);
    // Loads the model in b, which must stay open as long as the model. The model is then read-only.
    void *(*load)(const box *b, copse_error *err);
    void (*free)(void *model);
    // Makes a worker for one thread. options is not NULL.
    void *(*worker_new)(const void *model, const copse_parse_options *options);
    void (*worker_free)(void *worker);
    // A tokeniser makes sentences of text, before all other stages; it has no workers. NULL: it is none. The
    // options are not NULL.
    splitter (*split)(const void *model, const copse_text_options *options);
    // Otherwise exactly one of parse and run is set. A parser makes a tree.
    void (*parse)(void *worker, const stage_input *in, copse_tree *tree);
    // Any other stage puts what it predicts over the sentence: only where the sentence has no value of its
    // own, unless the options say retag.
    void (*run)(void *worker, copse_sentence *sentence);
    int (*guides)(const void *model); // number of guides whose trees parse needs; NULL: always 0
    // Is the model a distribution over trees, so that its probabilities need no temperature? NULL: no.
    bool (*sums)(const void *model);
    // Does a parser leave arcs out that copse_parse_options.unpruned brings back? NULL: no.
    bool (*prunes)(const void *model);
    // For parsers, NULL if they have none. The k best trees; the first is that of parse.
    void (*kbest)(void *worker, const stage_input *in, stage_list *list);
    // The probabilities of all arcs of a sentence of at most STAGE_MOST_ARCS words, with scores divided by
    // temperature.
    void (*arcs)(void *worker, const stage_input *in, double temperature, stage_arcs *out);
    // The tree with the most arcs that are expected to be right, under these probabilities.
    void (*min_risk)(void *worker, const stage_input *in, double temperature, copse_tree *tree);
    // The limits of a parser's trees of n words, which given heads must keep to. NULL: none.
    stage_limits (*limits)(const void *worker, int n);
    // For language models, NULL if it is none. The log probability of the sentence, summed over all its
    // trees; NAN if it is too long. *words: how many of its words the model generates.
    double (*log_probability)(void *worker, const stage_input *in, int *words);
} stage_kind;

// What parsers write.
#define STAGE_PARSER_WRITES (1U << COPSE_HEAD | 1U << COPSE_DEPREL)

// The temperature for probabilities of arcs: 1 for a distribution over trees, otherwise the fitted one.
static inline double stage_temperature(const stage_kind *kind, const void *model, double fitted)
{
    return kind->sums && kind->sums(model) ? 1 : fitted;
}

// The number of guides whose trees the model needs.
static inline int stage_guides(const stage_kind *kind, const void *model)
{
    return kind->guides ? kind->guides(model) : 0;
}

// All kinds, NULL after the last (stages.c).
extern const stage_kind *const stage_kinds[];
// The kind of the model in b, or NULL; among all kinds, or among those of a list.
const stage_kind *stage_of(const box *b);
const stage_kind *stage_among(const stage_kind *const *kinds, const box *b);

// Is the model in b of this kind? If not, COPSE_EMODEL; the message says what it is. Every load calls this
// first.
int stage_check(const stage_kind *kind, const box *b, copse_error *err);

#endif
