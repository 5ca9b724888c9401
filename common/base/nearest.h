// SPDX-License-Identifier: MIT
// The known word that was probably meant by one that is not known.
#ifndef COPSE_BASE_NEAREST_H
#define COPSE_BASE_NEAREST_H

#include "copse.h"

// How many letters must be put in, taken out, changed, or swapped with their neighbour to make one word the
// other, each place touched once (Damerau, Levenshtein); most + 1 if it is more than most.
int near_distance(copse_str a, copse_str b, int most);

// Candidates one after the other; the first of the nearest ones is kept.
typedef struct nearest {
    copse_str word, best; // best.s is NULL: none is near enough
    int distance;         // of best
} nearest;
void near_begin(nearest *n, copse_str word);
void near_try(nearest *n, copse_str candidate);

enum { NEAR_HINT = 96 };
// "; did you mean 'NAME'?" with prefix before the name, or "" where there is none. Returns buf.
const char *near_hint(const nearest *n, const char *prefix, char buf[NEAR_HINT]);

#endif
