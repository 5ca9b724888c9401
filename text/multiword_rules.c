// SPDX-License-Identifier: MIT
// Reads rules off the multiword tokens of a text.
#include "text/multiword_train.h"

#include "common/base/hash.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "text/segment.h"

#include <string.h>

enum { SHORT = 3 };

// The lower-cased characters of a form.
static void add_low(text *t, const ch_char *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ch_add(t, &(ch_char){.point = c[i].low}, 1);
}

void mw_decode(mw_chars *to, const ch_table *known, copse_str s)
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
    mw_chars first, last; // words of the token at hand
    mw_chars word;
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
    size_t head = 0, tail = 0;
    if (t->parts < 2 || t->parts > MW_MOST_WORDS)
        return false;
    const copse_str *part = k->r->part + t->part;
    mw_decode(&k->first, k->known, part[0]);
    mw_decode(&k->last, k->known, part[t->parts - 1]);
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
        mw_decode(&k->word, k->known, part[i]);
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
        if (t->parts > 1 &&
            (!made || (lx_get(&forms, rule.name) == 1 && mw_kept(&rule, t->to - t->from) < SHORT)))
            made = make_rule(k, t, true, &rule);
        if (!made)
            continue;
        name[i] = rule.name;
        add_rule(k->m, &rule, &cap);
    }
    lx_done(&forms);
    lx_done(&pairs);
    mw_add_analogies(k->m, k->known, &cap);
    return name;
}

uint64_t *mw_find_rules(mw_model *m, const raw_text *r, const ch_table *known)
{
    maker k = {.m = m, .r = r, .known = known};
    uint64_t *name = find_rules(&k);
    mem_free(k.first.c);
    mem_free(k.last.c);
    mem_free(k.word.c);
    text_done(&k.low);
    mw_sort(m, known);
    return name;
}
