// SPDX-License-Identifier: MIT
// Which lines of a feature model never have a value with a transition system. This is found by trying:
// random derivations, of which some shift much and others reduce or link much, show which addresses lead to
// a word and which of these words have labels.
#include "transition/features_public.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "transition/system.h"

#include <string.h>

enum {
    WALKS = 400,
    WORDS = 12,          // and as many as the deepest address needs
    LEAST_WALKS = 4,     // of large models; the others
    WORK = 20 * 1000000, // until so many addresses were looked at
};

typedef struct trial {
    const feature_model *m;
    const tsystem *system;
    config c;
    fm_words words;
    void *scratch;
    bool *there, *labelled; // [addresses]
    long work;
    rng random;
} trial;

static void look(trial *t)
{
    const feature_model *m = t->m;
    fm_look(m, &t->words, &t->c, t->scratch);
    for (int i = 0; i < m->addresses; i++) {
        const int node = fm_node(m, t->scratch, i);
        t->there[i] |= node != CFG_NONE;
        t->labelled[i] |= node > 0 && t->c.label[node] != CFG_NONE;
    }
    t->work += m->addresses;
}

// A legal transition, drawn by weights.
static transition draw(trial *t, unsigned legal, const unsigned weight[T_TYPES])
{
    uint64_t sum = 0;
    for (int k = 0; k < T_TYPES; k++)
        sum += legal >> k & 1 ? weight[k] : 0;
    uint64_t at = rng_below(&t->random, sum);
    int k = 0;
    for (; !(legal >> k & 1) || at >= weight[k]; k++)
        at -= legal >> k & 1 ? weight[k] : 0;
    return (transition)k;
}

static void walk(trial *t, int n, bool single_root)
{
    unsigned legal, weight[T_TYPES];
    for (int k = 0; k < T_TYPES; k++)
        weight[k] = 1U << rng_below(&t->random, 6);
    cfg_reset(&t->c, n, t->system->root, single_root);
    t->system->start(&t->c);
    // A system ends by itself; the bound is for one that does not.
    for (long step = 0; step < 10L * n * n && (legal = t->system->legal(&t->c)) != 0; step++) {
        look(t);
        t->system->apply(&t->c, draw(t, legal, weight), 0);
    }
}

static bool is_idle(const trial *t, const fm_line *l)
{
    bool idle = false;
    for (int k = 0; k < l->n && !l->advised; k++) {
        const fm_term *x = &t->m->term[l->term[k]];
        if (x->attribute == FM_EXISTS)
            continue;
        idle |= !(x->attribute == FM_LABEL ? t->labelled : t->there)[x->address];
        idle |= x->other >= 0 && !t->there[x->other];
    }
    for (int k = 0; k < 2 && l->each[k] >= 0 && !l->advised; k++)
        idle |= !t->there[l->each[k]];
    return idle;
}

static copse_sentence *some_words(int n)
{
    copse_sentence *s = copse_sentence_new();
    copse_token *token = mem_zero((size_t)n, sizeof *token);
    for (int i = 0; i < n; i++)
        token[i].form = "a";
    copse_sentence_set(s, n, token);
    mem_free(token);
    return s;
}

static void try_system(const copse_features *f, const tsystem *system, bool *idle)
{
    const feature_model *m = &f->m;
    int deepest = 0;
    for (int i = 0; i < m->addresses; i++)
        if (fm_is_depth(m->address[i].op) && m->address[i].of > deepest)
            deepest = m->address[i].of;
    const int n = WORDS + deepest;
    trial t = {.m = m, .system = system};
    copse_sentence *s = some_words(n);
    cfg_init(&t.c);
    fm_words_set(&t.words, m, s, COPSE_UPOS);
    t.scratch = mem_alloc(fm_scratch(m), 1);
    t.there = mem_zero((size_t)m->addresses, sizeof *t.there);
    t.labelled = mem_zero((size_t)m->addresses, sizeof *t.labelled);
    rng_seed(&t.random, 1);
    for (int i = 0; i < WALKS && (i < LEAST_WALKS || t.work < WORK); i++)
        walk(&t, n, i % 2);
    for (size_t i = 0; i < f->n; i++)
        idle[i] = is_idle(&t, f->line[i]);
    mem_free(t.there);
    mem_free(t.labelled);
    mem_free(t.scratch);
    fm_words_done(&t.words);
    cfg_done(&t.c);
    copse_sentence_free(s);
}

static int find_idle(const copse_features *f, size_t i, const char **algorithm, bool *idle)
{
    size_t systems = 0;
    while (sys_all[systems])
        systems++;
    *algorithm = i < systems ? sys_all[i]->name : NULL;
    if (f && i < systems)
        try_system(f, sys_all[i], idle);
    return 0;
}

int copse_features_idle(const copse_features *features, size_t i, const char **algorithm, bool *idle,
                        copse_error *err)
{
    mem_guard guard;
    mem_begin(&guard);
    if (setjmp(guard.at))
        return mem_failed(&guard, err);
    return mem_end(&guard, find_idle(features, i, algorithm, idle));
}
