// SPDX-License-Identifier: MIT
#include "text/segment_disguise.h"

#include "common/base/mem.h"

#include <string.h>

enum { FIRST_CLASS = CH_UPPER, MOST_LETTERS = 4096 }; // MOST_LETTERS: of a class

static bool is_letter(const ch_char *c)
{
    return c->cls >= FIRST_CLASS && c->cls < FIRST_CLASS + SG_LETTERS;
}

void sg_letters_take(sg_letters *l, const raw_text *r)
{
    for (size_t i = 0; i < SG_LETTERS; i++)
        l->of[i] = mem_alloc(MOST_LETTERS, sizeof *l->of[i]);
    for (size_t i = 0; i < r->n; i++) {
        if (!is_letter(&r->c[i]))
            continue;
        const size_t kind = r->c[i].cls - FIRST_CLASS;
        if (l->n[kind] < MOST_LETTERS)
            l->of[kind][l->n[kind]++] = r->c[i];
    }
}

void sg_letters_done(sg_letters *l)
{
    for (size_t i = 0; i < SG_LETTERS; i++)
        mem_free(l->of[i]);
    memset(l, 0, sizeof *l);
}

bool sg_disguise(const sg_letters *l, ch_char *c, size_t n, const bool *gold, rng *random)
{
    bool any = false;
    for (size_t i = 0, j; i < n; i = j + 1) {
        bool cut = false;
        for (j = i; j < n && is_letter(&c[j]); j++)
            cut |= j > i && gold[j];
        if (j == n || cut || c[j].cls != CH_STOP)
            continue;
        for (size_t q = i; q < j; q++) {
            const size_t kind = c[q].cls - FIRST_CLASS;
            if (l->n[kind])
                c[q] = l->of[kind][rng_below(random, (uint32_t)l->n[kind])];
        }
        any |= j > i;
    }
    return any;
}
