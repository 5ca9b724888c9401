// SPDX-License-Identifier: MIT
#include "text/lexicon.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

enum { FIRST_SLOTS = 64, MOST_COUNT = 255, MOST_TRIED = 512 };

static uint32_t mark_of(uint64_t key)
{
    const uint32_t mark = (uint32_t)(key >> 32);
    return mark ? mark : 1;
}

// The slot of a key, or the free one where it would be. It depends on the mark alone. A table from a file may
// be full: then any slot.
static size_t find(const lexicon *x, uint64_t key)
{
    const uint32_t mark = mark_of(key);
    size_t at = (mark * 0x9e3779b1U >> 4) & (x->slots - 1);
    for (int tried = 0; tried < MOST_TRIED && x->mark[at] && x->mark[at] != mark; tried++)
        at = (at + 1) & (x->slots - 1);
    return at;
}

static void resize(lexicon *x, size_t slots)
{
    lexicon old = *x;
    *x = (lexicon){.slots = slots, .n = old.n};
    x->mark = x->own_mark = mem_zero(slots, sizeof *x->own_mark);
    x->count = x->own_count = mem_zero(slots, 1);
    for (size_t i = 0; i < old.slots; i++) {
        if (!old.mark[i])
            continue;
        const size_t at = find(x, (uint64_t)old.mark[i] << 32);
        x->own_mark[at] = old.mark[i];
        x->own_count[at] = old.count[i];
    }
    lx_done(&old);
}

static uint8_t *place(lexicon *x, uint64_t key)
{
    if (x->n * 3 >= x->slots * 2)
        resize(x, x->slots ? 2 * x->slots : FIRST_SLOTS);
    const size_t at = find(x, key);
    if (!x->own_mark[at]) {
        x->own_mark[at] = mark_of(key);
        x->n++;
    }
    return &x->own_count[at];
}

int lx_count(lexicon *x, uint64_t key)
{
    uint8_t *count = place(x, key);
    if (*count < MOST_COUNT)
        ++*count;
    return *count;
}

void lx_raise(lexicon *x, uint64_t key, int count)
{
    uint8_t *now = place(x, key);
    if (*now < count)
        *now = (uint8_t)(count < MOST_COUNT ? count : MOST_COUNT);
}

int lx_get(const lexicon *x, uint64_t key)
{
    if (!x->slots)
        return 0;
    const size_t at = find(x, key);
    return x->mark[at] == mark_of(key) ? x->count[at] : 0;
}

void lx_done(lexicon *x)
{
    mem_free(x->own_mark);
    mem_free(x->own_count);
    memset(x, 0, sizeof *x);
}

void lx_keep(const lexicon *x, int least, lexicon *kept)
{
    memset(kept, 0, sizeof *kept);
    for (size_t i = 0; i < x->slots; i++)
        if (x->mark[i] && x->count[i] >= least)
            lx_raise(kept, (uint64_t)x->mark[i] << 32, x->count[i]);
}

void lx_save(const lexicon *x, const char tag[4], box_writer *out)
{
    box_begin(out, tag);
    box_u32(out, (uint32_t)x->slots);
    box_u32(out, (uint32_t)x->n);
    box_array(out, x->mark, x->slots, sizeof *x->mark);
    box_array(out, x->count, x->slots, 1);
}

int lx_load(lexicon *x, const char tag[4], const box *b, copse_error *err)
{
    cursor c;
    memset(x, 0, sizeof *x);
    int code = box_find(b, tag, 0, &c, err);
    if (code)
        return code;
    const uint32_t slots = cur_u32(&c), n = cur_u32(&c);
    if (!c.failed && ((slots & (slots - 1)) || slots > 1U << LX_MOST_BITS || n > slots))
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged counts in section %s", tag);
    x->slots = c.failed ? 0 : slots;
    x->n = n;
    x->mark = cur_array(&c, slots, sizeof *x->mark);
    x->count = cur_array(&c, slots, 1);
    return cur_end(&c, err);
}
