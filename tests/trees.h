// SPDX-License-Identifier: MIT
// Trees for tests: all trees of a size, random ones, and slow checks by the definitions.
#ifndef COPSE_TESTS_TREES_H
#define COPSE_TESTS_TREES_H

#include "copse.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

// Does every word reach the root? Follows the definition, for any heads in 0..n.
static inline bool slow_is_tree(const int *head, int n)
{
    for (int w = 1; w <= n; w++) {
        int at = w, steps = 0;
        while (at != 0 && steps++ <= n)
            at = head[at];
        if (at != 0)
            return false;
    }
    return true;
}

// Steps through all vectors of heads in 0..n; start with zeros. False after the last.
static inline bool next_heads(int *head, int n)
{
    int w = 1;
    while (w <= n && head[w] == n)
        head[w++] = 0;
    if (w > n)
        return false;
    head[w]++;
    return true;
}

// The definition: every word between the ends descends from the head.
static inline bool slow_arc_is_projective(const int *head, int d)
{
    int h = head[d], low = h < d ? h : d, high = h < d ? d : h;
    for (int k = low + 1; k < high; k++) {
        int at = k;
        while (at > 0 && at != h)
            at = head[at];
        if (at != h)
            return false;
    }
    return true;
}

typedef enum shape { RECURSIVE, SHUFFLED_CHAIN, CHAIN, STAR, SHUFFLED_BINARY, COMB, SHAPES } shape;

// Fills head[0..n] with a tree. RECURSIVE: each word, in random order, below a random earlier one. COMB: a
// chain in order, then a second root word, then leaves that depend on the end of the chain, so that a climb
// from each leaf passes the whole chain.
static inline void make_tree(rng *r, shape kind, int *head, int n)
{
    uint32_t *order = mem_alloc((size_t)n + 1, sizeof *order);
    for (int w = 0; w <= n; w++)
        order[w] = (uint32_t)w;
    if (kind == RECURSIVE || kind == SHUFFLED_CHAIN || kind == SHUFFLED_BINARY)
        rng_shuffle(r, order + 1, (size_t)n);
    head[0] = -1;
    for (int i = 1; i <= n; i++) {
        int h = i - 1;
        if (kind == RECURSIVE)
            h = (int)rng_below(r, (uint64_t)i);
        else if (kind == STAR)
            h = i > 1;
        else if (kind == SHUFFLED_BINARY)
            h = i / 2;
        else if (kind == COMB && i > n / 2)
            h = i == n / 2 + 1 ? 0 : n / 2;
        head[order[i]] = (int)order[h];
    }
    mem_free(order);
}

#endif
