// SPDX-License-Identifier: MIT
// The lemmatiser as a stage.
#include "text/lemmatiser.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "text/kept.h"
#include "text/lemma.h"

typedef struct lemmatiser {
    const lem_model *model;
    bool retag;
    lem_word word;
    lem_candidate candidate[LEM_CANDIDATES];
    uint32_t lemma[ES_RESULT];
    char bytes[4 * ES_RESULT];
} lemmatiser;

static int32_t value(int8_t q)
{
    return q < 0 ? -q * q : q * q;
}

static int32_t sum(const lem_model *m, const uint32_t *key, size_t n, uint32_t plus)
{
    const uint32_t mask = ((uint32_t)1 << m->bits) - 1;
    int32_t s = 0;
    for (size_t i = 0; i < n; i++)
        s += value(m->weight[(key[i] + plus) & mask]);
    return s;
}

// Sums that candidates share: those of the last one's parts.
typedef struct shared {
    uint32_t number[LEM_PARTS];
    int32_t sum[LEM_PARTS];
} shared;

static int32_t score(const lemmatiser *l, const lem_candidate *c, shared *s)
{
    const lem_model *m = l->model;
    int32_t all = sum(m, c->key, c->keys, 0);
    for (int p = 0; p < LEM_PARTS; p++) {
        const uint32_t number = lem_number(m, c->recipe, (enum lem_part)p);
        if (s->number[p] != number) {
            s->number[p] = number;
            s->sum[p] = sum(m, l->word.key[p], l->word.keys[p], number);
        }
        all += s->sum[p];
    }
    return all;
}

// The best candidate, the first of equal ones; or NULL.
static const lem_candidate *best(lemmatiser *l)
{
    const lem_model *m = l->model;
    const size_t n = lem_candidates(m, &l->word, lem_known_in_model, m, l->candidate);
    const lem_candidate *found = NULL;
    int32_t most = INT32_MIN;
    shared s = {.number = {LEM_NONE, LEM_NONE, LEM_NONE, LEM_NONE}};
    for (size_t i = 0; i < n; i++) {
        const int32_t one = score(l, &l->candidate[i], &s);
        if (one > most) {
            most = one;
            found = &l->candidate[i];
        }
    }
    return found;
}

static void put(lemmatiser *l, copse_sentence *s, int d, size_t n)
{
    ov_put(s, d, COPSE_LEMMA, (copse_str){l->bytes, es_encode(l->lemma, n, l->bytes)});
}

// The lemma that the lexicon has: of the form, or of the form without capitals. 0: none.
static size_t look_up(lemmatiser *l, const lem_token *t)
{
    const lem_model *m = l->model;
    uint32_t entry = lem_map_find(&m->lexicon, lem_token_key(t));
    if (entry != LEM_NONE)
        return lem_make(m, &l->word, lem_unpack(m, entry), l->lemma);
    if (!l->word.may[LEM_LOWER])
        return 0;
    lem_token low = *t;
    low.form = (copse_str){l->bytes, es_encode(l->word.point[LEM_LOWER], l->word.n, l->bytes)};
    entry = lem_map_find(&m->lexicon, lem_token_key(&low));
    if (entry == LEM_NONE)
        return 0;
    lem_recipe r = lem_unpack(m, entry);
    r.casing = r.casing == LEM_KEEP ? LEM_LOWER : r.casing;
    return lem_make(m, &l->word, r, l->lemma);
}

// Puts the lemma of a word: from the lexicon, from the best candidate, or the form.
static void lemmatise(lemmatiser *l, copse_sentence *s, int d, const lem_token *t)
{
    if (t->form.len == 0)
        return;
    size_t n = 0;
    if (lem_take(l->model, &l->word, t))
        n = look_up(l, t);
    else
        l->word.n = 0;
    const lem_candidate *c = n || l->word.n == 0 ? NULL : best(l);
    if (c)
        n = lem_make(l->model, &l->word, c->recipe, l->lemma);
    if (n)
        put(l, s, d, n);
    else
        ov_put(s, d, COPSE_LEMMA, t->form);
}

static void kind_run(void *worker, copse_sentence *s)
{
    lemmatiser *l = worker;
    bool first = true;
    if (l->model->scripts == 0)
        return;
    for (int d = 1; d <= s->n; d++) {
        const lem_token t = lem_token_of(s, d, first);
        if (l->retag || !(kept_columns(s, d, false) & 1U << COPSE_LEMMA))
            lemmatise(l, s, d, &t);
        first = first && !lem_has_letter(t.form);
        if (d % 1000 == 0)
            watch_look();
    }
}

// ---------------------------------------------------------------------------------------------------

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&lem_stage, b, err) != 0)
        return NULL;
    lem_model *m = mem_alloc(1, sizeof *m);
    if (lem_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    lem_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    lemmatiser *l = mem_zero(1, sizeof *l);
    l->model = model;
    l->retag = options->retag;
    return l;
}

static void kind_worker_free(void *worker)
{
    mem_free(worker);
}

static unsigned kind_reads(const void *model)
{
    (void)model;
    return 1U << COPSE_FORM | 1U << COPSE_UPOS | 1U << COPSE_XPOS | 1U << COPSE_FEATS;
}

const stage_kind lem_stage = {.name = "lemmatiser",
                              .tag = "LEMM",
                              .writes = 1U << COPSE_LEMMA,
                              .reads = kind_reads,
                              .load = kind_load,
                              .free = kind_free,
                              .worker_new = kind_worker_new,
                              .worker_free = kind_worker_free,
                              .run = kind_run};
