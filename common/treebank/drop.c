// SPDX-License-Identifier: MIT
#include "common/treebank/drop.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/random.h"

// Most often tags of other kinds, morphology and lemmas are missing together.
enum { ALL_THREE = 50, UPOS_TOO = 5 }; // per cent of the sentences that lack something

void drop_init(dropper *d, long percent, uint64_t seed)
{
    *d = (dropper){percent, seed, mem_zero(1, sizeof *d->twin)};
}

void drop_done(dropper *d)
{
    if (d->twin)
        sen_twin_done(d->twin);
    mem_free(d->twin);
    *d = (dropper){0};
}

static bool chance(rng *r, long percent)
{
    return (long)rng_below(r, 100) < percent;
}

unsigned drop_draw(const dropper *d, uint64_t round, size_t sentence)
{
    static const unsigned column[] = {1U << COPSE_LEMMA, 1U << COPSE_XPOS, 1U << COPSE_FEATS};
    rng r;
    rng_seed(&r, hash_mix(hash_mix(d->seed, round), sentence));
    if (!chance(&r, d->percent))
        return 0;
    unsigned lacks = chance(&r, UPOS_TOO) ? 1U << COPSE_UPOS : 0;
    const uint64_t some = chance(&r, ALL_THREE) ? 7 : 1 + rng_below(&r, 7);
    for (int i = 0; i < 3; i++)
        lacks |= some >> i & 1 ? column[i] : 0;
    return lacks;
}

const copse_sentence *drop_from(dropper *d, const copse_sentence *s, unsigned columns)
{
    if (!columns)
        return s;
    sen_twin(d->twin, s);
    for (int k = 0; k < COPSE_COLUMNS; k++)
        for (int w = 1; columns & 1U << k && w <= s->n; w++)
            ov_put(d->twin, w, (copse_column)k, (copse_str){"_", 1});
    return d->twin;
}

copse_column drop_pos(long percent, copse_column pos)
{
    return percent && pos == COPSE_XPOS ? SEN_XPOS_OR_UPOS : pos;
}
