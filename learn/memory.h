// SPDX-License-Identifier: MIT
// Memory-based learning: IB1 as TiMBL 6.5 defines it (Daelemans & Van den Bosch 2005; Daelemans et al., TiMBL
// reference guide). All instances are kept. A new one gets the class for which those at the k smallest
// distances vote.
//
// Notation: columns f are symbolic features with weights w(f). The distance of two instances is
//     Δ(X,Y) = Σ_f w(f) δ(x_f, y_f)
// With Overlap δ is 0 for equal values, else 1. With the modified value difference metric (MVDM) it is
//     δ(v,u) = ½ Σ_c |P(c|v) - P(c|u)|
// for values seen at least L times in training, else as with Overlap. A value that was not seen is at
// distance 1 from all others.
//
// Under MVDM, frequent values with the same P(c|v) are at the same distance from everything. They are one
// symbol, called a profile; any other value is a symbol of its own. The instance base holds symbols.
//
// This header is for the files memory*.c, the tests, and classify.c, which shows distances.
#ifndef COPSE_LEARN_MEMORY_H
#define COPSE_LEARN_MEMORY_H

#include "common/base/arena.h"
#include "learn/learner.h"

typedef enum mbl_metric { MBL_OVERLAP, MBL_MVDM } mbl_metric;                                  // --metric
typedef enum mbl_voting { MBL_MAJORITY, MBL_INVERSE, MBL_LINEAR, MBL_EXPONENTIAL } mbl_voting; // --vote
typedef enum mbl_weighting { // --feature-weights
    MBL_NO_WEIGHTS,
    MBL_GAIN_RATIO,
    MBL_GAIN,
    MBL_CHI_SQUARE,
    MBL_SHARED_VARIANCE
} mbl_weighting;

typedef struct memory_options { // as given; auto where not
    long neighbours;
    int metric, vote, weights;
    long least;          // occurrences that MVDM needs
    double decay, power; // of MBL_EXPONENTIAL: exp(-decay distance^power)
} memory_options;

enum {
    MBL_MOST_K = 1000,
    MBL_MOST_COLUMNS = 1 << 16,
    MBL_MOST_CLASSES = 1 << 16,
};
#define MBL_NONE UINT32_MAX         // a symbol: not seen in training; a column: an empty slot
static const double MBL_MOST = 1e9; // weights and options of votes, so that no distance overflows

// Values of columns: keys to columns and symbols. A slot holds a feature's key, with the symbol of the value
// that has this feature alone; or a mixture of keys (mbl_mixture) for a value that is a set of features.
typedef struct mbl_slots {
    const uint64_t *key;    // [n]
    const uint32_t *column; // [n] MBL_NONE: empty
    const uint32_t *symbol; // [n] MBL_NONE: the key alone is no value
    uint32_t n;             // a power of two
} mbl_slots;

typedef struct mbl_node { // of the trie
    uint32_t symbol;
    uint32_t from, to; // its children; to is MBL_NONE: it has none, and from is its only row
} mbl_node;

typedef struct memory {
    scorer base;
    uint32_t k, vote, metric, weighting; // metric and weighting only for descriptions
    double decay, power;
    uint32_t columns;
    mbl_slots slots;
    const uint64_t *empty;                         // [columns] the mixtures of empty sets
    const double *weight;                          // [columns]
    const uint32_t *symbols;                       // [columns] how many there are
    const uint32_t *profiles;                      // [columns] how many of them, the first ones, are profiles
    const uint32_t *profile_at;                    // [sum of profiles + 1] where each begins in profile_class
    const uint32_t *profile_class, *profile_count; // the classes of each, ascending, and how often
    uint32_t rows;                                 // different instances
    const uint32_t *row;       // [rows][columns] their symbols, ascending as strings of numbers
    const uint32_t *row_at;    // [rows+1] where the classes of each begin in row_class
    const uint32_t *row_class; // classes of each, ascending, and how often
    const uint32_t *row_count;
    const uint32_t *class_count; // [classes] in all instances
    // derived (memory_trie.c)
    mbl_node *node; // [nodes] of the trie, level by level; the first is the root
    uint32_t nodes;
    uint32_t *first_profile; // [columns+1] where the profiles of a column begin
    uint32_t *own_at;      // [columns+1] where the symbols of a column that are no profiles begin in own_from
    uint32_t *own_from;    // [own_at[columns]+1] where the rows of each begin in own_row
    uint32_t *own_row;     // the rows that have it, ascending
    double *profile_share; // as profile_class: P(c|v)
    double **matrix;       // [columns] w(f) δ of profiles × symbols; NULL: too large, computed when needed
    struct mbl_layout {    // offsets in scratch memory
        size_t seek, frame, rest, lazy, known, distance, count, counts, vote, rank, mixture, seen, symbol;
    } layout;
    size_t scratch; // its size
    arena own;      // the derived arrays; all arrays if not loaded from a file
} memory;

extern const scorer_kind scorer_memory;

// --- Making (memory_values.c, memory_weights.c, memory_make.c)

// The values of the columns of all examples.
typedef struct mbl_table {
    size_t n;
    uint32_t columns;
    uint32_t *value;  // [columns][n]
    uint32_t *values; // [columns] how many different ones
    uint64_t *key;    // of slots, which hold values where the scorer's hold symbols
    uint32_t *column, *symbol;
    uint32_t slots, used;
} mbl_table;

uint64_t mbl_mixture(uint64_t before, uint64_t key); // adds a key to the mixture of a set; any order
uint64_t mbl_empty(uint32_t column);                 // the mixture of the empty set
static inline uint32_t mbl_slot(uint64_t key, uint32_t slots)
{
    return (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (slots - 1);
}
void mbl_table_make(mbl_table *t, const examples *ex);
void mbl_table_done(mbl_table *t);

// How often the values of a column occur with each class.
typedef struct mbl_counts {
    uint32_t values;
    uint32_t *total; // [values]
    uint32_t *at;    // [values+1] where the classes of each begin
    uint32_t *class; // ascending
    uint32_t *count;
} mbl_counts;

void mbl_count(mbl_counts *c, const uint32_t *value, uint32_t values, const examples *ex);
void mbl_counts_done(mbl_counts *c);
double mbl_weigh(mbl_weighting weighting, const mbl_counts *c, const examples *ex);

// Makes a scorer of kind scorer_memory; options are settled.
scorer *mbl_make(const examples *ex, const memory_options *options);

// --- Using

// Computes everything derived from the arrays, which are sound (memory_trie.c).
void mbl_derive(memory *m);

// Compares two distances: TiMBL takes them as equal if they differ by less than the smallest step above 1.
static inline bool mbl_same(double a, double b)
{
    return a - b < 0x1p-52 && b - a < 0x1p-52;
}

// δ of two profiles of a column, by their numbers among all profiles.
double mbl_difference(const memory *m, uint32_t p, uint32_t q);

// The instances at the k smallest distances (memory_search.c).
typedef struct mbl_nearest {
    uint32_t n;             // distances found
    const double *distance; // [n] ascending
    uint32_t *const *count; // [n] [classes] instances of each class at this distance
} mbl_nearest;

// Finds the symbols of an instance, given by its features.
void mbl_look(const memory *m, const uint64_t *key, size_t n, void *scratch);
// After mbl_look. The result is in scratch.
mbl_nearest mbl_search(const memory *m, uint32_t k, void *scratch);

// The vote (memory_scorer.c).
typedef struct mbl_answer {
    uint32_t best;      // the class
    double distance;    // of the nearest instances
    const double *vote; // [classes] in scratch; with one distance more if that breaks a tie
    bool tie;           // did classes have equal votes at first?
} mbl_answer;
mbl_answer mbl_ask(const scorer *s, const uint64_t *key, size_t n, void *scratch);

// --- The functions of scorer_memory in memory_file.c
void mbl_save(const scorer *s, box_writer *w);
scorer *mbl_load(cursor *c, copse_error *err);
void mbl_free(scorer *s);

#endif
