// SPDX-License-Identifier: MIT
#include "text/tagger_book.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

static int by_hash(const void *a, const void *b)
{
    const tg_sighting *x = a, *y = b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : x->tag - y->tag;
}

// The tags of one form, of which the most frequent stay: each more frequent one moves a rarer one out.
static void limit(uint16_t *tag, uint16_t *count, size_t *n)
{
    while (*n > TGB_MOST) {
        size_t rarest = 0;
        for (size_t i = 1; i < *n; i++)
            if (count[i] < count[rarest])
                rarest = i;
        --*n;
        memmove(tag + rarest, tag + rarest + 1, (*n - rarest) * sizeof *tag);
        memmove(count + rarest, count + rarest + 1, (*n - rarest) * sizeof *count);
    }
}

void tg_book_make(tg_book *b, tg_sighting *seen, size_t n, size_t least)
{
    uint32_t *hash = mem_alloc(n + 1, sizeof *hash), *first = mem_alloc(n + 2, sizeof *first);
    uint16_t *tag = mem_alloc(n + 1, sizeof *tag), *count = mem_alloc(n + 1, sizeof *count);
    size_t forms = 0, at = 0;
    qsort(seen, n, sizeof *seen, by_hash);
    for (size_t i = 0; i < n;) {
        size_t tags = 0, from = i;
        const uint32_t form = seen[i].hash;
        for (; i < n && seen[i].hash == form; tags++) {
            size_t k = i;
            while (k < n && seen[k].hash == form && seen[k].tag == seen[i].tag)
                k++;
            tag[at + tags] = seen[i].tag;
            count[at + tags] = (uint16_t)(k - i < TGB_COUNT ? k - i : TGB_COUNT);
            i = k;
        }
        if (i - from < least)
            continue;
        limit(tag + at, count + at, &tags);
        hash[forms] = form;
        first[forms++] = (uint32_t)at;
        at += tags;
    }
    first[forms] = (uint32_t)at;
    *b = (tg_book){forms, hash, first, tag, count, {hash, first, tag, count}};
}

void tg_book_done(tg_book *b)
{
    for (size_t i = 0; i < sizeof b->own / sizeof b->own[0]; i++)
        mem_free(b->own[i]);
    memset(b, 0, sizeof *b);
}

void tg_book_find(const tg_book *b, uint64_t form, uint16_t without, tg_entry *e)
{
    const uint32_t hash = (uint32_t)(form >> 32);
    size_t low = 0, high = b->n;
    e->n = 0;
    e->total = 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (b->hash[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == b->n || b->hash[low] != hash)
        return;
    for (uint32_t i = b->first[low]; i < b->first[low + 1]; i++) {
        const unsigned count = b->count[i] - (unsigned)(b->tag[i] == without);
        if (count == 0)
            continue;
        e->tag[e->n] = b->tag[i];
        e->count[e->n++] = (uint16_t)count;
        e->total += count;
    }
}

void tg_entry_settle(tg_entry *e, const tg_tags *tags)
{
    uint32_t sum[TGB_MOST];
    int first[TGB_MOST], kinds = 0;
    for (int i = 0; i < e->n; i++) {
        int k = 0;
        e->upos[i] = (uint16_t)tgb_upos(tags, e->tag[i]);
        while (k < kinds && e->upos[first[k]] != e->upos[i])
            k++;
        e->leads[i] = k == kinds;
        if (k == kinds) {
            first[kinds] = i;
            sum[kinds++] = 0;
        }
        sum[k] += e->count[i];
        e->near[i] = (uint32_t)k;
    }
    for (int i = 0; i < e->n; i++)
        e->near[i] = sum[e->near[i]];
}

void tg_book_save(const tg_book *b, box_writer *w)
{
    box_u32(w, (uint32_t)b->n);
    box_array(w, b->hash, b->n, sizeof *b->hash);
    box_array(w, b->first, b->n + 1, sizeof *b->first);
    box_array(w, b->tag, b->first[b->n], sizeof *b->tag);
    box_array(w, b->count, b->first[b->n], sizeof *b->count);
}

static bool is_known(const tg_tags *tags, uint16_t tag, bool listed)
{
    return tag & TGB_UPOS ? listed && tgb_upos(tags, tag) < tags->value[TG_UPOS].n
                          : tag != TG_EDGE && tag < tags->n;
}

// Are forms in order, and their tags known and in order?
static bool sound(const tg_book *b, const tg_tags *tags, bool listed)
{
    for (size_t i = 0; i < b->n; i++) {
        if (i && b->hash[i - 1] >= b->hash[i])
            return false;
        for (uint32_t k = b->first[i]; k < b->first[i + 1]; k++)
            if (!is_known(tags, b->tag[k], listed) || b->count[k] == 0 ||
                (k > b->first[i] && b->tag[k - 1] >= b->tag[k]))
                return false;
    }
    return true;
}

int tg_book_load(tg_book *b, cursor *c, const tg_tags *tags, bool listed, copse_error *err)
{
    memset(b, 0, sizeof *b);
    const uint32_t n = cur_count(c, 12);
    b->hash = cur_array(c, n, sizeof *b->hash);
    b->first = cur_array(c, (size_t)n + 1, sizeof *b->first);
    bool fine = !c->failed && b->first[0] == 0;
    for (size_t i = 0; i < n && fine; i++)
        fine = b->first[i + 1] > b->first[i] && b->first[i + 1] - b->first[i] <= TGB_MOST;
    if (fine) {
        b->tag = cur_array(c, b->first[n], sizeof *b->tag);
        b->count = cur_array(c, b->first[n], sizeof *b->count);
    }
    b->n = n;
    if (fine && !c->failed)
        fine = sound(b, tags, listed);
    return fine || c->failed ? 0
                             : err_set(err, COPSE_EMODEL, box_path(c->box), 0,
                                       "damaged words of the tagger (%zu forms)", b->n);
}
