// SPDX-License-Identifier: MIT
// Tags a sentence; behind the interface of all stages.
#include "text/tagger.h"

#include "common/base/mem.h"
#include "common/base/watch.h"
#include "common/treebank/sentence.h"
#include "text/kept.h"
#include "text/tagger_model.h"

#include <string.h>

tg_worker *tgw_new(const tgmodel *m, bool retag)
{
    tg_worker *w = mem_zero(1, sizeof *w);
    w->model = m;
    w->retag = retag;
    w->word = mem_alloc(TG_PIECE + 2 * TGW_AROUND, sizeof *w->word);
    w->packed = mem_zero(m->tags.parts + 1, sizeof *w->packed);
    w->sum = mem_zero(m->tags.parts + 1, sizeof *w->sum);
    return w;
}

void tgw_free(tg_worker *w)
{
    mem_free(w->word);
    mem_free(w->packed);
    mem_free(w->sum);
    mem_free(w->tag);
    tgs_done(&w->scorer);
    tgl_done(&w->lattice);
    mem_free(w);
}

// The values that a word keeps, as numbers; a value that is not known limits nothing.
static bool limit_of(const tg_worker *w, const copse_sentence *s, int word, bool has_feats, tg_limit *limit)
{
    const tg_tags *tags = &w->model->tags;
    const unsigned kept = w->retag ? 0 : kept_columns(s, word, has_feats);
    copse_str value[TG_COLUMNS];
    bool any = false;
    memset(limit, 0, sizeof *limit);
    if (!kept)
        return false;
    tg_tags_read(s, word, true, value);
    for (int k = 0; k < TG_COLUMNS; k++) {
        const size_t at = tab_find(&tags->value[k], value[k]);
        if (!(kept & 1U << tg_column[k]) || at == TAB_NONE)
            continue;
        limit->fixed[k] = any = true;
        limit->value[k] = (uint16_t)at;
    }
    return any;
}

static void score_word(tg_worker *w, const tg_word *const around[5], bool first, const tg_word *last,
                       const tg_limit *limit)
{
    const tgmodel *m = w->model;
    uint64_t key[TGW_KEYS];
    size_t n = tg_static_keys(around[TGW_AROUND], key);
    n += tg_context_keys(around, first, last, key + n);
    memset(w->packed, 0, m->tags.parts * sizeof *w->packed);
    tgt_add(&m->table, key, n, w->packed);
    for (size_t p = 0; p < m->tags.parts; p++)
        w->sum[p] = (float)w->packed[p] * m->table.scale;
    tgs_score(&w->scorer, &m->tags, m->relation, around[TGW_AROUND], w->sum, limit);
    tgs_prune(&w->scorer, TG_MARGIN, TG_CANDIDATES, TG_EDGE, &w->lattice);
}

// Tags the words after `from`, up to `to`.
static void tag_piece(tg_worker *w, const copse_sentence *s, int from, int to, bool has_feats,
                      const tg_word *last)
{
    const tg_sources sources = tgm_sources(w->model);
    tg_word *word = w->word + TGW_AROUND - 1 - from; // of word d
    for (int d = from + 1 - TGW_AROUND; d <= to + TGW_AROUND; d++)
        if (d < 1 || d > s->n)
            tg_word_edge(&word[d]);
        else
            tg_word_set(&word[d], &sources, sen_column(s, d, COPSE_FORM), 0, 0);
    tgl_start(&w->lattice, from > 1 ? w->tag[from - 1] : TG_EDGE, from > 0 ? w->tag[from] : TG_EDGE);
    w->lattice.ends = to == s->n;
    for (int d = from + 1; d <= to; d++) {
        const tg_word *const around[] = {&word[d - 2], &word[d - 1], &word[d], &word[d + 1], &word[d + 2]};
        tg_limit limit;
        const bool limited = limit_of(w, s, d, has_feats, &limit);
        score_word(w, around, d == 1, last, limited ? &limit : NULL);
    }
    tgl_best(&w->lattice, &w->model->links, &w->model->tags);
    for (int d = from + 1; d <= to; d++) {
        const int i = d - from - 1;
        w->tag[d] = w->lattice.tag[w->lattice.first[i] + w->lattice.best[i]];
    }
}

void tgw_tag(tg_worker *w, const copse_sentence *s)
{
    const bool has_feats = !w->retag && kept_feats(s);
    const tg_sources sources = tgm_sources(w->model);
    tg_word last;
    w->tag = mem_grow(w->tag, &w->tag_cap, (size_t)s->n + 1, sizeof *w->tag);
    if (s->n)
        tg_word_set(&last, &sources, sen_column(s, s->n, COPSE_FORM), 0, 0);
    for (int from = 0; from < s->n; from += TG_PIECE) {
        tag_piece(w, s, from, s->n - from < TG_PIECE ? s->n : from + TG_PIECE, has_feats, &last);
        watch_look();
    }
}

// ---------------------------------------------------------------------------------------------------
// The stage

static void kind_run(void *worker, copse_sentence *s)
{
    tg_worker *w = worker;
    const tg_tags *tags = &w->model->tags;
    const bool has_feats = kept_feats(s);
    tgw_tag(w, s);
    for (int d = 1; d <= s->n; d++) {
        const unsigned kept = w->retag ? 0 : kept_columns(s, d, has_feats);
        for (int k = 0; k < TG_COLUMNS; k++)
            if (tags->columns & ~kept & 1U << tg_column[k])
                ov_put(s, d, tg_column[k], tg_tags_value(tags, w->tag[d], k));
    }
}

static void *kind_load(const box *b, copse_error *err)
{
    if (stage_check(&tag_stage, b, err) != 0)
        return NULL;
    tgmodel *m = mem_alloc(1, sizeof *m);
    if (tgm_load(m, b, err) == 0)
        return m;
    mem_free(m);
    return NULL;
}

static void kind_free(void *model)
{
    tgm_done(model);
    mem_free(model);
}

static void *kind_worker_new(const void *model, const copse_parse_options *options)
{
    return tgw_new(model, options->retag);
}

static void kind_worker_free(void *worker)
{
    tgw_free(worker);
}

static unsigned kind_reads(const void *model)
{
    (void)model;
    return 1U << COPSE_FORM;
}

const stage_kind tag_stage = {.name = "tagger",
                              .tag = "TAGR",
                              .writes = 1U << COPSE_UPOS | 1U << COPSE_XPOS | 1U << COPSE_FEATS,
                              .reads = kind_reads,
                              .load = kind_load,
                              .free = kind_free,
                              .worker_new = kind_worker_new,
                              .worker_free = kind_worker_free,
                              .run = kind_run};
