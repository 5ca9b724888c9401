// SPDX-License-Identifier: MIT
#include "text/multiword.h"

#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/mem.h"
#include "common/base/text.h"
#include "common/base/utf8.h"
#include "text/segment_features.h"

#include <stdlib.h>
#include <string.h>

void mw_done(mw_model *m)
{
    mem_free(m->rule);
    arena_done(&m->texts);
    lx_done(&m->ends);
    lx_done(&m->seen);
    li_done(&m->w);
    memset(m, 0, sizeof *m);
}

// --- Rules

// The key of a cut, character by character from the end of the token inwards, or from its front.
static uint64_t begin_key(bool front)
{
    return front ? 2 : 1;
}

static uint64_t key_of_cut(const mw_rule *r, const ch_table *known, lexicon *ends)
{
    ch_char c[MW_MOST_CUT];
    size_t n = 0;
    uint64_t key = begin_key(r->front);
    for (copse_str rest = r->cut; rest.len && n < MW_MOST_CUT; n++) {
        ch_decode(known, rest, true, &c[n]);
        rest = (copse_str){rest.s + c[n].size, rest.len - c[n].size};
    }
    for (size_t i = 0; i < n; i++) {
        key = sg_extend(key, c[r->front ? i : n - 1 - i].low);
        if (ends)
            lx_count(ends, key);
    }
    return key;
}

static uint32_t count_chars(const ch_table *known, copse_str s)
{
    uint32_t n = 0;
    ch_char c;
    while (s.len && ch_decode(known, s, true, &c)) {
        s = (copse_str){s.s + c.size, s.len - c.size};
        n++;
    }
    return n;
}

// Are the words, without what is kept, what was cut off?
static bool is_copy(const mw_rule *r)
{
    size_t at = 0;
    for (size_t i = 0; i < r->words; i++) {
        const copse_str w = r->word[i];
        if (at + w.len > r->cut.len || memcmp(r->cut.s + at, w.s, w.len) != 0)
            return false;
        at += w.len;
    }
    return at == r->cut.len;
}

static bool is_vowel(uint32_t point)
{
    static const uint32_t vowels[] = {
        'a',   'e',   'i',   'o',   'u',   'y',   0x131, 0xe0,  0xe1,  0xe2,  0xe3,  0xe4,  0xe5,
        0xe6,  0xe8,  0xe9,  0xea,  0xeb,  0xec,  0xed,  0xee,  0xef,  0xf2,  0xf3,  0xf4,  0xf5,
        0xf6,  0xf8,  0xf9,  0xfa,  0xfb,  0xfc,  0xfd,  0x151, 0x171, 0x16f, 0x11b, 0x430, 0x435,
        0x438, 0x43e, 0x443, 0x44b, 0x44d, 0x44e, 0x44f, 0x451, 0x454, 0x456, 0x457, 0x3b1, 0x3b5,
        0x3b7, 0x3b9, 0x3bf, 0x3c5, 0x3c9, 0x3ac, 0x3ad, 0x3ae, 0x3af, 0x3cc, 0x3cd, 0x3ce};
    for (size_t i = 0; i < sizeof vowels / sizeof vowels[0]; i++)
        if (vowels[i] == point)
            return true;
    return false;
}

static uint64_t without_vowels(const ch_table *known, copse_str s, uint64_t key)
{
    ch_char c;
    while (s.len && ch_decode(known, s, true, &c)) {
        key = sg_extend(key, is_vowel(c.low) ? 'a' : c.low);
        s = (copse_str){s.s + c.size, s.len - c.size};
    }
    return sg_extend(key, ' ');
}

bool mw_finish(mw_rule *r, const ch_table *known)
{
    if (r->words < 2 || r->words > MW_MOST_WORDS || !r->cut.len)
        return false;
    if (r->kept != MW_NONE && r->kept != (r->front ? r->words - 1 : 0))
        return false;
    r->cut_size = count_chars(known, r->cut);
    r->name = hash_bytes(r->cut.s, r->cut.len);
    r->kin = without_vowels(known, r->cut, r->kept * 2U + r->front);
    for (size_t i = 0; i < r->words; i++) {
        if (!r->word[i].len && i != r->kept)
            return false;
        r->name = hash_mix(r->name, hash_bytes(r->word[i].s, r->word[i].len));
        r->kin = without_vowels(known, r->word[i], r->kin);
    }
    r->name = hash_mix(r->name, r->kept * 2U + r->front);
    r->copies = is_copy(r);
    return r->cut_size <= MW_MOST_CUT;
}

static int by_key(const void *x, const void *y)
{
    const mw_rule *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->name < b->name ? -1 : a->name > b->name;
}

void mw_sort(mw_model *m, const ch_table *known)
{
    for (size_t i = 0; i < m->rules; i++)
        m->rule[i].key = key_of_cut(&m->rule[i], known, &m->ends);
    if (m->rules)
        qsort(m->rule, m->rules, sizeof *m->rule, by_key);
}

// Adds the rules with a key, of a cut of n characters.
static size_t add_rules(const mw_model *m, uint64_t key, size_t n, size_t length, uint32_t *fitting,
                        size_t found)
{
    size_t low = 0, high = m->rules;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->rule[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < m->rules && m->rule[low].key == key && found < MW_MOST_FITTING; low++) {
        const mw_rule *r = &m->rule[low];
        if (r->cut_size == n && (r->kept == MW_NONE ? n == length : n < length))
            fitting[found++] = (uint32_t)low;
    }
    return found;
}

size_t mw_fitting(const mw_model *m, const ch_char *token, size_t length, uint32_t *fitting)
{
    size_t found = 0;
    for (int front = 0; front < 2; front++) {
        uint64_t key = begin_key(front);
        for (size_t i = 0; i < length && i < MW_MOST_CUT; i++) {
            key = sg_extend(key, token[front ? i : length - 1 - i].low);
            if (!lx_get(&m->ends, key))
                break;
            found = add_rules(m, key, i + 1, length, fitting, found);
        }
    }
    return found;
}

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

mw_counts mw_count(const mw_model *m, const mw_rule *r, const mw_place *place)
{
    const uint64_t form = sg_form_key(place->token, place->length), kept = mw_kept_form(r, place);
    mw_counts n = {.split = lx_get(&m->seen, mw_key_split(form, r)),
                   .whole = lx_get(&m->seen, mw_key_whole(form)),
                   .kept = lx_get(&m->seen, mw_key_kept(kept))};
    for (int kind = 0; kind < MW_KINDS; kind++) {
        n.lemma[kind] = lx_get(&m->seen, mw_key_lemma(kept, kind));
        n.form[kind] = lx_get(&m->seen, mw_key_form(kept, kind));
    }
    return n;
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

static void neighbour_keys(const linear *w, const mw_rule *r, const mw_place *p, uint64_t form, li_keys *k)
{
    const uint64_t name = r->name;
    const uint64_t before = p->before_length ? sg_form_key(p->before, p->before_length) : 1;
    const uint64_t after = p->after_length ? sg_form_key(p->after, p->after_length) : 1;
    li_add(w, k, 20, name, before);
    li_add(w, k, 21, name, after);
    li_add(w, k, 24, name, p->before_length ? tail(p->before, p->before_length, 3) : 1);
    li_add(w, k, 25, name, p->after_length ? tail(p->after, p->after_length, 3) : 1);
    li_add(w, k, 27, name,
           (p->before_length ? p->before[0].cls : 0) * 32U + (p->after_length ? p->after[0].cls : 0));
    if (!form)
        return;
    li_add(w, k, 22, name ^ form * 3, before);
    li_add(w, k, 23, name ^ form * 3, after);
    li_add(w, k, 26, name ^ form * 3, p->after_length ? tail(p->after, p->after_length, 2) : 1);
    li_add(w, k, 28, name ^ form * 3,
           (p->before_length ? p->before[0].cls : 0) * 32U + (p->after_length ? p->after[0].cls : 0));
}

void mw_keys(const mw_model *m, const mw_rule *r, const mw_place *p, const mw_counts *n, li_keys *k)
{
    const linear *w = &m->w;
    const uint64_t name = r->name, form = sg_form_key(p->token, p->length), kept = mw_kept_form(r, p);
    const size_t length = mw_kept(r, p->length);
    const ch_char *c = p->token + (r->front ? r->cut_size : 0);
    const int known = r->kept == MW_NONE ? 0 : lx_get(&m->seen, mw_key_whole(kept));
    const uint64_t seen = often(n->split) * 25U + often(n->whole) * 5U, more = seen + often(known);
    k->n = 0;
    li_add(w, k, 1, name, 0);
    if (n->split + n->whole)
        li_add(w, k, 2, name, form);
    if (n->kept + known)
        li_add(w, k, 3, name, kept);
    li_add(w, k, 4, seen, 0);
    li_add(w, k, 5, more, often(n->kept));
    li_add(w, k, 6, name, seen);
    li_add(w, k, 7, name, more);
    li_add(w, k, 8, name, often(known) * 8U + often(n->kept));
    li_add(w, k, 9, name, length < 8 ? length : 8);
    li_add(w, k, 10, name, shape(p->token, p->length));
    for (size_t i = 1; i <= 5 && length; i++)
        li_add(w, k, 10 + i, name, tail(c, length, i));
    li_add(w, k, 16, name, length ? c[0].low : 0);
    li_add(w, k, 17, r->cut_size, often(known) * 8U + (length < 7 ? length : 7));
    li_add(w, k, 18, name, r->cut_size < length && c[length - 1].cls == CH_APOSTROPHE);
    const uint64_t kin = r->kin, lemma = kinds(n->lemma), word = kinds(n->form);
    li_add(w, k, 40, name, lemma);
    li_add(w, k, 41, name, word);
    li_add(w, k, 42, name, lemma << 32 | word);
    li_add(w, k, 43, kin, lemma);
    li_add(w, k, 44, kin, word);
    li_add(w, k, 45, kin, lemma << 32 | word);
    li_add(w, k, 46, seen, lemma << 32 | word);
    li_add(w, k, 30, kin, 0);
    li_add(w, k, 31, kin, more);
    li_add(w, k, 32, kin, often(known) * 8U + often(n->kept));
    li_add(w, k, 33, kin, length < 8 ? length : 8);
    li_add(w, k, 34, kin, length ? tail(c, length, 1) : 0);
    li_add(w, k, 35, kin, length ? tail(c, length, 2) : 0);
    li_add(w, k, 36, kin, length ? tail(c, length, 3) : 0);
    li_add(w, k, 37, kin, p->after_length ? tail(p->after, p->after_length, 3) : 1);
    li_add(w, k, 38, kin, p->before_length ? tail(p->before, p->before_length, 3) : 1);
    if (n->kept + known)
        li_add(w, k, 39, kin, kept);
    neighbour_keys(w, r, p, n->split + n->whole ? form : 0, k);
}

// --- Splitting

static bool is_upper(const ch_char *c)
{
    return c->cls == CH_UPPER;
}

// Adds a text of a rule. upper: how many of its first letters become capitals.
static void add_literal(text *words, copse_str s, size_t upper)
{
    for (uint32_t point; s.len && upper; upper--) {
        const size_t size = utf8_decode(s.s, s.len, &point);
        if (!size)
            break;
        ch_add(words, &(ch_char){.point = lc_upper(point)}, 1);
        s = (copse_str){s.s + size, s.len - size};
    }
    text_str(words, s);
}

// The words are slices of the token.
static void copy_words(const mw_rule *r, const ch_char *token, size_t length, text *words)
{
    const size_t kept = mw_kept(r, length);
    for (size_t i = 0; i < r->words; i++) {
        size_t n = i == r->kept ? kept : 0;
        for (size_t b = 0; b < r->word[i].len; b++)
            n += ((unsigned char)r->word[i].s[b] & 0xc0) != 0x80;
        ch_add(words, token, n);
        token += n;
        text_add(words, "\n", 1);
    }
}

static void apply(const mw_rule *r, const ch_char *token, size_t length, text *words)
{
    const size_t kept = mw_kept(r, length);
    const bool capital = is_upper(&token[0]), all = length > 1 && capital && is_upper(&token[1]);
    if (r->copies) {
        copy_words(r, token, length, words);
        return;
    }
    for (size_t i = 0; i < r->words; i++) {
        const size_t upper = all ? r->word[i].len : i == 0 && capital && r->kept != 0;
        if (i == r->kept && !r->front)
            ch_add(words, token, kept);
        add_literal(words, r->word[i], upper);
        if (i == r->kept && r->front)
            ch_add(words, token + r->cut_size, kept);
        text_add(words, "\n", 1);
    }
}

int mw_split(const mw_model *m, const mw_place *place, text *words)
{
    uint32_t fitting[MW_MOST_FITTING];
    const size_t n = m->rules ? mw_fitting(m, place->token, place->length, fitting) : 0;
    const mw_rule *best = NULL;
    float most = 0;
    li_keys k;
    for (size_t i = 0; i < n; i++) {
        const mw_rule *r = &m->rule[fitting[i]];
        const mw_counts counts = mw_count(m, r, place);
        mw_keys(m, r, place, &counts, &k);
        const float score = li_sum(&m->w, &k);
        if (score > most) {
            most = score;
            best = r;
        }
    }
    if (!best)
        return 0;
    apply(best, place->token, place->length, words);
    return best->words;
}
