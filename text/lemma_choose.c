// SPDX-License-Identifier: MIT
// Choosing scripts. Several beginnings and scripts make a lemma of a form; those are taken that also serve
// the most other lemmas.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/table.h"
#include "text/lemma_train.h"

#include <math.h>
#include <string.h>

enum { LEAST_LEMMAS = 2 }; // that a beginning or script must serve to be for all words

// A way to make a type's lemma.
typedef struct way {
    uint32_t script, front; // in the tables
    enum lem_case casing;
    bool whole;
} way;

typedef struct ways {
    way *way;      // [n] those of type i begin at first[i]
    size_t *first; // [types+1]
    size_t n, cap;
    size_t *chosen;        // [types] LEM_NONE: none
    table scripts, fronts; // counted by the lemmas that they serve
    lem_counts met;        // pairs of script or front and lemma that were counted
    long lemmas;
} ways;

static bool is_whole(copse_str script)
{
    return !memchr(script.s, '\t', script.len);
}

static void add_ways(ways *all, const es_ways *found, enum lem_case casing)
{
    for (size_t i = 0; i < found->n; i++) {
        const copse_str script = {found->script[i].s, found->script[i].n};
        const copse_str front = {found->front[i].s, found->front[i].n};
        all->way = mem_grow(all->way, &all->cap, all->n + 1, sizeof *all->way);
        all->way[all->n++] = (way){(uint32_t)tab_add(&all->scripts, script),
                                   (uint32_t)tab_add(&all->fronts, front), casing, is_whole(script)};
    }
}

static void find_ways(ways *all, const lem_survey *s, const lem_model *m)
{
    lem_word w;
    uint32_t lemma[ES_WORD];
    es_ways found = {0};
    for (size_t i = 0; i < s->n; i++) {
        const lem_type *t = &s->type[i];
        const size_t length = es_decode(t->lemma, lemma);
        all->first[i] = all->n;
        if (length == 0 || !lem_take(m, &w, &t->token))
            continue;
        for (enum lem_case c = LEM_KEEP; c < LEM_CASES; c++)
            if (w.may[c]) {
                es_find(&found, w.point[c], w.n, lemma, length);
                add_ways(all, &found, c);
            }
    }
    all->first[s->n] = all->n;
    es_ways_done(&found);
}

static void count_way(ways *all, const way *one, uint64_t lemma)
{
    all->scripts.entry[one->script].count +=
        lem_count(&all->met, hash_mix(lemma, 2 * (uint64_t)one->script), 1) == 1;
    all->fronts.entry[one->front].count +=
        lem_count(&all->met, hash_mix(lemma, 2 * (uint64_t)one->front + 1), 1) == 1;
    all->lemmas += lem_count(&all->met, lemma, 1) == 1;
}

static void count_ways(ways *all, const lem_survey *s, bool only_chosen)
{
    lem_counts_done(&all->met);
    all->lemmas = 0;
    for (size_t i = 0; i < all->scripts.n; i++)
        all->scripts.entry[i].count = 0;
    for (size_t i = 0; i < all->fronts.n; i++)
        all->fronts.entry[i].count = 0;
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = all->first[i]; k < all->first[i + 1]; k++)
            if (!only_chosen || k == all->chosen[i])
                count_way(all, &all->way[k], s->type[i].lemma_hash);
}

// A beginning that no other lemma has serves none but the lexicon, as the whole lemma would.
static double worth(const ways *all, const way *one)
{
    static const double WHOLE = 0.5;
    const long script = all->scripts.entry[one->script].count, front = all->fronts.entry[one->front].count;
    if (one->whole || front < LEAST_LEMMAS)
        return log((one->whole ? WHOLE : WHOLE / 2) / (double)(all->lemmas + 1));
    return log((double)script) + log((double)front / (double)(all->lemmas + 1));
}

static void choose_ways(ways *all, const lem_survey *s)
{
    for (size_t i = 0; i < s->n; i++) {
        double most = -HUGE_VAL;
        all->chosen[i] = LEM_NONE;
        for (size_t k = all->first[i]; k < all->first[i + 1]; k++) {
            const double one = worth(all, &all->way[k]);
            if (one > most) {
                most = one;
                all->chosen[i] = k;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Numbers by frequency: id[place in the table], or LEM_NONE.

static uint32_t *number_scripts(ways *all, lem_model *m)
{
    uint32_t *id = mem_alloc(all->scripts.n + 1, sizeof *id);
    for (size_t i = 0; i < all->scripts.n; i++) // those that give a whole lemma come last
        all->scripts.entry[i].count = is_whole(tab_name(&all->scripts, i)) ? all->scripts.entry[i].count > 0
                                                                           : 2 * all->scripts.entry[i].count;
    uint32_t *order = tab_order(&all->scripts);
    m->script = mem_alloc(LEM_MOST_SCRIPTS, sizeof *m->script);
    for (size_t i = 0; i < all->scripts.n; i++) {
        const long count = all->scripts.entry[order[i]].count;
        id[order[i]] = LEM_NONE;
        if (count == 0 || m->scripts == LEM_MOST_SCRIPTS ||
            !es_read(&m->script[m->scripts], tab_name(&all->scripts, order[i]), &m->pool))
            continue;
        id[order[i]] = m->scripts++;
        if (count > 1)
            m->general = m->scripts;
        if (count >= 2 * LEAST_LEMMAS)
            m->proven = m->scripts;
    }
    mem_free(order);
    return id;
}

static uint32_t *number_fronts(ways *all, lem_model *m)
{
    tab_count(&all->fronts, (copse_str){"\t", 1}, LEAST_LEMMAS); // nothing: always there
    uint32_t *order = tab_order(&all->fronts), *id = mem_alloc(all->fronts.n + 1, sizeof *id);
    m->front = mem_alloc(LEM_MOST_FRONTS, sizeof *m->front);
    for (size_t i = 0; i < all->fronts.n; i++) {
        const long count = all->fronts.entry[order[i]].count;
        id[order[i]] = LEM_NONE;
        if (count == 0 || m->fronts == LEM_MOST_FRONTS ||
            !es_read_front(&m->front[m->fronts], tab_name(&all->fronts, order[i]), &m->pool))
            continue;
        id[order[i]] = m->fronts++;
        if (count >= LEAST_LEMMAS)
            m->openings = m->fronts;
    }
    mem_free(order);
    return id;
}

static void number_ways(ways *all, lem_survey *s, lem_model *m)
{
    uint32_t *script = number_scripts(all, m), *front = number_fronts(all, m);
    for (size_t i = 0; i < s->n; i++) {
        if (all->chosen[i] == LEM_NONE)
            continue;
        const way *one = &all->way[all->chosen[i]];
        if (script[one->script] != LEM_NONE && front[one->front] != LEM_NONE)
            s->type[i].recipe = (lem_recipe){script[one->script], front[one->front], one->casing};
    }
    mem_free(script);
    mem_free(front);
}

// Notes what scripts were seen with.
static void note_seen(const lem_survey *s, lem_model *m)
{
    lem_word w;
    m->own_seen = mem_zero((size_t)m->general + 1, sizeof *m->own_seen);
    for (size_t i = 0; i < s->n; i++)
        if (s->type[i].recipe.script < m->general && lem_take(m, &w, &s->type[i].token)) {
            m->own_seen[s->type[i].recipe.script] |= w.seen;
            m->seen_upos |= w.upos_bit;
        }
    m->seen = m->own_seen;
}

// ---------------------------------------------------------------------------------------------------
// What is known of words

// The lexicon has the most frequent lemma of each form with its tags.
static void make_lexicon(const lem_survey *s, lem_model *m)
{
    lem_counts count = {0}, index = {0};
    uint64_t *key = mem_alloc(s->n + 1, sizeof *key);
    uint32_t *entry = mem_alloc(s->n + 1, sizeof *entry), *most = mem_alloc(s->n + 1, sizeof *most);
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const lem_type *t = &s->type[i];
        if (t->recipe.script == LEM_NONE)
            continue;
        const uint64_t k = lem_token_key(&t->token);
        const uint32_t now = lem_count(&count, hash_mix(k, t->lemma_hash), t->count);
        uint32_t at = lem_counted(&index, k);
        if (at == 0) {
            at = lem_count(&index, k, (uint32_t)++n);
            key[at - 1] = k;
            most[at - 1] = 0;
        }
        if (now > most[at - 1]) {
            most[at - 1] = now;
            entry[at - 1] = lem_pack(m, t->recipe);
        }
    }
    lem_map_make(&m->lexicon, key, entry, n);
    mem_free(key);
    mem_free(entry);
    mem_free(most);
    lem_counts_done(&count);
    lem_counts_done(&index);
}

static void make_known(const lem_survey *s, lem_model *m)
{
    uint64_t *key = mem_alloc(s->known.n + 1, sizeof *key);
    size_t n = 0;
    for (size_t i = 0; i < s->known.slots; i++)
        if (s->known.count[i])
            key[n++] = s->known.key[i];
    lem_map_make(&m->known, key, NULL, n);
    mem_free(key);
}

void lem_choose(lem_survey *s, lem_model *m)
{
    ways all = {.first = mem_alloc(s->n + 1, sizeof *all.first),
                .chosen = mem_alloc(s->n + 1, sizeof *all.chosen)};
    find_ways(&all, s, m);
    count_ways(&all, s, false);
    choose_ways(&all, s);
    count_ways(&all, s, true);
    number_ways(&all, s, m);
    note_seen(s, m);
    lem_settle(m);
    make_lexicon(s, m);
    make_known(s, m);
    mem_free(all.way);
    mem_free(all.first);
    mem_free(all.chosen);
    tab_done(&all.scripts);
    tab_done(&all.fronts);
    lem_counts_done(&all.met);
}
