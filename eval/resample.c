// SPDX-License-Identifier: MIT
#include "eval/resample.h"

#include "common/base/mem.h"
#include "common/base/random.h"

#include <math.h>
#include <stdlib.h>

typedef struct sums {
    uint64_t part, whole;
} sums;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The shares of one sample; NaN without words.
static void draw(const resample_count *count, size_t n, size_t units, uint32_t *times, sums *sum,
                 size_t shares, double *result, rng *r)
{
    for (size_t i = 0; i < units; i++)
        times[i] = 0;
    for (size_t i = 0; i < units; i++)
        times[rng_below(r, units)]++;
    for (size_t i = 0; i < shares; i++)
        sum[i] = (sums){0, 0};
    for (size_t i = 0; i < n; i++) {
        sum[count[i].share].part += (uint64_t)times[count[i].unit] * count[i].part;
        sum[count[i].share].whole += (uint64_t)times[count[i].unit] * count[i].whole;
    }
    for (size_t i = 0; i < shares; i++)
        result[i] = sum[i].whole ? (double)sum[i].part / (double)sum[i].whole : NAN;
}

// The ends of the middle 95 of 100 values, which are sorted here.
static void take_middle(double *value, size_t n, double *low, double *high)
{
    size_t there = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(value[i]))
            value[there++] = value[i];
    *low = *high = NAN;
    if (there == 0 || there * 20 < n * 19)
        return;
    qsort(value, there, sizeof *value, by_value);
    *low = value[(size_t)(0.025 * (double)(there - 1))];
    *high = value[(size_t)ceil(0.975 * (double)(there - 1))];
}

void resample_shares(const resample_count *count, size_t n, size_t units, size_t shares, int samples,
                     uint64_t seed, double *low, double *high)
{
    const size_t rows = (size_t)samples;
    uint32_t *times = mem_alloc(units, sizeof *times);
    sums *sum = mem_alloc(shares, sizeof *sum);
    double *all = mem_alloc(rows * shares, sizeof *all), *one = mem_alloc(rows, sizeof *one);
    rng r;
    rng_seed(&r, seed);
    for (size_t k = 0; k < rows && units > 0; k++)
        draw(count, n, units, times, sum, shares, all + k * shares, &r);
    for (size_t i = 0; i < shares; i++) {
        for (size_t k = 0; k < rows; k++)
            one[k] = units > 0 ? all[k * shares + i] : NAN;
        take_middle(one, rows, &low[i], &high[i]);
    }
    mem_free(times);
    mem_free(sum);
    mem_free(all);
    mem_free(one);
}
