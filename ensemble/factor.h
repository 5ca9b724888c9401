// SPDX-License-Identifier: MIT
// Factors: properties of an arc that a system proposes, known without the gold tree. They are those of
// McDonald & Nivre's error analysis, and what the other systems say.
#ifndef COPSE_ENSEMBLE_FACTOR_H
#define COPSE_ENSEMBLE_FACTOR_H

#include "common/base/text.h"
#include "common/treebank/tree.h"
#include "eval/arc_shape.h"

typedef struct proposals { // of one sentence
    const copse_sentence *s;
    const copse_tree *const *tree; // [n]
    size_t n;                      // systems
    const arcshape *shape;         // [n] of the trees, if a factor needs them; else NULL
} proposals;

typedef struct factor {
    const char *name;
    const char *help;
    // Adds the value for the arc into word d in the system's tree. It has no tab and no line end in it.
    void (*value)(text *out, const proposals *p, size_t system, int d);
    bool by_shape; // it needs the shapes
} factor;

extern const factor fac_all[]; // ends with an empty name
const factor *fac_find(const char *name, size_t len);

// Values that other modules need too. The pattern has one digit for each system: 1 if it gives d the head h.
void fac_length(text *out, int h, int d);
void fac_direction(text *out, int h, int d);
void fac_pattern(text *out, const proposals *p, int h, int d);
void fac_score(text *out, const copse_tree *t, int d);

#endif
