// SPDX-License-Identifier: MIT
// Intervals of shares by the bootstrap (Efron & Tibshirani 1993): sentences are drawn with replacement, and
// the interval holds the middle of the shares of the samples.
#ifndef COPSE_EVAL_RESAMPLE_H
#define COPSE_EVAL_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct resample_count { // what a unit, as a rule a sentence, adds to a share
    uint32_t unit, share;
    uint32_t part, whole;
} resample_count;

// For each share: low and high such that 95 of 100 samples lie between them; both NaN if more than one sample
// in 20 has no word that counts. The same counts and seed give the same intervals.
void resample_shares(const resample_count *count, size_t n, size_t units, size_t shares, int samples,
                     uint64_t seed, double *low, double *high);

#endif
