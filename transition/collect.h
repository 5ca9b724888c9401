// SPDX-License-Identifier: MIT
// Training examples: configurations as sets of feature ids, and the right outcome of each.
#ifndef COPSE_TRANSITION_COLLECT_H
#define COPSE_TRANSITION_COLLECT_H

#include "transition/classifier.h"

typedef struct feature_ids { // keys to ids 0..n-1, in the order they came
    uint64_t *key;           // [n]
    uint32_t *column;        // [n] of the key
    size_t key_cap, column_cap;
    uint32_t n;
    uint32_t *slot; // [slots] id + 1
    size_t slots;   // a power of two
} feature_ids;

typedef struct collection {
    feature_ids ids;
    uint32_t columns;  // of the feature model
    uint32_t *feature; // ids of all examples, end to end
    size_t feature_n, feature_cap;
    size_t *start; // [n+1]
    size_t start_cap;
    outcome *target; // [n]
    size_t target_cap;
    uint64_t *split; // [n] the value that chooses the set of classifiers
    size_t split_cap;
    uint32_t *origin; // [n] the sentence it comes from
    size_t origin_cap;
    size_t n;
} collection;

// The id of a key, which is new if add is set; UINT32_MAX if it is not there.
uint32_t ids_of(feature_ids *ids, uint64_t key, uint32_t column, bool add);
void ids_done(feature_ids *ids);

// column: of each key; NULL: EX_NO_COLUMN.
void col_add(collection *c, const uint64_t *key, size_t n, const uint32_t *column, outcome target,
             uint64_t split, uint32_t origin);
void col_close(collection *c); // nothing will be added any more
void col_done(collection *c);

// The examples of one classifier: those that take accepts, with classes in the order of
// outcome[0..classes-1], which the caller owns. Features that occur less than cutoff times are left out.
typedef struct selection {
    examples ex;
    bool borrowed;    // all examples with all features: ex.key, ex.column, ex.start and ex.feature are the
                      // collection's
    outcome *outcome; // [ex.classes]
} selection;
void col_select(const collection *c, bool (*take)(void *context, size_t i, outcome *as), void *context,
                int cutoff, selection *out);
void selection_done(selection *s); // all but outcome

#endif
