// SPDX-License-Identifier: MIT
// Choosing scripts. Several scripts make a lemma of a form; the one taken is that which also serves the most
// other words.
#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/table.h"
#include "text/lemma_train.h"

#include <string.h>

enum { LEAST_WORDS = 2 }; // that a script must serve to be for all words

// A script and a case that make a type's lemma.
typedef struct way {
    uint32_t script; // in the table
    enum lem_case casing;
    bool whole;
} way;

typedef struct ways {
    way *way; // [n] those of type i begin at first[i]
    size_t *first;
    size_t n, cap;
    table scripts;  // counted by the pairs of form and lemma that they serve
    lem_counts met; // pairs that were counted
} ways;

static void add_ways(ways *all, const lem_word *w, enum lem_case casing, es_ways *found,
                     const uint32_t *lemma, size_t m, bool is_new)
{
    const size_t n = es_find(found, w->point[casing], w->n, lemma, m);
    for (size_t i = 0; i < n; i++) {
        const copse_str script = {found->script[i].s, found->script[i].n};
        all->way = mem_grow(all->way, &all->cap, all->n + 1, sizeof *all->way);
        all->way[all->n++] = (way){(uint32_t)tab_count(&all->scripts, script, is_new), casing, i + 1 == n};
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
        const bool is_new = lem_count(&all->met, hash_mix(w.form, t->lemma_hash), 1) == 1;
        for (enum lem_case c = LEM_KEEP; c < LEM_CASES; c++)
            if (w.may[c])
                add_ways(all, &w, c, &found, lemma, length, is_new);
    }
    all->first[s->n] = all->n;
    es_ways_done(&found);
}

// The way of a type whose script serves the most words; the whole lemma if no other serves two.
static const way *best_way(const ways *all, size_t type)
{
    const way *best = NULL;
    long most = 0;
    for (size_t i = all->first[type]; i < all->first[type + 1]; i++) {
        const way *one = &all->way[i];
        const long count = 2 * all->scripts.entry[one->script].count - one->whole;
        if (!best || count > most) {
            best = one;
            most = count;
        }
    }
    return best;
}

// Numbers the chosen scripts by the words they serve, and reads them into the model.
static void number(lem_survey *s, lem_model *m, table *scripts, const uint32_t *chosen)
{
    lem_counts met = {0};
    for (size_t i = 0; i < scripts->n; i++)
        scripts->entry[i].count = 0;
    for (size_t i = 0; i < s->n; i++)
        if (chosen[i] != LEM_NONE) {
            const copse_str form = s->type[i].token.form, lemma = s->type[i].lemma;
            const uint64_t pair = hash_mix(hash_bytes(form.s, form.len), hash_bytes(lemma.s, lemma.len));
            scripts->entry[chosen[i]].count += lem_count(&met, pair, 1) == 1;
        }
    uint32_t *order = tab_order(scripts), *id = mem_alloc(scripts->n + 1, sizeof *id);
    m->script = mem_alloc(LEM_MOST_SCRIPTS, sizeof *m->script);
    for (size_t i = 0; i < scripts->n; i++) {
        const tab_entry *e = &scripts->entry[order[i]];
        id[order[i]] = LEM_NONE;
        if (e->count == 0 || m->scripts == LEM_MOST_SCRIPTS ||
            !es_read(&m->script[m->scripts], tab_name(scripts, order[i]), &m->pool))
            continue;
        id[order[i]] = m->scripts++;
        if (e->count >= LEAST_WORDS)
            m->general = m->scripts;
    }
    for (size_t i = 0; i < s->n; i++)
        s->type[i].script = chosen[i] == LEM_NONE ? LEM_NONE : id[chosen[i]];
    mem_free(order);
    mem_free(id);
    lem_counts_done(&met);
}

// The lexicon has the most frequent lemma of each form with its tags.
static void make_lexicon(const lem_survey *s, lem_model *m)
{
    lem_counts count = {0}, index = {0};
    uint64_t *key = mem_alloc(s->n + 1, sizeof *key);
    uint32_t *entry = mem_alloc(s->n + 1, sizeof *entry), *most = mem_alloc(s->n + 1, sizeof *most);
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const lem_type *t = &s->type[i];
        if (t->script == LEM_NONE)
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
            entry[at - 1] = t->script * LEM_CASES + t->casing;
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
    ways all = {.first = mem_alloc(s->n + 1, sizeof *all.first)};
    uint32_t *chosen = mem_alloc(s->n + 1, sizeof *chosen);
    find_ways(&all, s, m);
    for (size_t i = 0; i < s->n; i++) {
        const way *best = best_way(&all, i);
        chosen[i] = best ? best->script : LEM_NONE;
        if (best)
            s->type[i].casing = best->casing;
    }
    number(s, m, &all.scripts, chosen);
    lem_settle_endings(m);
    make_lexicon(s, m);
    make_known(s, m);
    mem_free(chosen);
    mem_free(all.way);
    mem_free(all.first);
    tab_done(&all.scripts);
    lem_counts_done(&all.met);
}
