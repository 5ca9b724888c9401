// SPDX-License-Identifier: MIT
// Rules by analogy: where "-ydı" and "-ydi", "-lı" and "-li" are rules, ı may become i, and a rule "-sınız"
// gives "-siniz", which the treebank may not have. Only rules whose words are the characters of the token
// take part.
#include "text/multiword_train.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <string.h>

enum {
    MOST_LETTERS = 3, // that a swap changes
    MOST_SWAPS = 200,
    MOST_RULES = 4000, // of treebanks with more, no others are made
    LEAST_CLANS = 4    // in which a swap must be seen
};

// Letters that become others.
typedef struct swap {
    uint32_t from[MOST_LETTERS], to[MOST_LETTERS];
    size_t n;
} swap;

typedef struct maker {
    mw_model *m;
    const ch_table *known;
    swap *list; // [n]
    size_t n, cap;
    lexicon seen;  // swaps, and swaps in a clan
    lexicon names; // of rules
    mw_chars a, b;
    text low;
} maker;

static size_t find_letter(const swap *s, uint32_t letter)
{
    size_t i = 0;
    while (i < s->n && s->from[i] != letter)
        i++;
    return i;
}

// The swap that makes b of a, which have the same length; false if there is none.
static bool compare(const mw_chars *a, const mw_chars *b, swap *s)
{
    s->n = 0;
    for (size_t i = 0; i < a->n; i++) {
        const size_t at = find_letter(s, a->c[i].low);
        if (at < s->n || a->c[i].low == b->c[i].low)
            continue;
        if (s->n == MOST_LETTERS)
            return false;
        s->from[s->n] = a->c[i].low;
        s->to[s->n++] = b->c[i].low;
    }
    for (size_t i = 0; i < a->n; i++) {
        const size_t at = find_letter(s, a->c[i].low);
        if (b->c[i].low != (at < s->n ? s->to[at] : a->c[i].low))
            return false;
    }
    return s->n > 0;
}

static uint64_t key_of(const swap *s)
{
    uint64_t key = 0;
    for (size_t i = 0; i < s->n; i++)
        key += hash_mix(s->from[i], s->to[i]); // in any order
    return key;
}

// Lists a swap when it is seen in enough clans.
static void take_swap(maker *k, const swap *s, uint64_t clan)
{
    const uint64_t key = key_of(s);
    if (lx_count(&k->seen, hash_mix(key, clan)) > 1 || lx_count(&k->seen, key) != LEAST_CLANS ||
        k->n == MOST_SWAPS)
        return;
    k->list = mem_grow(k->list, &k->cap, k->n + 1, sizeof *k->list);
    k->list[k->n++] = *s;
}

static bool are_alike(const mw_rule *a, const mw_rule *b)
{
    return a->clan == b->clan && a->cut_size == b->cut_size && a->words == b->words && a->front == b->front;
}

static bool takes_part(const mw_rule *r)
{
    return r->copies && r->kept != MW_NONE;
}

static void find_swaps(maker *k)
{
    const mw_model *m = k->m;
    swap s;
    for (size_t i = 0; i < m->rules; i++) {
        if (!takes_part(&m->rule[i]))
            continue;
        mw_decode(&k->a, k->known, m->rule[i].cut);
        for (size_t j = 0; j < m->rules; j++) {
            if (j == i || !takes_part(&m->rule[j]) || !are_alike(&m->rule[i], &m->rule[j]))
                continue;
            mw_decode(&k->b, k->known, m->rule[j].cut);
            if (compare(&k->a, &k->b, &s))
                take_swap(k, &s, m->rule[i].clan);
        }
    }
}

// A text with letters swapped; *changed: which of them were there.
static copse_str change(maker *k, copse_str t, const swap *s, unsigned *changed)
{
    mw_decode(&k->a, k->known, t);
    k->low.n = 0;
    for (size_t i = 0; i < k->a.n; i++) {
        const size_t at = find_letter(s, k->a.c[i].low);
        *changed |= at < s->n ? 1U << at : 0;
        ch_add(&k->low, &(ch_char){.point = at < s->n ? s->to[at] : k->a.c[i].low}, 1);
    }
    return (copse_str){arena_copy(&k->m->texts, k->low.n ? k->low.s : "", k->low.n), k->low.n};
}

static void make_rule(maker *k, const mw_rule *like, const swap *s, size_t *cap)
{
    mw_rule r = *like;
    unsigned changed = 0;
    r.cut = change(k, like->cut, s, &changed);
    if (changed != (1U << s->n) - 1)
        return;
    for (size_t i = 0; i < r.words; i++)
        r.word[i] = change(k, like->word[i], s, &changed);
    if (!mw_finish(&r, k->known) || !r.copies || lx_count(&k->names, r.name) > 1)
        return;
    k->m->rule = mem_grow(k->m->rule, cap, k->m->rules + 1, sizeof r);
    k->m->rule[k->m->rules++] = r;
}

void mw_add_analogies(mw_model *m, const ch_table *known, size_t *cap)
{
    maker k = {.m = m, .known = known};
    const size_t own = m->rules;
    if (own > MOST_RULES)
        return;
    find_swaps(&k);
    for (size_t i = 0; i < own; i++)
        lx_count(&k.names, m->rule[i].name);
    for (size_t i = 0; i < own; i++)
        for (size_t j = 0; j < k.n && takes_part(&m->rule[i]); j++) {
            const mw_rule like = m->rule[i];
            make_rule(&k, &like, &k.list[j], cap);
        }
    mem_free(k.list);
    mem_free(k.a.c);
    mem_free(k.b.c);
    lx_done(&k.seen);
    lx_done(&k.names);
    text_done(&k.low);
}
