// SPDX-License-Identifier: MIT
#include "transition/collect.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

static void rehash(feature_ids *ids)
{
    size_t slots = ids->slots ? ids->slots * 2 : 1 << 16;
    mem_free(ids->slot);
    ids->slot = mem_zero(slots, sizeof *ids->slot);
    ids->slots = slots;
    for (uint32_t i = 0; i < ids->n; i++) {
        size_t at = ids->key[i] & (slots - 1);
        while (ids->slot[at])
            at = (at + 1) & (slots - 1);
        ids->slot[at] = i + 1;
    }
}

uint32_t ids_of(feature_ids *ids, uint64_t key, uint32_t column, bool add)
{
    if ((size_t)ids->n * 2 >= ids->slots)
        rehash(ids);
    size_t at = key & (ids->slots - 1);
    for (; ids->slot[at]; at = (at + 1) & (ids->slots - 1))
        if (ids->key[ids->slot[at] - 1] == key)
            return ids->slot[at] - 1;
    if (!add)
        return UINT32_MAX;
    ids->key = mem_grow(ids->key, &ids->key_cap, (size_t)ids->n + 1, sizeof *ids->key);
    ids->column = mem_grow(ids->column, &ids->column_cap, (size_t)ids->n + 1, sizeof *ids->column);
    ids->key[ids->n] = key;
    ids->column[ids->n] = column;
    ids->slot[at] = ++ids->n;
    return ids->n - 1;
}

static int by_id(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void col_add(collection *c, const uint64_t *key, size_t n, const uint32_t *column, outcome target,
             uint64_t split, uint32_t origin)
{
    c->feature = mem_grow(c->feature, &c->feature_cap, c->feature_n + n, sizeof *c->feature);
    c->start = mem_grow(c->start, &c->start_cap, c->n + 2, sizeof *c->start);
    c->target = mem_grow(c->target, &c->target_cap, c->n + 1, sizeof *c->target);
    c->split = mem_grow(c->split, &c->split_cap, c->n + 1, sizeof *c->split);
    c->origin = mem_grow(c->origin, &c->origin_cap, c->n + 1, sizeof *c->origin);
    c->origin[c->n] = origin;
    uint32_t *mine = c->feature + c->feature_n;
    for (size_t i = 0; i < n; i++)
        mine[i] = ids_of(&c->ids, key[i], column ? column[i] : EX_NO_COLUMN, true);
    qsort(mine, n, sizeof *mine, by_id);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || mine[i] != mine[kept - 1])
            mine[kept++] = mine[i];
    c->start[c->n] = c->feature_n;
    c->feature_n += kept;
    c->start[c->n + 1] = c->feature_n;
    c->target[c->n] = target;
    c->split[c->n++] = split;
}

void col_close(collection *c)
{
    mem_free(c->ids.slot);
    c->ids.slot = NULL;
    c->ids.slots = 0;
}

void ids_done(feature_ids *ids)
{
    mem_free(ids->key);
    mem_free(ids->column);
    mem_free(ids->slot);
}

void col_done(collection *c)
{
    ids_done(&c->ids);
    mem_free(c->feature);
    mem_free(c->start);
    mem_free(c->target);
    mem_free(c->split);
    mem_free(c->origin);
    memset(c, 0, sizeof *c);
}

static uint32_t class_of(selection *s, size_t *cap, outcome o)
{
    for (uint32_t k = 0; k < s->ex.classes; k++)
        if (s->outcome[k].type == o.type && s->outcome[k].label == o.label)
            return k;
    s->outcome = mem_grow(s->outcome, cap, s->ex.classes + 1, sizeof *s->outcome);
    s->outcome[s->ex.classes] = o;
    return s->ex.classes++;
}

// The features of the chosen examples, numbered anew without those that occur too seldom.
static void renumber(const collection *c, const uint32_t *chosen, const uint32_t *count, int cutoff,
                     examples *ex)
{
    uint32_t *id = mem_alloc(c->ids.n, sizeof *id);
    size_t features = 0, at = 0;
    for (uint32_t f = 0; f < c->ids.n; f++) {
        const bool kept = count[f] >= (uint32_t)cutoff && count[f] > 0;
        features += kept ? count[f] : 0;
        id[f] = kept ? ex->features++ : UINT32_MAX;
    }
    ex->key = mem_alloc(ex->features, sizeof *ex->key);
    ex->column = mem_alloc(ex->features, sizeof *ex->column);
    for (uint32_t f = 0; f < c->ids.n; f++)
        if (id[f] != UINT32_MAX) {
            ex->key[id[f]] = c->ids.key[f];
            ex->column[id[f]] = c->ids.column[f];
        }
    ex->start = mem_alloc(ex->n + 1, sizeof *ex->start);
    ex->feature = mem_alloc(features, sizeof *ex->feature);
    for (size_t e = 0; e < ex->n; e++) {
        ex->start[e] = at;
        for (size_t k = c->start[chosen[e]]; k < c->start[chosen[e] + 1]; k++)
            if (id[c->feature[k]] != UINT32_MAX)
                ex->feature[at++] = id[c->feature[k]];
    }
    ex->start[ex->n] = at;
    mem_free(id);
}

void col_select(const collection *c, bool (*take)(void *context, size_t i, outcome *as), void *context,
                int cutoff, selection *out)
{
    memset(out, 0, sizeof *out);
    uint32_t *count = mem_zero(c->ids.n, sizeof *count), *chosen = mem_alloc(c->n, sizeof *chosen);
    size_t cap = 0;
    examples *ex = &out->ex;
    ex->columns = c->columns;
    ex->y = mem_alloc(c->n, sizeof *ex->y);
    for (size_t i = 0; i < c->n; i++) {
        outcome as = c->target[i];
        if (!take(context, i, &as))
            continue;
        ex->y[ex->n] = class_of(out, &cap, as);
        chosen[ex->n++] = (uint32_t)i;
        for (size_t k = c->start[i]; k < c->start[i + 1]; k++)
            count[c->feature[k]]++;
    }
    out->borrowed = ex->n == c->n && cutoff <= 1 && c->n > 0;
    if (out->borrowed) {
        ex->features = c->ids.n;
        ex->key = c->ids.key;
        ex->column = c->ids.column;
        ex->start = c->start;
        ex->feature = c->feature;
    } else {
        renumber(c, chosen, count, cutoff, ex);
    }
    mem_free(count);
    mem_free(chosen);
}

void selection_done(selection *s)
{
    mem_free(s->ex.y);
    if (s->borrowed)
        return;
    mem_free(s->ex.key);
    mem_free(s->ex.column);
    mem_free(s->ex.start);
    mem_free(s->ex.feature);
}
