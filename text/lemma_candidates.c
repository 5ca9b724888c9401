// SPDX-License-Identifier: MIT
// The candidates for the lemma of a word.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "text/lemma.h"

#include <string.h>

enum { LEMMA_ENDS = 4 };

// ---------------------------------------------------------------------------------------------------
// Indices

static lem_shelf *shelf_of(const lem_index *x, uint64_t hash)
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
        lem_shelf *s = shelf_of(x, hash[i]);
        s->hash = hash[i];
        s->n++;
    }
    for (uint32_t i = 0; i < x->shelves; i++) {
        x->shelf[i].first = at;
        at += x->shelf[i].n;
    }
    for (uint32_t i = 0; i < n; i++)
        x->item[shelf_of(x, hash[i])->first++] = i;
    for (uint32_t i = 0; i < x->shelves; i++)
        x->shelf[i].first -= x->shelf[i].n;
}

// Hashes of endings are made from the right, those of beginnings from the left.
enum { NO_ACCENT = 1, ACCENT = 2, BEGIN = 3 };

static uint64_t ending_of(const lem_model *m, const es_script *s)
{
    uint64_t h = s->accent ? ACCENT : NO_ACCENT;
    for (uint32_t i = s->cut.n; i-- > 0;)
        h = hash_mix(h, m->pool.point[s->cut.at + i]);
    return h;
}

static uint64_t beginning_of(const lem_model *m, const es_piece *cut)
{
    uint64_t h = BEGIN;
    for (uint32_t i = 0; i < cut->n; i++)
        h = hash_mix(h, m->pool.point[cut->at + i]);
    return h;
}

// What a script puts in the place of the ending.
static uint64_t back_of(const lem_model *m, const es_script *s)
{
    return hash_mix(ending_of(m, s), lem_hash_points(m->pool.point + s->add.at, s->add.n));
}

// The endings that most scripts add, in order of first appearance where they are equal.
static void find_adds(lem_model *m)
{
    lem_counts count = {0};
    for (uint32_t s = 0; s < m->general; s++)
        lem_count(&count, lem_hash_points(m->pool.point + m->script[s].add.at, m->script[s].add.n), 1);
    for (m->strip_adds = 0; m->strip_adds < LEM_ADDS; m->strip_adds++) {
        uint32_t most = 1; // an ending of one script is not worth trying
        uint64_t taken = 0;
        for (uint32_t s = 0; s < m->general; s++) {
            const es_piece add = m->script[s].add;
            const uint64_t hash = lem_hash_points(m->pool.point + add.at, add.n);
            if (lem_counted(&count, hash) > most) {
                most = lem_counted(&count, hash);
                taken = hash;
                m->strip_add[m->strip_adds] = add;
            }
        }
        if (most == 1)
            break;
        lem_count(&count, taken, 0U - most); // not again
        lem_count(&count, taken, 1);
    }
    lem_counts_done(&count);
}

uint32_t lem_number(const lem_model *m, lem_recipe r, enum lem_part part)
{
    const bool strips = r.script >= m->scripts, odd = !strips && r.script >= m->general;
    switch (part) {
    case LEM_BACK:
        return odd      ? m->backs
               : strips ? m->backs + 1 + (r.script - m->scripts) % LEM_ADDS
                        : m->back[r.script];
    case LEM_SCRIPT:
        return odd ? m->general : strips ? m->general + 1 + (r.script - m->scripts) : r.script;
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

// ---------------------------------------------------------------------------------------------------
// Lemmas

void lem_known_keys(const lem_word *w, uint64_t lemma, uint64_t key[LEM_KNOWN])
{
    key[LEM_KNOWN_LEMMA] = hash_mix(lemma, 1);
    key[LEM_KNOWN_LEMMA_POS] = hash_mix(lemma, w->upos);
    key[LEM_KNOWN_PAIR] = hash_mix(lemma, w->form);
    key[LEM_KNOWN_PAIR_POS] = hash_mix(hash_mix(lemma, w->form), w->upos);
}

unsigned lem_known_in_model(const void *model, const lem_word *w, const lem_candidate *c)
{
    const lem_model *m = model;
    uint64_t key[LEM_KNOWN];
    unsigned known = 0;
    lem_known_keys(w, c->lemma, key);
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
    const uint64_t recipe = hash_mix(c->recipe.script, c->recipe.front);
    uint64_t h = 3;
    c->keys = 0;
    add(c, 0, known, 0);
    add(c, 1, known, w->upos);
    add(c, 2, known, bin);
    add(c, 3, w->upos, bin);
    add(c, 6, recipe, 0);
    add(c, 7, recipe, w->upos);
    for (size_t i = 0; i < LEMMA_ENDS && i < n; i++) {
        h = hash_mix(h, lemma[n - 1 - i]);
        add(c, 4, h, w->upos);
        if (i == 1 || i == 2)
            add(c, 5, h, hash_mix(w->upos, w->feats));
    }
}

// Takes points off and adds an ending.
static size_t strip(const lem_model *m, const lem_word *w, lem_recipe r, uint32_t *lemma)
{
    const size_t off = (r.script - m->scripts) / LEM_ADDS + 1;
    const es_piece add = m->strip_add[(r.script - m->scripts) % LEM_ADDS];
    const uint32_t *form = w->point[r.casing];
    const es_script s = {.add = add, .any = off};
    return es_apply(&m->front[r.front], &s, m->pool.point, form, w->n, lemma);
}

size_t lem_make(const lem_model *m, const lem_word *w, lem_recipe r, uint32_t *lemma)
{
    if (r.script >= m->scripts)
        return strip(m, w, r, lemma);
    return es_apply(&m->front[r.front], &m->script[r.script], m->pool.point, w->point[r.casing], w->n, lemma);
}

// The candidates as they are gathered.
typedef struct gathering {
    const lem_model *m;
    const lem_word *w;
    lem_known_fn known;
    const void *context;
    lem_candidate *out; // [n]
    size_t n;
    enum lem_case casing;
    uint32_t front[LEM_WORD_FRONTS]; // that the word may have, in this case
    size_t fronts;
} gathering;

static void find_fronts(gathering *g)
{
    uint64_t h = BEGIN;
    g->fronts = 0;
    for (size_t i = 0; i <= g->w->n && i <= g->m->longest_begin; i++) {
        const lem_shelf *s = shelf_of(&g->m->by_begin, h);
        for (uint32_t k = 0; k < s->n && g->fronts < LEM_WORD_FRONTS; k++)
            g->front[g->fronts++] = g->m->by_begin.item[s->first + k];
        if (i < g->w->n)
            h = hash_mix(h, g->w->point[g->casing][i]);
    }
}

// Adds a candidate, if all that it needs is known.
static void try(gathering *g, uint32_t script, uint32_t front, unsigned needs)
{
    uint32_t lemma[ES_RESULT];
    lem_candidate *c = &g->out[g->n];
    c->recipe = (lem_recipe){script, front, g->casing};
    const size_t length = g->n < LEM_CANDIDATES ? lem_make(g->m, g->w, c->recipe, lemma) : 0;
    if (length == 0)
        return;
    c->lemma = lem_hash_points(lemma, length);
    const unsigned known = g->known(g->context, g->w, c);
    if ((known & needs) != needs || known & 1U << LEM_KNOWN)
        return;
    lemma_features(g->w, c, lemma, length, known);
    g->n++;
}

// What training made of the form with other tags.
static void take_odd(gathering *g)
{
    for (int upos = 1; upos >= 0; upos--) {
        const uint32_t entry = lem_map_find(&g->m->odd, lem_odd_key(g->w, upos));
        if (entry == LEM_NONE)
            continue;
        const lem_recipe r = lem_unpack(g->m, entry);
        g->casing = r.casing;
        try(g, r.script, r.front, 1U << LEM_KNOWN_PAIR);
    }
}

// The same for the rest of the form after a beginning: "undo" like "do".
static void take_odd_rests(gathering *g)
{
    for (size_t i = 0; i < g->fronts; i++) {
        const es_front *f = &g->m->front[g->front[i]];
        const size_t cut = f->cut.n;
        if (cut == 0 || cut >= g->w->n)
            continue;
        const uint64_t rest = lem_hash_points(g->w->point[LEM_LOWER] + cut, g->w->n - cut);
        const uint32_t entry = lem_map_find(&g->m->odd, hash_mix(rest, g->w->upos));
        const lem_recipe r = entry == LEM_NONE ? (lem_recipe){0} : lem_unpack(g->m, entry);
        if (entry != LEM_NONE && g->m->front[r.front].cut.n == 0 && true)
            try(g, r.script, g->front[i], 0);
    }
}

// Says what was taken off.
static void strip_features(const lem_word *w, lem_candidate *c, size_t off)
{
    const uint32_t *gone = w->point[LEM_LOWER] + w->n - off;
    uint64_t h = 5;
    for (size_t i = 0; i < off; i++) {
        h = hash_mix(h, gone[i]);
        if (i > 0 && i < 5)
            add(c, 8, h, w->upos);
    }
    add(c, 9, h, hash_mix(w->upos, w->feats));
    add(c, 10, h, w->upos);
}

// Beginnings of the form that are lemmas, or are with a frequent ending.
static void take_strips(gathering *g)
{
    for (size_t off = 1; off < g->w->n && off <= LEM_STRIPS; off++)
        for (uint32_t i = 0; i < g->m->strip_adds; i++) {
            for (size_t k = 0; k < g->fronts; k++) {
                const size_t before = g->n;
                try(g, g->m->scripts + (uint32_t)(off - 1) * LEM_ADDS + i, g->front[k],
                    1U << LEM_KNOWN_LEMMA_POS);
                if (g->n > before)
                    strip_features(g->w, &g->out[before], off);
            }
        }
}

static unsigned needs(const lem_model *m, uint32_t script)
{
    return script < m->proven ? 0 : 1U << LEM_KNOWN_LEMMA_POS;
}

// The scripts that replace an ending, with each beginning.
static void take_shelf(gathering *g, uint64_t hash)
{
    const lem_shelf *s = shelf_of(&g->m->by_end, hash);
    for (uint32_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < g->fronts; k++)
            try(g, g->m->by_end.item[s->first + i], g->front[k],
                needs(g->m, g->m->by_end.item[s->first + i]));
}

static void take_scripts(gathering *g)
{
    const lem_word *w = g->w;
    uint64_t plain = NO_ACCENT, bare = ACCENT;
    for (size_t i = 0; i <= w->n && i <= g->m->longest_end; i++) {
        take_shelf(g, plain);
        if (g->m->accents)
            take_shelf(g, bare);
        if (i < w->n) {
            const uint32_t p = w->point[g->casing][w->n - 1 - i];
            plain = hash_mix(plain, p);
            bare = hash_mix(bare, es_bare(p));
        }
    }
}

size_t lem_candidates(const lem_model *m, const lem_word *w, lem_known_fn known, const void *context,
                      lem_candidate *out)
{
    gathering g = {.m = m, .w = w, .known = known, .context = context, .out = out};
    take_odd(&g);
    for (g.casing = LEM_KEEP; g.casing < LEM_CASES; g.casing++) {
        if (!w->may[g.casing])
            continue;
        find_fronts(&g);
        take_scripts(&g);
        take_strips(&g);
        take_odd_rests(&g);
    }
    return g.n;
}
