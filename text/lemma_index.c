// SPDX-License-Identifier: MIT
// What a lemmatiser makes of its scripts when it is loaded or trained: numbers for features, and indices by
// the pieces that are replaced.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "text/lemma.h"

lem_shelf *lem_shelf_of(const lem_index *x, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (x->shelves - 1);
    while (x->shelf[at].n && x->shelf[at].hash != hash)
        at = (at + 1) & (x->shelves - 1);
    return &x->shelf[at];
}

static void make_index(lem_index *x, const uint64_t *hash, uint32_t n)
{
    uint32_t at = 0;
    x->shelves = 16;
    while (x->shelves / 2 < n)
        x->shelves *= 2;
    x->shelf = mem_zero(x->shelves, sizeof *x->shelf);
    x->item = mem_alloc((size_t)n + 1, sizeof *x->item);
    for (uint32_t i = 0; i < n; i++) {
        lem_shelf *s = lem_shelf_of(x, hash[i]);
        s->hash = hash[i];
        s->n++;
    }
    for (uint32_t i = 0; i < x->shelves; i++) {
        x->shelf[i].first = at;
        at += x->shelf[i].n;
    }
    for (uint32_t i = 0; i < n; i++)
        x->item[lem_shelf_of(x, hash[i])->first++] = i;
    for (uint32_t i = 0; i < x->shelves; i++)
        x->shelf[i].first -= x->shelf[i].n;
}

static uint64_t ending_of(const lem_model *m, const es_script *s)
{
    uint64_t h = s->accent ? LEM_BARE_END : LEM_PLAIN_END;
    for (uint32_t i = s->cut.n; i-- > 0;)
        h = hash_mix(h, m->pool.point[s->cut.at + i]);
    return h;
}

static uint64_t beginning_of(const lem_model *m, const es_piece *cut)
{
    uint64_t h = LEM_BEGIN;
    for (uint32_t i = 0; i < cut->n; i++)
        h = hash_mix(h, m->pool.point[cut->at + i]);
    return h;
}

// What a script puts in the place of the ending.
static uint64_t back_of(const lem_model *m, const es_script *s)
{
    return hash_mix(ending_of(m, s), lem_hash_points(m->pool.point + s->add.at, s->add.n));
}

static uint64_t added_by(const lem_model *m, uint32_t script)
{
    const es_piece add = m->script[script].add;
    return lem_hash_points(m->pool.point + add.at, add.n);
}

// The endings that most scripts add, the first of equal ones first.
static void find_adds(lem_model *m)
{
    lem_counts count = {0};
    uint64_t taken[LEM_ADDS];
    for (uint32_t s = 0; s < m->general; s++)
        lem_count(&count, added_by(m, s), 1);
    for (m->strip_adds = 0; m->strip_adds < LEM_ADDS; m->strip_adds++) {
        uint32_t most = 1; // an ending of one script is not worth trying
        for (uint32_t s = 0; s < m->general; s++) {
            const uint64_t hash = added_by(m, s);
            bool again = lem_counted(&count, hash) <= most;
            for (uint32_t i = 0; i < m->strip_adds && !again; i++)
                again = taken[i] == hash;
            if (again)
                continue;
            most = lem_counted(&count, hash);
            taken[m->strip_adds] = hash;
            m->strip_add[m->strip_adds] = m->script[s].add;
        }
        if (most == 1)
            break;
    }
    lem_counts_done(&count);
}

uint32_t lem_number(const lem_model *m, lem_recipe r, enum lem_part part)
{
    const bool strips = r.script >= m->scripts;
    const uint32_t strip = r.script - m->scripts;
    switch (part) {
    case LEM_BACK:
        return strips ? m->backs + strip % LEM_ADDS : m->back[r.script];
    case LEM_SCRIPT:
        return strips ? m->general + strip : r.script;
    case LEM_FRONT:
        return r.front;
    default:
        return (uint32_t)r.casing;
    }
}

void lem_settle(lem_model *m)
{
    const size_t most = m->general > m->openings ? m->general : m->openings;
    uint64_t *hash = mem_alloc(most + 1, sizeof *hash);
    lem_counts backs = {0};
    m->back = mem_alloc((size_t)m->general + 1, sizeof *m->back);
    for (uint32_t s = 0; s < m->general; s++) {
        const es_script *one = &m->script[s];
        const uint64_t back = back_of(m, one);
        hash[s] = ending_of(m, one);
        if (lem_counted(&backs, back) == 0)
            lem_count(&backs, back, (uint32_t)backs.n + 1);
        m->back[s] = lem_counted(&backs, back) - 1;
        m->longest_end = one->cut.n > m->longest_end ? one->cut.n : m->longest_end;
        m->accents |= one->accent != 0;
    }
    m->backs = (uint32_t)backs.n;
    find_adds(m);
    make_index(&m->by_end, hash, m->general);
    for (uint32_t f = 0; f < m->openings; f++) {
        const es_piece *cut = &m->front[f].cut;
        hash[f] = beginning_of(m, cut);
        m->longest_begin = cut->n > m->longest_begin ? cut->n : m->longest_begin;
    }
    make_index(&m->by_begin, hash, m->openings);
    mem_free(hash);
    lem_counts_done(&backs);
}
