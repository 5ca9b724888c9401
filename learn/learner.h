// SPDX-License-Identifier: MIT
// Learners and what they make: a scorer, which gives every class a score for a set of features.
//
// Features are binary. In training they are ids 0..features-1, each with its 64-bit key; when parsing, only
// keys.
#ifndef COPSE_LEARN_LEARNER_H
#define COPSE_LEARN_LEARNER_H

#include "common/base/meter.h"
#include "common/base/option.h"
#include "common/model/container.h"
#include "copse.h"

typedef struct examples {
    uint32_t classes;  // classes are 0..classes-1
    uint32_t features; // ids are 0..features-1
    uint64_t *key;     // [features] the key of each id
    size_t n;          // examples
    uint32_t *y;       // [n] their classes
    size_t *start;     // [n+1] where the features of each begin in feature
    uint32_t *feature; // [start[n]] ids, each at most once in an example, in no order
} examples;

// How to train, whatever the learner.
typedef struct learn_options {
    double cost, eps; // of the libraries
    int processes;    // to train in, where classes are trained one by one
    uint64_t seed;
    const char *what; // what is being trained, for messages
    const void *own;  // the learner's own options: the struct of its rows
    meter *meter;     // or NULL; training is the stage at hand, whose steps are the learner's
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
    double cost;                   // by default
    int exploration, joint_labels; // of a parser that is trained with it, by default (transition/options.c)
    const opt_row *rows;           // its own options, over a struct that fits a learn_own; or NULL
    // Do they go together? 0 or COPSE_EINPUT, about options, without file. May be NULL.
    int (*check)(const void *own, copse_error *err);
    const scorer_kind *scorer; // what it makes
    // A scorer, or NULL: too large for the library or for memory (said before anything is allocated), or an
    // option the library refuses. Same examples, options and seed: same scorer. Not for two threads at once:
    // the libraries use the global rand(), which is seeded here.
    scorer *(*train)(const examples *ex, const learn_options *options, copse_error *err);
} learner;

extern const learner *const learn_all[]; // ends with NULL
opt_choice learn_choice(size_t i);       // for an option

// --- scorers: read-only once made, shared by threads
struct scorer_kind {
    uint32_t id; // in model files
    const char *name;
    void (*score)(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch);
    size_t (*scratch)(const scorer *s);           // bytes of scratch memory that score needs
    void (*save)(const scorer *s, box_writer *w); // appends to the section begun by the caller
    scorer *(*load)(cursor *c, copse_error *err); // arrays stay in the mapped file
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

// Scores in parts, for scorers that are sums of weights (linear.c). sc_room: how many numbers a sum has, or
// 0: this scorer knows no parts. Sums of at most SC_MOST keys may be added up and become scores, which are
// then those of sc_score for all of these keys.
enum { SC_MOST = 256 };
size_t sc_room(const scorer *s);
void sc_fetch(const scorer *s, const uint64_t *key, size_t n); // asks for the memory that they need
void sc_find(const scorer *s, const uint64_t *key, size_t n, uint32_t *what); // for sc_add
void sc_add(const scorer *s, const uint32_t *what, size_t n, int16_t *sum /* [room] */);
void sc_scores(const scorer *s, const int16_t *sum, float *score /* [classes] */);

void sc_save(const scorer *s, box_writer *w);
scorer *sc_load(cursor *c, copse_error *err);
void sc_free(scorer *s);

extern const scorer_kind scorer_linear;

// The linear table: row gives the weights of a feature id into w[classes]. What is stored is rounded to 16
// bits; features whose weights all round to less than drop (a share of the largest weight of the class) are
// left out. (linear.c)
scorer *sc_linear_make(uint32_t classes, uint32_t features, const uint64_t *key,
                       void (*row)(void *context, uint32_t feature, double *w), void *context, double drop);

#endif
