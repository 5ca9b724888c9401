// SPDX-License-Identifier: MIT
// Options for quickly training small ensembles, and comparison of trees.
#ifndef COPSE_TESTS_ASSEMBLED_H
#define COPSE_TESTS_ASSEMBLED_H

#include "tests/trained.h"
#include "common/base/random.h"
#include "common/treebank/sentence.h"
#include "common/treebank/tree.h"

#include <stdio.h>

#define QUICK_TRANSITION "--exploration 0 --prune 0"
#define QUICK_GRAPH "--iterations 1 --runs 1 --hash-bits 12 --label-loss 1"

// The options of an ensemble with these members, changed by a line. The caller frees them.
static inline copse_options *quick_ensemble(const char *members, const char *line)
{
    copse_options *o = options_of("ensemble", line);
    options_fix(o, "members", members);
    options_fix(o, "transition-options", QUICK_TRANSITION);
    options_fix(o, "graph-options", QUICK_GRAPH);
    return o;
}

// Writes a treebank that no parser can memorise or learn well: random trees, of which only labels and a few
// heads follow from the tags. So two parsers give the same output only if they are the same.
static inline void noisy_file(const char *path, int n, uint64_t seed)
{
    enum { MOST = 12, TAGS = 4 };
    rng r;
    FILE *f = fopen(path, "w");
    rng_seed(&r, seed);
    for (int i = 0; i < n && f; i++) {
        uint32_t order[MOST];
        int head[MOST + 1], tag[MOST + 1];
        const uint32_t words = 3 + (uint32_t)rng_below(&r, MOST - 2);
        for (uint32_t k = 0; k < words; k++) {
            order[k] = k + 1;
            tag[k + 1] = (int)rng_below(&r, TAGS);
        }
        rng_shuffle(&r, order, words);
        head[order[0]] = 0;
        for (uint32_t k = 1; k < words; k++) {
            const int near = order[k] > 1 ? (int)order[k] - 1 : 2;
            bool there = false;
            for (uint32_t j = 0; j < k; j++)
                there |= (int)order[j] == near;
            head[order[k]] = there && tag[near] == 0 ? near : (int)order[rng_below(&r, k)];
        }
        for (int d = 1; d <= (int)words; d++)
            fprintf(f, "%d\tw%d\t_\tT%d\tT%d\t_\t%d\t%s%d\t_\t_\n", d, (int)rng_below(&r, 40), tag[d], tag[d],
                    head[d], head[d] ? "l" : "root",
                    head[d] ? (tag[d] + tag[head[d]] + (int)rng_below(&r, 2)) % 5 : 0);
        fputc('\n', f);
    }
    if (!f || fclose(f) != 0)
        perror(path);
}

static inline bool same_tree(const copse_tree *a, const copse_tree *b)
{
    for (int d = 1; d <= a->n && a->n == b->n; d++)
        if (a->head[d] != b->head[d] || !str_equal(a->label[d], b->label[d]))
            return false;
    return a->n == b->n;
}

#endif
