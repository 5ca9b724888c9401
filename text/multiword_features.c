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

void mw_look(const mw_model *m, const mw_place *p, const mw_own *own, mw_sight *s)
{
    *s = (mw_sight){.place = p, .own = own, .form = sg_form_key(p->token, p->length)};
    s->before = p->before_length ? sg_form_key(p->before, p->before_length) : 1;
    s->after = p->after_length ? sg_form_key(p->after, p->after_length) : 1;
    s->before_tail = p->before_length ? tail(p->before, p->before_length, 3) : 1;
    s->after_tail = p->after_length ? tail(p->after, p->after_length, 3) : 1;
    s->classes = (p->before_length ? p->before[0].cls : 0) * 32U + (p->after_length ? p->after[0].cls : 0);
    s->whole = seen(m, own, mw_key_whole(s->form));
}

static void neighbour_keys(const linear *w, const mw_rule *r, const mw_sight *s, uint64_t form, li_keys *k)
{
    const mw_place *p = s->place;
    const uint64_t name = r->name;
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

// What is seen of what a rule keeps of a token.
typedef struct rest {
    const ch_char *c; // [n]
    size_t n;
    uint64_t form;
    int split, kept, whole;  // how often the token was split by the rule, the rest was kept, was a word
    uint64_t lemma, word; // of which kinds the rest was a lemma, a word
    uint64_t counts;      // the numbers above
    uint64_t guess;
} rest;

static rest look_at_rest(const mw_model *m, const mw_sight *s, const mw_rule *r)
{
    const mw_place *p = s->place;
    const mw_own *own = s->own;
    rest k = {.c = p->token + (r->front ? r->cut_size : 0), .n = mw_kept(r, p->length), .form = mw_kept_form(r, p)};
    int lemma[MW_KINDS], word[MW_KINDS];
    k.split = seen(m, own, mw_key_split(s->form, r));
    k.kept = seen(m, own, mw_key_kept(k.form));
    k.whole = r->kept == MW_NONE ? 0 : seen(m, own, mw_key_whole(k.form));
    for (int kind = 0; kind < MW_KINDS; kind++) {
        lemma[kind] = seen(m, own, mw_key_lemma(k.form, kind));
        word[kind] = seen(m, own, mw_key_form(k.form, kind));
    }
    k.lemma = kinds(lemma);
    k.word = kinds(word);
    return k;
}

void mw_keys(const mw_model *m, const mw_sight *s, const mw_rule *r, li_keys *k)
{
    const mw_place *p = s->place;
    const linear *w = &m->w;
    const rest e = look_at_rest(m, s, r);
    const uint64_t name = r->name, kin = r->kin, kinds = e.lemma << 32 | e.word;
    const size_t length = e.n;
    const ch_char *c = e.c;
    const uint64_t counts = often(e.split) * 25U + often(s->whole) * 5U, more = counts + often(e.whole);
    k->n = 0;
    li_add(w, k, 1, name, 0);
    if (e.split + s->whole)
        li_add(w, k, 2, name, s->form);
    if (e.kept + e.whole)
        li_add(w, k, 3, name, e.form);
    li_add(w, k, 4, counts, 0);
    li_add(w, k, 5, more, often(e.kept));
    li_add(w, k, 6, name, counts);
    li_add(w, k, 7, name, more);
    li_add(w, k, 8, name, often(e.whole) * 8U + often(e.kept));
    li_add(w, k, 9, name, length < 8 ? length : 8);
    li_add(w, k, 10, name, shape(p->token, p->length));
    for (size_t i = 1; i <= 5 && length; i++)
        li_add(w, k, 10 + i, name, tail(c, length, i));
    li_add(w, k, 16, name, length ? c[0].low : 0);
    li_add(w, k, 17, r->cut_size, often(e.whole) * 8U + (length < 7 ? length : 7));
    li_add(w, k, 18, name, r->cut_size < length && c[length - 1].cls == CH_APOSTROPHE);
    li_add(w, k, 40, name, e.lemma);
    li_add(w, k, 41, name, e.word);
    li_add(w, k, 42, name, kinds);
    li_add(w, k, 43, kin, e.lemma);
    li_add(w, k, 44, kin, e.word);
    li_add(w, k, 45, kin, kinds);
    li_add(w, k, 46, counts, kinds);
    li_add(w, k, 30, kin, 0);
    li_add(w, k, 31, kin, more);
    li_add(w, k, 32, kin, often(e.whole) * 8U + often(e.kept));
    li_add(w, k, 33, kin, length < 8 ? length : 8);
    li_add(w, k, 34, kin, length ? tail(c, length, 1) : 0);
    li_add(w, k, 35, kin, length ? tail(c, length, 2) : 0);
    li_add(w, k, 36, kin, length ? tail(c, length, 3) : 0);
    li_add(w, k, 37, kin, s->after_tail);
    li_add(w, k, 38, kin, s->before_tail);
    if (e.kept + e.whole)
        li_add(w, k, 39, kin, e.form);
    neighbour_keys(w, r, s, e.split + s->whole ? s->form : 0, k);
}
