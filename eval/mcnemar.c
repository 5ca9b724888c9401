// SPDX-License-Identifier: MIT
//
// McNemar's test (McNemar 1947). Of the words on which two systems differ in being right, b are right in the
// first alone and c in the second alone. If both were equally good, each of these n = b + c words would be
// either with probability 1/2. For n < 25 the two-sided p is that of the binomial distribution,
//
//     p = min(1, 2 (C(n,0) + ... + C(n, min(b,c))) / 2^n),
//
// and else that of the chi-square distribution with one degree of freedom, with the correction for
// continuity (Edwards 1948): x = (|b - c| - 1)^2 / n, p = erfc(sqrt(x / 2)). The test takes words as
// independent, which those of a sentence are not: copse_compare does not.
#include "common/base/error.h"
#include "eval/same_words.h"

#include <math.h>
#include <stdlib.h>

enum { FEW = 25 };

static double exact_p(long b, long c)
{
    const long n = b + c, least = b < c ? b : c;
    double term = pow(0.5, (double)n), sum = 0; // term: C(n,i) / 2^n
    for (long i = 0; i <= least; i++) {
        sum += term;
        term = term * (double)(n - i) / (double)(i + 1);
    }
    return sum >= 0.5 ? 1 : 2 * sum;
}

static void settle(copse_discordance *d)
{
    const long n = d->first + d->second, apart = labs(d->first - d->second);
    d->exact = n < FEW;
    if (n > 0 && apart > 1)
        d->chi_square = ((double)apart - 1) * ((double)apart - 1) / (double)n;
    d->p = d->exact ? exact_p(d->first, d->second) : erfc(sqrt(d->chi_square / 2));
}

static void count(copse_discordance *d, bool first, bool second)
{
    d->first += first && !second;
    d->second += second && !first;
}

int copse_mcnemar(copse_mcnemar_result *result, const copse_scores *first, const copse_scores *second,
                  copse_error *err)
{
    *result = (copse_mcnemar_result){0};
    const int code = same_words(first, second, err);
    if (code < 0)
        return code;
    if (first->tokens != second->tokens || (first->tokens > 0 && !(first->by_word && second->by_word)))
        return err_set(err, COPSE_EINPUT, NULL, 0, "the evaluations do not say which words are right");
    for (long i = 0; i < first->tokens; i++) {
        const unsigned a = first->by_word[i], b = second->by_word[i];
        count(&result->las, a == COPSE_RIGHT_BOTH, b == COPSE_RIGHT_BOTH);
        count(&result->uas, a & COPSE_RIGHT_HEAD, b & COPSE_RIGHT_HEAD);
        count(&result->la, a & COPSE_RIGHT_LABEL, b & COPSE_RIGHT_LABEL);
    }
    settle(&result->las);
    settle(&result->uas);
    settle(&result->la);
    return 0;
}
