// SPDX-License-Identifier: MIT
// Order in lists of trees.
#include "graph/decode.h"

#include <string.h>

static void swap_trees(size_t N, int *x, int *y)
{
    for (size_t d = 0; d < N; d++) {
        const int h = x[d];
        x[d] = y[d];
        y[d] = h;
    }
}

void dec_list_sort(int n, int found, int *head, double *score)
{
    const size_t N = (size_t)n + 1;
    for (int i = 1; i < found; i++)
        for (int j = i; j > 0 && score[j] > score[j - 1]; j--) {
            const double x = score[j];
            score[j] = score[j - 1];
            score[j - 1] = x;
            swap_trees(N, head + (size_t)j * N, head + (size_t)(j - 1) * N);
        }
}

int dec_list_start(int n, int k, int found, int *head, double *score, const int *first, double first_score)
{
    const size_t N = (size_t)n + 1;
    int place = 0;
    if (k <= 0)
        return 0;
    while (place < found && memcmp(head + (size_t)place * N + 1, first + 1, (N - 1) * sizeof *head) != 0)
        place++;
    if (place == found && found < k)
        found++;
    else if (place == found)
        place = k - 1;
    memmove(head + N, head, (size_t)place * N * sizeof *head);
    memmove(score + 1, score, (size_t)place * sizeof *score);
    memcpy(head, first, N * sizeof *head);
    score[0] = first_score;
    for (int i = 1; i < found && score[i] > first_score; i++)
        score[i] = first_score;
    return found;
}
