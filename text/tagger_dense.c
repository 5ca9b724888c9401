// SPDX-License-Identifier: MIT
#include "common/base/mem.h"
#include "text/tagger_train.h"

#include <math.h>

void tg_dense_start(tg_dense *v, size_t n)
{
    v->size = n;
    v->now = mem_table(n, sizeof *v->now);
    v->square = mem_table(n, sizeof *v->square);
    v->change = mem_table(n, sizeof *v->change);
    for (size_t i = 0; i < n; i++)
        v->square[i] = 1;
}

void tg_dense_done(tg_dense *v)
{
    mem_free(v->now);
    mem_free(v->square);
    mem_free(v->change);
    mem_free(v->touched);
}

void tg_dense_gather(tg_dense *v, uint32_t at, float by)
{
    v->touched = mem_grow(v->touched, &v->cap, v->n + 1, sizeof *v->touched);
    v->touched[v->n++] = at;
    v->change[at] += by;
}

void tg_dense_settle(tg_dense *v, float rate)
{
    for (size_t i = 0; i < v->n; i++) {
        const uint32_t at = v->touched[i];
        const float by = v->change[at];
        if (by == 0)
            continue;
        v->change[at] = 0;
        v->square[at] += by * by;
        v->now[at] += rate * by / sqrtf(v->square[at]);
    }
    v->n = 0;
}
