// SPDX-License-Identifier: MIT
// Classifiers with arbitrary scores: a hash of the features, NaN or infinity.
#ifndef COPSE_TESTS_MAD_H
#define COPSE_TESTS_MAD_H

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "transition/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct mad_scorer {
    scorer base;
    uint64_t seed;
    int mode; // 0: random, 1: not a number, 2: minus infinity, 3: plus infinity
} mad_scorer;

static inline void mad_score(const scorer *s, const uint64_t *key, size_t n, float *score, void *scratch)
{
    const mad_scorer *m = (const mad_scorer *)s;
    (void)scratch;
    uint64_t h = m->seed;
    for (size_t i = 0; i < n; i++)
        h = hash_mix(h, key[i]);
    for (uint32_t k = 0; k < s->classes; k++) {
        h = hash_mix(h, k);
        score[k] = m->mode == 1   ? NAN
                   : m->mode == 2 ? -HUGE_VALF
                   : m->mode == 3 ? HUGE_VALF
                                  : (float)(int64_t)h / 4e18F;
    }
}

static inline size_t mad_scratch(const scorer *s)
{
    (void)s;
    return 1;
}

static inline void mad_free(scorer *s)
{
    mem_free(s);
}

static const scorer_kind mad_kind = {
    .name = "mad", .score = mad_score, .scratch = mad_scratch, .free = mad_free};

static inline scorer *mad_new(uint32_t classes, uint64_t seed, int mode)
{
    mad_scorer *m = mem_alloc(1, sizeof *m);
    *m = (mad_scorer){{&mad_kind, classes}, seed, mode};
    return &m->base;
}

static inline void set_decider(classifier *d, const outcome *outcomes, uint32_t n, scorer *s)
{
    d->own = mem_alloc(n, sizeof *d->own);
    if (n)
        memcpy(d->own, outcomes, n * sizeof *d->own);
    d->outcome = d->own;
    d->classes = n;
    d->scorer = s;
}

#endif
