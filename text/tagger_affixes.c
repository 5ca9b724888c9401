// SPDX-License-Identifier: MIT
// The book of affixes in training: which tags forms have that begin or end alike.
#include "text/tagger_train.h"

#include "common/base/hash.h"
#include "common/base/mem.h"

#include <string.h>

enum { SALT_TYPE = 17, LEAST = 2 }; // an affix of one form says nothing of others

void tga_see(tg_affix_list *l, const tg_word *w, uint16_t tag)
{
    const uint64_t type = hash_mix(hash_mix(SALT_TYPE, w->face.lower), tag);
    tgi_count(&l->seen, type);
    if (tgi_find(&l->seen, type) > 1)
        return;
    l->of = mem_grow(l->of, &l->cap, l->n + 2 * TGW_AFFIX, sizeof *l->of);
    for (int i = 0; i < TGW_AFFIX && i < w->affixes; i++) {
        l->of[l->n++] = (tg_sighting){(uint32_t)(w->begin[i] >> 32), tag};
        l->of[l->n++] = (tg_sighting){(uint32_t)(w->end[i] >> 32), tag};
    }
}

void tga_make(tg_affix_list *l, tg_book *b)
{
    tg_book_make(b, l->of, l->n, LEAST);
    tgi_done(&l->seen);
    mem_free(l->of);
    memset(l, 0, sizeof *l);
}

// ---------------------------------------------------------------------------------------------------

void tga_start(tg_alike *a, size_t words)
{
    memset(a, 0, sizeof *a);
    a->at = mem_zero(words + 1, sizeof *a->at);
}

void tga_put(tg_alike *a, size_t word, const tg_entry entry[TGW_ALIKE])
{
    bool any = false;
    for (int i = 0; i < TGW_ALIKE; i++)
        any |= entry[i].n > 0;
    if (!any)
        return;
    a->entry = mem_grow(a->entry, &a->cap, a->n + TGW_ALIKE, sizeof *a->entry);
    memcpy(a->entry + a->n, entry, TGW_ALIKE * sizeof *entry);
    a->n += TGW_ALIKE;
    a->at[word] = (uint32_t)(a->n / TGW_ALIKE);
}

void tga_get(const tg_alike *a, size_t word, tg_entry entry[TGW_ALIKE])
{
    if (a->at[word])
        memcpy(entry, a->entry + (a->at[word] - 1) * (size_t)TGW_ALIKE, TGW_ALIKE * sizeof *entry);
    for (int i = 0; i < TGW_ALIKE && !a->at[word]; i++) {
        entry[i].n = 0;
        entry[i].total = 0;
    }
}

void tga_done(tg_alike *a)
{
    mem_free(a->at);
    mem_free(a->entry);
    memset(a, 0, sizeof *a);
}
