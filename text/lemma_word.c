// SPDX-License-Identifier: MIT
// What the lemmatiser sees of a word.
#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/utf8.h"
#include "text/lemma.h"

#include <string.h>

enum { SUFFIXES = 8, PREFIXES = 6, MOST_ITEMS = 12 };

static uint32_t lower(const lem_model *m, uint32_t point)
{
    return m->turkic && point == 'I' ? 0x131 : lc_lower(point);
}

static uint32_t upper(const lem_model *m, uint32_t point)
{
    return m->turkic && point == 'i' ? 0x130 : lc_upper(point);
}

uint64_t lem_hash_points(const uint32_t *points, size_t n)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n; i++)
        h = hash_mix(h, points[i]);
    return h;
}

lem_token lem_token_of(const copse_sentence *s, int word, bool first)
{
    return (lem_token){sen_column(s, word, COPSE_FORM), sen_column(s, word, COPSE_UPOS),
                       sen_column(s, word, COPSE_XPOS), sen_column(s, word, COPSE_FEATS), first};
}

lem_token lem_token_read(const copse_sentence *s, int word, bool first)
{
    return (lem_token){sen_read(s, word, COPSE_FORM), sen_read(s, word, COPSE_UPOS),
                       sen_read(s, word, COPSE_XPOS), sen_read(s, word, COPSE_FEATS), first};
}

bool lem_has_letter(copse_str form)
{
    uint32_t point;
    for (size_t i = 0, step; i < form.len; i += step) {
        step = utf8_decode(form.s + i, form.len - i, &point);
        if (step && lc_is_letter(point))
            return true;
        step += step == 0;
    }
    return false;
}

static uint64_t of(copse_str s)
{
    return hash_bytes(s.s, s.len);
}

uint64_t lem_token_key(const lem_token *t)
{
    return hash_mix(hash_mix(of(t->form), of(t->upos)), hash_mix(of(t->xpos), of(t->feats)));
}

// ---------------------------------------------------------------------------------------------------
// Case and shape

enum { CAPITAL_FIRST = 1, CAPITAL_LATER = 2, SMALL = 4, DIGIT = 8, MARK = 16, LONGER = 32 };

// Makes the variants of the form. Returns its shape.
static unsigned vary(const lem_model *m, lem_word *w)
{
    unsigned shape = w->n > 1 ? LONGER : 0;
    bool lowered = false, titled = false, title_is_low = true;
    for (size_t i = 0; i < w->n; i++) {
        const uint32_t p = w->point[LEM_KEEP][i], low = p < ES_BYTE ? lower(m, p) : p;
        const uint32_t title = i == 0 && low < ES_BYTE ? upper(m, low) : low;
        w->point[LEM_LOWER][i] = low;
        w->point[LEM_TITLE][i] = title;
        lowered |= low != p;
        titled |= title != p;
        title_is_low &= title == low;
        if (low != p)
            shape |= i ? CAPITAL_LATER : CAPITAL_FIRST;
        else if (p < ES_BYTE && lc_is_digit(p))
            shape |= DIGIT;
        else if (p < ES_BYTE && lc_is_letter(p))
            shape |= SMALL;
        else
            shape |= MARK;
    }
    w->may[LEM_KEEP] = true;
    w->may[LEM_LOWER] = lowered;
    w->may[LEM_TITLE] = titled && !title_is_low;
    return shape;
}

// ---------------------------------------------------------------------------------------------------
// Features. A key is the template's number mixed with what it says.

static void add(lem_word *w, enum lem_part part, unsigned template, uint64_t a, uint64_t b)
{
    w->key[part][w->keys[part]++] = (uint32_t)(hash_mix(a + 50 * part + template, b) >> 16);
}

// The pieces of a word that features are made of.
typedef struct pieces {
    uint64_t suffix[SUFFIXES], prefix[PREFIXES];
    size_t suffixes, prefixes;
    uint64_t upos, xpos, all; // all: UPOS and FEATS
    unsigned shape;
    bool first;
} pieces;

// Endings and beginnings of the lowered form that are not all of it: a word says nothing about others.
static size_t endings(const lem_word *w, uint64_t *suffix)
{
    const uint32_t *low = w->point[LEM_LOWER];
    size_t n = 0;
    for (uint64_t h = 1; n < SUFFIXES && n < w->n; n++)
        suffix[n] = h = hash_mix(h, low[w->n - 1 - n]);
    return n;
}

static size_t beginnings(const lem_word *w, uint64_t *prefix)
{
    const uint32_t *low = w->point[LEM_LOWER];
    size_t n = 0;
    for (uint64_t h = 2; n < PREFIXES && n + 1 < w->n; n++)
        prefix[n] = h = hash_mix(h, low[n]);
    return n;
}

static void add_items(lem_word *w, const pieces *p, copse_str feats)
{
    const uint64_t ending = p->suffixes > 1 ? p->suffix[1] : 0;
    copse_str item;
    for (int i = 0; i < MOST_ITEMS && str_next_item(&feats, &item); i++) {
        const uint64_t one = of(item);
        add(w, LEM_BACK, 20, one, p->upos);
        add(w, LEM_BACK, 21, one, ending);
    }
}

static void about_back(lem_word *w, const pieces *p, copse_str feats)
{
    add(w, LEM_BACK, 0, 0, 0);
    add(w, LEM_BACK, 1, p->upos, 0);
    add(w, LEM_BACK, 2, p->all, 0);
    add(w, LEM_BACK, 3, p->xpos, 0);
    add(w, LEM_BACK, 4, p->shape & ~(unsigned)(CAPITAL_FIRST | CAPITAL_LATER), p->upos);
    for (size_t i = 0; i < p->suffixes; i++) {
        add(w, LEM_BACK, 5, p->suffix[i], i);
        add(w, LEM_BACK, 6, p->suffix[i], p->upos);
        if (i < 6)
            add(w, LEM_BACK, 7, p->suffix[i], p->all);
        if (i < 4)
            add(w, LEM_BACK, 8, p->suffix[i], p->xpos);
    }
    for (size_t i = 0; i < p->prefixes && i < 4; i++) {
        add(w, LEM_BACK, 9, p->prefix[i], i);
        add(w, LEM_BACK, 10, p->prefix[i], p->upos);
    }
    add_items(w, p, feats);
}

static void about_script(lem_word *w, const pieces *p)
{
    add(w, LEM_SCRIPT, 0, 0, 0);
    add(w, LEM_SCRIPT, 1, p->upos, 0);
    add(w, LEM_SCRIPT, 2, p->all, 0);
    for (size_t i = 1; i < p->suffixes; i++) {
        add(w, LEM_SCRIPT, 3, p->suffix[i], p->upos);
        if (i < 5)
            add(w, LEM_SCRIPT, 4, p->suffix[i], p->all);
    }
    for (size_t i = 1; i < p->prefixes; i++)
        add(w, LEM_SCRIPT, 5, p->prefix[i], p->upos);
}

static void about_front(lem_word *w, const pieces *p)
{
    add(w, LEM_FRONT, 0, 0, 0);
    add(w, LEM_FRONT, 1, p->upos, 0);
    add(w, LEM_FRONT, 2, p->all, 0);
    add(w, LEM_FRONT, 3, p->xpos, 0);
    for (size_t i = 0; i < p->prefixes; i++) {
        add(w, LEM_FRONT, 4, p->prefix[i], i);
        add(w, LEM_FRONT, 5, p->prefix[i], p->upos);
    }
    for (size_t i = 1; i < p->suffixes && i < 4; i++)
        add(w, LEM_FRONT, 6, p->suffix[i], p->upos);
}

static void about_case(lem_word *w, const pieces *p)
{
    const uint64_t seen = p->shape, place = hash_mix(seen, p->first);
    add(w, LEM_CASE, 0, place, 0);
    add(w, LEM_CASE, 1, place, p->upos);
    add(w, LEM_CASE, 2, seen, p->upos);
    add(w, LEM_CASE, 3, seen, p->all);
    add(w, LEM_CASE, 4, seen, p->xpos);
    add(w, LEM_CASE, 5, place, p->xpos);
    add(w, LEM_CASE, 6, seen, hash_mix(p->upos, w->n < 6 ? w->n : 6));
    for (size_t i = 1; i < 3 && i < p->suffixes; i++)
        add(w, LEM_CASE, 7, hash_mix(seen, p->suffix[i]), p->upos);
    for (size_t i = 1; i < 3 && i < p->prefixes; i++)
        add(w, LEM_CASE, 8, hash_mix(seen, p->prefix[i]), p->upos);
}

bool lem_take(const lem_model *m, lem_word *w, const lem_token *t)
{
    pieces p;
    memset(w->keys, 0, sizeof w->keys);
    w->n = es_decode(t->form, w->point[LEM_KEEP]);
    if (w->n == 0)
        return false;
    p.shape = vary(m, w);
    w->form = lem_hash_points(w->point[LEM_LOWER], w->n);
    w->upos = p.upos = of(t->upos);
    w->feats = of(t->feats);
    w->upos_bit = (uint64_t)1 << (w->upos >> 58);
    w->seen = (uint64_t)1 << (hash_mix(w->upos, w->point[LEM_LOWER][w->n - 1]) >> 58);
    p.xpos = of(t->xpos);
    p.all = hash_mix(p.upos, w->feats);
    p.first = t->first;
    p.suffixes = endings(w, p.suffix);
    p.prefixes = beginnings(w, p.prefix);
    p.suffixes -= p.suffixes == w->n; // an ending is not the whole word
    about_back(w, &p, t->feats);
    about_script(w, &p);
    about_front(w, &p);
    about_case(w, &p);
    return true;
}
