// SPDX-License-Identifier: MIT
// Entries of books that training looks at in every round.
#include "text/tagger_train.h"

#include "common/base/mem.h"

#include <string.h>

static void make_room(tg_pool *p, size_t n)
{
    p->tag = mem_grow(p->tag, &p->tag_cap, n, sizeof *p->tag);
    p->count = mem_grow(p->count, &p->count_cap, n, sizeof *p->count);
    p->upos = mem_grow(p->upos, &p->upos_cap, n, sizeof *p->upos);
    p->near = mem_grow(p->near, &p->near_cap, n, sizeof *p->near);
    p->leads = mem_grow(p->leads, &p->leads_cap, n, sizeof *p->leads);
}

void tgp_put(tg_pool *p, const tg_entry *e)
{
    const size_t n = (size_t)e->n;
    make_room(p, p->n + n + 1);
    memcpy(p->tag + p->n, e->tag, n * sizeof *p->tag);
    memcpy(p->count + p->n, e->count, n * sizeof *p->count);
    memcpy(p->upos + p->n, e->upos, n * sizeof *p->upos);
    memcpy(p->near + p->n, e->near, n * sizeof *p->near);
    memcpy(p->leads + p->n, e->leads, n * sizeof *p->leads);
    p->n += n;
    p->first = mem_grow(p->first, &p->first_cap, p->entries + 2, sizeof *p->first);
    p->first[0] = 0;
    p->first[++p->entries] = p->n;
}

void tgp_get(const tg_pool *p, size_t entry, tg_entry *e)
{
    const size_t at = p->first[entry], n = p->first[entry + 1] - at;
    e->n = (int)n;
    e->total = 0;
    memcpy(e->tag, p->tag + at, n * sizeof *p->tag);
    memcpy(e->count, p->count + at, n * sizeof *p->count);
    memcpy(e->upos, p->upos + at, n * sizeof *p->upos);
    memcpy(e->near, p->near + at, n * sizeof *p->near);
    memcpy(e->leads, p->leads + at, n * sizeof *p->leads);
    for (size_t i = 0; i < n; i++)
        e->total += e->count[i];
}

void tgp_done(tg_pool *p)
{
    mem_free(p->first);
    mem_free(p->tag);
    mem_free(p->count);
    mem_free(p->upos);
    mem_free(p->near);
    mem_free(p->leads);
    memset(p, 0, sizeof *p);
}
