// SPDX-License-Identifier: MIT
// From a treebank to numbers: tags, the book of words, and features.
#include "text/tagger_train.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/utf8.h"

#include <stdlib.h>
#include <string.h>

bool tgd_storable(copse_str value)
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
            if (!tgd_storable(value[0]) || !tgd_storable(value[1]) || !tgd_storable(value[2]))
                continue;
            if (tg_tags_add(&m->tags, value) == TG_EDGE)
                return err_set(err, COPSE_ELIMIT, t->name, sen_line(t->sentence[i], d),
                               "more than %d combinations of UPOS, XPOS and FEATS", TG_MOST_TAGS - 1);
        }
    if (m->tags.columns == 0)
        return err_set(err, COPSE_EINPUT, t->name, 0,
                       "no word has UPOS, XPOS or FEATS, which a tagger learns");
    return 0;
}

static int stem_of(const copse_sentence *s, int d)
{
    const copse_str lemma = sen_column(s, d, COPSE_LEMMA);
    return lemma.len && !str_is(lemma, "_") ? tg_stem(sen_column(s, d, COPSE_FORM), lemma) : 0;
}

static tg_sighting sighting(uint64_t hash, uint16_t tag)
{
    return (tg_sighting){(uint32_t)(hash >> 32), tag};
}

static void write_books(tgmodel *m, const treebank *t)
{
    tg_sighting *form = mem_alloc(2 * (size_t)t->words + 1, sizeof *form);
    tg_sighting *stem = mem_alloc((size_t)t->words + 1, sizeof *stem);
    size_t forms = 0, stems = 0;
    const tg_sources empty = {.tags = &m->tags, .book = &m->book, .stems = &m->stems};
    tg_affix_list affixes = {0};
    const tg_own nothing = {TG_EDGE, 0};
    tg_word w;
    for (size_t i = 0; i < t->n; i++)
        for (int d = 1; d <= t->sentence[i]->n; d++) {
            const uint16_t tag = gold_of(&m->tags, t->sentence[i], d);
            const int end = stem_of(t->sentence[i], d);
            if (tag == TG_EDGE)
                continue;
            tg_word_set(&w, &empty, sen_column(t->sentence[i], d, COPSE_FORM), nothing);
            form[forms++] = sighting(w.face.form, tag);
            form[forms++] = sighting(w.face.lower, tag);
            if (end)
                stem[stems++] = sighting(w.begin[end - 1], tag);
            if (m->second)
                tga_see(&affixes, &w, tag);
        }
    tg_book_make(&m->book, form, forms, 1);
    tg_book_make(&m->stems, stem, stems, 1);
    if (m->second)
        tga_make(&affixes, &m->affixes);
    mem_free(form);
    mem_free(stem);
}

int tgd_survey(tgmodel *m, const treebank *t, const tag_options *options, copse_error *err)
{
    int code = number_tags(m, t, err);
    if (!code && options->lexicon)
        code = tgd_lexicon(m, options->lexicon, err);
    if (!code && options->clusters)
        code = clusters_read(&m->clusters, options->clusters, err);
    if (code)
        return code;
    tg_tags_settle(&m->tags);
    write_books(m, t);
    return 0;
}

// ---------------------------------------------------------------------------------------------------
// Features

// The words of a sentence, and the faces of these and of the edges around.
typedef struct words {
    tg_word *word; // [n]
    tg_face *face; // [n + 2 * TGW_AROUND]
    size_t word_cap, face_cap;
} words;

static void set_words(words *ws, const tgmodel *m, const copse_sentence *s, const uint16_t *gold)
{
    const tg_sources sources = tgm_sources(m);
    const size_t n = (size_t)s->n;
    ws->word = mem_grow(ws->word, &ws->word_cap, n, sizeof *ws->word);
    ws->face = mem_grow(ws->face, &ws->face_cap, n + 2 * TGW_AROUND, sizeof *ws->face);
    for (size_t i = 0; i < TGW_AROUND; i++)
        ws->face[i] = ws->face[n + TGW_AROUND + i] = tg_edge_face;
    for (size_t i = 0; i < n; i++) {
        const tg_own own = {gold[i], stem_of(s, (int)i + 1)};
        tg_word_set(&ws->word[i], &sources, sen_column(s, (int)i + 1, COPSE_FORM), own);
        ws->face[i + TGW_AROUND] = ws->word[i].face;
    }
}

static size_t keys_of(const words *ws, size_t n, size_t i, uint64_t key[TGW_KEYS])
{
    const tg_face *f = ws->face + i;
    const tg_face *const around[2 * TGW_AROUND + 1] = {f, f + 1, f + 2, f + 3, f + 4};
    const size_t some = tg_context_keys(around, i == 0, &ws->word[n - 1].face, key);
    return some + tg_static_keys(&ws->word[i], key + some);
}

static void count_sentence(tg_data *d, const words *ws, size_t n)
{
    uint64_t key[TGW_KEYS];
    for (size_t i = 0; i < n; i++)
        for (size_t k = keys_of(ws, n, i, key); k-- > 0;)
            tgi_count(&d->ids, key[k]);
}

static void read_sentence(tg_data *d, const words *ws, size_t at, size_t n)
{
    uint64_t key[TGW_KEYS];
    for (size_t i = 0; i < n; i++) {
        const size_t keys = keys_of(ws, n, i, key), word = at + i;
        size_t to = d->first[word];
        d->form[word] = ws->word[i].face.form;
        d->lower[word] = ws->word[i].face.lower;
        d->capital[word] = ws->word[i].capital;
        tgp_put(&d->pool, &ws->word[i].stem);
        for (int k = 0; k < TGW_ALIKE; k++)
            tgp_put(&d->pool, &ws->word[i].more[TGW_FIRST_ALIKE + k]);
        d->id = mem_grow(d->id, &d->id_cap, to + keys, sizeof *d->id);
        for (size_t k = 0; k < keys; k++) {
            const uint32_t id = tgi_find(&d->ids, key[k]);
            if (id != TGI_NONE)
                d->id[to++] = id;
        }
        d->first[word + 1] = to;
    }
}

static void make_room(tg_data *d, const treebank *t)
{
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
    d->capital = mem_alloc(d->words + 1, sizeof *d->capital);
    d->first = mem_zero(d->words + 1, sizeof *d->first);
}

void tgd_read(tg_data *d, const tgmodel *m, const treebank *t, meter *gauge)
{
    enum { LEAST = 2 }; // a feature of one word alone has nothing to say about others
    words ws = {0};
    make_room(d, t);
    for (size_t i = 0; i < t->n; i++)
        for (int w = 1; w <= t->sentence[i]->n; w++)
            d->gold[d->begin[i] + (size_t)w - 1] = gold_of(&m->tags, t->sentence[i], w);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < t->n; i++) {
            const size_t at = d->begin[i], n = d->begin[i + 1] - at;
            set_words(&ws, m, t->sentence[i], d->gold + at);
            if (pass == 0)
                count_sentence(d, &ws, n);
            else
                read_sentence(d, &ws, at, n);
            meter_step(gauge);
        }
        if (pass == 0)
            tgi_settle(&d->ids, LEAST);
    }
    mem_free(ws.word);
    mem_free(ws.face);
}

void tgd_done(tg_data *d)
{
    mem_free(d->begin);
    mem_free(d->gold);
    mem_free(d->form);
    mem_free(d->lower);
    mem_free(d->capital);
    tgp_done(&d->pool);
    mem_free(d->first);
    mem_free(d->id);
    tgi_done(&d->ids);
    memset(d, 0, sizeof *d);
}
