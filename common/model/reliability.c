// SPDX-License-Identifier: MIT
#include "common/model/reliability.h"

#include <math.h>

void rel_add(copse_reliability *r, double p, bool right)
{
    const double sane = p > 0 ? p < 1 ? p : 1 : 0, off = (right ? 1 : 0) - sane;
    int bin = (int)(sane * COPSE_RELIABILITY_BINS);
    if (bin == COPSE_RELIABILITY_BINS)
        bin--;
    r->words[bin]++;
    r->right[bin] += right;
    r->sum[bin] += sane;
    r->squares += off * off;
}

static long words_of(const copse_reliability *r)
{
    long words = 0;
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++)
        words += r->words[i];
    return words;
}

double rel_ece(const copse_reliability *r)
{
    const long words = words_of(r);
    double off = 0;
    for (int i = 0; i < COPSE_RELIABILITY_BINS; i++)
        off += fabs(r->sum[i] - (double)r->right[i]);
    return words ? off / (double)words : 0;
}

double rel_brier(const copse_reliability *r)
{
    const long words = words_of(r);
    return words ? r->squares / (double)words : 0;
}

double copse_reliability_ece(const copse_reliability *reliability)
{
    return reliability ? rel_ece(reliability) : 0;
}

double copse_reliability_brier(const copse_reliability *reliability)
{
    return reliability ? rel_brier(reliability) : 0;
}
