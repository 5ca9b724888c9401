// SPDX-License-Identifier: MIT
// What the lemmatiser sees of a word.
#include "common/base/hash.h"
#include "common/base/letter_case.h"
#include "common/base/utf8.h"
#include "text/lemma.h"

enum { SUFFIXES = 8, PREFIXES = 4, MOST_ITEMS = 12 };

uint32_t lem_lower(const lem_model *m, uint32_t point)
{
    return m->turkic && point == 'I' ? 0x131 : lc_lower(point);
}

static uint32_t upper(const lem_model *m, uint32_t point)
{
    return m->turkic && point == 'i' ? 0x130 : lc_upper(point);
}

uint64_t lem_hash_points(const uint32_t *points, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = hash_mix(h, points[i]);
    return h;
}

lem_token lem_token_of(const copse_sentence *s, int word, bool first)
{
    return (lem_token){sen_column(s, word, COPSE_FORM), sen_column(s, word, COPSE_UPOS),
                       sen_column(s, word, COPSE_XPOS), sen_column(s, word, COPSE_FEATS), first};
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
        const uint32_t p = w->point[LEM_KEEP][i], low = p < ES_BYTE ? lem_lower(m, p) : p;
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

static void add(lem_word *w, unsigned template, uint64_t a, uint64_t b)
{
    w->script_key[w->script_keys++] = (uint32_t)(hash_mix(a + template, b) >> 16);
}

static void add_case(lem_word *w, unsigned template, uint64_t a, uint64_t b)
{
    w->case_key[w->case_keys++] = (uint32_t)(hash_mix(a + 100 + template, b) >> 16);
}

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

static void add_items(lem_word *w, const lem_token *t, uint64_t ending)
{
    copse_str rest = t->feats, item;
    for (int i = 0; i < MOST_ITEMS && str_next_item(&rest, &item); i++) {
        const uint64_t one = of(item);
        add(w, 20, one, w->upos);
        add(w, 21, one, ending);
    }
}

static void script_features(lem_word *w, const lem_token *t, const uint64_t *suffix, size_t suffixes,
                            const uint64_t *prefix, size_t prefixes, unsigned shape)
{
    const uint64_t xpos = of(t->xpos), all = hash_mix(w->upos, w->feats);
    add(w, 0, 0, 0);
    add(w, 1, w->upos, 0);
    add(w, 2, all, 0);
    add(w, 3, xpos, 0);
    add(w, 4, shape & ~(unsigned)(CAPITAL_FIRST | CAPITAL_LATER), w->upos);
    for (size_t i = 0; i < suffixes; i++) {
        add(w, 5, suffix[i], i);
        add(w, 6, suffix[i], w->upos);
        if (i < 6)
            add(w, 7, suffix[i], all);
        if (i < 4)
            add(w, 8, suffix[i], xpos);
    }
    for (size_t i = 0; i < prefixes; i++) {
        add(w, 9, prefix[i], i);
        add(w, 10, prefix[i], w->upos);
    }
    add_items(w, t, suffixes > 1 ? suffix[1] : 0);
}

static void case_features(lem_word *w, const lem_token *t, const uint64_t *suffix, size_t suffixes,
                          const uint64_t *prefix, size_t prefixes, unsigned shape)
{
    const uint64_t seen = shape, place = hash_mix(seen, t->first), xpos = of(t->xpos);
    add_case(w, 0, place, 0);
    add_case(w, 1, place, w->upos);
    add_case(w, 2, seen, w->upos);
    add_case(w, 3, seen, hash_mix(w->upos, w->feats));
    add_case(w, 4, seen, xpos);
    add_case(w, 5, place, xpos);
    add_case(w, 6, seen, hash_mix(w->upos, w->n < 6 ? w->n : 6));
    if (suffixes > 1)
        add_case(w, 7, hash_mix(seen, suffix[1]), w->upos);
    if (suffixes > 2)
        add_case(w, 8, hash_mix(seen, suffix[2]), w->upos);
    if (prefixes > 1)
        add_case(w, 9, hash_mix(seen, prefix[1]), w->upos);
    if (prefixes > 2)
        add_case(w, 10, hash_mix(seen, prefix[2]), w->upos);
}

bool lem_take(const lem_model *m, lem_word *w, const lem_token *t)
{
    uint64_t suffix[SUFFIXES], prefix[PREFIXES];
    w->script_keys = w->case_keys = 0;
    w->n = es_decode(t->form, w->point[LEM_KEEP]);
    if (w->n == 0)
        return false;
    const unsigned shape = vary(m, w);
    w->form = lem_hash_points(w->point[LEM_LOWER], w->n);
    w->upos = of(t->upos);
    w->feats = of(t->feats);
    size_t suffixes = endings(w, suffix);
    const size_t prefixes = beginnings(w, prefix);
    suffixes -= suffixes == w->n; // an ending is not the whole word
    script_features(w, t, suffix, suffixes, prefix, prefixes, shape);
    case_features(w, t, suffix, suffixes, prefix, prefixes, shape);
    return true;
}
