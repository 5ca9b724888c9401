// SPDX-License-Identifier: MIT
#include "common/treebank/drop.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/random.h"

// Most often tags of other kinds, morphology and lemmas are missing together.
enum { ALL_THREE = 50, UPOS_TOO = 5 }; // per cent of the sentences that lack something

void drop_init(dropper *d, long percent, bool mixed, uint64_t seed)
{
    *d = (dropper){percent, mixed, seed, mem_zero(1, sizeof *d->twin), mem_zero(1, sizeof *d->own)};
}

void drop_done(dropper *d)
{
    if (d->twin)
        sen_twin_done(d->twin);
    mem_free(d->twin);
    mem_free(d->own);
    *d = (dropper){0};
}

static bool chance(rng *r, long percent)
{
    return (long)rng_below(r, 100) < percent;
}

static unsigned draw_columns(rng *r)
{
    static const unsigned column[] = {1U << COPSE_LEMMA, 1U << COPSE_XPOS, 1U << COPSE_FEATS};
    unsigned lacks = chance(r, UPOS_TOO) ? 1U << COPSE_UPOS : 0;
    const uint64_t some = chance(r, ALL_THREE) ? 7 : 1 + rng_below(r, 7);
    for (int i = 0; i < 3; i++)
        lacks |= some >> i & 1 ? column[i] : 0;
    return lacks;
}

drop_look drop_draw(const dropper *d, uint64_t round, size_t sentence)
{
    drop_look look = {0};
    rng r;
    rng_seed(&r, hash_mix(hash_mix(d->seed, round), sentence));
    if (chance(&r, d->percent))
        look.lacks = draw_columns(&r);
    look.own = d->mixed && chance(&r, 50);
    return look;
}

static const copse_sentence *own_columns(dropper *d, const copse_sentence *s)
{
    *d->own = *s;
    d->own->overlaid = 0;
    d->own->over = NULL;
    return d->own;
}

const copse_sentence *drop_from(dropper *d, const copse_sentence *s, drop_look look)
{
    if (look.own)
        s = own_columns(d, s);
    if (!look.lacks)
        return s;
    sen_twin(d->twin, s);
    for (int k = 0; k < COPSE_COLUMNS; k++)
        for (int w = 1; look.lacks & 1U << k && w <= s->n; w++)
            ov_put(d->twin, w, (copse_column)k, (copse_str){"_", 1});
    return d->twin;
}

copse_column drop_pos(long percent, copse_column pos)
{
    return percent && pos == COPSE_XPOS ? SEN_XPOS_OR_UPOS : pos;
}
