// SPDX-License-Identifier: MIT
// Tags a sentence, piece by piece.
#include "text/tagger_model.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "text/kept.h"

#include <string.h>

static const tg_own nothing = {TG_EDGE, 0};

tg_worker *tgw_new(const tgmodel *m, bool retag)
{
    tg_worker *w = mem_zero(1, sizeof *w);
    w->model = m;
    w->sources = tgm_sources(m);
    w->retag = retag;
    w->known = mem_zero(TG_KNOWN, sizeof *w->known);
    w->face = mem_alloc(TG_PIECE + 2 * TGW_AROUND, sizeof *w->face);
    w->at = mem_alloc(TG_PIECE + 2 * TGW_AROUND, sizeof *w->at);
    w->packed = mem_zero(m->tags.parts + 1, sizeof *w->packed);
    w->sum = mem_zero(m->tags.parts + 1, sizeof *w->sum);
    return w;
}

void tgw_free(tg_worker *w)
{
    mem_free(w->known);
    mem_free(w->face);
    mem_free(w->at);
    mem_free(w->packed);
    mem_free(w->sum);
    mem_free(w->form);
    mem_free(w->tag);
    tgs_done(&w->scorer);
    tgl_done(&w->lattice);
    mem_free(w);
}

// The values that a word keeps, as numbers. A value that is not known limits nothing.
static bool limit_of(const tg_worker *w, int word, tg_limit *limit)
{
    const tg_tags *tags = &w->model->tags;
    copse_str value[TG_COLUMNS];
    bool any = false;
    if (!w->sentence)
        return false;
    const unsigned kept = kept_columns(w->sentence, word, w->has_feats);
    memset(limit, 0, sizeof *limit);
    tg_tags_read(w->sentence, word, true, value);
    for (int k = 0; k < TG_COLUMNS; k++) {
        const size_t at = kept & 1U << tg_column[k] ? tab_find(&tags->value[k], value[k]) : TAB_NONE;
        if (at == TAB_NONE)
            continue;
        limit->fixed[k] = any = true;
        limit->value[k] = (uint16_t)at;
    }
    return any;
}

// ---------------------------------------------------------------------------------------------------
// Scores

static int32_t part_sum(const tg_tags *tags, uint16_t tag, const int16_t *sum)
{
    int32_t all = 0;
    for (uint32_t i = tags->first[tag]; i < tags->first[tag + 1]; i++)
        all += sum[tags->part[i]];
    return all;
}

static void add_keys(tg_worker *w, const uint64_t *key, size_t n)
{
    memset(w->packed, 0, w->model->tags.parts * sizeof *w->packed);
    tgt_add(&w->model->table, key, n, w->packed);
}

// The candidates of a frequent form with what its static features say: the sums of its tags, and relations.
static void keep_candidates(tg_worker *w, tg_known *known)
{
    const tg_tags *tags = &w->model->tags;
    const tg_entry *const entry[2] = {&w->word.entry, &w->word.listed};
    uint64_t key[TGW_STATIC];
    known->n = 0;
    if (w->word.entry.total < TGS_FREQUENT)
        return;
    add_keys(w, key, tg_static_keys(&w->word, key));
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < entry[e]->n && known->n < TGL_MOST; i++) {
            const uint16_t tag = entry[e]->tag[i];
            bool is_new = tag < tags->n;
            for (int k = 0; k < known->n; k++)
                is_new &= known->tag[k] != tag;
            if (!is_new)
                continue;
            known->tag[known->n] = tag;
            known->sum[known->n] = part_sum(tags, tag, w->packed);
            known->relation[known->n++] = tgs_relation(tags, w->model->relation, &w->word, tag);
        }
}

// Sees a form: its face, and where it is among the known.
static void see(tg_worker *w, copse_str form, tg_face *face, int *at)
{
    const uint64_t hash = tg_form_hash(form);
    *at = (int)(hash % TG_KNOWN);
    tg_known *known = &w->known[*at];
    if (known->form != hash) {
        tg_word_set(&w->word, &w->sources, form, nothing);
        known->form = hash;
        known->face = w->word.face;
        keep_candidates(w, known);
    }
    *face = known->face;
}

// Scores the candidates of a frequent form by its context.
static void score_known(tg_worker *w, const tg_known *known, const uint64_t *key, size_t n)
{
    const tgmodel *m = w->model;
    tg_scorer *s = &w->scorer;
    s->n = 0;
    tgs_room(s, m->tags.n > TGL_MOST ? m->tags.n : TGL_MOST);
    if (known->n > 1)
        add_keys(w, key, n);
    for (int i = 0; i < known->n; i++) {
        const int32_t sum = known->n > 1 ? part_sum(&m->tags, known->tag[i], w->packed) : 0;
        s->tag[s->n] = known->tag[i];
        s->score[s->n++] = (float)(known->sum[i] + sum) * m->table.scale + known->relation[i];
    }
}

// Scores the candidates of any form by all its features.
static void score_any(tg_worker *w, copse_str form, uint64_t *key, size_t n, const tg_limit *limit)
{
    const tgmodel *m = w->model;
    tg_word_set(&w->word, &w->sources, form, nothing);
    n += tg_static_keys(&w->word, key + n);
    add_keys(w, key, n);
    for (size_t p = 0; p < m->tags.parts; p++)
        w->sum[p] = (float)w->packed[p];
    tgs_score(&w->scorer, &m->tags, m->relation, &w->word, w->sum, m->table.scale, limit);
}

// ---------------------------------------------------------------------------------------------------
// Pieces

static void see_piece(tg_worker *w, int from, int to)
{
    for (int d = from + 1 - TGW_AROUND; d <= to + TGW_AROUND; d++) {
        const int i = d - (from + 1 - TGW_AROUND);
        w->at[i] = -1;
        w->face[i] = tg_edge_face;
        if (d >= 1 && d <= w->n)
            see(w, w->form[d], &w->face[i], &w->at[i]);
    }
}

// Adds word d of a piece, the i-th, to the lattice.
static void add_word(tg_worker *w, int d, int i, const tg_face *last)
{
    const tg_face *f = &w->face[i];
    const tg_face *const around[2 * TGW_AROUND + 1] = {f, f + 1, f + 2, f + 3, f + 4};
    const tg_known *known = &w->known[w->at[i + TGW_AROUND]];
    const bool is_kept = known->form == around[TGW_AROUND]->form && known->n > 0;
    uint64_t key[TGW_KEYS];
    tg_limit limit;
    const bool limited = limit_of(w, d, &limit);
    const bool sure = is_kept && !limited && known->n == 1;
    const size_t n = sure ? 0 : tg_context_keys(around, d == 1, last, key);
    if (is_kept && !limited)
        score_known(w, known, key, n);
    else
        score_any(w, w->form[d], key, n, limited ? &limit : NULL);
    tgs_prune(&w->scorer, TG_MARGIN, TG_CANDIDATES, TG_EDGE, &w->lattice);
}

// Tags the words after `from`, up to `to`.
static void tag_piece(tg_worker *w, int from, int to, const tg_face *last)
{
    tg_lattice *l = &w->lattice;
    see_piece(w, from, to);
    tgl_start(l, from > 1 ? w->tag[from - 1] : TG_EDGE, from > 0 ? w->tag[from] : TG_EDGE);
    l->ends = to == w->n;
    for (int d = from + 1; d <= to; d++)
        add_word(w, d, d - from - 1, last);
    tgl_best(l, &w->model->links, &w->model->tags);
    for (int d = from + 1; d <= to; d++)
        w->tag[d] = l->tag[l->first[d - from - 1] + l->best[d - from - 1]];
}

static void begin(tg_worker *w, const copse_sentence *s, int n)
{
    w->sentence = s && !w->retag ? s : NULL;
    w->has_feats = w->sentence && kept_feats(s);
    w->n = n;
    w->form = mem_grow(w->form, &w->form_cap, (size_t)n + 1, sizeof *w->form);
    w->tag = mem_grow(w->tag, &w->tag_cap, (size_t)n + 1, sizeof *w->tag);
}

// Tags the words of w->form; reading may be NULL.
static void tag_all(tg_worker *w, tg_reading *reading)
{
    const tgmodel *m = w->model;
    tg_face last;
    int at;
    if (w->n)
        see(w, w->form[w->n], &last, &at);
    for (int from = 0; from < w->n; from += TG_PIECE) {
        tag_piece(w, from, w->n - from < TG_PIECE ? w->n : from + TG_PIECE, &last);
        if (reading) {
            reading->best += tgl_best_score(&w->lattice, &m->links, &m->tags);
            reading->log_sum += tgl_sums(&w->lattice, &m->links, &m->tags, 1, NULL, NULL);
        }
        watch_look();
    }
}

void tgw_tag(tg_worker *w, const copse_sentence *s)
{
    begin(w, s, s->n);
    for (int d = 1; d <= s->n; d++)
        w->form[d] = sen_column(s, d, COPSE_FORM);
    tag_all(w, NULL);
}

tg_reading tgw_read(tg_worker *w, const copse_str *form, int n)
{
    tg_reading r = {0, 0};
    begin(w, NULL, n);
    for (int d = 1; d <= n; d++)
        w->form[d] = form[d - 1];
    tag_all(w, &r);
    return r;
}
