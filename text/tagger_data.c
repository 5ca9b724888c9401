// SPDX-License-Identifier: MIT
// From a treebank to numbers: tags, the book of words, and features.
#include "text/tagger_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/utf8.h"

#include <stdlib.h>
#include <string.h>

// Can a model hold the value?
static bool storable(copse_str value)
{
    return value.len <= BOX_MAX_NAME && utf8_is_shown(value);
}

static uint16_t gold_of(const tg_tags *tags, const copse_sentence *s, int word)
{
    copse_str value[TG_COLUMNS];
    tg_tags_read(s, word, false, value);
    return tg_tags_find(tags, value);
}

static int number_tags(tgmodel *m, const treebank *t, copse_error *err)
{
    copse_str value[TG_COLUMNS];
    tg_tags_start(&m->tags);
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            tg_tags_read(t->sentence[i], d, false, value);
            if (!storable(value[0]) || !storable(value[1]) || !storable(value[2]))
                continue;
            if (tg_tags_add(&m->tags, value) == TG_EDGE)
                return err_set(err, COPSE_ELIMIT, t->name, sen_line(t->sentence[i], d),
                               "more than %d combinations of UPOS, XPOS and FEATS", TG_MOST_TAGS - 1);
        }
    if (m->tags.columns == 0)
        return err_set(err, COPSE_EINPUT, t->name, 0,
                       "no word has UPOS, XPOS or FEATS, which a tagger learns");
    tg_tags_settle(&m->tags);
    return 0;
}

static void write_book(tgmodel *m, const treebank *t)
{
    tg_sighting *seen = mem_alloc(2 * (size_t)t->words + 1, sizeof *seen);
    size_t n = 0;
    const tg_sources empty = {&m->tags, &m->book, NULL, NULL, NULL};
    tg_word w;
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            const uint16_t tag = gold_of(&m->tags, t->sentence[i], d);
            if (tag == TG_EDGE)
                continue;
            tg_word_set(&w, &empty, sen_column(t->sentence[i], d, COPSE_FORM), 0, 0);
            seen[n++] = (tg_sighting){(uint32_t)(w.form >> 32), tag};
            seen[n++] = (tg_sighting){(uint32_t)(w.lower >> 32), tag};
        }
    tg_book_make(&m->book, seen, n);
    mem_free(seen);
}

static int stem_of(const copse_sentence *s, int d)
{
    const copse_str lemma = sen_column(s, d, COPSE_LEMMA);
    return lemma.len && !str_is(lemma, "_") ? tg_stem(sen_column(s, d, COPSE_FORM), lemma) : 0;
}

static void write_stems(tgmodel *m, const treebank *t)
{
    tg_sighting *seen = mem_alloc((size_t)t->words + 1, sizeof *seen);
    size_t n = 0;
    const tg_sources empty = {&m->tags, &m->book, NULL, NULL, NULL};
    tg_word w;
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            const uint16_t tag = gold_of(&m->tags, t->sentence[i], d);
            const int stem = stem_of(t->sentence[i], d);
            if (tag == TG_EDGE || !stem)
                continue;
            tg_word_set(&w, &empty, sen_column(t->sentence[i], d, COPSE_FORM), 0, 0);
            seen[n++] = (tg_sighting){(uint32_t)(w.begin[stem - 1] >> 32), tag};
        }
    tg_book_make(&m->stems, seen, n);
    mem_free(seen);
}

int tgd_survey(tgmodel *m, const treebank *t, copse_error *err)
{
    const int code = number_tags(m, t, err);
    if (!code)
        write_book(m, t);
    if (!code)
        write_stems(m, t);
    return code;
}

// ---------------------------------------------------------------------------------------------------
// Features

// The words of a sentence, with two edges on each side.
typedef struct words {
    tg_word *word; // [n+4]
    size_t cap;
} words;

static void set_words(words *ws, const tgmodel *m, const copse_sentence *s, const uint16_t *gold)
{
    const tg_sources sources = tgm_sources(m);
    ws->word = mem_grow(ws->word, &ws->cap, (size_t)s->n + 2 * TGW_AROUND, sizeof *ws->word);
    for (int i = 0; i < s->n + 2 * TGW_AROUND; i++) {
        const int d = i - TGW_AROUND + 1;
        if (d < 1 || d > s->n)
            tg_word_edge(&ws->word[i]);
        else
            tg_word_set(&ws->word[i], &sources, sen_column(s, d, COPSE_FORM), gold[d - 1], stem_of(s, d));
    }
}

static size_t keys_of(const words *ws, int n, int i, uint64_t *key)
{
    const tg_word *w = ws->word + i;
    const tg_word *const around[] = {w, w + 1, w + 2, w + 3, w + 4};
    const size_t some = tg_static_keys(w + TGW_AROUND, key);
    return some + tg_context_keys(around, i == 0, &ws->word[n + 1], key + some);
}

static void read_sentence(tg_data *d, const tgmodel *m, const copse_sentence *s, size_t at, words *ws,
                          bool count)
{
    uint64_t key[TGW_KEYS];
    set_words(ws, m, s, d->gold + at);
    for (int i = 0; i < s->n; i++) {
        const size_t n = keys_of(ws, s->n, i, key), word = at + (size_t)i;
        if (count) {
            for (size_t k = 0; k < n; k++)
                tgi_count(&d->ids, key[k]);
            continue;
        }
        d->form[word] = ws->word[i + TGW_AROUND].form;
        d->lower[word] = ws->word[i + TGW_AROUND].lower;
        d->stem[word] = ws->word[i + TGW_AROUND].stem[0];
        d->first[word + 1] = d->first[word];
        for (size_t k = 0; k < n; k++) {
            const uint32_t id = tgi_find(&d->ids, key[k]);
            if (id != TGI_NONE)
                d->id[d->first[word + 1]++] = id;
        }
    }
}

double knob(const char *name, double def);

void tgd_read(tg_data *d, const tgmodel *m, const treebank *t)
{
    words ws = {0};
    memset(d, 0, sizeof *d);
    d->sentences = t->n;
    d->begin = mem_alloc(t->n + 1, sizeof *d->begin);
    d->begin[0] = 0;
    for (size_t i = 0; i < t->n; i++)
        d->begin[i + 1] = d->begin[i] + (size_t)t->sentence[i]->n;
    d->words = d->begin[t->n];
    d->gold = mem_alloc(d->words + 1, sizeof *d->gold);
    d->form = mem_alloc(d->words + 1, sizeof *d->form);
    d->lower = mem_alloc(d->words + 1, sizeof *d->lower);
    d->stem = mem_alloc(d->words + 1, sizeof *d->stem);
    d->first = mem_zero(d->words + 2, sizeof *d->first);
    for (size_t i = 0; i < t->n; i++)
        for (int w = 1; w <= t->sentence[i]->n; w++)
            d->gold[d->begin[i] + (size_t)w - 1] = gold_of(&m->tags, t->sentence[i], w);
    for (size_t i = 0; i < t->n; i++)
        read_sentence(d, m, t->sentence[i], d->begin[i], &ws, true);
    tgi_settle(&d->ids, (uint32_t)knob("CUT", 2));
    d->id = mem_alloc(d->words * TGW_KEYS + 1, sizeof *d->id);
    for (size_t i = 0; i < t->n; i++)
        read_sentence(d, m, t->sentence[i], d->begin[i], &ws, false);
    d->id = mem_resize(d->id, d->first[d->words] + 1, sizeof *d->id);
    mem_free(ws.word);
}

void tgd_done(tg_data *d)
{
    mem_free(d->begin);
    mem_free(d->gold);
    mem_free(d->form);
    mem_free(d->lower);
    mem_free(d->stem);
    mem_free(d->first);
    mem_free(d->id);
    tgi_done(&d->ids);
    memset(d, 0, sizeof *d);
}
