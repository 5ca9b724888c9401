// SPDX-License-Identifier: MIT
#include "eval/agreement.h"

#include "common/base/mem.h"

void agree_begin(copse_analysis *analysis)
{
    const size_t n = analysis->systems;
    analysis->pairs = n * (n - 1) / 2;
    analysis->pair = mem_zero(analysis->pairs, sizeof *analysis->pair);
    analysis->majority_both = mem_zero(n + 1, sizeof *analysis->majority_both);
    analysis->majority_head = mem_zero(n + 1, sizeof *analysis->majority_head);
    copse_pair *pair = analysis->pair;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            *pair++ = (copse_pair){.first = i, .second = j};
}

static void add_pair(copse_agreement *a, int first, int second)
{
    a->same += first == second;
    if (first == 0 && second == 0)
        a->both_right++;
    else if (first == 0)
        a->first_right++;
    else if (second == 0)
        a->second_right++;
    else
        a->neither_right++;
}

static void add_majority(copse_majority *majority, const int *opinion, size_t n)
{
    size_t most = 0, first = 0;
    bool some = false;
    for (size_t i = 0; i < n; i++) {
        size_t size = 0;
        for (size_t j = 0; j < n; j++)
            size += opinion[j] == opinion[i];
        if (size > most) {
            most = size;
            first = i;
        }
        some |= opinion[i] == 0;
    }
    majority[most].words++;
    majority[most].right += opinion[first] == 0;
    majority[most].some_right += some;
}

void agree_add(copse_analysis *analysis, const int *by_head, const int *by_both)
{
    for (size_t i = 0; i < analysis->pairs; i++) {
        copse_pair *pair = &analysis->pair[i];
        add_pair(&pair->head, by_head[pair->first], by_head[pair->second]);
        add_pair(&pair->both, by_both[pair->first], by_both[pair->second]);
    }
    add_majority(analysis->majority_head, by_head, analysis->systems);
    add_majority(analysis->majority_both, by_both, analysis->systems);
}
