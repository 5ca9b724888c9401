// SPDX-License-Identifier: MIT
// Learns when to use the rules for multiword tokens: multinomial logistic regression over the rules that fit
// and none. Counts of what was seen leave out the token at hand.
#include "text/multiword_train.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/treebank/sentence.h"
#include "text/segment_features.h"

#include <math.h>
#include <string.h>

enum { RUNS = 4, ROUNDS = 10, BITS = 17 };
static const float RATE = 0.2F;

#define NO_RULE UINT32_MAX

// A token that some rule fits.
typedef struct example {
    uint32_t token, gold; // the right rule, or NO_RULE
} example;

typedef struct lesson {
    mw_model *m;
    const raw_text *r;
    const ch_table *known;
    const uint64_t *name; // [tokens] the rule's name, or 0
    mw_chars buffer;
    example *list; // [n]
    size_t n, cap;
} lesson;

static mw_place place_of(const raw_text *r, size_t i)
{
    const raw_token *t = &r->token[i];
    mw_place p = {.token = r->c + t->from, .length = t->to - t->from};
    if (i && !t[-1].ends_sentence) {
        p.before = r->c + t[-1].from;
        p.before_length = t[-1].to - t[-1].from;
    }
    if (i + 1 < r->tokens && !t->ends_sentence) {
        p.after = r->c + t[1].from;
        p.after_length = t[1].to - t[1].from;
    }
    return p;
}

static const mw_rule *rule_named(const mw_model *m, const uint32_t *fitting, size_t n, uint64_t name)
{
    for (size_t i = 0; i < n; i++)
        if (m->rule[fitting[i]].name == name)
            return &m->rule[fitting[i]];
    return NULL;
}

static int kind_of(copse_str upos)
{
    static const struct {
        const char *upos;
        int kind;
    } known[] = {{"VERB", 0}, {"AUX", 0}, {"NOUN", 1}, {"PROPN", 1}, {"PRON", 1},
                 {"NUM", 1},  {"ADJ", 2}, {"ADV", 2},  {"DET", 2},   {"_", -1}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (str_is(upos, known[i].upos))
            return known[i].kind;
    return 3;
}

// The keys of a token's lemma and form and of their endings, or those of its first word. kind: negative if it
// has none.
typedef struct tagged {
    uint64_t lemma, form;
    uint64_t tail[2 * MW_TAIL]; // [tails]
    int kind, tails;
} tagged;

static tagged tagged_of(lesson *l, size_t i)
{
    const raw_token *t = &l->r->token[i];
    mw_chars *buffer = &l->buffer;
    tagged g = {.kind = kind_of(t->upos)};
    mw_decode(buffer, l->known, t->lemma);
    g.lemma = sg_form_key(buffer->c, buffer->n);
    for (size_t n = 1; n <= MW_TAIL && n <= buffer->n; n++)
        g.tail[g.tails++] = mw_key_tail(buffer->c, buffer->n, n, g.kind, true);
    const ch_char *c = l->r->c + t->from;
    size_t length = t->to - t->from;
    if (t->parts) {
        mw_decode(buffer, l->known, l->r->part[t->part]);
        c = buffer->c;
        length = buffer->n;
    }
    g.form = sg_form_key(c, length);
    for (size_t n = 1; n <= MW_TAIL && n <= length; n++)
        g.tail[g.tails++] = mw_key_tail(c, length, n, g.kind, false);
    return g;
}

static void add_own(mw_own *k, uint64_t key)
{
    if (k->n < MW_MOST_OWN)
        k->key[k->n++] = key;
}

// The keys of what is seen of a token whose rule is gold, or NULL.
static mw_own own_keys(lesson *l, size_t i, const mw_place *p, const mw_rule *gold)
{
    mw_own k = {.n = 0};
    const uint64_t form = sg_form_key(p->token, p->length);
    const tagged g = tagged_of(l, i);
    if (!l->r->token[i].parts)
        add_own(&k, mw_key_whole(form));
    if (g.kind >= 0) {
        add_own(&k, mw_key_lemma(g.lemma, g.kind));
        add_own(&k, mw_key_form(g.form, g.kind));
        if (lx_get(&l->m->seen, mw_key_form(g.form, g.kind)) < 2)
            for (int n = 0; n < g.tails; n++)
                add_own(&k, g.tail[n]);
    }
    if (gold) {
        add_own(&k, mw_key_split(form, gold));
        add_own(&k, mw_key_any(form));
        add_own(&k, mw_key_rule(gold));
        if (mw_kept(gold, p->length))
            add_own(&k, mw_key_kept(mw_kept_form(gold, p)));
    }
    return k;
}

static const mw_rule *gold_rule(const lesson *l, size_t i, const uint32_t *fitting, size_t found)
{
    return l->name[i] ? rule_named(l->m, fitting, found, l->name[i]) : NULL;
}

// Counts what is seen.
static void count_all(lesson *l)
{
    uint32_t fitting[MW_MOST_FITTING];
    for (size_t i = 0; i < l->r->tokens; i++) {
        const mw_place p = place_of(l->r, i);
        const size_t found = l->name[i] ? mw_fitting(l->m, p.token, p.length, fitting) : 0;
        const mw_own own = own_keys(l, i, &p, gold_rule(l, i, fitting, found));
        for (size_t k = 0; k < own.n; k++)
            lx_count(&l->m->seen, own.key[k]);
    }
}

// Lists the tokens to learn from.
static void take_examples(lesson *l)
{
    uint32_t fitting[MW_MOST_FITTING];
    for (size_t i = 0; i < l->r->tokens; i++) {
        const mw_place p = place_of(l->r, i);
        const size_t found = mw_fitting(l->m, p.token, p.length, fitting);
        const mw_rule *gold = gold_rule(l, i, fitting, found);
        if (!found || (!gold && l->r->token[i].parts) || (!gold && mw_is_whole(l->m, &p, 1)))
            continue;
        l->list = mem_grow(l->list, &l->cap, l->n + 1, sizeof *l->list);
        l->list[l->n++] = (example){(uint32_t)i, gold ? (uint32_t)(gold - l->m->rule) : NO_RULE};
    }
}

static void learn(lesson *l, const example *e)
{
    mw_model *m = l->m;
    const mw_place p = place_of(l->r, e->token);
    const mw_own own = own_keys(l, e->token, &p, e->gold == NO_RULE ? NULL : &m->rule[e->gold]);
    mw_sight sight;
    uint32_t fitting[MW_MOST_FITTING];
    li_keys keys[MW_MOST_FITTING];
    double score[MW_MOST_FITTING], most = 0, sum;
    const size_t n = mw_fitting(m, p.token, p.length, fitting);
    mw_look(m, &p, &own, &sight);
    for (size_t i = 0; i < n; i++) {
        mw_keys(m, &sight, &m->rule[fitting[i]], &keys[i]);
        score[i] = (double)li_sum(&m->w, &keys[i]);
        most = score[i] > most ? score[i] : most;
    }
    sum = exp(-most);
    for (size_t i = 0; i < n; i++)
        sum += exp(score[i] - most);
    for (size_t i = 0; i < n; i++) {
        const double by = (fitting[i] == e->gold) - exp(score[i] - most) / sum;
        if (fabs(by) > 1e-3)
            li_adapt(&m->w, &keys[i], (float)by);
    }
    li_step(&m->w);
}

static void learn_all(lesson *l, uint64_t seed)
{
    linear *w = &l->m->w;
    uint32_t *order = mem_alloc(l->n + 1, sizeof *order);
    rng random;
    rng_seed(&random, seed);
    for (size_t i = 0; i < l->n; i++)
        order[i] = (uint32_t)i;
    li_init(w, BITS);
    w->rate = RATE;
    for (int round = 0; round < RUNS * ROUNDS; round++) {
        if (round && round % ROUNDS == 0)
            li_next_run(w);
        rng_shuffle(&random, order, l->n);
        for (size_t i = 0; i < l->n; i++)
            learn(l, &l->list[order[i]]);
    }
    li_pack(w);
    lx_pack(&l->m->seen);
    mem_free(order);
}

void mw_train(mw_model *m, const raw_text *r, const ch_table *known, uint64_t seed, meter *progress)
{
    memset(m, 0, sizeof *m);
    uint64_t *name = mw_find_rules(m, r, known);
    lesson l = {.m = m, .r = r, .known = known, .name = name};
    if (m->rules) {
        count_all(&l);
        take_examples(&l);
        learn_all(&l, seed);
    }
    mem_free(l.list);
    mem_free(l.buffer.c);
    mem_free(name);
    meter_step(progress);
}
