// SPDX-License-Identifier: MIT
// Suggestions: the known word closest to an unknown one.
#ifndef COPSE_BASE_NEAREST_H
#define COPSE_BASE_NEAREST_H

#include "copse.h"

// The number of letters to insert, delete, change, or swap with a neighbour to turn one word into the other,
// touching each place once (Damerau, Levenshtein); most + 1 if it exceeds most.
int near_distance(copse_str a, copse_str b, int most);

// Tries candidates one by one and keeps the nearest, of equally near ones the first.
typedef struct nearest {
    copse_str word, best; // best.s is NULL: no candidate is near enough
    int distance;         // of best
} nearest;
void near_begin(nearest *n, copse_str word);
void near_try(nearest *n, copse_str candidate);

enum { NEAR_HINT = 96 };
// "; did you mean 'NAME'?" with prefix before the name, or "" if no candidate was near enough. Returns buf.
const char *near_hint(const nearest *n, const char *prefix, char buf[NEAR_HINT]);

#endif
