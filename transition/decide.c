// SPDX-License-Identifier: MIT
// The choice of tp_choose for parsing, with less work.
//
// All features of a group depend on one word, and the same words occur at the same addresses again and again.
// A table of fixed size caches the sums of their weights; a new sum replaces the one in its entry. Sums are
// of whole numbers, so the result does not depend on which sums are cached.
#include "transition/model.h"

#include "common/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { KNOWN_BYTES = 1 << 19 }; // of the table: leaves room for weights in the processor's cache

typedef struct known { // begins an entry; the sum follows
    uint64_t what;     // set, group and word
    size_t n;          // features that were summed
} known;

void tp_known_init(tp_known *k, const tmodel *m)
{
    size_t room = 0;
    memset(k, 0, sizeof *k);
    for (uint32_t i = 0; i < m->sets; i++) {
        const scorer *s = m->set[i].classifier[CLS_FIRST].scorer;
        const size_t own = s ? sc_room(s) : 0;
        room = own > room ? own : room;
    }
    k->room = room;
    k->entry_size = sizeof(known) + room * sizeof(int16_t);
    k->bits = 1;
    while (room && ((size_t)2 << k->bits) * k->entry_size <= KNOWN_BYTES)
        k->bits++;
    k->entry = mem_table((size_t)1 << k->bits, k->entry_size);
    k->sum = mem_table(2 * room, sizeof *k->sum);
    k->word = mem_alloc((size_t)m->features.groups, sizeof *k->word);
    k->asked = mem_alloc((size_t)m->features.groups, sizeof *k->asked);
}

void tp_known_done(tp_known *k)
{
    mem_free(k->entry);
    mem_free(k->sum);
    mem_free(k->word);
    mem_free(k->asked);
}

static inline void add(int16_t *restrict to, const int16_t *restrict sum, size_t room)
{
    for (size_t k = 0; k < room; k += 8)
        for (size_t j = 0; j < 8; j++)
            to[k + j] = (int16_t)(to[k + j] + sum[k + j]);
}

// Finds the entries of the table where the sums of the groups are, or will be.
static void ask(tparser *p, const classifier_set *g)
{
    const feature_model *m = &p->model->features;
    const uint64_t first = (uint64_t)(g - p->model->set) * (uint64_t)m->groups;
    const tp_known *k = &p->known;
    fm_group_words(m, &p->words, p->scratch, k->word);
    for (int i = 0; i < m->groups; i++) {
        const uint64_t what = (k->word[i] + first + (uint64_t)i) * 0x9e3779b97f4a7c15u;
        k->asked[i].what = what;
        k->asked[i].entry = k->entry + (what >> (64 - k->bits)) * k->entry_size;
        __builtin_prefetch(k->asked[i].entry);
    }
}

// Writes the features that belong to no group to key. Returns their number.
static size_t rest_keys(tparser *p, const scorer *s, uint64_t *key)
{
    const feature_model *m = &p->model->features;
    key[0] = TP_BIAS;
    size_t n = 1 + fm_long_keys(m, &p->words, &p->config, key + 1, p->scratch);
    sc_fetch(s, key, n);
    for (int i = 0; i < m->short_rests; i += FM_SOME) {
        const size_t more = fm_short_keys(m, i, key + n, p->scratch);
        sc_fetch(s, key + n, more);
        n += more;
    }
    return n;
}

// Adds the cached sums. Appends the features of the other groups to the *n keys and adjusts *n. Returns the
// number of all features, those of cached sums included.
static size_t add_known(tparser *p, const scorer *s, size_t room, uint64_t *key, size_t *n)
{
    const feature_model *m = &p->model->features;
    const tp_known *k = &p->known;
    size_t all = *n;
    for (int i = 0; i < m->groups; i++) {
        tp_asked *a = &k->asked[i];
        const known *entry = a->entry;
        a->n = 0;
        if (entry->what == a->what) {
            add(k->sum, (const int16_t *)(entry + 1), room);
            all += entry->n;
            continue;
        }
        a->first = *n;
        a->n = fm_group_keys(m, i, &p->words, key + *n, p->scratch);
        sc_fetch(s, key + *n, a->n);
        *n += a->n;
        all += a->n;
    }
    return all;
}

// Computes the scores of the first scorer. False if it has no sums or there are too many features.
static bool sum_scores(tparser *p, const classifier_set *g, const scorer *s)
{
    const tp_known *k = &p->known;
    const size_t room = s ? sc_room(s) : 0;
    if (room == 0 || room > k->room)
        return false;
    uint32_t what[SC_MOST];
    int16_t *own = k->sum + room;
    memset(k->sum, 0, room * sizeof *k->sum);
    ask(p, g);
    const size_t rest = rest_keys(p, s, p->key);
    size_t keys = rest;
    if (add_known(p, s, room, p->key, &keys) > SC_MOST)
        return false;
    sc_find(s, p->key, keys, what);
    sc_add(s, what, rest, k->sum);
    for (int i = 0; i < p->model->features.groups; i++) {
        const tp_asked *a = &k->asked[i];
        if (a->n == 0)
            continue;
        memset(own, 0, room * sizeof *own);
        sc_add(s, what + a->first, a->n, own);
        add(k->sum, own, room);
        *(known *)a->entry = (known){a->what, a->n};
        memcpy((known *)a->entry + 1, own, room * sizeof *own);
    }
    sc_scores(s, k->sum, p->cls.score);
    return true;
}

void tp_decide(tparser *p, choice *out)
{
    const tmodel *m = p->model;
    const unsigned legal = sys_legal(m->system, &p->config);
    const cls_labels may = tp_labels(p);
    fm_look(&m->features, &p->words, &p->config, p->scratch);
    const classifier_set *g = tp_set(p);
    const bool summed = sum_scores(p, g, g->classifier[CLS_FIRST].scorer);
    if (summed)
        cls_pick(g, p->cls.score, legal, &may, out);
    if (summed && out->label != CLS_NO_LABEL)
        return;
    p->key[0] = TP_BIAS;
    const size_t n = 1 + fm_keys(&m->features, &p->words, &p->config, p->key + 1, p->scratch);
    if (summed)
        cls_complete(g, p->key, n, &may, &p->cls, out);
    else
        cls_choose(g, p->key, n, legal, &may, &p->cls, out);
}
