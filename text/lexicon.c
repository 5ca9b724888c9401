// SPDX-License-Identifier: MIT
#include "text/lexicon.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

enum { FIRST_SLOTS = 64, MOST_COUNT = 255 };

// The slot of a key, or the free one where it would be.
static size_t slot_of(const lexicon *x, uint64_t key)
{
    size_t at = lx_home(key, x->slots);
    while (x->key[at] && x->key[at] != key)
        at = at + 1 < x->slots ? at + 1 : 0;
    return at;
}

static void resize(lexicon *x, size_t slots)
{
    lexicon old = *x;
    *x = (lexicon){.slots = slots, .n = old.n};
    x->key = mem_zero(slots, sizeof *x->key);
    x->count = x->own_count = mem_zero(slots, 1);
    for (size_t i = 0; i < old.slots; i++) {
        if (!old.key[i])
            continue;
        const size_t at = slot_of(x, old.key[i]);
        x->key[at] = old.key[i];
        x->own_count[at] = old.count[i];
    }
    lx_done(&old);
}

int lx_count(lexicon *x, uint64_t key)
{
    key = key ? key : 1;
    if (x->n * 3 >= x->slots * 2)
        resize(x, x->slots ? 2 * x->slots : FIRST_SLOTS);
    const size_t at = slot_of(x, key);
    x->n += !x->key[at];
    x->key[at] = key;
    if (x->own_count[at] < MOST_COUNT)
        ++x->own_count[at];
    return x->own_count[at];
}

void lx_done(lexicon *x)
{
    mem_free(x->key);
    mem_free(x->own_mark);
    mem_free(x->own_count);
    memset(x, 0, sizeof *x);
}

void lx_pack(lexicon *x)
{
    const size_t slots = x->n + x->n / 3 + 1;
    uint16_t *mark = mem_zero(slots, sizeof *mark);
    uint8_t *count = mem_zero(slots, 1);
    for (size_t i = 0; i < x->slots; i++) {
        if (!x->key[i])
            continue;
        size_t at = lx_home(x->key[i], slots);
        while (mark[at])
            at = at + 1 < slots ? at + 1 : 0;
        mark[at] = lx_mark(x->key[i]);
        count[at] = x->count[i];
    }
    lx_done(x);
    x->slots = slots;
    x->mark = x->own_mark = mark;
    x->count = x->own_count = count;
}

void lx_save(const lexicon *x, const char tag[4], box_writer *out)
{
    box_begin(out, tag);
    box_u32(out, (uint32_t)x->slots);
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
    const uint32_t slots = cur_count(&c, 3);
    if (!c.failed && slots > LX_MOST_SLOTS)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged counts in section %s", tag);
    x->slots = slots;
    x->mark = cur_array(&c, slots, sizeof *x->mark);
    x->count = cur_array(&c, slots, 1);
    if (c.failed)
        x->slots = 0;
    return cur_end(&c, err);
}
