// SPDX-License-Identifier: MIT
#include "text/tagger_mean.h"

#include "common/base/mem.h"

#include <string.h>

void tg_mean_add(tg_mean *m, const float *weight, size_t n)
{
    if (!m->sum)
        m->sum = mem_table(n, sizeof *m->sum);
    m->n = n;
    m->rounds++;
    for (size_t i = 0; i < n; i++)
        m->sum[i] += weight[i];
}

void tg_mean_take(tg_mean *m, float *weight)
{
    for (size_t i = 0; i < m->n; i++)
        weight[i] = m->sum[i] / (float)m->rounds;
    mem_free(m->sum);
    memset(m, 0, sizeof *m);
}
