// SPDX-License-Identifier: MIT
#include "graph/backoff.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SLOTS = 16 };

static uint64_t event_hash(uint64_t context, uint32_t outcome)
{
    return hash_mix(context, outcome);
}

static void place(backoff *b, uint64_t hash, size_t index)
{
    size_t at = (size_t)hash & (b->slots - 1);
    while (b->slot[at])
        at = (at + 1) & (b->slots - 1);
    b->slot[at] = (uint32_t)index + 1;
}

// An empty table of at least twice as many slots as items.
static void make_slots(backoff *b, size_t items)
{
    b->slots = LEAST_SLOTS;
    while (b->slots < 2 * items)
        b->slots *= 2;
    mem_free(b->slot);
    b->slot = mem_zero(b->slots, sizeof *b->slot);
}

void bo_add(backoff *b, uint64_t context, uint32_t outcome, double by)
{
    if (2 * (b->n + 1) > b->slots) {
        make_slots(b, 2 * (b->n + 1));
        for (size_t i = 0; i < b->n; i++)
            place(b, event_hash(b->event[i].context, b->event[i].outcome), i);
    }
    size_t at = (size_t)event_hash(context, outcome) & (b->slots - 1);
    for (; b->slot[at]; at = (at + 1) & (b->slots - 1)) {
        bo_event *e = &b->event[b->slot[at] - 1];
        if (e->context == context && e->outcome == outcome) {
            e->count += by;
            return;
        }
    }
    if (b->n >= UINT32_MAX / 4)
        mem_fail(b->n * sizeof *b->event);
    b->event = mem_grow(b->event, &b->cap, b->n + 1, sizeof *b->event);
    b->event[b->n] = (bo_event){context, by, outcome};
    b->slot[at] = (uint32_t)++b->n;
}

static int by_context(const void *x, const void *y)
{
    const bo_event *a = x, *b = y;
    if (a->context != b->context)
        return a->context < b->context ? -1 : 1;
    return a->outcome < b->outcome ? -1 : a->outcome > b->outcome;
}

// Finds the contexts of sorted events.
static void sum_up(backoff *b)
{
    for (size_t i = 0; i < b->n; i++)
        b->contexts += i == 0 || b->event[i].context != b->event[i - 1].context;
    b->start = mem_alloc(b->contexts + 1, sizeof *b->start);
    b->total = mem_zero(b->contexts + 1, sizeof *b->total);
    make_slots(b, b->contexts);
    size_t at = 0;
    for (size_t i = 0; i < b->n; i++) {
        if (i == 0 || b->event[i].context != b->event[i - 1].context) {
            place(b, b->event[i].context, at);
            b->start[at++] = (uint32_t)i;
        }
        b->total[at - 1] += b->event[i].count;
    }
    b->start[at] = (uint32_t)b->n;
}

void bo_settle(backoff *b)
{
    if (b->n)
        qsort(b->event, b->n, sizeof *b->event, by_context);
    sum_up(b);
}

void bo_done(backoff *b)
{
    mem_free(b->event);
    mem_free(b->slot);
    mem_free(b->start);
    mem_free(b->total);
    memset(b, 0, sizeof *b);
}

void bo_save(const backoff *b, const char tag[4], box_writer *w)
{
    box_begin(w, tag);
    box_u32(w, (uint32_t)b->n);
    for (size_t i = 0; i < b->n; i++) {
        box_u64(w, b->event[i].context);
        box_u32(w, b->event[i].outcome);
        box_f64(w, b->event[i].count);
    }
}

int bo_load(backoff *b, const char tag[4], uint32_t outcomes, const box *file, copse_error *err)
{
    enum { BYTES = 20 }; // of an event
    cursor c;
    memset(b, 0, sizeof *b);
    int code = box_find(file, tag, 0, &c, err);
    if (code)
        return code;
    b->n = cur_count(&c, BYTES);
    b->event = mem_grow(NULL, &b->cap, b->n + 1, sizeof *b->event);
    for (size_t i = 0; i < b->n; i++) {
        bo_event *e = &b->event[i];
        e->context = cur_u64(&c);
        e->outcome = cur_u32(&c);
        e->count = cur_bounded(&c, BO_MOST_COUNT);
        c.failed |= !(e->count > 0) || e->outcome >= outcomes || (i && by_context(e - 1, e) >= 0);
    }
    code = cur_end(&c, err);
    if (code)
        bo_done(b);
    else
        sum_up(b);
    return code;
}

static size_t find(const backoff *b, uint64_t context)
{
    if (b->contexts == 0)
        return BO_NONE;
    for (size_t at = (size_t)context & (b->slots - 1); b->slot[at]; at = (at + 1) & (b->slots - 1))
        if (b->event[b->start[b->slot[at] - 1]].context == context)
            return b->slot[at] - 1;
    return BO_NONE;
}

void bo_chain_add(bo_chain *c, const backoff *b, uint64_t context, double smoothing)
{
    const size_t at = find(b, context);
    if (at == BO_NONE || c->n == BO_LEVELS)
        return;
    const double total = b->total[at], types = b->start[at + 1] - b->start[at];
    c->level[c->n++] = (struct bo_level){.event = b->event + b->start[at],
                                         .events = b->start[at + 1] - b->start[at],
                                         .keep = total / (total + smoothing * types),
                                         .total = total};
}

static double count_of(const struct bo_level *l, uint32_t outcome)
{
    uint32_t low = 0, high = l->events;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (l->event[middle].outcome < outcome)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->events && l->event[low].outcome == outcome ? l->event[low].count : 0;
}

double bo_log(const bo_chain *c, uint32_t outcome, double log_base)
{
    double seen = 0, left = 1; // left: what the levels so far have not kept
    for (int i = 0; i < c->n; i++) {
        const struct bo_level *l = &c->level[i];
        seen += left * l->keep * (count_of(l, outcome) / l->total);
        left *= 1 - l->keep;
    }
    if (!(left > 0))
        return log(seen);
    return seen > 0 ? log(seen + left * exp(log_base)) : log(left) + log_base;
}
