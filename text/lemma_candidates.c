// SPDX-License-Identifier: MIT
// The candidates for the lemma of a word.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "text/lemma.h"

#include <string.h>

enum { LEMMA_ENDS = 4 };

// ---------------------------------------------------------------------------------------------------
// Scripts by the ending that they replace

static uint64_t step(uint64_t hash, uint32_t point)
{
    return hash_mix(hash, point);
}

static lem_ending *slot_of(const lem_model *m, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (m->endings - 1);
    while (m->ending[at].n && m->ending[at].hash != hash)
        at = (at + 1) & (m->endings - 1);
    return &m->ending[at];
}

static uint64_t ending_of(const lem_model *m, const es_piece *p)
{
    uint64_t h = 0;
    for (uint32_t i = p->n; i-- > 0;)
        h = step(h, m->pool.point[p->at + i]);
    return h;
}

void lem_settle_endings(lem_model *m)
{
    uint64_t *hash = mem_alloc((size_t)m->general + 1, sizeof *hash);
    uint32_t at = 0;
    m->endings = 16;
    while (m->endings / 2 < m->general)
        m->endings *= 2;
    m->ending = mem_zero(m->endings, sizeof *m->ending);
    m->by_ending = mem_alloc((size_t)m->general + 1, sizeof *m->by_ending);
    m->longest = 0;
    for (uint32_t s = 0; s < m->general; s++) {
        const es_piece *cut = &m->script[s].cut_back;
        hash[s] = ending_of(m, cut);
        lem_ending *e = slot_of(m, hash[s]);
        e->hash = hash[s];
        e->n++;
        if (cut->n > m->longest)
            m->longest = cut->n;
    }
    for (uint32_t i = 0; i < m->endings; i++) {
        m->ending[i].first = at;
        at += m->ending[i].n;
    }
    for (uint32_t s = 0; s < m->general; s++)
        m->by_ending[slot_of(m, hash[s])->first++] = s;
    for (uint32_t i = 0; i < m->endings; i++)
        m->ending[i].first -= m->ending[i].n;
    mem_free(hash);
}

// ---------------------------------------------------------------------------------------------------

void lem_known_keys(const lem_word *w, uint64_t lemma, uint64_t key[LEM_KNOWN])
{
    key[LEM_KNOWN_LEMMA] = hash_mix(lemma, 1);
    key[LEM_KNOWN_LEMMA_POS] = hash_mix(lemma, w->upos);
    key[LEM_KNOWN_PAIR] = hash_mix(lemma, w->form);
    key[LEM_KNOWN_PAIR_POS] = hash_mix(hash_mix(lemma, w->form), w->upos);
}

unsigned lem_known_in_model(const void *model, const lem_word *w, uint64_t lemma)
{
    const lem_model *m = model;
    uint64_t key[LEM_KNOWN];
    unsigned known = 0;
    lem_known_keys(w, lemma, key);
    for (int i = 0; i < LEM_KNOWN; i++)
        known |= (unsigned)(lem_map_find(&m->known, key[i]) != LEM_NONE) << i;
    return known;
}

static void add(lem_candidate *c, unsigned template, uint64_t a, uint64_t b)
{
    c->key[c->keys++] = (uint32_t)(hash_mix(a + 200 + template, b) >> 16);
}

static void lemma_features(const lem_word *w, lem_candidate *c, const uint32_t *lemma, size_t n,
                           unsigned known)
{
    const uint64_t bin = n < 8 ? n : 8;
    uint64_t h = 3;
    c->keys = 0;
    add(c, 0, known, 0);
    add(c, 1, known, w->upos);
    add(c, 2, known, bin);
    add(c, 3, w->upos, bin);
    for (size_t i = 0; i < LEMMA_ENDS && i < n; i++) {
        h = hash_mix(h, lemma[n - 1 - i]);
        add(c, 4, h, w->upos);
        if (i == 1 || i == 2)
            add(c, 5, h, hash_mix(w->upos, w->feats));
    }
}

size_t lem_make(const lem_model *m, const lem_word *w, uint32_t script, enum lem_case casing, uint32_t *lemma)
{
    return es_apply(&m->script[script], m->pool.point, w->point[casing], w->n, lemma);
}

// Appends the candidates among the scripts that replace an ending.
static size_t take_list(const lem_model *m, const lem_word *w, const lem_ending *e, enum lem_case casing,
                        lem_known_fn known, const void *context, lem_candidate *out, size_t n)
{
    uint32_t lemma[ES_RESULT];
    for (uint32_t i = 0; i < e->n && n < LEM_CANDIDATES; i++) {
        lem_candidate *c = &out[n];
        c->script = m->by_ending[e->first + i];
        c->casing = casing;
        const size_t length = lem_make(m, w, c->script, casing, lemma);
        if (length == 0)
            continue;
        c->lemma = lem_hash_points(lemma, length);
        lemma_features(w, c, lemma, length, known(context, w, c->lemma));
        n++;
    }
    return n;
}

size_t lem_candidates(const lem_model *m, const lem_word *w, lem_known_fn known, const void *context,
                      lem_candidate *out)
{
    size_t n = 0;
    for (enum lem_case casing = LEM_KEEP; casing < LEM_CASES; casing++) {
        uint64_t h = 0;
        for (size_t i = 0; w->may[casing] && i <= w->n && i <= m->longest; i++) {
            const lem_ending *e = slot_of(m, h);
            if (e->n)
                n = take_list(m, w, e, casing, known, context, out, n);
            if (i < w->n)
                h = step(h, w->point[casing][w->n - 1 - i]);
        }
    }
    return n;
}
