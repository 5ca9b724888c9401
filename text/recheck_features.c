// SPDX-License-Identifier: MIT
// What is seen of a token that was read both ways.
#include "text/recheck_model.h"

#include "common/base/hash.h"

#include <string.h>

// Up to where finite verbs around a token, and words after it, are counted.
enum { MOST_FINITE = 2, MOST_AFTER = 3 };

static uint64_t value_of(const tg_tags *tags, uint16_t tag, int column)
{
    const copse_str value = tg_tags_value(tags, tag, column);
    return hash_bytes(value.s, value.len);
}

// A column of all words of the token.
static uint64_t values_of(const rc_stretch *s, const tg_tags *tags, int column)
{
    uint64_t key = 0;
    for (int k = 0; k < s->parts; k++)
        key = hash_mix(key, value_of(tags, s->tag[s->at + k], column));
    return key;
}

static bool is_finite(const tg_tags *tags, uint16_t tag)
{
    static const char name[] = "VerbForm=";
    const copse_str upos = tg_tags_value(tags, tag, TG_UPOS);
    copse_str feats = tg_tags_value(tags, tag, TG_FEATS), item;
    if (!str_is(upos, "VERB") && !str_is(upos, "AUX"))
        return false;
    while (str_next_item(&feats, &item))
        if (item.len > sizeof name - 1 && memcmp(item.s, name, sizeof name - 1) == 0)
            return str_is(item, "VerbForm=Fin");
    return true; // a treebank may not say
}

// Finite verbs around the token.
static unsigned finite_verbs(const rc_stretch *s, const tg_tags *tags)
{
    unsigned n = 0;
    for (int k = 0; k < s->n && n < MOST_FINITE; k++)
        n += (k < s->at || k >= s->at + s->parts) && is_finite(tags, s->tag[k]);
    return n;
}

// Words after the token that are no punctuation.
static unsigned words_after(const rc_stretch *s, const tg_tags *tags)
{
    unsigned n = 0;
    for (int k = s->at + s->parts; k < s->n && n < MOST_AFTER; k++)
        n += !str_is(tg_tags_value(tags, s->tag[k], TG_UPOS), "PUNCT");
    return n;
}

typedef struct view {
    const linear *w;
    const tg_tags *tags;
    const rc_stretch *whole, *split;
    uint64_t suffix; // what the rule does
    rc_features *f;
} view;

static void add_value(view *v, uint64_t number, uint64_t a, uint64_t b, float value)
{
    v->f->value[v->f->keys.n] = value;
    li_add(v->w, &v->f->keys, number, a, b);
}

static void add(view *v, uint64_t number, uint64_t a, uint64_t b)
{
    add_value(v, number, a, b, 1);
}

// How likely either reading is.
static void add_readings(view *v)
{
    const tg_reading *a = &v->whole->reading, *b = &v->split->reading;
    const float best = (float)(b->best - a->best) / 4, all = (float)(b->log_sum - a->log_sum) / 4;
    const float share = (float)(b->best - b->log_sum - a->best + a->log_sum) / 2;
    add_value(v, 10, 0, 0, best);
    add_value(v, 11, 0, 0, share);
    add_value(v, 12, 0, 0, all);
    add_value(v, 13, v->suffix, 0, best);
    add_value(v, 14, v->suffix, 0, share);
}

// The tags of the token and its words. kept: which word has what is kept of the token.
static void add_tags(view *v, int kept)
{
    const uint16_t kept_tag = v->split->tag[v->split->at + kept], whole = v->whole->tag[v->whole->at];
    uint64_t all = 0;
    for (int column = 0; column < TG_COLUMNS; column++) {
        const uint64_t parts = values_of(v->split, v->tags, column);
        const uint64_t both = hash_mix(parts, value_of(v->tags, whole, column));
        all = hash_mix(all, parts);
        add(v, 20 + (uint64_t)column, v->suffix, value_of(v->tags, kept_tag, column));
        if (column != TG_FEATS)
            add(v, 23 + (uint64_t)column, v->suffix, both);
        if (column == TG_UPOS)
            add(v, 26, both, 0);
    }
    add(v, 27, v->suffix, all);
}

// Finite verbs of the stretch outside the token, and how many words follow.
static void add_around(view *v, int kept)
{
    const unsigned finite = finite_verbs(v->whole, v->tags), after = words_after(v->whole, v->tags);
    const uint64_t both = finite * (MOST_AFTER + 1U) + after;
    const uint16_t kept_tag = v->split->tag[v->split->at + kept], whole = v->whole->tag[v->whole->at];
    add(v, 30, v->suffix, finite);
    add(v, 31, v->suffix, after);
    add(v, 32, v->suffix, both);
    add(v, 33, value_of(v->tags, whole, TG_UPOS), both);
    add(v, 34, value_of(v->tags, kept_tag, TG_UPOS), both);
}

void rc_see(const rc_worker *w, const mw_token *t, rc_features *f)
{
    const mw_rule *r = t->choice.rule;
    const int kept = r->kept == MW_NONE ? 0 : r->kept;
    view v = {&w->model->w, &w->model->tagger.tags, &w->whole, &w->split, r->clan, f};
    f->keys.n = 0;
    add(&v, 0, 0, 0);
    add(&v, 1, r->clan, 0);
    add_value(&v, 2, 0, 0, t->choice.score / 2);
    add_readings(&v);
    add_tags(&v, kept);
    add_around(&v, kept);
}
