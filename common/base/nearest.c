// SPDX-License-Identifier: MIT
#include "common/base/nearest.h"

#include <stdio.h>

enum { LONGEST = 40 }; // longer words are not typing errors

static int least(int a, int b)
{
    return a < b ? a : b;
}

int near_distance(copse_str a, copse_str b, int most)
{
    int row[3][LONGEST + 1]; // rows of the table over prefixes: the last but one, the last, this one
    int *before = row[0], *last = row[1], *now = row[2];
    const int n = (int)a.len, m = (int)b.len;
    if (a.len > LONGEST || b.len > LONGEST || n - m > most || m - n > most)
        return most + 1;
    for (int j = 0; j <= m; j++) {
        before[j] = 0;
        last[j] = j;
    }
    for (int i = 1; i <= n; i++) {
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            const bool same = a.s[i - 1] == b.s[j - 1];
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + !same);
            if (i > 1 && j > 1 && a.s[i - 1] == b.s[j - 2] && a.s[i - 2] == b.s[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
        int *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[m] <= most ? last[m] : most + 1;
}

// Longer words may have more errors.
void near_begin(nearest *n, copse_str word)
{
    const int most = word.len < 2 ? 0 : word.len < 5 ? 1 : word.len < 9 ? 2 : 3;
    *n = (nearest){.word = word, .distance = most + 1};
}

void near_try(nearest *n, copse_str candidate)
{
    const int d = near_distance(n->word, candidate, n->distance - 1);
    if (d >= n->distance || (size_t)d >= candidate.len)
        return;
    n->distance = d;
    n->best = candidate;
}

const char *near_hint(const nearest *n, const char *prefix, char buf[NEAR_HINT])
{
    buf[0] = 0;
    if (n->best.s)
        snprintf(buf, NEAR_HINT, "; did you mean '%s%.*s'?", prefix, (int)n->best.len, n->best.s);
    return buf;
}
