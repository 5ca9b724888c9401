// SPDX-License-Identifier: MIT
#include "text/tagger_tags.h"

#include "common/base/error.h"
#include "common/base/hash.h"
#include "common/base/mem.h"

#include <string.h>

const copse_column tg_column[TG_COLUMNS] = {COPSE_UPOS, COPSE_XPOS, COPSE_FEATS};

static const copse_str none = {"_", 1};

void tg_tags_start(tg_tags *t)
{
    memset(t, 0, sizeof *t);
    for (int k = 0; k < TG_COLUMNS; k++)
        tab_add(&t->value[k], none);
    t->of = mem_grow(NULL, &t->cap, 1, sizeof *t->of);
    memset(t->of[0], 0, sizeof t->of[0]);
    t->n = 1;
}

void tg_tags_done(tg_tags *t)
{
    for (int k = 0; k < TG_COLUMNS; k++)
        tab_done(&t->value[k]);
    tab_done(&t->key);
    mem_free(t->of);
    mem_free(t->first);
    mem_free(t->part);
    mem_free(t->feature);
    memset(t, 0, sizeof *t);
}

// A tag's values as a name for the table: two bytes each.
static copse_str packed(const uint16_t of[TG_COLUMNS], char bytes[2 * TG_COLUMNS])
{
    for (int k = 0; k < TG_COLUMNS; k++) {
        bytes[2 * k] = (char)(of[k] & 255);
        bytes[2 * k + 1] = (char)(of[k] >> 8);
    }
    return (copse_str){bytes, 2 * TG_COLUMNS};
}

static uint16_t add_numbers(tg_tags *t, const uint16_t of[TG_COLUMNS])
{
    char bytes[2 * TG_COLUMNS];
    const copse_str name = packed(of, bytes);
    const size_t found = tab_find(&t->key, name);
    if (found != TAB_NONE)
        return (uint16_t)(found + 1);
    if (t->n >= TG_MOST_TAGS)
        return TG_EDGE;
    tab_add(&t->key, name);
    t->of = mem_grow(t->of, &t->cap, t->n + 1, sizeof *t->of);
    memcpy(t->of[t->n], of, sizeof t->of[0]);
    for (int k = 0; k < TG_COLUMNS; k++)
        t->columns |= of[k] ? 1U << tg_column[k] : 0;
    return (uint16_t)t->n++;
}

uint16_t tg_tags_add(tg_tags *t, const copse_str value[TG_COLUMNS])
{
    uint16_t of[TG_COLUMNS];
    for (int k = 0; k < TG_COLUMNS; k++) {
        if (t->value[k].n >= TG_MOST_TAGS && tab_find(&t->value[k], value[k]) == TAB_NONE)
            return TG_EDGE;
        of[k] = (uint16_t)tab_add(&t->value[k], value[k]);
    }
    return add_numbers(t, of);
}

uint16_t tg_tags_find(const tg_tags *t, const copse_str value[TG_COLUMNS])
{
    uint16_t of[TG_COLUMNS];
    char bytes[2 * TG_COLUMNS];
    for (int k = 0; k < TG_COLUMNS; k++) {
        const size_t at = tab_find(&t->value[k], value[k]);
        if (at == TAB_NONE)
            return TG_EDGE;
        of[k] = (uint16_t)at;
    }
    const size_t found = tab_find(&t->key, packed(of, bytes));
    return found == TAB_NONE ? TG_EDGE : (uint16_t)(found + 1);
}

void tg_tags_read(const copse_sentence *s, int word, bool as_read, copse_str value[TG_COLUMNS])
{
    for (int k = 0; k < TG_COLUMNS; k++) {
        value[k] = (as_read ? sen_read : sen_column)(s, word, tg_column[k]);
        if (value[k].len == 0)
            value[k] = none;
    }
}

// ---------------------------------------------------------------------------------------------------
// Parts

// The parts of tags before equal ones are merged.
typedef struct raw_parts {
    table feature, name; // items of FEATS, and their names
    size_t base[4];      // where XPOS, items, whole FEATS and whole tags begin
    size_t n;
} raw_parts;

static copse_str name_of(copse_str item)
{
    const char *equals = memchr(item.s, '=', item.len);
    return (copse_str){item.s, equals ? (size_t)(equals - item.s) : item.len};
}

// The next item of FEATS, of which only so many count.
static bool next_item(copse_str *rest, copse_str *item, int *n)
{
    return ++*n <= TG_MOST_ITEMS - 4 && str_next_item(rest, item);
}

static void count_items(const tg_tags *t, raw_parts *r)
{
    for (size_t i = 1; i < t->value[TG_FEATS].n; i++) {
        copse_str rest = tab_name(&t->value[TG_FEATS], i), item;
        for (int n = 0; next_item(&rest, &item, &n);) {
            tab_add(&r->feature, item);
            tab_count(&r->name, name_of(item), 1);
        }
    }
    r->base[0] = t->value[TG_UPOS].n;
    r->base[1] = r->base[0] + t->value[TG_XPOS].n;
    r->base[2] = r->base[1] + r->feature.n;
    r->base[3] = r->base[2] + t->value[TG_FEATS].n;
    r->n = r->base[3] + t->n;
}

static size_t parts_of(const tg_tags *t, const raw_parts *r, uint16_t tag, size_t part[TG_MOST_ITEMS])
{
    size_t n = 0;
    copse_str rest = tg_tags_value(t, tag, TG_FEATS), item;
    part[n++] = t->of[tag][TG_UPOS];
    part[n++] = r->base[0] + t->of[tag][TG_XPOS];
    for (int k = 0; t->of[tag][TG_FEATS] && next_item(&rest, &item, &k);)
        part[n++] = r->base[1] + tab_find(&r->feature, item);
    part[n++] = r->base[2] + t->of[tag][TG_FEATS];
    part[n++] = r->base[3] + tag;
    return n;
}

// Gives parts with the same tags the same number, from 0 in order; TAB_NONE for those of all tags or of none.
static size_t *merge(tg_tags *t, const raw_parts *r)
{
    uint64_t *tags = mem_zero(r->n, sizeof *tags), all = 0;
    size_t *number = mem_alloc(r->n, sizeof *number), part[TG_MOST_ITEMS];
    table seen = {0};
    for (size_t i = 1; i < t->n; i++) {
        const uint64_t one = hash_mix(1, i);
        const size_t n = parts_of(t, r, (uint16_t)i, part);
        all += one;
        for (size_t k = 0; k < n; k++)
            tags[part[k]] += one;
    }
    for (size_t p = 0; p < r->n; p++)
        number[p] = tags[p] == 0 || tags[p] == all || seen.n == TG_MOST_PARTS
                        ? TAB_NONE
                        : tab_add(&seen, (copse_str){(const char *)&tags[p], sizeof tags[p]});
    t->parts = seen.n;
    tab_done(&seen);
    mem_free(tags);
    return number;
}

static void list_parts(tg_tags *t, const raw_parts *r, const size_t *number)
{
    size_t cap = 0, at = 0, part[TG_MOST_ITEMS];
    t->first = mem_alloc(t->n + 1, sizeof *t->first);
    for (size_t i = 0; i < t->n; i++) {
        const size_t n = i ? parts_of(t, r, (uint16_t)i, part) : 0;
        t->first[i] = (uint32_t)at;
        t->part = mem_grow(t->part, &cap, at + TG_MOST_ITEMS, sizeof *t->part);
        for (size_t k = 0; k < n; k++) {
            bool is_new = number[part[k]] != TAB_NONE;
            for (size_t j = t->first[i]; j < at; j++)
                is_new &= t->part[j] != number[part[k]];
            if (is_new)
                t->part[at++] = (uint16_t)number[part[k]];
        }
    }
    t->first[t->n] = (uint32_t)at;
}

static void list_features(tg_tags *t, const raw_parts *r)
{
    uint32_t *order = tab_order(&r->name);
    t->names = r->name.n < TG_MOST_NAMES ? r->name.n : TG_MOST_NAMES;
    t->feature = mem_zero(t->n, sizeof *t->feature);
    for (size_t i = 1; i < t->n; i++) {
        copse_str rest = tg_tags_value(t, (uint16_t)i, TG_FEATS), item;
        for (int n = 0; t->of[i][TG_FEATS] && next_item(&rest, &item, &n);) {
            const size_t name = tab_find(&r->name, name_of(item));
            for (size_t k = 0; k < t->names; k++)
                if (order[k] == name)
                    t->feature[i][k] = (uint16_t)(tab_find(&r->feature, item) + 1);
        }
    }
    mem_free(order);
}

void tg_tags_settle(tg_tags *t)
{
    raw_parts r = {0};
    count_items(t, &r);
    size_t *number = merge(t, &r);
    list_parts(t, &r, number);
    list_features(t, &r);
    mem_free(number);
    tab_done(&r.feature);
    tab_done(&r.name);
}

// ---------------------------------------------------------------------------------------------------
// Sections

void tg_tags_save(const tg_tags *t, box_writer *w)
{
    for (int k = 0; k < TG_COLUMNS; k++) {
        box_u32(w, (uint32_t)t->value[k].n);
        for (size_t i = 0; i < t->value[k].n; i++)
            box_str(w, tab_name(&t->value[k], i));
    }
    box_u32(w, (uint32_t)t->n);
    for (size_t i = 1; i < t->n; i++)
        for (int k = 0; k < TG_COLUMNS; k++)
            box_u32(w, t->of[i][k]);
}

static int damaged(const cursor *c, const char *what, size_t value, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, box_path(c->box), 0, "damaged tags of the tagger (%s %zu)", what,
                   value);
}

static int load_values(tg_tags *t, cursor *c, copse_error *err)
{
    for (int k = 0; k < TG_COLUMNS; k++) {
        const uint32_t n = cur_count(c, 4);
        if (!c->failed && (n == 0 || n > TG_MOST_TAGS))
            return damaged(c, "number of values", n, err);
        for (size_t i = 0; i < n && !c->failed; i++) {
            const copse_str value = cur_name(c);
            if (!c->failed && (i == 0 ? !str_is(value, "_") : tab_add(&t->value[k], value) != i))
                return damaged(c, "value", i, err);
        }
    }
    return 0;
}

int tg_tags_load(tg_tags *t, cursor *c, copse_error *err)
{
    uint16_t of[TG_COLUMNS];
    tg_tags_start(t);
    const int code = load_values(t, c, err);
    if (code)
        return code;
    const uint32_t n = cur_u32(c);
    if (!c->failed && (n < 2 || n > TG_MOST_TAGS))
        return damaged(c, "number of tags", n, err);
    for (size_t i = 1; i < n && !c->failed; i++) {
        for (int k = 0; k < TG_COLUMNS; k++) {
            const uint32_t value = cur_u32(c);
            if (value >= t->value[k].n)
                return damaged(c, "value of tag", i, err);
            of[k] = (uint16_t)value;
        }
        if (add_numbers(t, of) != i)
            return damaged(c, "tag", i, err);
    }
    if (!c->failed)
        tg_tags_settle(t);
    return 0;
}
