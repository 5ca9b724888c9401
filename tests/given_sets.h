// SPDX-License-Identifier: MIT
// Sets of given heads for tests: all of them over a few words, and random ones.
#ifndef COPSE_TESTS_GIVEN_SETS_H
#define COPSE_TESTS_GIVEN_SETS_H

#include "common/base/random.h"
#include "common/treebank/given.h"

#include <stdlib.h>

enum { SET_WORDS = 64 };

typedef struct given_set {
    int head[SET_WORDS + 1];
    copse_str label[SET_WORDS + 1];
    given g;
} given_set;

// Nothing is given.
static inline void set_clear(given_set *s, int n)
{
    for (int w = 0; w <= n; w++) {
        s->head[w] = GIVEN_NONE;
        s->label[w] = (copse_str){NULL, 0};
    }
    s->g = (given){.n = n, .head = s->head, .label = s->label, .cap = SET_WORDS + 1};
}

// The next set of heads, -1 to n each, of the same number of words; start with set_clear. False after the
// last.
static inline bool set_next(given_set *s)
{
    const int n = s->g.n;
    int w = 1;
    while (w <= n && s->head[w] == n)
        s->head[w++] = GIVEN_NONE;
    if (w > n)
        return false;
    s->head[w]++;
    return true;
}

static inline bool set_has_loop(const given_set *s)
{
    for (int w = 1; w <= s->g.n; w++)
        if (s->head[w] == w)
            return true;
    return false;
}

// Some heads of a tree, each with the given probability.
static inline void set_draw(given_set *s, rng *r, const int *head, int n, double share)
{
    set_clear(s, n);
    for (int d = 1; d <= n; d++)
        if (rng_unit(r) < share)
            s->head[d] = head[d];
}

#endif
