// SPDX-License-Identifier: MIT
// The candidates for the lemma of a word.
#include "common/base/hash.h"
#include "text/lemma.h"

enum { LEMMA_ENDS = 4 };

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
    unsigned known = 1U << LEM_KNOWN_LEMMA;
    lem_known_keys(w, c->lemma, key);
    if (lem_map_find(&m->known, key[LEM_KNOWN_LEMMA]) == LEM_NONE)
        return 0; // then nothing else is known
    for (int i = LEM_KNOWN_LEMMA + 1; i < LEM_KNOWN; i++)
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
    size_t fronts, tries;
    uint64_t seen; // scripts must have been seen with one of these
} gathering;

static void find_fronts(gathering *g)
{
    uint64_t h = LEM_BEGIN;
    g->fronts = 0;
    for (size_t i = 0; i <= g->w->n && i <= g->m->longest_begin; i++) {
        const lem_shelf *s = lem_shelf_of(&g->m->by_begin, h);
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
    if (g->n == LEM_CANDIDATES || g->tries++ >= LEM_TRIES)
        return;
    c->recipe = (lem_recipe){script, front, g->casing};
    const size_t length = lem_make(g->m, g->w, c->recipe, lemma);
    if (length == 0)
        return;
    c->lemma = lem_hash_points(lemma, length);
    const unsigned known = g->known(g->context, g->w, c);
    if ((known & needs) != needs || known & 1U << LEM_KNOWN)
        return;
    lemma_features(g->w, c, lemma, length, known);
    g->n++;
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

// The hash of the form without its first points, with an ending in the place of the last ones.
typedef struct stems {
    uint64_t hash[ES_WORD + 1]; // [n] of the beginning of the lemma, up to each point of the form
} stems;

static void hash_stems(const gathering *g, const es_front *f, stems *s)
{
    const uint32_t *form = g->w->point[g->casing];
    s->hash[f->cut.n] = lem_hash_points(g->m->pool.point + f->add.at, f->add.n);
    for (size_t i = f->cut.n; i < g->w->n; i++)
        s->hash[i + 1] = hash_mix(s->hash[i], form[i]);
}

// Adds what taking points off and adding an ending makes, if it is a lemma.
static void take_strip(gathering *g, const stems *s, uint32_t front, size_t off, uint32_t ending)
{
    const size_t before = g->n;
    const es_piece add = g->m->strip_add[ending];
    lem_candidate c = {.recipe = {g->m->scripts + (uint32_t)(off - 1) * LEM_ADDS + ending, front, g->casing},
                       .lemma = s->hash[g->w->n - off]};
    for (uint32_t i = 0; i < add.n; i++)
        c.lemma = hash_mix(c.lemma, g->m->pool.point[add.at + i]);
    if (!(g->known(g->context, g->w, &c) & 1U << LEM_KNOWN_LEMMA_POS))
        return;
    try(g, c.recipe.script, front, 1U << LEM_KNOWN_LEMMA_POS);
    if (g->n > before)
        strip_features(g->w, &g->out[before], off);
}

// Beginnings of the form that are lemmas, or are with a frequent ending.
static void take_strips(gathering *g)
{
    stems s;
    for (size_t k = 0; k < g->fronts; k++) {
        const es_front *f = &g->m->front[g->front[k]];
        hash_stems(g, f, &s);
        for (size_t off = 1; off + f->cut.n < g->w->n && off <= LEM_STRIPS; off++)
            for (uint32_t i = 0; i < g->m->strip_adds; i++)
                take_strip(g, &s, g->front[k], off, i);
    }
}

static unsigned needs(const lem_model *m, uint32_t script)
{
    return script < m->proven ? 0 : 1U << LEM_KNOWN_LEMMA_POS;
}

// The scripts that replace an ending, with each beginning.
static void take_shelf(gathering *g, uint64_t hash)
{
    const lem_model *m = g->m;
    const lem_shelf *s = lem_shelf_of(&m->by_end, hash);
    for (uint32_t i = 0; i < s->n; i++) {
        const uint32_t script = m->by_end.item[s->first + i];
        for (size_t k = 0; m->seen[script] & g->seen && k < g->fronts; k++)
            try(g, script, g->front[k], needs(m, script));
    }
}

static void take_scripts(gathering *g)
{
    const lem_word *w = g->w;
    uint64_t plain = LEM_PLAIN_END, bare = LEM_BARE_END;
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
    g.seen = m->seen_upos & w->upos_bit ? w->seen : UINT64_MAX;
    for (g.casing = LEM_KEEP; g.casing < LEM_CASES; g.casing++) {
        if (!w->may[g.casing])
            continue;
        find_fronts(&g);
        take_scripts(&g);
        take_strips(&g);
    }
    return g.n;
}
