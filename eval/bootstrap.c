// SPDX-License-Identifier: MIT
//
// Confidence intervals by the bootstrap (Efron 1979), percentile method. Each sample draws as many sentences
// as there are, with replacement, and computes all figures over them. With B samples in order of their value,
// the interval of level 1 - a leaves out floor(a B / 2) of them at each end. Sentences, not words, are drawn,
// because errors within a sentence depend on each other.
//
// One sample takes O(sentences) steps, and all figures of all samples are kept: 80 bytes a sample.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "eval/eval.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

// Sorts the samples in which the figure exists, [n], and takes the ends.
static void settle(copse_interval *interval, double *value, size_t n, double level)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(value[i]))
            value[known++] = value[i];
    if (known == 0)
        return;
    qsort(value, known, sizeof *value, compare);
    // The margin keeps 0.05 * 1000 / 2 from becoming 24.99...
    const size_t out = (size_t)((1 - level) * (double)known / 2 + 1e-9);
    interval->low = value[out];
    interval->high = value[known - 1 - out];
}

static int bootstrap(copse_bootstrap_result *result, const copse_scores *scores, long samples, double level,
                     uint64_t seed, copse_error *err)
{
    if (samples < 1)
        return err_set(err, COPSE_EINPUT, NULL, 0, "the number of samples is %ld; it must be at least 1",
                       samples);
    if (!(level > 0 && level < 1))
        return err_set(err, COPSE_EINPUT, NULL, 0, "the level is %g; it must be between 0 and 1", level);
    const size_t n = (size_t)samples;
    double *value = mem_alloc(n, COPSE_FIGURES * sizeof *value); // [COPSE_FIGURES][n]
    rng r;
    rng_seed(&r, seed);
    for (size_t i = 0; i < n; i++) {
        copse_scores sum = {0};
        for (long k = 0; k < scores->sentences; k++)
            eval_add_up(&sum, &scores->by_sentence[rng_below(&r, (uint64_t)scores->sentences)]);
        for (int f = 0; f < COPSE_FIGURES; f++)
            value[(size_t)f * n + i] = copse_figure_value(&sum, (copse_figure)f, NULL, NULL);
    }
    result->samples = samples;
    result->level = level;
    for (int f = 0; f < COPSE_FIGURES; f++) {
        result->of[f] = (copse_interval){(double)NAN, (double)NAN};
        settle(&result->of[f], value + (size_t)f * n, n, level);
    }
    mem_free(value);
    return 0;
}

int copse_bootstrap(copse_bootstrap_result *result, const copse_scores *scores, long samples, double level,
                    uint64_t seed, copse_error *err)
{
    mem_guard guard;
    *result = (copse_bootstrap_result){0};
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, bootstrap(result, scores, samples, level, seed, err));
}
