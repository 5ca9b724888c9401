// SPDX-License-Identifier: MIT
// Reads rules off the multiword tokens of a text, and learns when to use them: multinomial logistic regression
// over the rules that fit and none. Counts of what was seen leave out the token at hand.
#include "text/multiword.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "text/segment_features.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 10, BITS = 16, SHORT = 3 };

#define NO_RULE UINT32_MAX

// The lower-cased characters of a form.
static void add_low(text *t, const ch_char *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ch_add(t, &(ch_char){.point = c[i].low}, 1);
}

typedef struct chars {
    ch_char *c; // [n]
    size_t n, cap;
} chars;

static void decode(chars *to, const ch_table *known, copse_str s)
{
    ch_char c;
    to->n = 0;
    while (s.len && ch_decode(known, s, true, &c)) {
        to->c = mem_grow(to->c, &to->cap, to->n + 1, sizeof *to->c);
        to->c[to->n++] = c;
        s = (copse_str){s.s + c.size, s.len - c.size};
    }
}

typedef struct maker {
    mw_model *m;
    const raw_text *r;
    const ch_table *known;
    chars first, last; // words of the token at hand
    chars word;
    text low;
} maker;

static copse_str keep_low(maker *k, const ch_char *c, size_t n)
{
    k->low.n = 0;
    add_low(&k->low, c, n);
    return (copse_str){arena_copy(&k->m->texts, k->low.n ? k->low.s : "", k->low.n), k->low.n};
}

// Makes the rule that turns a token into its words. whole: it takes off the whole token.
static bool make_rule(maker *k, const raw_token *t, bool whole, mw_rule *rule)
{
    const ch_char *c = k->r->c + t->from;
    const size_t n = t->to - t->from;
    const copse_str *part = k->r->part + t->part;
    size_t head = 0, tail = 0;
    if (t->parts < 2 || t->parts > MW_MOST_WORDS)
        return false;
    decode(&k->first, k->known, part[0]);
    decode(&k->last, k->known, part[t->parts - 1]);
    while (head < n && head < k->first.n && c[head].low == k->first.c[head].low)
        head++;
    while (tail < n && tail < k->last.n && c[n - 1 - tail].low == k->last.c[k->last.n - 1 - tail].low)
        tail++;
    *rule = (mw_rule){.words = (uint8_t)t->parts, .front = tail > head};
    const size_t kept = rule->front ? tail : head;
    whole |= kept == 0 || kept == n;
    rule->front &= !whole;
    rule->kept = (uint8_t)(whole ? MW_NONE : rule->front ? t->parts - 1 : 0);
    rule->cut = whole         ? keep_low(k, c, n)
                : rule->front ? keep_low(k, c, n - kept)
                              : keep_low(k, c + kept, n - kept);
    for (size_t i = 0; i < t->parts; i++) {
        decode(&k->word, k->known, part[i]);
        const size_t skip = i == rule->kept ? kept : 0;
        rule->word[i] = keep_low(k, k->word.c + (rule->front ? 0 : skip), k->word.n - skip);
    }
    return mw_finish(rule, k->known);
}

static void add_rule(mw_model *m, const mw_rule *rule, size_t *cap)
{
    for (size_t i = 0; i < m->rules; i++)
        if (m->rule[i].name == rule->name)
            return;
    if (m->rules == MW_MOST_RULES)
        return;
    m->rule = mem_grow(m->rule, cap, m->rules + 1, sizeof *m->rule);
    m->rule[m->rules++] = *rule;
}

// The name of the rule for each multiword token; 0 for others. A rule that was read off one form alone and
// keeps little of it stands for that form as a whole.
static uint64_t *find_rules(maker *k)
{
    const raw_text *r = k->r;
    uint64_t *name = mem_zero(r->tokens + 1, sizeof *name);
    lexicon forms = {0}, pairs = {0};
    size_t cap = 0;
    mw_rule rule;
    for (size_t i = 0; i < r->tokens; i++) {
        const raw_token *t = &r->token[i];
        if (make_rule(k, t, false, &rule) &&
            lx_count(&pairs, hash_mix(rule.name, sg_form_key(r->c + t->from, t->to - t->from))) == 1)
            lx_count(&forms, rule.name);
    }
    for (size_t i = 0; i < r->tokens; i++) {
        const raw_token *t = &r->token[i];
        bool made = make_rule(k, t, false, &rule);
        if (t->parts > 1 && (!made || (lx_get(&forms, rule.name) == 1 && mw_kept(&rule, t->to - t->from) < SHORT)))
            made = make_rule(k, t, true, &rule);
        if (!made)
            continue;
        name[i] = rule.name;
        add_rule(k->m, &rule, &cap);
    }
    lx_done(&forms);
    lx_done(&pairs);
    return name;
}

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

// A token that some rule fits.
typedef struct example {
    uint32_t token, gold; // the right rule, or NO_RULE
} example;

static const mw_rule *rule_named(const mw_model *m, const uint32_t *fitting, size_t n, uint64_t name)
{
    for (size_t i = 0; i < n; i++)
        if (m->rule[fitting[i]].name == name)
            return &m->rule[fitting[i]];
    return NULL;
}

// Counts what is seen, and returns the tokens to learn from.
static example *take_examples(mw_model *m, const raw_text *r, const uint64_t *name, size_t *n)
{
    uint32_t fitting[MW_MOST_FITTING];
    example *list = NULL;
    size_t cap = 0;
    *n = 0;
    for (size_t i = 0; i < r->tokens; i++) {
        const mw_place p = place_of(r, i);
        const size_t found = mw_fitting(m, p.token, p.length, fitting);
        const mw_rule *gold = name[i] ? rule_named(m, fitting, found, name[i]) : NULL;
        const uint64_t form = sg_form_key(p.token, p.length);
        if (!r->token[i].parts)
            lx_count(&m->seen, mw_key_whole(form));
        if (gold) {
            const size_t kept = mw_kept(gold, p.length);
            lx_count(&m->seen, mw_key_split(form, gold));
            if (kept)
                lx_count(&m->seen, mw_key_kept(sg_form_key(p.token + (gold->front ? gold->cut_size : 0), kept)));
        }
        if (!found || (!gold && r->token[i].parts))
            continue;
        list = mem_grow(list, &cap, *n + 1, sizeof *list);
        list[(*n)++] = (example){(uint32_t)i, gold ? (uint32_t)(gold - m->rule) : NO_RULE};
    }
    return list;
}

static void learn(mw_model *m, const raw_text *r, const example *e)
{
    const mw_place p = place_of(r, e->token);
    uint32_t fitting[MW_MOST_FITTING];
    li_keys keys[MW_MOST_FITTING];
    double score[MW_MOST_FITTING], most = 0, sum;
    const size_t n = mw_fitting(m, p.token, p.length, fitting);
    for (size_t i = 0; i < n; i++) {
        const mw_rule *rule = &m->rule[fitting[i]];
        mw_counts counts = mw_count(m, rule, &p);
        if (fitting[i] == e->gold) {
            counts.split -= counts.split > 0;
            counts.kept -= counts.kept > 0;
        }
        if (e->gold == NO_RULE)
            counts.whole -= counts.whole > 0;
        mw_keys(m, rule, &p, &counts, &keys[i]);
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

static void learn_all(mw_model *m, const raw_text *r, const example *list, size_t n, uint64_t seed)
{
    uint32_t *order = mem_alloc(n + 1, sizeof *order);
    rng random;
    rng_seed(&random, seed);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    li_init(&m->w, BITS);
    for (int round = 0; round < ROUNDS; round++) {
        rng_shuffle(&random, order, n);
        for (size_t i = 0; i < n; i++)
            learn(m, r, &list[order[i]]);
    }
    li_pack(&m->w);
    mem_free(order);
}

void mw_train(mw_model *m, const raw_text *r, const ch_table *known, uint64_t seed, meter *progress)
{
    maker k = {.m = m, .r = r, .known = known};
    memset(m, 0, sizeof *m);
    uint64_t *name = find_rules(&k);
    if (m->rules) {
        size_t n;
        mw_sort(m, known);
        example *list = take_examples(m, r, name, &n);
        learn_all(m, r, list, n, seed);
        mem_free(list);
    }
    mem_free(name);
    mem_free(k.first.c);
    mem_free(k.last.c);
    mem_free(k.word.c);
    text_done(&k.low);
    meter_step(progress);
}
