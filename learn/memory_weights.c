// SPDX-License-Identifier: MIT
// Weights of symbolic features, as TiMBL computes them from how often values and classes occur together.
#include "learn/memory.h"

#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// The examples of each value, one after the other; at[v] is where those of v end.
static uint32_t *sorted_by_value(const uint32_t *value, size_t n, const uint32_t *total, uint32_t values,
                                 size_t *at)
{
    uint32_t *order = mem_alloc(n, sizeof *order);
    at[0] = 0;
    for (uint32_t v = 1; v < values; v++)
        at[v] = at[v - 1] + total[v - 1];
    for (size_t i = 0; i < n; i++)
        order[at[value[i]]++] = (uint32_t)i;
    return order;
}

void mbl_count(mbl_counts *c, const uint32_t *value, uint32_t values, const examples *ex)
{
    uint32_t *often = mem_zero(ex->classes, sizeof *often), used = 0;
    size_t *at = mem_alloc((size_t)values + 1, sizeof *at), first = 0;
    c->values = values;
    c->total = mem_zero(values, sizeof *c->total);
    c->at = mem_zero((size_t)values + 1, sizeof *c->at);
    c->class = mem_alloc(ex->n, sizeof *c->class);
    c->count = mem_alloc(ex->n, sizeof *c->count);
    for (size_t i = 0; i < ex->n; i++)
        c->total[value[i]]++;
    uint32_t *order = sorted_by_value(value, ex->n, c->total, values, at);
    for (uint32_t v = 0; v < values; v++) {
        const uint32_t begin = used;
        for (size_t i = first; i < at[v]; i++)
            if (often[ex->y[order[i]]]++ == 0)
                c->class[used++] = ex->y[order[i]];
        qsort(c->class + begin, used - begin, sizeof *c->class, by_number);
        for (uint32_t i = begin; i < used; i++) {
            c->count[i] = often[c->class[i]];
            often[c->class[i]] = 0;
        }
        c->at[v + 1] = used;
        first = at[v];
    }
    mem_free(often);
    mem_free(at);
    mem_free(order);
}

void mbl_counts_done(mbl_counts *c)
{
    mem_free(c->total);
    mem_free(c->at);
    mem_free(c->class);
    mem_free(c->count);
}

// The entropy in bits of n counts whose sum is whole.
static double entropy(const uint32_t *count, size_t n, double whole)
{
    double bits = 0;
    for (size_t i = 0; i < n; i++)
        if (count[i] > 0) {
            const double p = count[i] / whole;
            bits -= p * log2(p);
        }
    return bits;
}

static double gain(const mbl_counts *c, const uint32_t *class_count, const examples *ex)
{
    const double n = (double)ex->n;
    double left = 0;
    for (uint32_t v = 0; v < c->values; v++)
        left += c->total[v] / n * entropy(c->count + c->at[v], c->at[v + 1] - c->at[v], c->total[v]);
    return fmax(0, entropy(class_count, ex->classes, n) - left);
}

// Σ (O - E)² / E over all values and classes, those with O = 0 included: E = row total × column total / n.
static double chi_square(const mbl_counts *c, const uint32_t *class_count, const examples *ex)
{
    const double n = (double)ex->n;
    double sum = 0;
    for (uint32_t v = 0; v < c->values; v++) {
        uint32_t i = c->at[v];
        for (uint32_t k = 0; k < ex->classes; k++) {
            const double expected = (double)c->total[v] * class_count[k] / n;
            const bool there = i < c->at[v + 1] && c->class[i] == k;
            const double off = (there ? c->count[i++] : 0) - expected;
            if (expected > 0)
                sum += off * off / expected;
        }
    }
    return sum;
}

double mbl_weigh(mbl_weighting weighting, const mbl_counts *c, const examples *ex)
{
    if (weighting == MBL_NO_WEIGHTS)
        return 1;
    uint32_t *class_count = mem_zero(ex->classes, sizeof *class_count), seen = 0;
    for (size_t i = 0; i < ex->n; i++)
        seen += class_count[ex->y[i]]++ == 0;
    double weight;
    if (weighting == MBL_GAIN_RATIO || weighting == MBL_GAIN) {
        const double split = weighting == MBL_GAIN ? 1 : entropy(c->total, c->values, (double)ex->n);
        weight = split > 0 ? gain(c, class_count, ex) / split : 0;
    } else {
        const uint32_t least = seen < c->values ? seen : c->values;
        weight = chi_square(c, class_count, ex);
        if (weighting == MBL_SHARED_VARIANCE)
            weight = least > 1 ? weight / ((double)ex->n * (least - 1)) : 0;
    }
    mem_free(class_count);
    return fmin(weight, MBL_MOST);
}
