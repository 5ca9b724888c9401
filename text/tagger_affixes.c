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
