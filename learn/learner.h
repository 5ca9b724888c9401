// SPDX-License-Identifier: MIT
// Learners and scorers. A learner trains a scorer, which gives every class a score for a set of features.
//
// Features are binary. In training they are ids 0..features-1, each with its 64-bit key; in parsing only
// keys are used. Some learners see symbols instead: the features of one column (a line of the feature model)
// are the values of one symbolic feature.
#ifndef COPSE_LEARN_LEARNER_H
#define COPSE_LEARN_LEARNER_H

#include "common/base/meter.h"
#include "common/base/option.h"
#include "common/model/container.h"
#include "copse.h"

#define EX_NO_COLUMN UINT32_MAX // of a feature that is always there

typedef struct examples {
    uint32_t classes;  // classes are 0..classes-1
    uint32_t features; // ids are 0..features-1
    uint64_t *key;     // [features] the key of each id
    size_t n;          // examples
    uint32_t *y;       // [n] their classes
    size_t *start;     // [n+1] where the features of each example begin in feature
    uint32_t *feature; // [start[n]] ids, each at most once in an example, in no order
    uint32_t columns;  // of symbolic features; 0: not known
    uint32_t *column;  // [features] the column of each id, or EX_NO_COLUMN; NULL if columns is 0
} examples;

// Training options common to all learners.
typedef struct learn_options {
    double cost, eps; // of the libraries
    int processes;    // number of processes, where classes are trained one by one
    uint64_t seed;
    const char *what; // what is being trained, for messages
    const void *own;  // the learner's own options: the struct of its rows
    meter *meter;     // or NULL; training is its current stage, and the learner sets the steps
} learn_options;

typedef struct scorer scorer;

typedef struct scorer_kind scorer_kind;

enum { LEARN_MOST = 16 }; // learners
typedef union learn_own { // room for the own options of any learner
    long whole;
    double real;
    const char *string;
    char bytes[96];
} learn_own;

// A learner is one file and one line in learner.c.
typedef struct learner {
    const char *name;
    const char *help;
    double cost;                   // by default; 0: it has no --cost and --eps
    int exploration, joint_labels; // defaults for a parser trained with it (transition/options.c)
    const opt_row *rows;           // its own options, over a struct that fits a learn_own; or NULL
    // Are its own options compatible? 0, or COPSE_EINPUT with a message about options, without file. May be
    // NULL.
    int (*check)(const void *own, copse_error *err);
    const scorer_kind *scorer; // the kind that train makes
    // Trains a scorer. NULL if the problem is too large for the library or for memory (checked before
    // anything is allocated), or the library refuses an option. Same examples, options and seed: same
    // scorer. Not thread-safe: the libraries use the global rand(), which is seeded here.
    scorer *(*train)(const examples *ex, const learn_options *options, copse_error *err);
} learner;

extern const learner *const learn_all[]; // ends with NULL
opt_choice learn_choice(size_t i);       // for an option

// --- Scorers: read-only once made, may be shared by threads
struct scorer_kind {
    uint32_t id; // in model files
    const char *name;
    void (*score)(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch);
    size_t (*scratch)(const scorer *s);           // bytes of scratch memory that score needs
    void (*save)(const scorer *s, box_writer *w); // appends to the section begun by the caller
    scorer *(*load)(cursor *c, copse_error *err); // arrays stay in the bytes of the model
    void (*free)(scorer *s);
    void (*describe)(const scorer *s, char *buf, size_t size); // "linear, 812,345 features, 2.1 M weights"
};

struct scorer { // the first member of every kind's struct
    const scorer_kind *kind;
    uint32_t classes;
};

static inline void sc_score(const scorer *s, const uint64_t *key, size_t n, float *score /* [classes] */,
                            void *scratch)
{
    s->kind->score(s, key, n, score, scratch);
}

// Partial sums, for scorers that are sums of weights (linear.c). sc_room is the number of elements of a sum;
// 0: this scorer has no partial sums. Sums over at most SC_MOST keys may be added up and turned into scores,
// which equal those of sc_score for all these keys.
enum { SC_MOST = 256 };
size_t sc_room(const scorer *s);
void sc_fetch(const scorer *s, const uint64_t *key, size_t n); // prefetches the memory that these keys need
void sc_find(const scorer *s, const uint64_t *key, size_t n, uint32_t *what); // for sc_add
void sc_add(const scorer *s, const uint32_t *what, size_t n, int16_t *sum /* [room] */);
void sc_scores(const scorer *s, const int16_t *sum, float *score /* [classes] */);

void sc_save(const scorer *s, box_writer *w);
scorer *sc_load(cursor *c, copse_error *err);
void sc_free(scorer *s);

extern const scorer_kind scorer_linear;

// Makes a linear scorer: row writes the weights of a feature id to w[classes]. Weights are rounded to 8
// bits. A feature is left out if all its weights round to less than drop, a share of the largest weight of
// the class. (linear.c)
scorer *sc_linear_make(uint32_t classes, uint32_t features, const uint64_t *key,
                       void (*row)(void *context, uint32_t feature, double *w), void *context, double drop);

#endif
