// SPDX-License-Identifier: MIT
// What is seen of a rule for multiword tokens at a place.
#include "text/multiword.h"

#include "common/base/hash.h"
#include "text/segment_features.h"

// --- Features

uint64_t mw_key_split(uint64_t form, const mw_rule *r)
{
    return hash_mix(form, r->name);
}

uint64_t mw_key_whole(uint64_t form)
{
    return hash_mix(form, 1);
}

uint64_t mw_key_kept(uint64_t form)
{
    return hash_mix(form, 2);
}

uint64_t mw_key_lemma(uint64_t lemma, int kind)
{
    return hash_mix(lemma, 3 + (uint64_t)kind);
}

uint64_t mw_key_form(uint64_t form, int kind)
{
    return hash_mix(form, 3 + MW_KINDS + (uint64_t)kind);
}

uint64_t mw_key_any(uint64_t form)
{
    return hash_mix(form, 4 + 2 * MW_KINDS);
}

bool mw_is_whole(const mw_model *m, const mw_place *p, int less)
{
    const uint64_t form = sg_form_key(p->token, p->length);
    return lx_get(&m->seen, mw_key_whole(form)) >= MW_SURE + less && !lx_get(&m->seen, mw_key_any(form));
}

uint64_t mw_key_rule(const mw_rule *r)
{
    return hash_mix(r->name, 3 + 2 * MW_KINDS);
}

uint64_t mw_key_tail(const ch_char *c, size_t length, size_t n, int kind, bool lemma)
{
    return hash_mix(sg_form_key(c + length - n, n), 5 + (2U + lemma) * MW_KINDS + (uint64_t)kind);
}

// What is kept of the token.
uint64_t mw_kept_form(const mw_rule *r, const mw_place *p)
{
    return sg_form_key(p->token + (r->front ? r->cut_size : 0), mw_kept(r, p->length));
}

// How often a key was seen, the token at hand left out.
static int seen(const mw_model *m, const mw_own *own, uint64_t key)
{
    int n = lx_get(&m->seen, key);
    for (size_t i = 0; own && n && i < own->n; i++)
        n -= own->key[i] == key;
    return n > 0 ? n : 0;
}

static unsigned often(int n)
{
    return n > 9 ? 4 : n > 3 ? 3 : n > 1 ? 2 : n > 0;
}

static uint64_t kinds(const int *n)
{
    uint64_t key = 0;
    for (int kind = 0; kind < MW_KINDS; kind++)
        key = key * 4 + (n[kind] > 3 ? 3 : n[kind] > 1 ? 2 : n[kind] > 0);
    return key;
}

// The last n characters of a form, or all of it.
static uint64_t tail(const ch_char *c, size_t length, size_t n)
{
    const size_t taken = n < length ? n : length;
    return sg_form_key(c + length - taken, taken);
}

static uint64_t shape(const ch_char *c, size_t n)
{
    uint64_t key = 0;
    int last = -1;
    for (size_t i = 0; i < n && i < 10; i++) {
        if (c[i].cls != last)
            key = key * 32 + c[i].cls;
        last = c[i].cls;
    }
    return key;
}

enum { LEAST_ALIKE = 4 }; // words whose ending says something

// Of which kinds words, or lemmas, with the same ending are: the longest ending that several have.
static uint64_t guess(const mw_model *m, const mw_own *own, const ch_char *c, size_t length, bool lemma)
{
    for (size_t n = length < MW_TAIL ? length : MW_TAIL; n > 0; n--) {
        int count[MW_KINDS], all = 0;
        uint64_t key = 0;
        for (int kind = 0; kind < MW_KINDS; kind++)
            all += count[kind] = seen(m, own, mw_key_tail(c, length, n, kind, lemma));
        if (all < LEAST_ALIKE)
            continue;
        for (int kind = 0; kind < MW_KINDS; kind++)
            key = key * 5 + (count[kind] > 0 ? 1 + (unsigned)(count[kind] * 4 - 1) / (unsigned)all : 0);
        return key + 1;
    }
    return 0;
}

static uint64_t fold(const ch_char *c, size_t n)
{
    uint64_t key = 5;
    for (size_t i = 0; i < n; i++)
        key = sg_extend(key, mw_fold(c[i].low));
    return key;
}

// What a rule keeps of a token.
typedef struct kept_part {
    const ch_char *c; // [n]
    size_t n;
    uint64_t form;
    uint64_t name;          // of the rule, or of its clan if no other token has the rule
    int split, kept, whole; // how often the token was split by the rule, the part was kept, was a token
    uint64_t counts;        // of the token and the part
    uint64_t lemma, word;   // of which kinds the part was a lemma, a word
    uint64_t kinds;         // both
} kept_part;

static void look_at_kinds(const mw_model *m, const mw_own *own, kept_part *e)
{
    int lemma[MW_KINDS], word[MW_KINDS];
    for (int kind = 0; kind < MW_KINDS; kind++) {
        lemma[kind] = seen(m, own, mw_key_lemma(e->form, kind));
        word[kind] = seen(m, own, mw_key_form(e->form, kind));
    }
    e->lemma = kinds(lemma);
    e->word = kinds(word);
    e->kinds = e->lemma << 32 | e->word;
}

static kept_part look_at_kept(const mw_model *m, const mw_sight *s, const mw_rule *r)
{
    const mw_place *p = s->place;
    kept_part e = {.c = p->token + (r->front ? r->cut_size : 0), .n = mw_kept(r, p->length)};
    e.form = mw_kept_form(r, p);
    e.name = seen(m, s->own, mw_key_rule(r)) ? r->name : r->clan + 1;
    e.split = seen(m, s->own, mw_key_split(s->form, r));
    e.kept = seen(m, s->own, mw_key_kept(e.form));
    e.whole = r->kept == MW_NONE ? 0 : seen(m, s->own, mw_key_whole(e.form));
    e.counts = often(e.split) * 25U + often(s->whole) * 5U;
    look_at_kinds(m, s->own, &e);
    return e;
}

// Of the rule itself.
static void rule_keys(const linear *w, const mw_sight *s, const mw_rule *r, const kept_part *e, li_keys *k)
{
    const uint64_t name = e->name, counts = e->counts, more = counts + often(e->whole),
                   both = often(e->whole) * 8U + often(e->kept);
    li_add(w, k, 1, name, 0);
    if (e->split + s->whole)
        li_add(w, k, 2, name, s->form);
    if (e->kept + e->whole)
        li_add(w, k, 3, name, e->form);
    li_add(w, k, 4, counts, 0);
    li_add(w, k, 5, more, often(e->kept));
    li_add(w, k, 6, name, counts);
    li_add(w, k, 7, name, more);
    li_add(w, k, 8, name, both);
    li_add(w, k, 9, name, e->n < 8 ? e->n : 8);
    li_add(w, k, 10, name, shape(s->place->token, s->place->length));
    for (size_t i = 1; i <= 5 && e->n; i++)
        li_add(w, k, 10 + i, name, tail(e->c, e->n, i));
    li_add(w, k, 16, name, e->n ? e->c[0].low : 0);
    li_add(w, k, 17, r->cut_size, often(e->whole) * 8U + (e->n < 7 ? e->n : 7));
    li_add(w, k, 18, name, e->n && e->c[e->n - 1].cls == CH_APOSTROPHE);
    li_add(w, k, 40, name, e->lemma);
    li_add(w, k, 41, name, e->word);
    li_add(w, k, 42, name, e->kinds);
    li_add(w, k, 46, counts, e->kinds);
}

// Of rules that differ in vowels alone.
static void kin_keys(const linear *w, const mw_sight *s, uint64_t kin, const kept_part *e, li_keys *k)
{
    li_add(w, k, 30, kin, 0);
    li_add(w, k, 31, kin, e->counts + often(e->whole));
    li_add(w, k, 32, kin, often(e->whole) * 8U + often(e->kept));
    li_add(w, k, 33, kin, e->n < 8 ? e->n : 8);
    for (size_t i = 1; i <= 3; i++)
        li_add(w, k, 33 + i, kin, e->n ? tail(e->c, e->n, i) : 0);
    li_add(w, k, 37, kin, s->after_tail);
    li_add(w, k, 38, kin, s->before_tail);
    if (e->kept + e->whole)
        li_add(w, k, 39, kin, e->form);
    li_add(w, k, 43, kin, e->lemma);
    li_add(w, k, 44, kin, e->word);
    li_add(w, k, 45, kin, e->kinds);
}

// The longest beginning of what is kept that was a lemma: its kinds, and what follows it.
static void stem_keys(const mw_model *m, const mw_own *own, uint64_t clan, const kept_part *e, li_keys *k)
{
    uint64_t stem = 0, rest = 0;
    for (size_t n = e->n; n >= 2 && n * 3 >= e->n && !stem; n--) {
        int lemma[MW_KINDS], all = 0;
        const uint64_t form = sg_form_key(e->c, n);
        for (int kind = 0; kind < MW_KINDS; kind++)
            all += lemma[kind] = seen(m, own, mw_key_lemma(form, kind));
        if (!all)
            continue;
        stem = kinds(lemma) + 1;
        rest = fold(e->c + n, e->n - n);
    }
    li_add(&m->w, k, 65, clan, stem);
    li_add(&m->w, k, 66, clan, rest);
    li_add(&m->w, k, 67, clan ^ rest * 3, stem);
}

// Of rules that differ in vowels and voice alone: what kind of word it may be that is kept.
static void clan_keys(const mw_model *m, const mw_sight *s, uint64_t clan, const kept_part *e, li_keys *k)
{
    const linear *w = &m->w;
    const uint64_t lemma = guess(m, s->own, e->c, e->n, true), word = guess(m, s->own, e->c, e->n, false);
    for (size_t i = 1; i <= MW_TAIL && e->n; i++)
        li_add(w, k, 52 + i, clan, fold(e->c + (i < e->n ? e->n - i : 0), i < e->n ? i : e->n));
    li_add(w, k, 61, clan, lemma);
    li_add(w, k, 62, clan, word);
    li_add(w, k, 63, clan, word * 1000 + lemma);
    li_add(w, k, 64, word * 1000 + lemma, e->kinds);
    li_add(w, k, 71, clan, s->guess);
    li_add(w, k, 72, clan ^ s->guess * 3, e->word);
    stem_keys(m, s->own, clan, e, k);
}

static void neighbour_keys(const linear *w, uint64_t name, const mw_sight *s, uint64_t form, li_keys *k)
{
    const mw_place *p = s->place;
    li_add(w, k, 20, name, s->before);
    li_add(w, k, 21, name, s->after);
    li_add(w, k, 24, name, s->before_tail);
    li_add(w, k, 25, name, s->after_tail);
    li_add(w, k, 27, name, s->classes);
    if (!form)
        return;
    li_add(w, k, 22, name ^ form * 3, s->before);
    li_add(w, k, 23, name ^ form * 3, s->after);
    li_add(w, k, 26, name ^ form * 3, p->after_length ? tail(p->after, p->after_length, 2) : 1);
    li_add(w, k, 28, name ^ form * 3, s->classes);
}

void mw_look(const mw_model *m, const mw_place *p, const mw_own *own, mw_sight *s)
{
    *s = (mw_sight){.place = p, .own = own, .form = sg_form_key(p->token, p->length)};
    s->before = p->before_length ? sg_form_key(p->before, p->before_length) : 1;
    s->after = p->after_length ? sg_form_key(p->after, p->after_length) : 1;
    s->before_tail = p->before_length ? tail(p->before, p->before_length, 3) : 1;
    s->after_tail = p->after_length ? tail(p->after, p->after_length, 3) : 1;
    s->classes = (p->before_length ? p->before[0].cls : 0) * 32U + (p->after_length ? p->after[0].cls : 0);
    s->whole = seen(m, own, mw_key_whole(s->form));
    s->guess = guess(m, own, p->token, p->length, false);
}

void mw_keys(const mw_model *m, const mw_sight *s, const mw_rule *r, li_keys *k)
{
    const kept_part e = look_at_kept(m, s, r);
    k->n = 0;
    rule_keys(&m->w, s, r, &e, k);
    kin_keys(&m->w, s, r->kin, &e, k);
    clan_keys(m, s, r->clan, &e, k);
    neighbour_keys(&m->w, e.name, s, e.split + s->whole ? s->form : 0, k);
}
