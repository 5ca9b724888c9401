// SPDX-License-Identifier: MIT
//
// Approximate randomisation (Noreen 1989; Yeh 2000). If two systems were equally good, it would not matter
// which of them made the tree of a sentence. So each sample swaps their counts in every sentence with
// probability 1/2. Let k be the number of samples whose difference is, in either direction, at least as
// large as the one observed. The p-value is  p = (k + 1) / (samples + 1).
//
// Both systems have the same words in a sentence. So a swap negates the sentence's difference in right words
// and leaves the number of words unchanged: integer sums are compared and nothing is rounded. Sentences
// without a difference cannot change a sum and are left out of the loop.
#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "eval/same_words.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct difference {
    int64_t head, both; // right words, second minus first
} difference;

int same_words(const copse_scores *first, const copse_scores *second, copse_error *err)
{
    if (first->sentences != second->sentences)
        return err_set(err, COPSE_EINPUT, NULL, 0,
                       "cannot compare evaluations over %ld and %ld sentences: they must be of the same ones",
                       first->sentences, second->sentences);
    for (size_t i = 0; i < (size_t)first->sentences; i++) {
        const uint32_t a = first->by_sentence[i].tokens, b = second->by_sentence[i].tokens;
        if (a != b)
            return err_set(err, COPSE_EINPUT, NULL, 0,
                           "cannot compare evaluations over different words: sentence %zu has %" PRIu32
                           " in the first and %" PRIu32 " in the second",
                           i + 1, a, b);
    }
    return 0;
}

// The sentences in which the systems differ, [*n]; *sum gets the sums over them.
static difference *differences(const copse_scores *first, const copse_scores *second, size_t *n,
                               difference *sum)
{
    difference *d = mem_alloc((size_t)first->sentences, sizeof *d);
    *n = 0;
    *sum = (difference){0, 0};
    for (size_t i = 0; i < (size_t)first->sentences; i++) {
        const copse_sentence_scores *a = &first->by_sentence[i], *b = &second->by_sentence[i];
        const difference x = {(int64_t)b->head - a->head, (int64_t)b->both - a->both};
        if (x.head == 0 && x.both == 0)
            continue;
        d[(*n)++] = x;
        sum->head += x.head;
        sum->both += x.both;
    }
    return d;
}

static difference swapped_sum(const difference *d, size_t n, rng *r)
{
    difference sum = {0, 0};
    uint64_t bits = 0;
    for (size_t i = 0; i < n; i++, bits >>= 1) {
        if (i % 64 == 0)
            bits = rng_next(r);
        const int64_t sign = bits & 1 ? 1 : -1;
        sum.head += sign * d[i].head;
        sum.both += sign * d[i].both;
    }
    return sum;
}

static int64_t distance(int64_t x)
{
    return x < 0 ? -x : x;
}

static int compare(copse_significance *result, const copse_scores *first, const copse_scores *second,
                   long samples, uint64_t seed, copse_error *err)
{
    *result = (copse_significance){0};
    if (samples < 1)
        return err_set(err, COPSE_EINPUT, NULL, 0, "the number of samples is %ld; it must be at least 1",
                       samples);
    int code = same_words(first, second, err);
    if (code < 0)
        return code;

    size_t n;
    difference seen;
    difference *d = differences(first, second, &n, &seen);
    long head_k = 0, both_k = 0; // samples with a difference at least as large as the observed one
    rng r;
    rng_seed(&r, seed);
    for (long k = 0; k < samples; k++) {
        const difference sum = swapped_sum(d, n, &r);
        head_k += distance(sum.head) >= distance(seen.head);
        both_k += distance(sum.both) >= distance(seen.both);
    }
    mem_free(d);

    result->samples = samples;
    if (first->tokens > 0) {
        result->uas_difference = 100.0 * (double)seen.head / (double)first->tokens;
        result->las_difference = 100.0 * (double)seen.both / (double)first->tokens;
    }
    result->uas_p = ((double)head_k + 1) / ((double)samples + 1);
    result->las_p = ((double)both_k + 1) / ((double)samples + 1);
    return 0;
}

int copse_compare(copse_significance *result, const copse_scores *first, const copse_scores *second,
                  long samples, uint64_t seed, copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, compare(result, first, second, samples, seed, err));
}
