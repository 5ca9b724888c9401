// SPDX-License-Identifier: MIT
#include "ensemble/independent.h"

#include "common/base/mem.h"
#include "common/treebank/tree.h"

#include <stdlib.h>
#include <string.h>

void agree_init(agreement *a, size_t systems)
{
    a->n = systems;
    a->words = 0;
    a->same = mem_zero(systems * systems, sizeof *a->same);
}

void agree_done(agreement *a)
{
    mem_free(a->same);
}

void agree_count(agreement *a, const copse_tree *const *tree)
{
    const int words = tree[0]->n;
    a->words += words;
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j <= i; j++) {
            long same = 0;
            for (int d = 1; d <= words; d++)
                same += tree[i]->head[d] == tree[j]->head[d];
            a->same[i * a->n + j] += same;
            a->same[j * a->n + i] = a->same[i * a->n + j];
        }
}

static int by_value(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

// Added up from the smallest, so that the order of the systems makes no difference.
static double mean(const double *value, size_t n)
{
    double *sorted = mem_alloc(n, sizeof *sorted), sum = 0;
    memcpy(sorted, value, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 0; i < n; i++)
        sum += sorted[i];
    mem_free(sorted);
    return sum / (double)n;
}

void agree_weigh(const agreement *a, double *weight)
{
    for (size_t i = 0; i < a->n; i++) {
        long sum = 0;
        for (size_t j = 0; j < a->n; j++)
            sum += a->same[i * a->n + j];
        weight[i] = a->words ? (double)a->words / (double)sum : 1;
    }
    const double scale = mean(weight, a->n);
    for (size_t i = 0; i < a->n; i++)
        weight[i] /= scale;
}
